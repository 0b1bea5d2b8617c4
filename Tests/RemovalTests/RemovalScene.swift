import FileSafety
import Foundation
import Glibc
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import Removal
import Review
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// A library, a home and a session in a folder of the test's own, with selections, plans and moves over them. Pictures are read in
/// this process, and only where a test says so.
struct RemovalScene {
  let folder = TemporaryFolder()
  let trash: TrashEnvironment
  let session: SessionDatabase
  var settings = ScanSettings()
  var protectedFolders: [FilePath] = []
  /// Measures of a scan, once one was made with them.
  var cache: FeatureStore?

  init() throws {
    let home = try folder.makeFolder("home")
    try folder.makeFolder("photos")
    let date = try #require(DeletionDate("2026-01-31T12:00:00"))
    trash = TrashEnvironment(homeFolder: home, userID: geteuid(), now: { date })
    session = try SessionDatabase(path: folder["session.sqlite"], timestamp: "x")
  }

  var photos: FilePath { folder["photos"] }
  func path(_ name: String) -> FilePath { folder["photos/" + name] }
  /// A path in the library as a sentence names it.
  let naming: @Sendable (FilePath) -> String = { path in
    String(decoding: path.bytes, as: UTF8.self).split(separator: "/photos/").last.map(String.init) ?? path.string
  }

  // MARK: Files

  static func photo(seed: UInt64, at time: Int64? = nil) -> [UInt8] {
    let exif = time.map { exifBlock(capturedAt: CaptureTime(milliseconds: $0), model: "M") }
    return jpegData(of: TestPictures.scene(seed: seed), exif: exif)
  }

  @discardableResult
  func add(_ name: String, seed: UInt64) throws -> FilePath { try write(Self.photo(seed: seed), to: name) }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> FilePath { try folder.write(bytes, to: "photos/" + name) }

  @discardableResult
  func write(_ text: String, to name: String) throws -> FilePath { try write(Array(text.utf8), to: name) }

  func contains(_ name: String) -> Bool { folder.contains("photos/" + name) }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name).string) }

  /// Files of the library, with what they hold.
  var content: [String: [UInt8]] {
    get throws {
      var content: [String: [UInt8]] = [:]
      for name in folder.listing() where name.hasPrefix("photos/") && !name.hasSuffix("/") {
        content[name] = try folder.read(name)
      }
      return content
    }
  }

  // MARK: Selections

  func environment() -> SelectionEnvironment {
    let decoder = LocalPhotoDecoder { $0.string }
    return SelectionEnvironment(
      trash: trash, settings: settings, protectedFolders: protectedFolders, naming: naming, cache: { [cache] in cache },
      inspect: { path, _ in (try? readFile(path)).map(decoder.inspect) },
      readSidecar: { path, _ in (try? readFile(path)).map { Inspection(sidecar: sidecarContents(of: $0)) } },
      movieFacts: { path, _ in
        (try? readFile(path)).flatMap { bytes in movieFacts(size: bytes.count) { Array(bytes[$0]) } }
      },
      sidecarEdits: { addition, path, _ in
        Result { try ImageDecoding.sidecarEdits(adding: addition, to: try readFile(path)) }
          .mapError { SidecarRefusal("\($0)") }
      })
  }

  func select(_ names: String...) -> RemovalSelection { RemovalSelection(names.map(path), environment()) }

  /// What would become of the files that were named, or go along: "moved a.jpg", or the reason why a file stays.
  func outcomes(_ selection: RemovalSelection) -> [String] {
    let receipt = selection.plan.map { RemovalReceipt(foreseeing: $0, trash, naming: naming) } ?? RemovalReceipt()
    return selection.outcomes(by: receipt).map { $0.reason ?? "\($0.outcome.rawValue) \(naming($0.path))" }
  }

  func outcomes(_ names: String...) -> [String] { outcomes(RemovalSelection(names.map(path), environment())) }

  /// Paths of the files that a selection moves.
  func going(_ selection: RemovalSelection) -> [String] {
    (selection.plan?.items ?? []).flatMap(\.files).map { naming($0.path) }.sorted()
  }

  func going(_ names: String...) -> [String] { going(RemovalSelection(names.map(path), environment())) }

  /// Carries a selection out.
  @discardableResult
  func move(_ selection: RemovalSelection) throws -> RemovalReceipt {
    let run = RemovalRun(trash: trash, journal: session, naming: naming)
    return try selection.plan.map { try run.move($0, isStopped: { false }) } ?? RemovalReceipt()
  }

  // MARK: Scans and plans

  func scan() async throws -> (report: ScanReport, findings: Findings) {
    let engine = ScanEngine(
      decoder: LocalPhotoDecoder { $0.string }, cache: cache, trash: trash, naming: { $0.string })
    var finished: ScanReport?
    var request = ScanRequest(roots: [photos], settings: settings, jobs: 1)
    request.protectedFolders = protectedFolders
    for await event in engine.scan(request).events {
      if case .finished(let report) = event { finished = report }
    }
    let report = try #require(finished)
    let index = FindingsIndex(photos: report.photos, verified: report.verified)
    return (report, index.findings(settings: settings, ledger: Ledger()))
  }

  /// The same scene, with a cache that remembers a scan of its library.
  func scanned() async throws -> RemovalScene {
    var scene = self
    scene.cache = try FeatureStore(path: folder["features.sqlite"], timestamp: "x")
    _ = try await scene.scan()
    return scene
  }

  /// The plan of the library as `deckle plan` writes it.
  func planBytes() async throws -> [UInt8] {
    let (report, findings) = try await scan()
    let document = PlanDocument(
      report, findings, createdAt: Date(timeIntervalSince1970: 1_700_000_000), listed: Set(IssueCategory.allCases),
      decided: EarlierDecisions(), digest: { try? contentDigest(of: $0.path, expecting: $0.identity) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Array(try encoder.encode(document))
  }

  /// The same as it comes back, with other decisions for photos that end so.
  func plan(_ decisions: [String: PlanDecision] = [:]) async throws -> PlanFile {
    var file = try PlanFile(try await planBytes())
    for index in file.photos.indices {
      for (name, decision) in decisions where file.photos[index].path.string.hasSuffix(name) {
        file.photos[index].decision = decision
      }
    }
    return file
  }

  func select(by plan: PlanFile, objection: (PlanFile.Photo) -> String? = { _ in nil }) -> RemovalSelection {
    let leaving = plan.photos.filter { $0.decision == .delete }.map(\.path)
    return RemovalSelection(
      leaving.map { (try? pathWithRealFolders($0)) ?? $0 }, environment(),
      planned: PlannedRemovals(plan, settings, objection: objection))
  }
}
