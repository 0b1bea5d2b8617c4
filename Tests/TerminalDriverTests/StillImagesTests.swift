import Testing

@testable import TerminalDriver
@testable import TextSurface

@Suite struct StillImagesTests {
  private let id = ImageID(5)
  private let back = Array("\u{1B}[9;9H".utf8)
  private let screen = Size(columns: 80, rows: 24)
  private let encoded = EncodedImage(
    size: Size(columns: 20, rows: 10), tile: CellPixels(width: 8, height: 16),
    bytes: [UInt8](repeating: UInt8(ascii: "A"), count: 5000))

  private func part(x: Int = 2, y: Int = 3, _ id: ImageID? = nil) -> ImagePart {
    ImagePart(image: id ?? self.id, rect: Rect(x: x, y: y, width: 20, height: 10))
  }

  private func show(
    _ still: inout StillImages, _ parts: [ImagePart], at milliseconds: Int, changed: Set<ImageID> = []
  ) -> [Range<Int>] {
    still.show(parts, changed: changed, on: screen, now: .milliseconds(milliseconds)) { _ in encoded }
  }

  /// All bytes of what is drawn at a moment.
  private func drawn(_ still: inout StillImages, at milliseconds: Int) -> String {
    still.begin(now: .milliseconds(milliseconds), cursor: back) { _ in encoded }
    var bytes: [UInt8] = []
    while let slice = still.nextSlice() {
      #expect(slice.count <= 2048)
      bytes += slice
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `pixels come after eighty milliseconds of stillness, once`() {
    var still = StillImages(isInline: false)
    #expect(still.deadline == nil)
    _ = show(&still, [part(x: 1)], at: 0)
    _ = show(&still, [part()], at: 50)
    #expect(still.deadline == .milliseconds(130))
    #expect(drawn(&still, at: 129).isEmpty)

    let bytes = drawn(&still, at: 130)

    #expect(bytes.hasPrefix("\u{1B}[4;3HAAAA") && bytes.hasSuffix("A\u{1B}[9;9H"))
    #expect(still.deadline == nil && drawn(&still, at: 500).isEmpty)
    #expect(show(&still, [part()], at: 600).isEmpty)
  }

  @Test func `the column behind a sixel is sent again, but none of another picture`() {
    var still = StillImages(isInline: false)
    _ = show(&still, [part(), part(x: 22, ImageID(6)), part(x: 50, ImageID(7))], at: 0)
    var columns: [Rect?] = []
    for _ in 0..<3 {
      _ = drawn(&still, at: 100)
      columns.append(still.columnBehindLast)
    }
    #expect(
      columns == [
        Rect(x: 22, y: 3, width: 1, height: 10), Rect(x: 42, y: 3, width: 1, height: 10),
        Rect(x: 70, y: 3, width: 1, height: 10),
      ])
    _ = show(&still, [part(x: 50, ImageID(7)), part(x: 22, ImageID(6)), part()], at: 200, changed: [id])
    _ = drawn(&still, at: 300)
    _ = drawn(&still, at: 300)
    _ = drawn(&still, at: 300)
    #expect(still.drawn.last?.image == id && still.columnBehindLast == nil)

    var inline = StillImages(isInline: true)
    _ = show(&inline, [part()], at: 0)
    _ = drawn(&inline, at: 100)
    #expect(inline.columnBehindLast == nil)
  }

  @Test func `what moves or is written over shows its characters again`() {
    var still = StillImages(isInline: false)
    _ = show(&still, [part()], at: 0)
    _ = drawn(&still, at: 80)

    #expect(show(&still, [part(x: 3)], at: 100) == [3..<13])
    _ = drawn(&still, at: 180)
    #expect(show(&still, [part(x: 3)], at: 200, changed: [id]) == [3..<13])
    #expect(still.deadline == .milliseconds(280))
    _ = drawn(&still, at: 280)
    #expect(show(&still, [], at: 300) == [3..<13])
    #expect(still.deadline == nil)
  }

  @Test func `a neighbour in the same rows is drawn again too`() {
    var still = StillImages(isInline: false)
    let (left, right) = (part(), part(x: 40, ImageID(6)))
    _ = show(&still, [left, right], at: 0)
    _ = drawn(&still, at: 80)
    _ = drawn(&still, at: 80)
    #expect(still.drawn == [left, right])

    _ = show(&still, [right], at: 100)

    #expect(still.drawn.isEmpty && still.deadline == .milliseconds(180))
  }

  @Test func `what is cut, covered or reaches the last row stays characters`() {
    var still = StillImages(isInline: false)
    let cut = ImagePart(image: id, rect: Rect(x: 0, y: 3, width: 15, height: 10), column: 5, row: 0)
    _ = show(&still, [cut, part(y: 14), ImagePart(image: id, rect: Rect(x: 0, y: 0, width: 20, height: 9))], at: 0)
    #expect(still.deadline == nil)
    _ = show(&still, [part(y: 13)], at: 0)
    #expect(still.deadline != nil)
  }

  @Test func `a picture given up in its middle is ended, and its rows are sent again`() {
    var still = StillImages(isInline: false)
    _ = show(&still, [part()], at: 0)
    still.begin(now: .milliseconds(80), cursor: back) { _ in encoded }
    _ = still.nextSlice()

    let (bytes, rows) = still.abort()

    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}\\\u{1B}[9;9H" && rows == 3..<13)
    #expect(!still.isDrawing && still.drawn.isEmpty)
  }

  @Test func `what stands beside a picture that was given up is drawn again, what stands below it is not`() {
    var still = StillImages(isInline: false)
    let beside = part(x: 30, ImageID(6))
    let below = part(y: 13, ImageID(7))
    _ = show(&still, [beside, below, part()], at: 0)
    _ = drawn(&still, at: 80)
    _ = drawn(&still, at: 80)
    #expect(still.drawn == [beside, below])
    still.begin(now: .milliseconds(80), cursor: back) { _ in encoded }
    _ = still.nextSlice()

    _ = still.abort()

    #expect(still.drawn == [below])
    #expect(drawn(&still, at: 90).hasPrefix("\u{1B}[4;31H") && drawn(&still, at: 90).hasPrefix("\u{1B}[4;3H"))
    #expect(still.deadline == nil)
  }

  @Test func `iTerm2 gets the size in cells and keeps its cursor`() {
    var still = StillImages(isInline: true)
    _ = show(&still, [part()], at: 0)

    let bytes = drawn(&still, at: 80)

    #expect(
      bytes.contains(
        "\u{1B}]1337;File=inline=1;size=3750;width=20;height=10;preserveAspectRatio=0;doNotMoveCursor=1:AAAA"))
    #expect(bytes.hasSuffix("A\u{7}\u{1B}[9;9H"))
  }

  @Test func `a picture that is gone from the store is not waited for`() {
    var still = StillImages(isInline: false)
    _ = show(&still, [part()], at: 0)

    still.begin(now: .seconds(1), cursor: back) { _ in nil }

    #expect(!still.isDrawing && still.deadline == nil)
  }
}
