import TextSurface

/// Pictures of a terminal that can only draw pixels over its characters (sixel, iTerm2): they are drawn when nothing
/// has moved for a while, and the characters below are drawn again when something does.
///
/// A value without a terminal and without a clock.
struct StillImages {
  /// iTerm2's way of saying it; else sixel.
  let isInline: Bool
  /// The parts that stand on the screen as pixels.
  private(set) var drawn: [ImagePart] = []
  /// The one whose bytes are on their way.
  private var drawing: Drawing?
  private var wanted: [ImagePart] = []
  private var stillSince: Duration?

  private struct Drawing {
    var part: ImagePart
    var bytes: [UInt8]
    var cursor: [UInt8]
    var sent = 0
  }

  /// The time without motion after which pictures are drawn.
  static let stillness: Duration = .milliseconds(80)
  /// The number of bytes written at once: as many as a terminal takes without delaying a key.
  private static let slice = 2048

  init(isInline: Bool) { self.isInline = isInline }

  /// Notes the parts that are on the screen now, as characters.
  ///
  /// - Parameters:
  ///   - changed: Pictures some of whose cells have been written anew.
  ///   - image: The picture of a part, for its size.
  /// - Returns: Rows whose characters have to be sent again, because pixels of a picture that is gone cover them.
  mutating func show(
    _ parts: [ImagePart], changed: Set<ImageID> = [], on screen: Size, now: Duration,
    image: (ImageID) -> EncodedImage?
  ) -> [Range<Int>] {
    let fitting = parts.filter { part in
      // A picture on the last row would scroll the screen.
      guard let encoded = image(part.image), part.rect.bottom < screen.rows else { return false }
      return part.column == 0 && part.row == 0 && part.rect.width == encoded.size.columns
        && part.rect.height == encoded.size.rows
    }
    if fitting != wanted || !changed.isEmpty { stillSince = now }
    wanted = fitting
    var spoilt: [Range<Int>] = []
    for part in drawn where !fitting.contains(part) || changed.contains(part.image) {
      spoilt.append(part.rect.y..<part.rect.bottom)
    }
    drawn.removeAll { part in spoilt.contains { $0.overlaps(part.rect.y..<part.rect.bottom) } }
    return spoilt
  }

  /// The column right behind the picture that was drawn last: Konsole erases it together with each sixel. Nil where
  /// another picture is there.
  var columnBehindLast: Rect? {
    guard !isInline, let last = drawn.last?.rect else { return nil }
    let column = Rect(x: last.right, y: last.y, width: 1, height: last.height)
    return drawn.contains { !$0.rect.intersection(column).isEmpty } ? nil : column
  }

  /// The time at which a picture can be drawn; nil when none waits.
  var deadline: Duration? {
    guard drawing == nil, let stillSince, wanted.contains(where: { !drawn.contains($0) }) else { return nil }
    return stillSince + Self.stillness
  }

  var isDrawing: Bool { drawing != nil }

  /// Begins to draw the next picture, if it is time.
  ///
  /// - Parameter cursor: Bytes that bring it back to its place. Not saved and restored by the terminal (DECSC): some
  ///   have one memory for both screens, and would leave the program with the cursor of its pictures.
  mutating func begin(now: Duration, cursor: [UInt8], image: (ImageID) -> EncodedImage?) {
    guard let deadline, now >= deadline, let part = wanted.first(where: { !drawn.contains($0) }) else { return }
    guard let encoded = image(part.image) else {
      wanted.removeAll { $0 == part }
      return
    }
    let position = "\u{1B}[\(part.rect.y + 1);\(part.rect.x + 1)H"
    var bytes = Array(position.utf8)
    if isInline {
      bytes += "\u{1B}]1337;File=inline=1;size=\(encoded.bytes.count / 4 * 3);".utf8
      bytes += "width=\(part.rect.width);height=\(part.rect.height);preserveAspectRatio=0;doNotMoveCursor=1:".utf8
      bytes += encoded.bytes + [0x07]
    } else {
      bytes += encoded.bytes
    }
    drawing = Drawing(part: part, bytes: bytes + cursor, cursor: cursor)
  }

  /// The next bytes of the picture on its way; nil when none is.
  mutating func nextSlice() -> [UInt8]? {
    guard let current = drawing else { return nil }
    let end = min(current.bytes.count, current.sent + Self.slice)
    drawing?.sent = end
    if end == current.bytes.count {
      drawn.append(current.part)
      drawing = nil
    }
    return Array(current.bytes[current.sent..<end])
  }

  /// Ends a picture in its middle: nothing else can be written before.
  ///
  /// - Returns: The bytes that end it, and the rows under its pixels, whose characters have to be sent again. These
  ///   overwrite the pictures beside it, which are drawn again as well.
  mutating func abort() -> (bytes: [UInt8], rows: Range<Int>?) {
    guard let current = drawing else { return ([], nil) }
    drawing = nil
    guard current.sent > 0 else { return ([], nil) }
    let rows = current.part.rect.y..<current.part.rect.bottom
    drawn.removeAll { rows.overlaps($0.rect.y..<$0.rect.bottom) }
    return (Array("\u{1B}\\".utf8) + current.cursor, rows)
  }

  /// The screen was cleared.
  mutating func clear() {
    drawn = []
    wanted = []
  }
}
