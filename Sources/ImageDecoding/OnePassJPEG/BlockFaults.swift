/// The faults of blocks that libjpeg reads only with a warning, or that are impossible. They are checked after many
/// blocks, so they only accumulate, in two words that stay in registers.
struct BlockFaults {
  /// The bits of all magnitudes, or-ed: from 2^15 on something is out of range. Below 0 for damage.
  private var flags = 0
  /// The union of the bits of all samples + 512: they are 0…1023.
  private var samples = 0

  @inline(__always)
  mutating func note(_ value: Int) { flags |= value ^ (value &>> 63) }

  /// Notes a coefficient: 2047 is more than any picture of 8 bits gives, and the most that transforms and sums can
  /// hold.
  @inline(__always)
  mutating func noteCoefficient(_ value: Int) { note(value &<< 4) }

  /// Beyond −512…511 libjpeg wraps in one implementation and cuts off in another.
  @inline(__always)
  mutating func noteSample(_ value: Int) { samples |= value &+ 512 }

  @inline(__always)
  mutating func noteRange(_ isOut: Bool) { samples |= isOut ? 1024 : 0 }

  @inline(__always)
  mutating func noteDamage(_ isDamaged: Bool = true) { flags |= isDamaged ? .min : 0 }

  /// Notes damage where the value is not 1 or −1.
  @inline(__always)
  mutating func noteBit(_ value: Int) { flags |= (1 &- value &* value) & .min }

  /// Notes the end of a block: it must be at its last coefficient, or at an index of 128 and more by an end-of-block
  /// code.
  @inline(__always)
  mutating func noteEnd(_ index: Int) { noteDamage(index > 64 && index < 128) }

  func check() throws(OnePassDecline) {
    if flags < 0 { throw .damage }
    if flags >= 1 << 15 || samples & ~1023 != 0 { throw .range }
  }
}
