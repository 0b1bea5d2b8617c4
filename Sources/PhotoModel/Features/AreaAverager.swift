internal import CPixels

/// Shrinks a picture row by row: each pixel of the result is the exact mean of the area it covers, with border pixels
/// counted by the part of them that lies inside.
///
/// Only the result and one row of sums are in memory, so a decoder can feed pictures of any height.
/// All sums are whole numbers: the result does not depend on the machine.
package struct AreaAverager: Sendable {
  /// The columns of the source under one column of the result, and how many `target.width`-ths of the first and
  /// of the last one belong to it.
  struct Span {
    var first: Int
    var last: Int
    var firstWeight: UInt64
    var lastWeight: UInt64
    /// The weights of the second and the third column from `first` on, 0 where there are no more.
    var secondWeight: UInt64
    var thirdWeight: UInt64
  }

  /// The size of the picture that is added.
  package let source: PixelSize
  /// The size of the result, never larger than `source` on either side.
  package let target: PixelSize
  /// Bytes a pixel, interleaved, as added and as returned.
  package let channels: Int
  /// `target.pixels * channels` bytes, interleaved; rows not yet reached are 0.
  package private(set) var pixels: [UInt8]

  /// The sums by column of the source, followed by padding that a short span reads and does not count; with `gathering`
  /// by column of the result.
  private var sums: [UInt32]
  /// The present row of the source, with `gathering`.
  private var gathered: [UInt32]
  /// The fast path for gray, where the processor has the instructions and sums are small; else nil.
  private let gathering: ColumnGathering?
  private let spans: [Span]
  /// Whether no column of the result covers more than three of the source: then all are summed up as three.
  private let isShort: Bool
  /// 2^64 / (pixels of `source`), rounded up: a product with it takes a quarter of the time of a division. Of sums up
  /// to 256 × pixels its upper half is the quotient as long as there are fewer than 2^28 pixels: then the error of the
  /// quotient, at most 256 × pixels / 2^64, is less than the 1 / pixels that it may lie below the next whole number. 0
  /// for more.
  private let reciprocal: UInt64
  private var finishedRows = 0
  /// The number of parts of the present row of the result that are still to come, of `source.height`.
  private var missing: Int
  private var isFirstPart = true

  /// - Parameters:
  ///   - source: The size of the picture that will be added, at least 1 × 1 and at most 65 535 on a side.
  ///   - target: The size wanted; a side larger than that of the source is taken as that of the source.
  ///   - channels: The number of interleaved bytes a pixel.
  package init(from source: PixelSize, to target: PixelSize, channels: Int) {
    precondition((1...65_535).contains(source.width) && (1...65_535).contains(source.height) && channels > 0)
    let width = min(max(1, target.width), source.width)
    let height = min(max(1, target.height), source.height)
    self.source = source
    self.target = PixelSize(width: width, height: height)
    self.channels = channels
    pixels = [UInt8](repeating: 0, count: width * height * channels)
    missing = source.height
    let area = UInt64(source.width) * UInt64(source.height)
    reciprocal = (2..<1 << 28).contains(area) ? UInt64.max / area + 1 : 0
    spans = (0..<width).map { column in
      // In units of 1 / `width` of a source pixel: the column covers start ..< end.
      let start = column * source.width
      let end = start + source.width
      let first = start / width
      let last = (end - 1) / width
      let lastWeight = UInt64(first == last ? 0 : end - last * width)
      return Span(
        first: first, last: last, firstWeight: UInt64(min(end, (first + 1) * width) - start), lastWeight: lastWeight,
        secondWeight: last == first + 1 ? lastWeight : last == first ? 0 : UInt64(width),
        thirdWeight: last == first + 2 ? lastWeight : 0)
    }
    isShort = spans.allSatisfy { $0.last - $0.first <= 2 }
    gathering = channels == 1 ? ColumnGathering(spans, of: source.width, area: source.pixels) : nil
    gathered = [UInt32](repeating: 0, count: gathering?.count ?? 0)
    sums = [UInt32](repeating: 0, count: gathering?.count ?? (source.width + 2) * channels)
  }

  /// Adds the next row from the top; rows beyond the last are ignored.
  ///
  /// - Precondition: `row.count == source.width * channels`.
  package mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
    precondition(row.count == source.width * channels, "a row of another width")
    var parts = target.height
    gathering?.gather(row, into: &gathered)
    while parts > 0, finishedRows < target.height {
      let taken = min(parts, missing)
      if gathering != nil {
        pixels_weigh(gathered, gathered.count, UInt32(taken), isFirstPart, &sums)
      } else if let bytes = row.baseAddress {
        // A sum is at most 255 × source.height, which is far inside 32 bits.
        pixels_weigh_bytes(bytes, row.count, UInt16(taken), isFirstPart, &sums)
      }
      isFirstPart = false
      parts -= taken
      missing -= taken
      if missing == 0 {
        finishRow()
        missing = source.height
      }
    }
  }

  private mutating func finishRow() {
    // The compiler makes a loop of its own for gray.
    if let gathering {
      let offset = finishedRows * target.width
      pixels.withUnsafeMutableBufferPointer { pixels in
        if let row = pixels.baseAddress { gathering.divide(sums, count: target.width, to: row + offset) }
      }
    } else if channels == 1, isShort, reciprocal > 0 {
      finishShortRow()
    } else if channels == 1 {
      finishRow(channels: 1)
    } else {
      finishRow(channels: channels)
    }
    finishedRows += 1
    isFirstPart = true
  }

  @inline(__always)
  private mutating func finishRow(channels: Int) {
    let area = UInt64(source.width) * UInt64(source.height)
    let half = area / 2
    let full = UInt64(target.width)
    let reciprocal = reciprocal
    let offset = finishedRows * target.width * channels
    sums.withUnsafeBufferPointer { sums in
      spans.withUnsafeBufferPointer { spans in
        pixels.withUnsafeMutableBufferPointer { pixels in
          guard let sum = sums.baseAddress, var out = pixels.baseAddress else { return }
          out += offset
          for span in spans {
            for channel in 0..<channels {
              var total = UInt64(sum[span.first &* channels &+ channel]) &* span.firstWeight
              if span.last > span.first {
                var middle: UInt64 = 0
                var index = (span.first &+ 1) &* channels &+ channel
                let end = span.last &* channels &+ channel
                while index < end {
                  middle = middle &+ UInt64(sum[index])
                  index = index &+ channels
                }
                total = total &+ middle &* full &+ UInt64(sum[end]) &* span.lastWeight
              }
              // The total is at most 255 × area, below 2^41, and the mean fits a byte.
              let rounded = total &+ half
              let mean = reciprocal > 0 ? rounded.multipliedFullWidth(by: reciprocal).high : rounded / area
              out[channel] = UInt8(truncatingIfNeeded: mean)
            }
            out += channels
          }
        }
      }
    }
  }

  /// Finishes a row of gray without a branch, of which a processor would guess every third wrong.
  private mutating func finishShortRow() {
    let half = UInt64(source.width) * UInt64(source.height) / 2
    let (reciprocal, offset) = (reciprocal, finishedRows * target.width)
    sums.withUnsafeBufferPointer { sums in
      spans.withUnsafeBufferPointer { spans in
        pixels.withUnsafeMutableBufferPointer { pixels in
          guard let sums = sums.baseAddress, let out = pixels.baseAddress else { return }
          for column in 0..<spans.count {
            let span = spans[column]
            let sum = sums + span.first
            let total =
              UInt64(sum[0]) &* span.firstWeight &+ UInt64(sum[1]) &* span.secondWeight &+ UInt64(sum[2])
              &* span.thirdWeight
            out[offset &+ column] = UInt8(truncatingIfNeeded: (total &+ half).multipliedFullWidth(by: reciprocal).high)
          }
        }
      }
    }
  }
}
