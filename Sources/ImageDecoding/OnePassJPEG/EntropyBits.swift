#if canImport(Glibc)
import Glibc
#endif

/// The bits of one segment of entropy-coded data, the next one uppermost.
///
/// Reads eight bytes at a time without a bounds check: the caller gets data with `EntropySegments.margin` bytes behind
/// it from `EntropySegments`, and checks `next` at least once in that many bytes.
struct EntropyBits {
  var bits: UInt64 = 0
  /// The number of valid bits; below them may stand more that are right, too.
  var count = 0
  /// The byte after them.
  var next: UnsafePointer<UInt8>

  init(_ start: UnsafePointer<UInt8>) { next = start }

  /// Refills to at least 56 bits.
  @inline(__always)
  mutating func refill() {
    let word = UInt64(bigEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
    bits |= word &>> UInt64(truncatingIfNeeded: count)
    next += (63 &- count) &>> 3
    count |= 56
  }

  @inline(__always)
  mutating func drop(_ number: Int) {
    bits = bits &<< UInt64(truncatingIfNeeded: number)
    count = count &- number
  }

  /// The next bits as a number, not taken. At least 1, at most 16.
  @inline(__always)
  func peek(_ number: Int) -> Int { Int(truncatingIfNeeded: bits &>> (64 &- UInt64(truncatingIfNeeded: number))) }

  /// The value of the next `size` bits, 0…15, taken (T.81, F.2.2.1, RECEIVE and EXTEND).
  @inline(__always)
  mutating func takeValue(_ size: Int) -> Int {
    // Two shifts, because one by 64 is one by 0.
    let value = Int(truncatingIfNeeded: (bits &>> 1) &>> (63 &- UInt64(truncatingIfNeeded: size)))
    let isNegative = Int(truncatingIfNeeded: ~bits) &>> 63
    drop(size)
    return value &- isNegative & ((1 &<< size) &- 1)
  }
}

/// Entropy-coded data segment by segment, from one restart marker to the next, without the zero bytes stuffed behind
/// 0xFF.
final class EntropySegments {
  /// Bytes behind a segment that may be read: an MCU has at most 10 blocks of 64 symbols of at most 31 bits, and eight
  /// bytes are read at once.
  static let margin = 10 * 64 * 4 + 64

  /// The code of the marker that ended the segment.
  private(set) var marker: UInt8 = 0
  /// The number of bytes of the present segment, without stuffing.
  private(set) var count = 0
  /// The offset of the marker's first byte in the file.
  private(set) var position: Int

  private let bytes: UnsafeBufferPointer<UInt8>
  private let buffer: UnsafeMutablePointer<UInt8>

  /// - Parameter position: The offset of the data.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) throws(OnePassDecline) {
    self.bytes = bytes
    self.position = position
    let capacity = max(0, bytes.count - position) + Self.margin
    // Zeroed memory, which costs nothing where it is not touched: the bytes behind a segment are always the same.
    guard let memory = calloc(capacity, 1) else { throw .limits }
    buffer = memory.bindMemory(to: UInt8.self, capacity: capacity)
  }

  deinit { free(buffer) }

  var start: UnsafePointer<UInt8> { UnsafePointer(buffer) }
  /// The position beyond which more was read than there is.
  var limit: UnsafePointer<UInt8> { UnsafePointer(buffer + count + 8) }

  /// Takes the next segment, up to a marker; data without one end in the middle of the picture.
  private func next() throws(OnePassDecline) {
    guard let base = bytes.baseAddress else { throw .damage }
    count = 0
    while position < bytes.count, let found = memchr(base + position, 0xFF, bytes.count - position) {
      let end = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
      append(base + position, end - position)
      guard end + 1 < bytes.count else { throw .damage }
      position = end
      if base[end + 1] != 0 { return try readMarker() }
      buffer[count] = 0xFF
      count += 1
      position = end + 2
    }
    throw .damage
  }

  /// Reads the segments of a scan of `total` MCUs one after the other; `body` gets the range of MCUs, and returns its
  /// reader. Data that libjpeg warns of are declined: other markers, too many bytes or too few.
  func forEach(
    of total: Int, restartInterval: Int, _ body: (Range<Int>) throws(OnePassDecline) -> EntropyBits
  ) throws(OnePassDecline) {
    let most = restartInterval > 0 ? restartInterval : total
    var done = 0
    var restarts: UInt8 = 0
    while true {
      try next()
      let end = min(total, done + most)
      let left = bitsLeft(try body(done..<end))
      guard left >= 0, left < 8 else { throw .damage }
      done = end
      guard done < total else { return }
      guard marker == 0xD0 + restarts else { throw .damage }
      restarts = (restarts + 1) & 7
      position += 2
    }
  }

  private func readMarker() throws(OnePassDecline) {
    // Fill bytes may stand before a marker; before a stuffed zero libjpeg has two ways of reading them.
    while position + 1 < bytes.count, bytes[position + 1] == 0xFF { position += 1 }
    guard position + 1 < bytes.count, bytes[position + 1] != 0 else { throw .damage }
    marker = bytes[position + 1]
  }

  /// All appended bytes come from the file behind the first, so they fit.
  @inline(__always)
  private func append(_ source: UnsafePointer<UInt8>, _ number: Int) {
    (buffer + count).update(from: source, count: number)
    count += number
  }

  /// The number of bits that were not taken, below 0 where more were. Encoders leave less than a byte; libjpeg warns of
  /// more.
  private func bitsLeft(_ bits: EntropyBits) -> Int { count * 8 - ((bits.next - start) * 8 - bits.count) }
}
