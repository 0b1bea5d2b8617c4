import Glibc

/// Gives memory that nothing uses any more back to the system.
///
/// Comparing a large library, and letting go of what that replaces, leaves holes between what stays: a third as much
/// again, which the system cannot take until it is told. Whoever asks for memory meanwhile waits, some tens of
/// milliseconds at most: it is for after large work, not for each key.
package func giveBackUnusedMemory() {
  // Not in the headers that Swift sees, and not in every C library.
  guard let symbol = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
}
