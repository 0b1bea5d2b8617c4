import FileSafety
import Foundation
import ImageDecoding
import PhotoModel
import PhotoScan
import Removal
import SystemPackage
import TestSupport
import Testing

/// What only a photo that goes says, for the one that stays for it.
@Suite struct CarriedMetadataTests {
  private func photo(
    _ change: (inout PhotoContents) -> Void = { _ in }, at time: CaptureTime? = nil
  ) -> ScannedPhoto {
    var contents = PhotoContents()
    change(&contents)
    var facts = CaptureFacts()
    facts.capturedAt = time
    let identity = FileIdentity(device: 1, inode: 1, size: 5, modified: 1, changed: 1)
    return ScannedPhoto(
      path: "/a.jpg", identity: identity,
      features: PhotoFeatures(
        format: .jpeg, pixelSize: PixelSize(width: 8, height: 8), facts: facts, contents: contents))
  }

  private let noon = CaptureTime(year: 2024, month: 5, day: 12, hour: 12, minute: 0, second: 0)

  @Test func `what the other one lacks is carried over, each kind once`() {
    let goes = photo(
      {
        $0.metadata.rating = 4
        $0.metadata.label = "Red"
        $0.metadata.keywords = ["A", "B"]
        $0.metadata.title = "T"
        $0.metadata.caption = "C"
        $0.metadata.people = ["P"]
        $0.location = .init(latitude: 41_890_210, longitude: -500)
        $0.timeOffset = 120
      }, at: noon)
    let stays = photo { $0.metadata.keywords = ["A"] }

    let carriedMetadata = CarriedMetadata(from: goes, to: stays)

    #expect(carriedMetadata.kinds == [.rating, .label, .keywords, .title, .caption, .people, .gps, .time])
    #expect(carriedMetadata.contents.metadata.keywords == ["B"] && carriedMetadata.contents.timeOffset == 120)
    #expect(carriedMetadata.contradicted.isEmpty)
    #expect(
      carriedMetadata.titles == [
        "★★★★☆", "label Red", "keywords B", "title T", "caption C", "people P", "place 41.890210, -0.000500",
        "time 2024-05-12T12:00:00+02:00",
      ])
  }

  @Test func `what the other one says otherwise is named and not carried over`() {
    let goes = photo(
      {
        $0.metadata.rating = 4
        $0.metadata.title = "T"
        $0.location = .init(latitude: 1_000_000, longitude: 0)
      }, at: noon)
    let stays = photo(
      {
        $0.metadata.rating = 3
        $0.metadata.title = "T"
        $0.location = .init(latitude: 9_000_000, longitude: 0)
      }, at: CaptureTime(milliseconds: 0))

    let carriedMetadata = CarriedMetadata(from: goes, to: stays)

    #expect(carriedMetadata.kinds.isEmpty && Set(carriedMetadata.contradicted) == [.rating, .gps, .time])
  }

  @Test func `a rejection and a text that was cut are carried nowhere, and an offset only to its own time`() {
    var cut = DescriptiveMetadata()
    cut.caption = String(repeating: "long ", count: 2000)
    let goes = photo(
      {
        $0.metadata = cut.limited
        $0.metadata.rating = -1
        $0.timeOffset = 60
      }, at: noon)

    #expect(CarriedMetadata(from: goes, to: photo(at: noon)).kinds == [.time])
    #expect(CarriedMetadata(from: photo { $0.timeOffset = 60 }, to: photo(at: noon)).kinds.isEmpty)
    #expect(CarriedMetadata(from: goes, to: photo({ $0.timeOffset = 0 }, at: noon)).contradicted == [.time])
  }

  @Test func `a chosen value takes the place of the other one's, and what it replaces is named`() {
    let goes = photo(
      {
        $0.metadata.rating = 4
        $0.metadata.title = "T"
        $0.location = .init(latitude: 1_000_000, longitude: 0)
      }, at: noon)
    let stays = photo(
      {
        $0.metadata.rating = -1
        $0.metadata.title = "U"
        $0.location = .init(latitude: 9_000_000, longitude: 0)
      }, at: CaptureTime(milliseconds: 0))

    let carriedMetadata = CarriedMetadata(from: goes, to: stays, choosing: [.rating, .title, .time, .caption])

    #expect(
      carriedMetadata.kinds == [.rating, .title, .time] && carriedMetadata.contradicted == [.gps]
        && carriedMetadata.titles.isEmpty)
    #expect(carriedMetadata.contents.metadata.rating == 4 && carriedMetadata.contents.metadata.title == "T")
    #expect(carriedMetadata.contents.capturedAt == noon && carriedMetadata.contents.location == nil)
    #expect(
      carriedMetadata.replaced.metadata.title == "U"
        && carriedMetadata.replaced.capturedAt == CaptureTime(milliseconds: 0))
    #expect(
      carriedMetadata.contradictions.map { [$0.going, $0.staying] } == [
        ["★★★★☆", "rejected"], ["title T", "title U"], ["place 1.000000, 0.000000", "place 9.000000, 0.000000"],
        ["time 2024-05-12T12:00:00", "time 1970-01-01T00:00:00"],
      ])
  }

  /// Two that go say a title each, and the one that stays has none: the first is added, and the second contradicts it.
  @Test func `of two that go and contradict each other the chosen one counts`() throws {
    func titled(_ title: String?, _ name: FilePath) -> ScannedPhoto {
      var made = photo { $0.metadata.title = title }
      made.path = name
      return made
    }
    let photos = [titled("A", "/a.jpg"), titled("B", "/b.jpg"), titled(nil, "/k.jpg")]
    func carried(_ choices: [FilePath: Set<Holding>]) throws -> CarriedSidecar {
      let keeper = Survivor(path: "/k.jpg", identity: photos[2].identity)
      let items = photos[..<2].map {
        RemovalItem(path: $0.path, identity: $0.identity, safeguard: .similar(keeper: keeper))
      }
      let all = [CarriedSidecar](
        items, choosing: choices, keeper: { _ in keeper }, photo: { path, _ in photos.first { $0.path == path } })
      return try #require(all.first)
    }

    #expect(try carried([:]).metadata.metadata.title == "A")
    let chosen = try carried(["/b.jpg": [.title]])
    #expect(chosen.metadata.metadata.title == "B")
    #expect(chosen.sources.map { $0.metadata.contradictions.map(\.staying) } == [[], ["title A"]])
  }

  // MARK: With a batch

  /// Copies, of which a.jpg has a sidecar.
  private func scene() throws -> RemovalScene {
    let scene = try RemovalScene()
    for name in ["a.jpg", "b.jpg"] { try scene.add(name, seed: 1) }
    try scene.write(xmpPacket("xmp:Rating=\"5\"", xmpArray("dc:subject", ["Rome"])), to: "a.jpg.xmp")
    return scene
  }

  private func move(_ scene: RemovalScene, _ name: String = "a.jpg") throws -> (RemovalReceipt, [CarriedSidecar]) {
    var selection = scene.select(name)
    let carried = selection.carriedSidecars()
    let run = RemovalRun(trash: scene.trash, journal: scene.session, naming: scene.naming)
    return (try run.move(try #require(selection.plan), carrying: carried, isStopped: { false }), carried)
  }

  private func restore(_ scene: RemovalScene, _ receipt: RemovalReceipt) throws -> RestoreReceipt {
    let id = try #require(receipt.batch)
    let batch = try #require(try scene.session.batch(id))
    return try RemovalRun(trash: scene.trash, journal: scene.session, naming: scene.naming)
      .restore(batch, isStopped: { false })
  }

  @Test func `a copy that goes leaves its words in a new sidecar, and takes them back with it`() throws {
    let scene = try scene()
    let before = try scene.content

    let (receipt, carried) = try move(scene)

    #expect(receipt.moved.map(scene.naming) == ["a.jpg"] && receipt.sidecars == [scene.path("b.jpg.xmp"): .kept])
    #expect(carried.flatMap(\.sources).map(\.metadata.kinds) == [[.rating, .keywords]])
    let made = sidecarContents(of: try #require(try scene.content["photos/b.jpg.xmp"]))
    #expect(made.metadata.rating == 5 && made.metadata.keywords == ["Rome"])
    let restored = try restore(scene, receipt)
    #expect(try scene.content == before && restored.sidecars.map(\.state) == [.undone])
  }

  @Test func `words in a sidecar that was changed since stay when the photo comes back`() throws {
    let scene = try scene()
    let (receipt, _) = try move(scene)
    try scene.write("theirs", to: "b.jpg.xmp")

    let restored = try restore(scene, receipt)

    #expect(restored.sidecars.map(\.state) == [.left] && restored.warnings.count == 1)
    #expect(try scene.content["photos/b.jpg.xmp"] == Array("theirs".utf8) && scene.contains("a.jpg"))
  }

  @Test func `a photo stays whose words cannot be read now`() throws {
    let scene = try scene()
    var environment = scene.environment()
    environment.readSidecar = { _, _ in Inspection(problem: .init(reason: .readError, message: "It cannot be read.")) }
    var selection = RemovalSelection([scene.path("a.jpg")], environment)

    let carried = selection.carriedSidecars()

    #expect(carried.isEmpty && selection.plan == nil)
    #expect(
      selection.entries.compactMap(\.refusal).first
        == "a.jpg stays: its words, or those of the one that stays, cannot be read now.")
  }

  @Test func `a photo that was named stays where nobody knows whom its words could go to`() throws {
    let scene = try scene()
    try scene.remove("b.jpg")

    var selection = scene.select("a.jpg")
    let carried = selection.carriedSidecars()

    #expect(carried.isEmpty && selection.plan == nil)
    #expect(selection.entries.compactMap(\.refusal).first?.contains("without --merge-metadata") == true)
    try scene.remove("a.jpg.xmp")
    var plain = scene.select("a.jpg")
    #expect(plain.carriedSidecars().isEmpty && plain.plan != nil, "without words nothing is lost")
  }

  @Test func `a protected folder gets no words, and nothing is lost by that`() throws {
    var scene = try scene()
    try scene.add("kept/c.jpg", seed: 1)
    try scene.remove("b.jpg")
    scene.protectedFolders = [scene.path("kept")]

    var selection = scene.select("a.jpg")
    let carried = selection.carriedSidecars()

    #expect(carried.map { $0.refusal != nil } == [true] && carried.allSatisfy { $0.change == nil })
  }
}
