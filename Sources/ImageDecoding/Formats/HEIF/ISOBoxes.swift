/// A box of an ISO base media file (ISO/IEC 14496-12): HEIC, AVIF and Canon's CR3 are made of them.
struct ISOBox {
  /// Four letters, as a number.
  var type: Int
  /// The range of the content, after the head and inside the enclosing box.
  var content: Range<Int>
  /// Whether the box claims to be longer than the enclosing one.
  var isCut = false

  /// A type such as "meta" as the number in a file.
  static func type(_ letters: StaticString) -> Int {
    UnsafeBufferPointer(start: letters.utf8Start, count: letters.utf8CodeUnitCount).reduce(0) { $0 << 8 | Int($1) }
  }
}

extension ByteView {
  /// The end of the first file of an ISO file: another file may follow, as a movie behind a HEIC. Readers that do not
  /// expect this take both for one.
  var endOfFirstFile: Int {
    let starts = boxes(in: 0..<count).filter { $0.type == ISOBox.type("ftyp") }.map { $0.content.lowerBound - 8 }
    return starts.first { $0 > 0 } ?? count
  }

  /// The boxes that follow each other in a range; the claimed length of a box is cut to the range. Reading ends at the
  /// first invalid box, and after 4096 boxes.
  func boxes(in range: Range<Int>) -> [ISOBox] {
    var boxes: [ISOBox] = []
    var position = range.lowerBound
    let end = min(range.upperBound, count)
    while boxes.count < 4096, position + 8 <= end, var length = big(at: position, length: 4),
      let type = big(at: position + 4, length: 4)
    {
      var head = 8
      if length == 1 {
        // 64 bits; the first byte is 0 in every file that can exist.
        guard big(at: position + 8, length: 1) == 0, let long = big(at: position + 9, length: 7) else { break }
        length = long
        head = 16
      } else if length == 0 {
        length = end - position
      }
      guard length >= head else { break }
      let boxEnd = length > end - position ? end : position + length
      guard position + head <= boxEnd else { break }
      boxes.append(ISOBox(type: type, content: position + head..<boxEnd, isCut: length > end - position))
      position = boxEnd
    }
    return boxes
  }

  /// The first box of a type in a range.
  func box(_ letters: StaticString, in range: Range<Int>) -> Range<Int>? {
    let type = ISOBox.type(letters)
    return boxes(in: range).first { $0.type == type }?.content
  }
}
