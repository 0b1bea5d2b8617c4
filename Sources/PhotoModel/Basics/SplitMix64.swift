/// Random numbers that are the same on every run (SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; the same seed gives the same numbers on every machine.
  package init(seed: UInt64) { state = seed }

  /// The next number, any of 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Skips `count` numbers of the sequence.
  package mutating func skip(_ count: Int) { state &+= UInt64(count) &* 0x9E37_79B9_7F4A_7C15 }
}
