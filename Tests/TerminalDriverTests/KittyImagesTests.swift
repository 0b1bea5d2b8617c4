import Foundation
import TestSupport
import Testing

@testable import TerminalDriver
@testable import TextSurface

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

  @Test func `within tmux a picture is told its cells when it is sent, and characters place it`() throws {
    var kitty = KittyImages(placeholders: PicturePlaceholders(depth: .direct24))
    kitty.begin(id, encoded)
    var pieces: [String] = []
    while let piece = kitty.nextChunk() { pieces.append(text(piece)) }

    #expect(pieces[0].hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=T,U=1,c=96,r=32,f=100,i=910042,q=2,m=1;AAAA"))
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}Ptmux;") && $0.hasSuffix("\u{1B}\u{1B}\\\u{1B}\\") })
    #expect(kitty.put([ImagePart(image: id, rect: whole)]) { _ in encoded }.isEmpty && kitty.doubtful.isEmpty)
    // Attached to another terminal: the same once more, while the characters stay.
    kitty.doubt()
    kitty.begin(id, encoded)
    #expect(kitty.uploaded == [id] && kitty.nextChunk().map(text) == pieces[0])
    #expect(text(kitty.clear()).hasSuffix("\u{1B}Ptmux;\u{1B}\u{1B}_Ga=d,d=I,i=910042,q=2\u{1B}\u{1B}\\\u{1B}\\"))
  }

  @Test func `rows and columns have the marks that Unicode's own data give`() {
    let merging: Set<UInt32> = [
      0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x309, 0x30A, 0x30B, 0x30C, 0x30F, 0x311, 0x313, 0x314,
      0x342,
      0x653, 0x654,
    ]
    let marks = (0x300...0x1_FFFF).compactMap { Unicode.Scalar($0 as UInt32) }.filter { scalar in
      let properties = scalar.properties
      guard properties.canonicalCombiningClass.rawValue == 230, let age = properties.age, age <= (6, 0) else {
        return false
      }
      let text = String(scalar)
      return properties.generalCategory == .nonspacingMark && !merging.contains(scalar.value)
        && text.decomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual(text.unicodeScalars)
    }
    #expect(PicturePlaceholders.mark(296) != nil && PicturePlaceholders.mark(297) == nil)
    #expect((0..<297).map(PicturePlaceholders.mark) == marks.map(Optional.some))
    #expect(PicturePlaceholders.mark(297) == nil)
  }

  @Test func `the number of a picture is a colour that arrives as it is sent`() throws {
    let indexed = try #require(PicturePlaceholders(depth: .indexed256))
    let direct = try #require(PicturePlaceholders(depth: .direct24))
    for number: UInt32 in [1, 15, 16, 239, 240, 910_042, .max] {
      #expect((16...255).contains(indexed.number(of: ImageID(number))))
      #expect((16...0xFF_FFFF).contains(direct.number(of: ImageID(number))))
    }
    #expect(direct.number(of: id) == 910_042)
    #expect(PicturePlaceholders(depth: .ansi16) == nil && PicturePlaceholders(depth: .none) == nil)
    #expect(direct.cell(for: ImageTile(image: id, column: 296, row: 0)) != nil)
    #expect(direct.cell(for: ImageTile(image: id, column: 297, row: 0)) == nil)
  }

  @Test func `a frame places it with eighty bytes, again only when something moved, and never before it is there`() {
    var kitty = KittyImages()
    let parts = [ImagePart(image: id, rect: whole)]
    #expect(kitty.put(parts) { _ in encoded }.isEmpty)
    kitty = uploaded()

    let first = text(kitty.put(parts) { _ in encoded })
    let again = kitty.put(parts) { _ in encoded }
    let moved = [ImagePart(image: id, rect: Rect(x: 0, y: 3, width: 50, height: 32), column: 46, row: 0)]
    let second = text(kitty.put(moved) { _ in encoded })

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

    let covered = text(kitty.put(surface.images) { _ in encoded })
    let free = text(kitty.put([ImagePart(image: id, rect: whole)]) { _ in encoded })

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

  @Test func `everything is freed at the end, also in the middle of a picture`() {
    var kitty = uploaded()
    kitty.begin(ImageID(910_043), encoded)
    _ = kitty.nextChunk()

    #expect(text(kitty.clear()) == "\u{1B}_Gm=0,q=2\u{1B}\\\u{1B}_Ga=d,d=I,i=910042,q=2\u{1B}\\")
    #expect(kitty.uploaded.isEmpty)
  }

  /// What kitty up to 0.26 makes of the bytes: with one picture it frees all that stand nowhere.
  private struct OldKitty {
    private var stored: Set<Int> = []
    private(set) var placements: [Int: Set<Int>] = [:]
    private var loading: Int?
    private(set) var mostStored = 0
    private(set) var missing = 0

    mutating func take(_ bytes: [UInt8]) {
      for command in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1B}_G") {
        let head = command.prefix { $0 != ";" && $0 != "\u{1B}" }
        guard head.contains("=") else { continue }
        var keys: [Substring: Substring] = [:]
        for pair in head.split(separator: ",") {
          let parts = pair.split(separator: "=")
          if parts.count == 2 { keys[parts[0]] = parts[1] }
        }
        obey(keys)
      }
      mostStored = max(mostStored, stored.count)
    }

    private mutating func obey(_ keys: [Substring: Substring]) {
      let image = keys["i"].flatMap { Int($0) } ?? 0
      let number = keys["p"].flatMap { Int($0) } ?? 0
      switch keys["a"] {
      case "t", nil:
        if keys["a"] == "t" { loading = image }
        if keys["m"] == "0", let whole = loading {
          stored.insert(whole)
          loading = nil
        }
      case "p":
        if stored.contains(image) { placements[image, default: []].insert(number) } else { missing += 1 }
      case "d" where keys["d"] == "i": placements[image]?.remove(number)
      case "d":
        placements[image] = nil
        stored = stored.filter { placements[$0]?.isEmpty == false }
      default: break
      }
    }
  }

  @Test func `after two thousand cards and any keys each picture on the screen is there, and few others are`() {
    var random = SeededGenerator(seed: 35)
    var (kitty, terminal) = (KittyImages(), OldKitty())
    func send(_ image: ImageID) {
      guard !kitty.uploaded.contains(image) else { return }
      kitty.begin(image, encoded)
      while let chunk = kitty.nextChunk() { terminal.take(chunk) }
    }
    var card = 0
    for _ in 0..<2000 {
      // Forward most of the time, sometimes back by some, as after undo.
      card = max(0, card + (Int.random(in: 0..<4, using: &random) == 0 ? -Int.random(in: 1...20, using: &random) : 1))
      let (shown, next) = (ImageID(UInt32(1000 + card)), ImageID(UInt32(1001 + card)))
      send(shown)
      if Bool.random(using: &random), !kitty.sent.contains(next) { send(next) }
      terminal.take(kitty.put([ImagePart(image: shown, rect: whole)]) { _ in encoded })
      terminal.take(kitty.freeHidden())
      let onScreen = terminal.placements.filter { !$0.value.isEmpty }.keys
      #expect(Array(onScreen) == [Int(shown.number)] && terminal.missing == 0)
    }
    #expect(terminal.mostStored <= 20)
  }
}
