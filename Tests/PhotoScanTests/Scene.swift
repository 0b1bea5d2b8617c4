import FileSafety
import Glibc
import PhotoAnalysis
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// A library and a home in a folder of the test's own, and short ways to scan it.
struct Scene: Sendable {
  let folder = TemporaryFolder()
  let trash: TrashEnvironment

  init() throws {
    let home = try folder.makeFolder("home")
    try folder.makeFolder("library")
    let date = try #require(DeletionDate("2026-01-31T12:00:00"))
    trash = TrashEnvironment(homeFolder: home, userID: geteuid(), now: { date })
  }

  var library: FilePath { folder["library"] }

  func path(_ name: String) -> FilePath { folder["library/" + name] }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String, modified: Int? = nil) throws -> FilePath {
    try folder.write(bytes, to: "library/" + name, modified: modified)
  }

  func link(_ name: String, to target: FilePath) throws {
    let made = path(name).withPlatformString { link in target.withPlatformString { symlink($0, link) } }
    try #require(made == 0)
  }

  func engine(
    _ decoder: any PhotoDecoder = localDecoder, cache: (any FeatureCache)? = nil,
    timeout: ScanTimeouts = ScanTimeouts(), fewFiles: Int = 500
  ) -> ScanEngine {
    ScanEngine(
      decoder: decoder, cache: cache, trash: trash, naming: { $0.string }, timeout: timeout, fewFiles: fewFiles)
  }

  func request(_ roots: [FilePath]? = nil, jobs: Int = 2, batchSize: Int = 30) -> ScanRequest {
    var settings = ScanSettings()
    settings.batchSize = batchSize
    return ScanRequest(roots: roots ?? [library], settings: settings, jobs: jobs)
  }

  /// The report of a whole scan.
  func scan(
    _ request: ScanRequest? = nil, decoder: any PhotoDecoder = localDecoder, cache: (any FeatureCache)? = nil
  ) async throws -> ScanReport {
    try await report(of: engine(decoder, cache: cache).scan(request ?? self.request()))
  }
}

let localDecoder = LocalPhotoDecoder { $0.string }

/// What the file says, for the decode workers of these tests that count or change one answer.
extension PhotoDecoder {
  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    await localDecoder.inspect(path, identity: identity, wants: wants)
  }

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    await localDecoder.readKeypoints(at: path, identity: identity, wants: wants)
  }

  func readSidecar(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    await localDecoder.readSidecar(path, identity: identity)
  }

  func comparedPixels(of path: FilePath, identity: FileIdentity) async -> ComparedPixels? {
    await localDecoder.comparedPixels(of: path, identity: identity)
  }

  func siftFeatures(of path: FilePath, identity: FileIdentity) async -> SIFTFeatures? {
    await localDecoder.siftFeatures(of: path, identity: identity)
  }

  func movieFacts(of path: FilePath, identity: FileIdentity) async -> MovieFacts? {
    await localDecoder.movieFacts(of: path, identity: identity)
  }
}

/// All that a scan tells.
func events(of run: ScanRun) async -> [ScanEvent] {
  var events: [ScanEvent] = []
  for await event in run.events { events.append(event) }
  return events
}

/// The last thing that a scan tells.
func report(of run: ScanRun) async throws -> ScanReport {
  guard case .finished(let report) = await events(of: run).last else {
    throw Unfinished()
  }
  return report
}

struct Unfinished: Error {}

/// Small pictures that are quick to decode.
enum Pictures {
  static func jpeg(_ seed: UInt64) -> [UInt8] {
    jpegData(of: TestPictures.scene(seed: seed, size: PixelSize(width: 64, height: 48)))
  }

  /// With a time of capture.
  static func jpeg(_ seed: UInt64, at time: Int64) -> [UInt8] {
    jpegData(
      of: TestPictures.scene(seed: seed, size: PixelSize(width: 64, height: 48)),
      exif: exifBlock(capturedAt: CaptureTime(milliseconds: time)))
  }

  static func png(_ seed: UInt64) -> [UInt8] {
    pngData(of: TestPictures.scene(seed: seed, size: PixelSize(width: 40, height: 30)))
  }

