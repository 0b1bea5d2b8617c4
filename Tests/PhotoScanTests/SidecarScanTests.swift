import FileSafety
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// What people wrote beside their photos comes with them, and stays out of what is measured in them.
@Suite struct SidecarScanTests {
  private func xmp(_ rating: Int) -> [UInt8] {
    Array(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="\(rating)"/></rdf:RDF>
      """.utf8)
  }

  private func ratings(_ photos: [ScannedPhoto]) -> [Int?] {
    photos.map { $0.metadata(with: DescriptiveMetadata()).rating }
  }

  @Test func `sidecars are read with their photos, and leave what is measured alone`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg", "c.cr2", "c.jpg"] { try scene.write(Pictures.jpeg(1), to: name) }
    try scene.write(xmp(5), to: "a.xmp")
    try scene.write(Array(#"{"photoTakenTime": {}, "favorited": true}"#.utf8), to: "b.jpg.json")
    try scene.write(xmp(2), to: "c.cr2.xmp")

    let report = try await scene.scan()

    #expect(ratings(report.photos) == [5, nil, 2])
    #expect(report.photos.map { $0.metadata(with: DescriptiveMetadata()).isFavourite } == [false, true, false])
    #expect(Set(report.photos.map(\.features)).count == 1 && report.photos.allSatisfy { !$0.hasUnreadSidecar })
    #expect(report.photos.flatMap(\.companions).allSatisfy { $0.role == .raw || $0.digest != nil })
  }

  @Test func `a sidecar is read once, and again when it has changed`() async throws {
    let scene = try Scene()
    let cache = MemoryCache()
    let decoder = SidecarCounter()
    for name in ["a.jpg", "b.jpg"] { try scene.write(Pictures.jpeg(1), to: name) }
    try scene.write(xmp(5), to: "a.xmp")
    try scene.write(xmp(1), to: "b.jpg.xmp")

    let first = try await scene.scan(decoder: decoder, cache: cache)
    let again = try await scene.scan(decoder: decoder, cache: cache)
    #expect(ratings(first.photos) == [5, 1] && again.photos == first.photos)
    #expect(decoder.names == ["a.xmp", "b.jpg.xmp"])

    try scene.write(xmp(3), to: "a.xmp", modified: 1)
    let stale = await scene.engine(decoder, cache: cache).cachedPhotos(scene.request())
    let renewed = try await scene.scan(decoder: decoder, cache: cache)
    let known = await scene.engine(decoder, cache: cache).cachedPhotos(scene.request())
    #expect(stale.photos.map(\.hasUnreadSidecar) == [true, false] && ratings(stale.photos) == [nil, 1])
    #expect(ratings(renewed.photos) == [3, 1] && known.photos == renewed.photos)
    #expect(decoder.names == ["a.xmp", "a.xmp", "b.jpg.xmp"])
  }

  @Test func `snapshots know sidecars, and a scan without any asks for none`() async throws {
    let scene = try Scene()
    for number in 1...8 { try scene.write(Pictures.jpeg(UInt64(number)), to: "\(number).jpg") }
    let decoder = SidecarCounter()

    _ = try await scene.scan(decoder: decoder)
    #expect(decoder.names.isEmpty)

    for number in 1...8 { try scene.write(xmp(4), to: "\(number).xmp") }
    let events = await events(of: scene.engine(decoder).scan(scene.request(batchSize: 2)))
    let snapshots = events.compactMap { if case .snapshot(let library, _) = $0 { library.photos } else { nil } }
    #expect(!snapshots.isEmpty && snapshots.joined().allSatisfy { ratings([$0]) == [4] })
  }

  @Test func `a sidecar that cannot be read stays unknown, and its photo is there`() async throws {
    let scene = try Scene()
    try scene.write(Pictures.jpeg(1), to: "a.jpg")
    try scene.write(xmp(5), to: "a.xmp")
    let decoder = SidecarCounter { _ in
      Inspection(problem: Inspection.Problem(reason: .corrupt, message: "no", crashes: 1))
    }

    let report = try await scene.scan(decoder: decoder)

    #expect(report.photos.map(\.hasUnreadSidecar) == [true] && report.photos[0].features != nil)
    #expect(report.skipped.isEmpty)
  }
}

extension ScannedPhoto {
  /// Whether the contents of one of the sidecars are not known.
  fileprivate var hasUnreadSidecar: Bool { companions.contains { $0.role == .sidecar && $0.contents == nil } }
}

/// Counts the sidecars that it is asked about.
private final class SidecarCounter: PhotoDecoder {
  private let asked = Mutex<[FilePath]>([])
  private let answer: (@Sendable (FilePath) -> Inspection)?

  init(_ answer: (@Sendable (FilePath) -> Inspection)? = nil) { self.answer = answer }

  var names: [String] { asked.withLock { $0.map { String(decoding: $0.nameBytes, as: UTF8.self) } }.sorted() }

  func readSidecar(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    asked.withLock { $0.append(path) }
    if let answer { return answer(path) }
    return await localDecoder.readSidecar(path, identity: identity)
  }
}
