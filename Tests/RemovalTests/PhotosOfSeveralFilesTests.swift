import FileSafety
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// Photos of several files that were named in whole or in part.
@Suite struct PhotosOfSeveralFilesTests {
  /// A JPEG with its RAW, and sidecars of both, of the RAW alone and of the JPEG alone.
  private func scene() throws -> RemovalScene {
    let scene = try RemovalScene()
    try scene.add("IMG_1.JPG", seed: 1)
    try scene.write(Self.raw, to: "IMG_1.CR2")
    for name in ["IMG_1.xmp", "IMG_1.CR2.xmp", "IMG_1.JPG.json"] { try scene.write("content of \(name)", to: name) }
    try scene.add("other.jpg", seed: 2)
    return scene
  }

  /// The beginning of a Canon RAW: known, and not opened.
  private static let raw: [UInt8] =
    [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0] + [UInt8](repeating: 9, count: 500)

  private static let all = ["IMG_1.CR2", "IMG_1.CR2.xmp", "IMG_1.JPG", "IMG_1.JPG.json", "IMG_1.xmp"]

  @Test func `naming the photo and its files is naming the photo`() throws {
    let scene = try scene()

    let selection = scene.select("IMG_1.xmp", "IMG_1.CR2", "IMG_1.JPG", "IMG_1.JPG")

    #expect(scene.going(selection) == Self.all)
    #expect(selection.plan?.items.count == 1)
    #expect(selection.entries.map(\.isNamed) == [true, true, true, false, false])
    #expect(selection.entries.allSatisfy { $0.refusal == nil })
  }