  /// The beginning of a Canon RAW, and so many bytes in place of the picture.
  static func raw(_ count: Int) -> [UInt8] {
    [0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0] + [UInt8](repeating: 9, count: count - 12)
  }

  /// The beginning of a HEIC file and some bytes in place of the picture.
  static let heic: [UInt8] =
    [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    + [UInt8](repeating: 7, count: 500)
}

/// Counts what the engine asks for, and may do something first.
final class ObservedDecoder: PhotoDecoder {
  private let asked = Mutex<[FilePath]>([])
  private let before = Mutex<@Sendable (Int) -> Void>({ _ in })
  /// Nil: what the file holds.
  private let answer: (@Sendable (FilePath, FileIdentity) async -> Inspection)?

  init(_ answer: (@Sendable (FilePath, FileIdentity) async -> Inspection)? = nil) { self.answer = answer }

  private let measured = Mutex<[FilePath]>([])

  /// Names of the files of which nothing was known by what is in them, in byte order.
  var measuredNames: [String] {
    measured.withLock { $0.map { String(decoding: $0.nameBytes, as: UTF8.self) } }.sorted()
  }

  /// Names of the files it was asked about, in byte order.
  var names: [String] { asked.withLock { $0.map { String(decoding: $0.nameBytes, as: UTF8.self) } }.sorted() }

  private let close = Mutex<[FilePath]>([])
  private let beforeClose = Mutex<@Sendable (Int) -> Void>({ _ in })

  /// Names of the files it looked at closely, in byte order.
  var closeNames: [String] { close.withLock { $0.map { String(decoding: $0.nameBytes, as: UTF8.self) } }.sorted() }

  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    let count = close.withLock { close in
      close.append(path)
      return close.count
    }
    beforeClose.withLock { $0 }(count)
    return await localDecoder.readKeypoints(at: path, identity: identity, wants: wants)
  }

  /// Called before keypoints are read, with the number of the call, from 1.
  func whenReadingKeypoints(_ action: @escaping @Sendable (Int) -> Void) { beforeClose.withLock { $0 = action } }

  /// Called before each look with its number, from 1.
  func whenAsked(_ action: @escaping @Sendable (Int) -> Void) { before.withLock { $0 = action } }

  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    let count = asked.withLock { asked in
      asked.append(path)
      return asked.count
    }
    before.withLock { $0 }(count)
    if let answer { return await answer(path, identity) }
    var watched = wants
    watched.known = { content in
      let known = wants.known(content)
      if known == nil { self.measured.withLock { $0.append(path) } }
      return known
    }
    return await localDecoder.inspect(path, identity: identity, wants: watched)
  }
}

/// A cache in memory, which may refuse.
final class MemoryCache: FeatureCache {
  struct Refusal: Error {}

  private let rows = Mutex<[FilePath: CachedInspection]>([:])
  private let windows = Mutex<[ContentDigest: [UInt8]]>([:])
  private let pairs = Mutex(VerifiedPairs.none)
  private let together = Mutex<[ContentDigest: Int]>([:])
  private let ended = Mutex<[[UInt8]: Int]>([:])
  private let searches = Mutex(0)
  private let refuses: Bool
  private let isDamaged = Mutex(false)

  init(refuses: Bool = false) { self.refuses = refuses }

  var count: Int { rows.withLock(\.count) }

  func inspections(under roots: [FilePath]) throws -> CachedInspections {
    if refuses { throw Refusal() }
    // As the database does: what lies below two of the roots comes twice.
    return rows.withLock { rows in
      CachedInspections(roots.flatMap { root in rows.values.filter { $0.path.starts(with: root) } })
    }
  }

  func paths(ofFiles files: Set<FileIdentity>) throws -> [FileIdentity: FilePath] {
    if refuses { throw Refusal() }
    let known = rows.withLock { $0.values.filter { files.contains($0.identity.onAnyDevice) } }
    return Dictionary(known.map { ($0.identity.onAnyDevice, $0.path) }) { first, _ in first }
  }

  func inspection(at path: FilePath) throws -> CachedInspection? {
    if refuses { throw Refusal() }
    guard var cached = rows.withLock({ $0[path] }) else { return nil }
    cached.inspection.features?.windowDescriptors =
      cached.inspection.digest.flatMap { digest in
        windows.withLock { $0[digest] }
      } ?? []
    return cached
  }

