import Glibc

/// Gives memory that nothing uses any more back to the system.
///
/// Comparing a large library, and releasing earlier results, leaves holes in the heap: a third as much again, which the
/// system gets back only on request. Allocations meanwhile wait, some tens of milliseconds at most: to be called after
/// large work, not for each key.
package func giveBackUnusedMemory() {
  // The function is not in the headers that Swift sees, and not in every C library.
  guard let symbol = dlsym(nil, "malloc_trim") else { return }
  _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
}
