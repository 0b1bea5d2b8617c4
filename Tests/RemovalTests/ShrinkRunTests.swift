import FileSafety
import Foundation
import Glibc
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// Which photos may be made smaller, what they would become, and what became of each.
@Suite struct ShrinkRunTests {
  private let scene: RemovalScene
  private var run: RemovalRun { RemovalRun(trash: scene.trash, journal: scene.session, naming: scene.naming) }

  init() throws {
    scene = try RemovalScene()
    for (seed, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() { try scene.add(name, seed: UInt64(seed + 1)) }
  }

  private func photo(
    _ name: String, _ format: ImageFormat = .jpeg, _ byte: UInt8 = 1, rating: Int? = nil, isProtected: Bool = false
  ) throws -> ScannedPhoto {
    var features = PhotoFeatures(format: format, pixelSize: PixelSize(width: 4000, height: 3000))
    var contents = PhotoContents()
    contents.metadata.rating = rating
    features.contents = contents
    let path = scene.path(name)
    let identity = (try? fileStatus(of: path))?.identity
    return ScannedPhoto(
      path: path,
      identity: identity ?? FileIdentity(device: 1, inode: 1, size: 1, modified: 1, changed: 1),
      digest: ContentDigest(bytes: [UInt8](repeating: byte, count: 32)), features: features, isProtected: isProtected)
  }

  private func items() throws -> [RemovalItem] {
    try ["a.jpg", "b.jpg", "c.jpg"].map {
      RemovalItem(path: scene.path($0), identity: try fileStatus(of: scene.path($0)).identity, safeguard: .onlyOne)
    }
  }

  /// Half of the bytes, but for a photo that has too little to gain and one that does not prove equal.
  private func encode(_ original: OpenFile, _ output: CInt?) -> Result<ShrinkResult, ShrinkRefusal> {
    if original.path == scene.path("b.jpg") { return .failure(.noGain) }
    if original.path == scene.path("c.jpg") { return .failure(.notProven) }
    let bytes = (try? original.read(upTo: 1 << 24)) ?? []
    let half = bytes.count / 2
    if let output { _ = write(output, bytes, half) }
    return .success(
      ShrinkResult(
        bytesBefore: ByteCount(Int64(bytes.count)), bytesAfter: ByteCount(Int64(half)), method: .sequentialJPEG))
  }

  @Test func `a selection leaves what must not be made smaller, each with its reason`() throws {
    let shrunk = try #require(ContentDigest(bytes: [UInt8](repeating: 9, count: 32)))
    let photos = [
      try photo("a.jpg"), try photo("b.jpg", rating: 4), try photo("c.jpg"), try photo("d.cr2", .raw),
      try photo("e.heic", .heic), try photo("f.jpg", isProtected: true), try photo("g.jpg", .jpeg, 9),
    ]

    let lossless = ShrinkSelection(
      photos, by: .lossless, keptWhole: [scene.path("c.jpg"): .panorama], shrunk: [shrunk])
    let fit = ShrinkSelection(
      photos, by: .fit(longSide: 3072, byteLimit: nil), keptWhole: [scene.path("c.jpg"): .panorama], shrunk: [shrunk])

    let always: [FilePath: ShrinkRefusal] = [
      scene.path("d.cr2"): .raw, scene.path("e.heic"): .otherFormat(.heic), scene.path("f.jpg"): .protected,
      scene.path("g.jpg"): .shrunkBefore,
    ]
    #expect(lossless.items.map(\.path) == ["a.jpg", "b.jpg", "c.jpg"].map(scene.path))
    #expect(lossless.left == always)
    #expect(fit.items.map(\.path) == [scene.path("a.jpg")])
    #expect(
      fit.left == always.merging([scene.path("b.jpg"): .rated, scene.path("c.jpg"): .keptWhole]) { first, _ in first })
    #expect(Set(fit.left.values.map(\.outcome)) == [.skipped])
  }

  @Test func `a measurement says what photos would become and changes nothing`() async throws {
    let before = scene.folder.list()

    let receipt = await RemovalReceipt.measuring(
      try items(), by: { encode($0, $1) }, jobs: 2, naming: scene.naming, isStopped: { false })

    #expect(receipt.moved == [scene.path("a.jpg")])
    #expect(receipt.freed > .zero && receipt.freed < receipt.bytes)
    #expect(receipt.outcomes.mapValues(\.outcome) == outcomes)
    #expect(scene.folder.list() == before)
  }

  private var outcomes: [FilePath: FileOutcome.Keyword] {
    [scene.path("a.jpg"): .shrunk, scene.path("b.jpg"): .skipped, scene.path("c.jpg"): .failed]
  }

  @Test func `a shrink tells both sizes and comes back`() throws {
    let original = try readFile(scene.path("a.jpg"))
    let plan = try RemovalPlan(items: items(), environment: scene.trash)
    let shrinking = Shrinking(isLossy: true) { encode($0, $1) }

    let receipt = try run.shrink(plan, by: shrinking, isStopped: { false })

    let outcome = try #require(receipt.outcomes[scene.path("a.jpg")])
    #expect(receipt.outcomes.mapValues(\.outcome) == outcomes)
    #expect(receipt.outcomes[scene.path("b.jpg")]?.reason == ShrinkRefusal.noGain.sentence)
    #expect(outcome.bytesBefore == ByteCount(Int64(original.count)))
    #expect(outcome.bytesAfter == ByteCount(Int64(original.count / 2)))
    #expect(receipt.freed == ByteCount(Int64(original.count - original.count / 2)))
    #expect(try scene.session.shrunkContents().count == 1)
    let batch = try #require(receipt.batch.flatMap { try? scene.session.batch($0) })

    let back = try run.restore(batch, isStopped: { false })

    #expect(back.restored == [scene.path("a.jpg")])
    #expect(back.outcomes.first?.bytesAfter == outcome.bytesAfter)
    #expect(try readFile(scene.path("a.jpg")) == original)
  }
}
