import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// Which files make one photo, by their names.
@Suite struct FolderPairingTests {
  private func file(
    _ name: String, number: UInt64 = 1, device: UInt64 = 1, mount: UInt64 = 1, size: Int64 = 1000,
    isProtected: Bool = false
  ) -> Inventory.File {
    Inventory.File(
      path: FilePath("/p").appending(name),
      identity: FileIdentity(device: device, inode: number, size: size, modified: 0, changed: 0), needsSniffing: false,
      mountID: mount, isProtected: isProtected)
  }

  /// "shown: raw X, sidecar Y" of each photo that has something beside it, in order.
  private func photos(_ files: [Inventory.File]) -> [String] {
    FolderPairing(files).units().filter { !$0.companions.isEmpty }.map { unit in
      let besides = unit.companions.map { "\($0.role.rawValue) \(String(decoding: $0.path.nameBytes, as: UTF8.self))" }
      return "\(String(decoding: unit.shown.nameBytes, as: UTF8.self)): \(besides.joined(separator: ", "))"
    }.sorted()
  }

  private func photos(_ names: String...) -> [String] { photos(names.map { file($0) }) }

  @Test func `a RAW, a movie and sidecars join the one picture of their name`() {
    #expect(
      photos("IMG_1.JPG", "IMG_1.CR2", "IMG_1.xmp", "IMG_1.CR2.xmp", "IMG_1.jpg.pp3", "IMG_1.THM")
        == [
          "IMG_1.JPG: raw IMG_1.CR2, sidecar IMG_1.CR2.xmp, sidecar IMG_1.THM, sidecar IMG_1.jpg.pp3, sidecar IMG_1.xmp"
        ])
    #expect(photos("a.heic", "a.dng", "A.MOV") == ["a.heic: movie A.MOV, raw a.dng"])
    #expect(photos("a.jpg", "A.cr2", "a.XMP") == ["a.jpg: raw A.cr2, sidecar a.XMP"])
    #expect(photos("a.jpg", "a.mp4") == ["a.jpg: movie a.mp4"])
    #expect(photos("a.CR3", "a.CR3.dop", "a.xmp") == ["a.CR3: sidecar a.CR3.dop, sidecar a.xmp"])
    #expect(photos("a.png", "a.xmp") == ["a.png: sidecar a.xmp"])
  }

  /// Of Canon, ON1, Capture One, ART and Nikon.
  @Test(arguments: ["vrd", "on1", "cos", "arp", "nksc"])
  func `recipes and edits of a picture belong to it`(ending: String) {
    #expect(photos("IMG_1.JPG", "IMG_1.\(ending)") == ["IMG_1.JPG: sidecar IMG_1.\(ending)"])
    #expect(photos("IMG_1.JPG", "IMG_1.JPG.\(ending)") == ["IMG_1.JPG: sidecar IMG_1.JPG.\(ending)"])
    #expect(photos("IMG_1.JPG", "IMG_2.\(ending)").isEmpty)
  }

  /// A song has the name of its cover, a text that of its page; a camera's voice and PhotoPrism's words have those of a photo.
  @Test(arguments: ["txt", "wav", "m4a", "yml", "md", "opus"])
  func `a text or a sound of the name of a picture stays, and is said`(ending: String) throws {
    for name in ["IMG_1.\(ending)", "IMG_1.JPG.\(ending)"] {
      let unit = try #require(FolderPairing([file("IMG_1.JPG"), file(name), file("IMG_2.JPG")]).units().first)
      #expect(unit.companions.isEmpty && unit.shown == "/p/IMG_1.JPG")
      #expect(unit.namesakes == [NamesakeFile(path: FilePath("/p").appending(name), reason: .byChance)])
    }
  }

  @Test func `names that phones and their tools give to the files of one shot are one photo`() {
    #expect(photos("IMG_7943.HEIC", "IMG_7943_HEVC.MOV") == ["IMG_7943.HEIC: movie IMG_7943_HEVC.MOV"])
    #expect(
      photos("PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng", "PXL_1.RAW-02.ORIGINAL.dng.xmp", "PXL_2.jpg")
        == ["PXL_1.RAW-01.COVER.jpg: raw PXL_1.RAW-02.ORIGINAL.dng, sidecar PXL_1.RAW-02.ORIGINAL.dng.xmp"])
    #expect(
      photos("PXL_1.RAW-01.MP.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng")
        == ["PXL_1.RAW-01.MP.COVER.jpg: raw PXL_1.RAW-02.ORIGINAL.dng"])
    #expect(photos("GOPR0001.JPG", "GOPR0001.GPR") == ["GOPR0001.JPG: raw GOPR0001.GPR"])
    #expect(photos("PXL_1.MP.jpg", "PXL_1.MP") == ["PXL_1.MP.jpg: movie PXL_1.MP"])
    #expect(photos("PXL_1.jpg", "PXL_1.MP") == ["PXL_1.jpg: movie PXL_1.MP"])
    // Both movies may be of it.
    #expect(photos("IMG_1.HEIC", "IMG_1_HEVC.MOV", "IMG_1.MOV").isEmpty)
    // A whole name tells more than a part of one.
    #expect(
      photos("IMG_1.HEIC", "IMG_1_HEVC.jpg", "IMG_1_HEVC.MOV") == ["IMG_1_HEVC.jpg: movie IMG_1_HEVC.MOV"])
    // An edited picture of iOS is a photo of its own; what iOS needs to go back belongs to the original.
    #expect(photos("IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.AAE") == ["IMG_1234.JPG: sidecar IMG_1234.AAE"])
    #expect(
      photos(
        "13039_327707840323_537645323_9470255_27214_n.j(1).json", "13039_327707840323_537645323_9470255_27214_n(1).jpg")
        == [
          "13039_327707840323_537645323_9470255_27214_n(1).jpg: sidecar 13039_327707840323_537645323_9470255_27214_n.j(1).json"
        ])
  }

  @Test func `what is not exactly one of each stays alone`() {
    #expect(photos("a.jpg", "a.cr2", "a.dng").isEmpty)
    #expect(photos("a.jpg", "a.heic", "a.cr2", "a.xmp").isEmpty)
    #expect(photos("a.jpg", "a.png", "a.xmp").isEmpty)
    #expect(photos("a.png", "a.cr2", "a.xmp").isEmpty)
    #expect(photos("a.jpg", "a.mov", "a.mp4").isEmpty)
    #expect(photos("a.jpg", "a.xmp", "a.XMP").isEmpty)
    #expect(photos("a.jpg", "a.jpg.png", "a.jpg.xmp").isEmpty)
    #expect(photos("a.png", "a.mov").isEmpty)
    #expect(photos("a.mov", "a.xmp", "b.json").isEmpty)
    // Ambiguous by its short name, but this one bears the whole name of one of them.
    #expect(photos("a.jpg", "a.cr2", "a.dng", "a.cr2.xmp", "a.xmp") == ["a.cr2: sidecar a.cr2.xmp"])
  }

  @Test func `capitals make a difference only where the pictures differ in them`() {
    #expect(photos("img_1.jpg", "IMG_1.CR2") == ["img_1.jpg: raw IMG_1.CR2"])
    #expect(photos("a.jpg", "A.jpg", "a.cr2", "A.xmp") == ["A.jpg: sidecar A.xmp", "a.jpg: raw a.cr2"])
    #expect(photos("ä.jpg", "Ä.cr2").isEmpty)
  }

  @Test func `the adjustments of iOS belong to the original, not to the edited picture`() {
    #expect(
      photos("IMG_1234.HEIC", "IMG_E1234.HEIC", "IMG_1234.AAE", "IMG_O1234.AAE", "IMG_1234.MOV", "IMG_E1234.MOV") == [
        "IMG_1234.HEIC: sidecar IMG_1234.AAE, movie IMG_1234.MOV, sidecar IMG_O1234.AAE",
        "IMG_E1234.HEIC: movie IMG_E1234.MOV",
      ])
    #expect(photos("IMG_E1234.JPG", "IMG_1234.AAE").isEmpty)
  }

  @Test func `the JSON of a Takeout export finds its picture`() {
    #expect(photos("IMG_1.jpg", "IMG_1.jpg.json") == ["IMG_1.jpg: sidecar IMG_1.jpg.json"])
    for tail in ["supplemental-metadata", "supplemental-meta", "suppl", "s"] {
      #expect(photos("IMG_1.jpg", "IMG_1.jpg.\(tail).json") == ["IMG_1.jpg: sidecar IMG_1.jpg.\(tail).json"])
    }
    #expect(
      photos("IMG_1.jpg", "IMG_1(1).jpg", "IMG_1.jpg.json", "IMG_1.jpg(1).json") == [
        "IMG_1(1).jpg: sidecar IMG_1.jpg(1).json", "IMG_1.jpg: sidecar IMG_1.jpg.json",
      ])
    #expect(
      photos("IMG_1(2).jpg", "IMG_1.jpg.supplemental-metadata(2).json") == [
        "IMG_1(2).jpg: sidecar IMG_1.jpg.supplemental-metadata(2).json"
      ])
    #expect(photos("IMG_1.jpg", "IMG_1-edited.jpg", "IMG_1.jpg.json") == ["IMG_1.jpg: sidecar IMG_1.jpg.json"])
    #expect(photos("IMG_1-edited.jpg", "IMG_1.jpg.json").isEmpty)
    #expect(photos("IMG_1.jpg", "IMG_1(1).jpg.json").isEmpty)
  }

  @Test func `a title that Takeout cut finds the only picture that begins so`() {
    let title = String(repeating: "x", count: 46)
    #expect(photos(title + "yz.jpg", title + ".json") == ["\(title)yz.jpg: sidecar \(title).json"])
    #expect(
      photos(title + "yz.jpg", title + "yz-edited.jpg", title + ".json") == ["\(title)yz.jpg: sidecar \(title).json"])
    #expect(photos(title + "y.jpg", title + "z.jpg", title + ".json").isEmpty)
    #expect(
      namesakes(title + "y.jpg", title + "z.jpg", title + ".json")
        == ["\(title)y.jpg: \(title).json", "\(title)z.jpg: \(title).json"])
    #expect(photos("xxxx_long.jpg", "xxxx.json").isEmpty)
  }

  @Test func `a title is cut to 46 UTF-16 units wherever that falls`() {
    func pairs(_ picture: String, _ json: String) -> Bool {
      photos(picture, json) == ["\(picture): sidecar \(json)"]
    }
    let holiday = "Urlaub in Knaufspesch in der Schneifel"
    #expect(pairs("\(holiday) (38).JPG", "\(holiday) (38).JP.json"))
    #expect(
      photos("\(holiday) (38).JPG", "\(holiday) (39).JPG", "\(holiday) (38).JP.json", "\(holiday) (39).JP.json") == [
        "\(holiday) (38).JPG: sidecar \(holiday) (38).JP.json", "\(holiday) (39).JPG: sidecar \(holiday) (39).JP.json",
      ])
    // Inside a number, an ending and the supplement; with the number of a second file within the 46 or behind them.
    let long = String(repeating: "x", count: 40)
    #expect(pairs("\(long)abc (12).jpg", "\(long)abc (1.json"))
    #expect(pairs("\(long)ab.jpg", "\(long)ab.jpg.json") && pairs("\(long)abcd.jpg", "\(long)abcd.j.json"))
    #expect(pairs("\(long).jpg", "\(long).jpg.s.json"))
    #expect(pairs("\(long)abcdefg(1).jpg", "\(long)abcdef(1).json"))
    #expect(pairs("\(long)abcdefg(1).jpg", "\(long)abc(1).json"))
    #expect(pairs("IMG_20210529_155539(1).jpg", "IMG_20210529_155539.jpg.supplemental-metadata(1).json"))
    #expect(pairs("IMG_1(1).jpg", "IMG_1.jpg(1).supplemental-metadata.json"))
    // Letters count as Takeout counts them: "😀" as two, "é" as one.
    let letters = String(repeating: "é", count: 20) + String(repeating: "😀", count: 13)
    #expect(pairs("\(letters)ab.jpg", "\(letters).json"))
    #expect(!pairs("\(letters)ab.jpg", "\(letters)a.json"))
    // Two numbers that are cut off leave one name.
    #expect(photos("\(long)abc (12).jpg", "\(long)abc (13).jpg", "\(long)abc (1.json").isEmpty)
  }

  @Test(arguments: ["edited", "bearbeitet", "modifié", "editado", "modificato", "bewerkt", "edytowane", "編集済み", "ed"])
  func `an edited picture leaves a cut title to its original, in whatever language`(suffix: String) {
    let title = String(repeating: "x", count: 47)
    #expect(
      photos("\(title).jpg", "\(title)-\(suffix).jpg", "\(title.dropLast()).json")
        == ["\(title).jpg: sidecar \(title.dropLast()).json"])
  }

  @Test func `the JSON of a Live Photo's movie goes with the movie`() {
    #expect(
      photos("IMG_1.HEIC", "IMG_1.MOV", "IMG_1.HEIC.json", "IMG_1.MOV.supplemental-metadata.json") == [
        "IMG_1.HEIC: sidecar IMG_1.HEIC.json, movie IMG_1.MOV, sidecar IMG_1.MOV.supplemental-metadata.json"
      ])
    #expect(photos("film.MOV", "film.MOV.json", "a.jpg").isEmpty)
  }

  @Test func `sidecars of further versions join the picture that they are versions of`() {
    #expect(
      photos("IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1_01.CR2.xmp", "IMG_1_02.CR2.xmp")
        == ["IMG_1.CR2: sidecar IMG_1.CR2.xmp, sidecar IMG_1_01.CR2.xmp, sidecar IMG_1_02.CR2.xmp"])
    #expect(
      photos("IMG_1.jpg", "IMG_1_01.jpg", "IMG_1_01.jpg.xmp") == ["IMG_1_01.jpg: sidecar IMG_1_01.jpg.xmp"])
    #expect(photos("IMG.jpg", "IMG_2024.jpg.xmp").isEmpty)
  }

  @Test func `what has the name of a photo and is no part of it is said`() {
    #expect(namesakes("a.jpg", "a.mov", "a.mp4") == ["a.jpg: a.mov, a.mp4"])
    #expect(namesakes("a.png", "a.mov") == ["a.png: a.mov"])
    #expect(namesakes("a.jpg", "a.xmp", "a.XMP") == ["a.jpg: a.XMP, a.xmp"])
    #expect(namesakes("a.jpg", "a.cr2", "a.mov", "a.xmp", "b.mov", "notes.txt").isEmpty)
  }

  private func namesakes(_ names: String...) -> [String] {
    FolderPairing(names.map { file($0) }).units().filter { !$0.namesakes.isEmpty }.map { unit in
      let besides = unit.namesakes.map { String(decoding: $0.path.nameBytes, as: UTF8.self) }
      return "\(String(decoding: unit.shown.nameBytes, as: UTF8.self)): \(besides.joined(separator: ", "))"
    }.sorted()
  }

  @Test func `nothing is tied across mounts, devices and protection, nor to a film`() {
    #expect(photos([file("a.jpg"), file("a.cr2", mount: 2)]).isEmpty)
    #expect(photos([file("a.jpg"), file("a.xmp", device: 2)]).isEmpty)
    #expect(photos([file("a.jpg"), file("a.xmp", isProtected: true)]).isEmpty)
    #expect(photos([file("a.jpg"), file("a.mov", size: FolderPairing.largestMovie.bytes + 1)]).isEmpty)
  }

  @Test func `no file is of two photos, and the order of the files does not matter`() {
    var generator = SeededGenerator(seed: 7)
    let stems = ["a", "A", "IMG_1", "img_1", "IMG_E1", "IMG_O1", "a.jpg", "a(1)", "a.jpg(1)", "a-edited"]
    let endings = [
      "jpg", "JPG", "heic", "png", "cr2", "DNG", "mov", "mp4", "xmp", "XMP", "aae", "json", "jpg.json", "cr2.xmp",
      "jpg.supplemental-metadata.json",
    ]
    for _ in 0..<300 {
      var names: Set<String> = []
      for _ in 0..<Int.random(in: 1...25, using: &generator) {
        let stem = stems[Int.random(in: 0..<stems.count, using: &generator)]
        names.insert("\(stem).\(endings[Int.random(in: 0..<endings.count, using: &generator)])")
      }
      let files = names.sorted().map { file($0) }

      let units = FolderPairing(files).units()

      let used = units.flatMap { [$0.shown] + $0.companions.map(\.path) }
      #expect(Set(used).count == used.count, "\(names.sorted())")
      #expect(Set(FolderPairing(files.shuffled(using: &generator)).units()) == Set(units), "\(names.sorted())")
    }
  }

  @Test func `a hostile folder costs no more than its names`() {
    let title = String(repeating: "x", count: 46)
    let files = (0..<4000).flatMap { [file("\(title)\($0).jpg"), file("\(title)(\($0)).json")] }

    #expect(FolderPairing(files).units().isEmpty)
  }
}
