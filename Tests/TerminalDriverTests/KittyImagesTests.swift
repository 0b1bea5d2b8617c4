import Testing
import TextSurface

@testable import TerminalDriver

@Suite struct KittyImagesTests {
  private let id = ImageID(910_042)
  private let encoded = EncodedImage(
    size: Size(columns: 96, rows: 32), tile: CellPixels(width: 10, height: 20),
    bytes: [UInt8](repeating: UInt8(ascii: "A"), count: 10_000))
  private let whole = Rect(x: 12, y: 3, width: 96, height: 32)

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func uploaded() -> KittyImages {
    var kitty = KittyImages()
    kitty.begin(id, encoded)
    while kitty.nextChunk() != nil {}
    return kitty
  }

  @Test func `a picture is sent in pieces of 4096, the keys with the first, the end with the last`() {
    var kitty = KittyImages()
    kitty.begin(id, encoded)

    var pieces: [String] = []
    while let piece = kitty.nextChunk() { pieces.append(text(piece)) }

    #expect(pieces.count == 3)
    #expect(pieces[0].hasPrefix("\u{1B}_Ga=t,f=100,i=910042,q=2,m=1;AAAA") && pieces[0].hasSuffix("A\u{1B}\\"))
    #expect(pieces[1].hasPrefix("\u{1B}_Gm=1,q=2;A") && pieces[2].hasPrefix("\u{1B}_Gm=0,q=2;A"))
    #expect(pieces.map { $0.count { $0 == "A" } } == [4096, 4096, 1808])
    #expect(kitty.uploaded == [id] && !kitty.isUploading)
  }

  @Test func `a frame places it with eighty bytes, again only when something moved, and never before it is there`() {
    var kitty = KittyImages()
    let parts = [ImagePart(image: id, rect: whole)]
    #expect(kitty.place(parts) { _ in encoded }.isEmpty)
    kitty = uploaded()

    let first = text(kitty.place(parts) { _ in encoded })
    let again = kitty.place(parts) { _ in encoded }
    let moved = [ImagePart(image: id, rect: Rect(x: 0, y: 3, width: 50, height: 32), column: 46, row: 0)]
    let second = text(kitty.place(moved) { _ in encoded })

    #expect(first == "\u{1B}[4;13H\u{1B}_Ga=p,i=910042,p=1,c=96,r=32,C=1,q=2\u{1B}\\")
    #expect(again.isEmpty)
    #expect(second == "\u{1B}[4;1H\u{1B}_Ga=p,i=910042,p=1,x=460,y=0,w=500,h=640,c=50,r=32,C=1,q=2\u{1B}\\")
    #expect(first.utf8.count <= 80 && second.utf8.count <= 80)
  }

  @Test func `what is covered in the middle stands in several placements, and the odd ones go again`() {
    var kitty = uploaded()
    var surface = Surface(Size(columns: 120, rows: 40))
    var cells = Surface(encoded.size)
    cells.attach(id)
    surface.blend(cells, x: 12, y: 3)
    surface.write(" DELETE ", x: 40, y: 20)

    let covered = text(kitty.place(surface.images) { _ in encoded })
    let free = text(kitty.place([ImagePart(image: id, rect: whole)]) { _ in encoded })

    #expect(covered.components(separatedBy: "a=p").count - 1 == 4)
    #expect(free.components(separatedBy: "a=d,d=i,i=910042,").count - 1 == 3)
    #expect(free.components(separatedBy: "a=p").count - 1 == 1)
  }

  @Test func `a picture given up in its middle is ended, and can be sent again`() {
    var kitty = KittyImages()
    kitty.begin(id, encoded)
    _ = kitty.nextChunk()

    #expect(text(kitty.abort()) == "\u{1B}_Gm=0,q=2\u{1B}\\")

    #expect(kitty.uploaded.isEmpty && !kitty.isUploading)
    kitty.begin(id, encoded)
    #expect(kitty.isUploading && kitty.abort().isEmpty)
  }

  @Test func `what nobody wants is freed, and everything at the end`() {
    var kitty = uploaded()
    _ = kitty.place([ImagePart(image: id, rect: whole)]) { _ in encoded }

    #expect(kitty.free(allBut: [id]).isEmpty)
    #expect(text(kitty.clear()) == "\u{1B}_Ga=d,d=I,i=910042,q=2\u{1B}\\")

    #expect(kitty.clear().isEmpty && !kitty.differs(from: []))
  }
}