  @Test func `a RAW named without its JPEG goes alone, with the sidecar of its whole name`() throws {
    let scene = try scene()

    let selection = scene.select("IMG_1.CR2")

    #expect(scene.outcomes(selection) == ["moved IMG_1.CR2", "moved IMG_1.CR2.xmp"])
    #expect(selection.plan?.items.map(\.parts) == [.raw])
    // Its JPEG has to stay for it.
    let jpeg = try fileStatus(of: scene.path("IMG_1.JPG")).identity
    #expect(
      selection.plan?.items.first?.safeguard
        == .similar(keeper: Survivor(path: scene.path("IMG_1.JPG"), identity: jpeg)))
    #expect(scene.going("IMG_1.CR2", "IMG_1.CR2.xmp") == ["IMG_1.CR2", "IMG_1.CR2.xmp"])
  }

  @Test(arguments: [["IMG_1.xmp"], ["IMG_1.xmp", "IMG_1.xmp"], ["IMG_1.CR2.xmp"]])
  func `a sidecar without its photo stays, and the sentence names the photo`(_ names: [String]) throws {
    let scene = try scene()

    let selection = RemovalSelection(names.map(scene.path), scene.environment())

    #expect(
      scene.outcomes(selection) == [
        "\(names[0]) belongs to IMG_1.JPG. Name that photo to move both, so it stays."
      ])
  }

  @Test func `a protected photo keeps everything beside it`() throws {
    var scene = try scene()
    scene.protectedFolders = [scene.photos]

    let selection = scene.select("IMG_1.JPG")

    #expect(selection.plan == nil)
    #expect(selection.entries.count == 5 && selection.entries.allSatisfy { $0.refusal != nil })
  }

  @Test func `of copies that are all named the one with its RAW stays`() throws {
    let scene = try scene()
    try scene.add("A.JPG", seed: 1)

    let selection = scene.select("A.JPG", "IMG_1.JPG")

    #expect(scene.going(selection) == ["A.JPG"])
    #expect(
      scene.outcomes(selection)[1]
        == "IMG_1.JPG stays: the list holds every copy of it that is known. Name it alone to move it too.")
  }

  @Test func `of RAWs with the same bytes beside different photos one stays`() throws {
    let scene = try RemovalScene()
    try scene.add("1/A.JPG", seed: 1)
    try scene.add("2/B.JPG", seed: 2)
    for name in ["1/A.CR2", "2/B.CR2"] { try scene.write(Self.raw, to: name) }

    let both = scene.select("1/A.JPG", "2/B.JPG")

    #expect(scene.going(both) == ["2/B.CR2", "2/B.JPG"])
    #expect(
      scene.outcomes(both)[0]
        == "1/A.JPG stays: the list holds every copy of 1/A.CR2 that is known. Name it alone to move it too.")
    // The RAW is the photo here, and a companion there.
    for name in ["2/B.JPG", "2/B.CR2"] { try scene.remove(name) }
    try scene.write(Self.raw, to: "2/X.CR2")
    #expect(scene.going("1/A.JPG", "2/X.CR2").filter { $0.hasSuffix("CR2") }.count == 1)
  }

  /// A JPEG and a RAW of one name, an hour apart.
  private func twoShots() throws -> RemovalScene {
    let scene = try RemovalScene()
    for (name, hour) in [("P.JPG", 10), ("P.DNG", 11)] {
      let time = CaptureTime(year: 2024, month: 5, day: 12, hour: hour, minute: 0, second: 0)
      let bytes = jpegData(of: TestPictures.scene(seed: UInt64(hour)), exif: exifBlock(capturedAt: time, model: "M"))
      try scene.write(bytes, to: name)
    }
    return scene
  }

  @Test func `a RAW of another time is another shot, also where nothing was scanned before`() throws {
    #expect(try twoShots().outcomes("P.JPG") == ["moved P.JPG"])
  }

  @Test func `what bears the name of two shots stays, named or not`() throws {
    let scene = try twoShots()
    try scene.write("whose?", to: "P.xmp")

    #expect(
      scene.outcomes("P.xmp", "P.JPG") == ["P.xmp may belong to another photo than P.JPG, so it stays.", "moved P.JPG"])
    #expect(scene.going("P.JPG") == ["P.JPG"])
  }

  @Test(arguments: [["I.JPG", "I.PNG"], ["I.CR2", "I.NEF"], ["I.JPG", "I.jpg"]])
  func `a sidecar of one name with two photos goes with neither`(pair: [String]) throws {
    let scene = try RemovalScene()
    for (seed, name) in pair.enumerated() { try scene.add(name, seed: UInt64(seed + 1)) }
    try scene.write("whose?", to: "I.xmp")

    #expect(scene.going("I.xmp", pair[0], "I.xmp") == [pair[0]])
  }

  @Test func `what the settings leave out goes along only where it is named`() throws {
    var scene = try scene()
    scene.settings.excludedFolders = ["*.CR2"]

    #expect(scene.outcomes("IMG_1.JPG")[0].contains("IMG_1.CR2, which would go along, is left out by excludedFolders"))
    #expect(scene.going("IMG_1.JPG", "IMG_1.CR2") == Self.all)
  }

  @Test func `what goes along and has no copy is named, and what has one is not`() async throws {
    let scene = try RemovalScene()
    for folder in ["A", "B", "C"] { try scene.add("\(folder)/x.jpg", seed: 1) }
    try scene.write("edits", to: "A/x.xmp")
    let scanned = try await scene.scanned()

    let without = scanned.select("A/x.jpg", "B/x.jpg").sentencesOfWhatGoesAlong
    #expect(without.contains("A/x.xmp, which goes along, has no copy beside the one that stays."), "\(without)")
    try scene.write("edits", to: "C/x.xmp")
    let with = scanned.select("A/x.jpg", "B/x.jpg").sentencesOfWhatGoesAlong
    #expect(with == ["1 file of these belongs to the photos that were named, and goes along."])
  }

  @Test func `files of a photo that were named are not counted as going along`() throws {
    let scene = try scene()

    #expect(
      scene.select("IMG_1.JPG", "IMG_1.xmp", "IMG_1.CR2").sentencesOfWhatGoesAlong == [
        "2 files of these belong to the photos that were named, and go along."
      ])
    let all = RemovalSelection(Self.all.map(scene.path), scene.environment())
    #expect(all.sentencesOfWhatGoesAlong.isEmpty)
  }

  @Test func `a movie of another day does not go along, and that is said before the move`() throws {
    let scene = try RemovalScene()
    let time: Int64 = 1_723_716_000_000
    for (name, apart) in [("IMG_1", 0), ("IMG_2", 17 * 86_400_000)] as [(String, Int64)] {
      try scene.write(RemovalScene.photo(seed: apart == 0 ? 1 : 2, at: time), to: "\(name).JPG")
      try scene.write(movieData(MovieForm(createdAt: time + apart)), to: "\(name).MOV")
    }

    let selection = scene.select("IMG_1.JPG", "IMG_2.JPG")

    #expect(scene.going(selection) == ["IMG_1.JPG", "IMG_1.MOV", "IMG_2.JPG"])
    #expect(selection.sentencesOfWhatGoesAlong.contains("IMG_2.MOV stays: it was taken on another day."))
    #expect(scene.outcomes("IMG_2.MOV")[0].contains("belongs to no photo"))
  }
}
