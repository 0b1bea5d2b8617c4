import TestSupport
import Testing

@testable import TextSurface

@Suite struct ImageTileTests {
  private let id = ImageID(7)

  /// Cells that stand for a picture, each with a character of its own.
  private func picture(_ columns: Int, _ rows: Int, _ id: ImageID) -> Surface {
    var cells = Surface(Size(columns: columns, rows: rows))
    cells.fill(cells.bounds, "▀", style: Style(foreground: RGB(1, 2, 3)))
    cells.attach(id)
    return cells
  }

  @Test func `a picture that lies free is one part`() {
    var surface = Surface(Size(columns: 30, rows: 12))
    surface.blend(picture(10, 5, id), x: 4, y: 3)

    #expect(surface.images == [ImagePart(image: id, rect: Rect(x: 4, y: 3, width: 10, height: 5))])
    #expect(surface.text.contains("▀▀▀▀▀▀▀▀▀▀"))
  }

  @Test func `a picture that slides out of its stage is cut, not squeezed`() {
    var surface = Surface(Size(columns: 30, rows: 12))
    surface.blend(picture(10, 5, id), x: -4, y: 3, clip: Rect(x: 0, y: 4, width: 30, height: 3))

    #expect(
      surface.images == [ImagePart(image: id, rect: Rect(x: 0, y: 4, width: 6, height: 3), column: 4, row: 1)])
  }

  @Test func `words on a picture leave the parts around them`() {
    var surface = Surface(Size(columns: 30, rows: 12))
    surface.blend(picture(10, 5, id), x: 0, y: 0)
    surface.write("word", x: 3, y: 2)

    #expect(
      surface.images == [
        ImagePart(image: id, rect: Rect(x: 0, y: 0, width: 10, height: 2)),
        ImagePart(image: id, rect: Rect(x: 0, y: 2, width: 3, height: 1), column: 0, row: 2),
        ImagePart(image: id, rect: Rect(x: 7, y: 2, width: 3, height: 1), column: 7, row: 2),
        ImagePart(image: id, rect: Rect(x: 0, y: 3, width: 10, height: 2), column: 0, row: 3),
      ])
  }

  @Test func `one picture over another hides what it covers`() {
    var surface = Surface(Size(columns: 30, rows: 6))
    surface.blend(picture(10, 5, id), x: 0, y: 0)
    surface.blend(picture(10, 5, ImageID(8)), x: 6, y: 0)

    #expect(
      surface.images == [
        ImagePart(image: id, rect: Rect(x: 0, y: 0, width: 6, height: 5)),
        ImagePart(image: ImageID(8), rect: Rect(x: 6, y: 0, width: 10, height: 5)),
      ])
  }

  @Test func `the parts hold every tile exactly once, whatever is drawn`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<300 {
      var surface = Surface(Size(columns: 24, rows: 10))
      for number in 1...4 {
        let cells = picture(
          Int.random(in: 1...14, using: &random), Int.random(in: 1...8, using: &random), ImageID(UInt32(number)))
        surface.blend(
          cells, x: Int.random(in: -8...22, using: &random), y: Int.random(in: -5...9, using: &random))
        surface.write(
          "日ab", x: Int.random(in: -2...23, using: &random), y: Int.random(in: 0...9, using: &random))
      }

      var found: [[ImageTile?]] = Array(repeating: Array(repeating: nil, count: 24), count: 10)
      for part in surface.images {
        for y in 0..<part.rect.height {
          for x in 0..<part.rect.width {
            #expect(found[part.rect.y + y][part.rect.x + x] == nil)
            found[part.rect.y + y][part.rect.x + x] = ImageTile(
              image: part.image, column: Int16(part.column + x), row: Int16(part.row + y))
          }
        }
      }
      for y in 0..<10 { for x in 0..<24 { #expect(found[y][x] == surface[x, y].tile) } }
    }
  }

  @Test func `cells below pixels are blank, and the others stay`() {
    var surface = Surface(Size(columns: 20, rows: 3))
    surface.write("left", x: 0, y: 0)
    surface.blend(picture(5, 2, id), x: 6, y: 0)
    surface.blend(picture(5, 2, ImageID(8)), x: 12, y: 0)

    let blank = surface.blank(under: [id])

    #expect(blank.text == "left        ▀▀▀▀▀\n            ▀▀▀▀▀\n")
    #expect(blank.images == surface.images)
    #expect(surface.blank(under: []) == surface)
    surface.detachImages()
    #expect(surface.images.isEmpty)
  }
}

@Suite struct ImageStoreTests {
  private func image(_ pixels: Int, bytes: Int = 1) -> EncodedImage {
    EncodedImage(
      size: Size(columns: pixels, rows: 1), tile: CellPixels(width: 1, height: 1),
      bytes: [UInt8](repeating: 65, count: bytes))
  }

  @Test func `numbers go up and are never given twice`() {
    let store = ImageStore(firstNumber: 900, mostPixels: 3)
    let ids = (0..<5).map { _ in store.add(image(1)) }
    #expect(ids.map(\.number) == [900, 901, 902, 903, 904])
    #expect(store.ids == Array(ids.suffix(3)))
    #expect(store[ids[0]] == nil && store[ids[4]] != nil)
  }

  @Test func `what was used last stays longest, and one picture always stays`() {
    let store = ImageStore(mostPixels: 100, mostBytes: 100)
    let first = store.add(image(40))
    let second = store.add(image(40))
    store.use([first])
    let third = store.add(image(40))
    #expect(store.ids == [first, third] && store[second] == nil)

    let heavy = store.add(image(1, bytes: 5000))
    #expect(store.ids == [heavy])
  }
}
