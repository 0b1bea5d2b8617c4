import AppCleanup
import FileSafety
import Foundation
import PhotoModel
import PhotoScan
import Removal
import SessionStore
import SystemPackage
import TextSurface
import ViewModels

/// A library that is drawn up and lies on no disk, under the real view models and the real session.
///
/// Sets of copies, sets of similar photos, blurry ones that are in a set as well, and RAW files and sidecars that go along.
@MainActor
struct DecisionLibrary {
  let model: LibraryModel
  private let work = WorkCounter()

  private nonisolated static let folder = FilePath("/photos")
  private nonisolated static let sets = 30

  init(session path: FilePath) async throws {
    let session = try SessionDatabase(path: path, timestamp: "20260131-120000")
    if try session.session(of: [Self.folder]).lastScan == nil {
      let scan = ScanResult(
        date: Date(timeIntervalSince1970: 1_700_000_000), photosScanned: Self.photos.count, issueCounts: [:],
        reclaimable: .zero)
      try session.recordScan(scan, elapsed: .seconds(1), of: [Self.folder])
    }
    model = LibraryModel(
      roots: [Self.folder], settings: ScanSettings(), dependencies: Self.dependencies(session), work: work)
    try model.open()
    await work.idle()
  }

  func settle() async { await work.idle() }

  var paths: [FilePath] { Self.photos.map(\.path) }
  var groups: [PhotoGroup] { Self.findings.groups }

  // MARK: Photos

  private nonisolated static let photos: [ScannedPhoto] = (0..<sets * 4).map { number in
    let set = number / 4
    let path = folder.appending("IMG_\(number).jpg")
    let raw = Companion(
      path: folder.appending("IMG_\(number).raw"), identity: identity(10_000 + number), role: .raw, owner: .raw)
    let sidecar = Companion(
      path: folder.appending("IMG_\(number).jpg.json"), identity: identity(20_000 + number), role: .sidecar,
      owner: .shown)
    return ScannedPhoto(
      path: path, identity: identity(number), digest: ContentDigest(bytes: digest(set % 2 == 0 ? set : 1000 + number)),
      companions: number % 3 == 0 ? [raw, sidecar] : number % 3 == 1 ? [sidecar] : [])
  }

  private nonisolated static func identity(_ number: Int) -> FileIdentity {
    FileIdentity(device: 1, inode: UInt64(number + 1), size: Int64(1000 + number), modified: 1, changed: 1)
  }

  private nonisolated static func digest(_ number: Int) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: number >> ($0 % 2 * 8)) }
  }

  /// Even sets are copies, odd ones similar; every fifth photo is blurry, too.
  private nonisolated static let findings: Findings = {
    var found = Findings()
    for set in 0..<sets {
      let members = photos[set * 4..<set * 4 + 4]
      let category: IssueCategory = set % 2 == 0 ? .duplicate : .similar
      let id = PhotoGroup.ID("set \(set)")
      found.groups.append(
        PhotoGroup(
          id: id, category: category, keeper: members[set * 4].path, reason: "it is the first",
          members: members.map { PhotoGroup.Member(path: $0.path, similarity: 1, size: $0.size) }))
      found.issues += members.dropFirst().map { issue($0, category, id) }
    }
    found.issues += photos.enumerated().filter { $0.offset % 5 == 0 }.map { issue($0.element, .blurry, nil) }
    return found
  }()

  private nonisolated static func issue(_ photo: ScannedPhoto, _ category: IssueCategory, _ group: PhotoGroup.ID?)
    -> PhotoIssue
  {
    PhotoIssue(
      path: photo.path, category: category, confidence: 1, score: 1, threshold: 0.5, size: photo.size, group: group)
  }

  // MARK: Dependencies

  private static func dependencies(_ session: SessionDatabase) -> Dependencies {
    Dependencies(
      scan: ScanDependencies(
        start: { _ in fatalError("no scan is part of this") }, cachedPhotos: { _ in ScannedLibrary(photos: photos) },
        findings: { _, _, _ in findings }, roots: { _ in [] }, storage: { _ in nil },
        slide: { _ in nil }),
      session: SessionDependencies(
        load: { try session.session(of: $0) }, obstacle: { session.obstacle?.sentence { $0.string } },
        record: { try session.record($0, ledger: $1, bookmark: $2, in: $3) },
        undo: { try session.undo($0, bookmark: $1, in: $2) },
        redo: { try session.redo($0, at: $1, bookmark: $2, in: $3) },
        setBookmark: { try session.set($0, in: $1) },
        setCardOrder: { try session.setCardOrder($0, in: $1) },
        setLastLibrary: { try session.setLastLibrary($0) }, setFirstStep: { try session.setFirstStep($0) },
        ledger: { try session.ledger() },
        forget: { try session.forget($0) },
        recordScan: { try session.recordScan($0, elapsed: $1, skipped: $2, of: $3) },
        forgetDecisions: { try session.forgetDecisions(about: $0, andOfRAWsOf: $1) },
        saveSettings: { _, _ in }, changeAppearance: { _ in }),
      pictures: PictureDependencies { _ in .unavailable("no picture is part of this") },
      removal: RemovalDependencies(
        preflight: { _ in RemovalPreflight() },
        move: { _, _, _ in RemovalReceipt() },
        restore: { _, _, _, _ in RestoreReceipt() }, history: { [] }, contents: { _ in [] },
        stall: { nil }, setAside: { _ in }),
      shrinking: ShrinkDependencies(measure: { _, _, _ in AsyncStream { $0.finish() } }, shrunkContents: { [] }),
      environment: Environment(
        now: { .zero }, today: { Date(timeIntervalSince1970: 1_700_000_000) }, formatDate: { _ in "today" },
        month: { _ in 0 }, home: nil, jobs: 1),
      onboarding: OnboardingDependencies(
        folder: { _ in .problem("no first steps are part of this") }, suggestions: { [] },
        count: { _ in PictureCount(pictures: 0) }, trash: { _ in [] }, apps: { [] }),
      apps: AppsDependencies(
        list: { [] }, forecast: { _ in RemovalForecast() }, adviser: nil, settingsFile: "", run: { _ in nil },
        leftovers: { _, _, _ in [] }, trash: { _, _, _ in [] }),
      preferences: PreferencesDependencies(
        load: { (Preferences(), ScanSettings()) }, change: { _ in Preferences() }, written: { _ in EffectiveFolders() },
        found: { _ in [] },
        cacheSize: { nil }, clearCache: {}, batchesOver: { ForgettableBatches() }, forgetBatches: { _ in }))
  }
}