  func inspection(of content: ContentDigest) throws -> Inspection? {
    if refuses { throw Refusal() }
    let known = rows.withLock { rows in
      rows.values.first { $0.inspection.digest == content && $0.inspection.features != nil }
    }
    return try known.flatMap { try inspection(at: $0.path) }?.inspection
  }

  func store(_ inspection: CachedInspection) throws {
    if refuses { throw Refusal() }
    var inspection = inspection
    if let digest = inspection.inspection.digest, let signs = inspection.inspection.features?.windowDescriptors,
      !signs.isEmpty
    {
      windows.withLock { $0[digest] = signs }
    }
    inspection.inspection.features?.windowDescriptors = []
    rows.withLock { $0[inspection.path] = inspection }
  }

  func store(_ inspections: [CachedInspection]) throws { for inspection in inspections { try store(inspection) } }

  func forget(_ path: FilePath) { rows.withLock { $0[path] = nil } }
  func forgetPhotos() { rows.withLock { $0 = [:] } }

  /// Numbers stay, and what a photo looks like cannot be read any more.
  func loseVectors() {
    rows.withLock { rows in
      for (path, cached) in rows {
        var writer = RecordWriter()
        cached.inspection.features?.withRecord { writer.write($0) }
        rows[path]?.inspection.features = writer.bytes.withUnsafeBytes {
          var record = RecordReader($0)
          return PhotoFeatures(
            record: &record, at: PackedPath(path), in: FeaturePool(limit: .max, spill: { _ in nil }))
        }
      }
    }
  }

  func windowDescriptors(of contents: Set<ContentDigest>) throws -> [ContentDigest: [UInt8]] {
    if refuses { throw Refusal() }
    return windows.withLock { $0.filter { contents.contains($0.key) } }
  }

  func verifications(among contents: ContentSet) throws -> VerifiedPairs {
    if refuses { throw Refusal() }
    if isDamaged.withLock({ $0 }) {
      forgetPairs()
      forgetSearches()
    }
    return pairs.withLock { pairs in
      var found = VerifiedPairs.none
      for (key, pair) in pairs.all where contents.contains(key.first) && contents.contains(key.second) {
        found.add(pair, of: key)
      }
      return found
    }
  }

  func store(_ pairs: VerifiedPairs) throws {
    if refuses { throw Refusal() }
    self.pairs.withLock { $0 = pairs.merging($0) }
  }

  func searched(among contents: ContentSet) throws -> [ContentDigest: Int] {
    if refuses { throw Refusal() }
    searches.withLock { $0 += 1 }
    return together.withLock { $0.filter { contents.contains($0.key) } }
  }

  func store(searched contents: [ContentDigest: Int]) throws {
    if refuses { throw Refusal() }
    together.withLock { $0 = contents }
  }

  func pairsOfSearch(_ key: [UInt8]) throws -> Int? {
    if refuses { throw Refusal() }
    return ended.withLock { $0[key] }
  }

  func store(endOfSearch key: [UInt8], pairs: Int) throws {
    if refuses { throw Refusal() }
    ended.withLock { $0[key] = pairs }
  }

  private let keypoints = Mutex<(any KeypointStore)?>(nil)

  func keypointStore(of scope: [UInt8], isToBegin: Bool) -> (any KeypointStore)? { keypoints.withLock { $0 } }

  /// Where scans keep their looks from now on.
  func keep(keypoints: any KeypointStore) { self.keypoints.withLock { $0 = keypoints } }

  /// How often somebody asked what was searched together: each search asks once.
  var searchCount: Int { searches.withLock { $0 } }

  /// No verification is left.
  func forgetWindows() { windows.withLock { $0 = [:] } }
  func forgetSearches() {
    together.withLock { $0 = [:] }
    ended.withLock { $0 = [:] }
  }
  func forgetPairs() { pairs.withLock { $0 = .none } }

  /// Whoever asks for pairs finds it damaged: it is set aside, with all verifications.
  func damage() { isDamaged.withLock { $0 = true } }

  /// As a restart of the computer does.
  func renumberDevices() {
    rows.withLock { rows in
      for path in rows.keys { rows[path]?.identity.device &+= 1000 }
    }
  }
}
