import AppCleanup
import FileSafety
import Foundation
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import Removal
import SessionStore
import Shell
import Synchronization
import SystemPackage
import TestSupport
import TextSurface
import ViewModels
import Views

/// A real library in a temporary folder under the whole program, with a terminal made of arrays: real engine, real
/// session, real trash; only pictures are not drawn.
@MainActor
final class RealLibrary {
  let folder = TemporaryFolder()
  let pictures: FilePath
  let terminal: ScriptedTerminal
  let shell: Shell
  let app: AppModel
  private let work = WorkCounter()
  private let features: FeatureStore
  let clock = SteppedClock()
  /// The files that a picture was asked for of.
  private let drawn = Requests()

  private final class Requests: Sendable {
    let paths = Mutex<[FilePath]>([])
  }

  /// - Parameter fill: Puts photos into the folder.
  init(columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false, fill: (TemporaryFolder) throws -> Void) throws {
    pictures = try folder.makeFolder("Pictures")
    try fill(folder)
    let home = try folder.makeFolder("home")
    let trash = TrashEnvironment(
      homeFolder: home, dataFolder: folder["data"], userID: UInt32(getuid()), now: DeletionDate.now)
    let session = try SessionDatabase(path: folder["state/session.sqlite"], timestamp: "20260131-120000")
    let naming: @Sendable (FilePath) -> String = { pathTitle($0, home: nil) }
    let features = try FeatureStore(path: folder["cache/features.sqlite"], timestamp: "20260131-120000")
    self.features = features
    let engine = ScanEngine(decoder: LocalPhotoDecoder(naming: naming), cache: features, trash: trash, naming: naming)
    let dependencies = Dependencies(
      scan: Self.scanDependencies(engine, RootCheck(trash: trash, naming: naming)),
      session: Self.sessionDependencies(session),
      pictures: PictureDependencies(
        preview: { [drawn] request in
          drawn.paths.withLock { $0.append(request.path) }
          return .ready(Surface(Size(columns: 4, rows: 2)))
        }, identity: { (try? fileStatus(of: $0))?.identity }),
      removal: Self.removalDependencies(trash, session, naming),
      shrinking: Self.shrinkDependencies(session, naming),
      environment: Environment(
        now: { [clock] in clock.time }, today: { Date(timeIntervalSince1970: 1_700_000_000) },
        formatDate: { _ in "today 12:00" }, month: { _ in 24_299 }, home: nil, jobs: 2),
      onboarding: Self.onboardingDependencies(pictures),
      apps: AppsDependencies(
        list: { [] }, forecast: { _ in RemovalForecast() }, adviser: nil, settingsFile: "config.toml",
        run: { _ in nil },
        leftovers: { _, _, _ in [] }, trash: { _, _, _ in [] }),
      preferences: PreferencesDependencies(
        load: { (Preferences(), ScanSettings()) }, change: { _ in Preferences() }, written: { _ in EffectiveFolders() },
        found: { _ in [] },
        cacheSize: { nil }, clearCache: {}, batchesOver: { ForgettableBatches() }, forgetBatches: { _ in }))
    let library = LibraryModel(
      roots: [pictures], settings: ScanSettings(), readOnlyReason: isReadOnly ? "Read-only" : nil,
      dependencies: dependencies,
      work: work)
    try library.open()
    app = AppModel(library: library)
    terminal = ScriptedTerminal(columns: columns, rows: rows)
    shell = Shell(app: app, terminal: terminal, theme: Theme(.dark)) { [clock] in clock.time }
  }

  /// Types keys one after the other and waits after each until nothing is under way.
  func type(_ keys: Key...) async {
    for key in keys {
      shell.handle(.key(key))
      await settle()
    }
  }

  func settle() async {
    await work.idle()
    // Two frames: the second one after every motion has ended.
    for _ in 0..<2 {
      clock.time += .seconds(2)
      shell.notice()
      shell.draw()
    }
  }

  /// A key and a frame's worth of time, without waiting for what it moves.
  func press(_ key: Key) {
    shell.handle(.key(key))
    drawNext()
  }

  /// Lets time pass, and what is under way end; draws what is due.
  func advance(by time: Duration) async {
    await work.idle()
    clock.time += time
    shell.draw()
  }

  /// The window has another size; the next frame is drawn.
  func resize(to size: Size) {
    terminal.size = size
    shell.handle(.resized(size))
    drawNext()
  }

  private func drawNext() {
    clock.time += .milliseconds(17)
    shell.draw()
  }

  /// What stands on a screen that is drawn from nothing now.
  var freshFrame: Surface { shell.frame(of: app.state, at: clock.time) }

  var drawnFiles: [FilePath] { drawn.paths.withLock { $0 } }

  /// As if the cache had been lost.
  /// The lines that plain mode prints for lines that are typed into a pipe.
  func lines(of script: [String]) async -> [String] {
    var lines: [String] = []
    func output(_ text: [String]) -> Bool {
      lines += text
      return true
    }
    let shell = PlainShell(app: app, isInteractive: false, now: { .zero }, output: output)
    for line in script { shell.post(.line(line)) }
    shell.post(.endOfInput)
    await shell.run()
    return lines
  }

  func clearCache() throws { try features.clear() }

  var screen: String { terminal.text }

  /// The texts in the column beside the card, as running text.
  var beside: String { columnText(of: screen) }

  /// Every file below the library by its path there.
  var contents: [String: [UInt8]] { files(below: pictures) }
  var trashed: [String: [UInt8]] { files(below: folder["data/Trash/files"]) }

  private func files(below path: FilePath) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.subpathsOfDirectory(atPath: path.string)) ?? [] {
      if let bytes = try? readFile(path.appending(FilePath(name).components)) { files[name] = bytes }
    }
    return files
  }
}

/// Time passes only when a test says so.
@MainActor
final class SteppedClock {
  var time: Duration = .zero
}

extension RealLibrary {
  private static func scanDependencies(_ engine: ScanEngine, _ check: RootCheck) -> ScanDependencies {
    ScanDependencies(
      start: { engine.scan($0) }, cachedPhotos: { await engine.cachedPhotos($0) },
      findings: { FindingsIndex(photos: $0.photos, verified: $0.verified).findings(settings: $1, ledger: $2) },
      roots: { check.roots($0) },
      storage: { _ in StorageFigures(used: ByteCount(40), capacity: ByteCount(100)) },
      slide: { asked in
        let index = FindingsIndex(photos: asked.library.photos, verified: asked.library.verified)
        var preview = ThresholdPreview(
          index: index, settings: asked.settings, ledger: asked.ledger, chosen: asked.chosen)
        return preview.move(to: asked.settings)
      })
  }

  private static func onboardingDependencies(_ pictures: FilePath) -> OnboardingDependencies {
    OnboardingDependencies(
      folder: { .folder($0.hasPrefix("/") ? FilePath($0) : pictures) }, suggestions: { [pictures] },
      count: { _ in PictureCount(pictures: 3) },
      trash: { _ in [CheckLine(isGood: true, text: "photos go to your trash")] },
      apps: { [CheckLine(isGood: false, text: "no list of packages here")] })
  }

  private static func sessionDependencies(_ session: SessionDatabase) -> SessionDependencies {
    SessionDependencies(
      load: { try session.session(of: $0) }, obstacle: { session.obstacle?.sentence { $0.string } },
      record: { try session.record($0, ledger: $1, bookmark: $2, in: $3) },
      undo: { try session.undo($0, bookmark: $1, in: $2) },
      redo: { try session.redo($0, at: $1, bookmark: $2, in: $3) },
      setBookmark: { try session.set($0, in: $1) },
      setCardOrder: { try session.setCardOrder($0, in: $1) },
      setLastLibrary: { try session.setLastLibrary($0) }, setFirstStep: { try session.setFirstStep($0) },
      ledger: { try session.ledger() }, forget: { try session.forget($0) },
      recordScan: { try session.recordScan($0, elapsed: $1, skipped: $2, of: $3) },
      forgetDecisions: { try session.forgetDecisions(about: $0, andOfRAWsOf: $1) },
      saveSettings: { _, _ in }, changeAppearance: { _ in })
  }

  /// The work of a decode worker, in this process.
  nonisolated private static func encode(
    _ original: OpenFile, _ output: CInt?, _ way: ShrinkWay
  ) -> Result<ShrinkResult, ShrinkRefusal> {
    guard let bytes = try? original.read(upTo: 1 << 24) else { return .failure(.notAPicture) }
    return Result { () throws(ShrinkRefusal) in
      let file = try shrunken(bytes, by: way)
      if let output {
        guard write(output, file.bytes, file.bytes.count) == file.bytes.count else {
          throw .notWritten(errno: errno)
        }
        try prove(file.bytes, of: bytes, by: way, method: file.method)
      }
      return ShrinkResult(
        bytesBefore: original.status.size, bytesAfter: ByteCount(Int64(file.bytes.count)), method: file.method)
    }
  }

  private static func shrinkDependencies(
    _ session: SessionDatabase, _ naming: @escaping @Sendable (FilePath) -> String
  ) -> ShrinkDependencies {
    ShrinkDependencies(
      measure: { items, way, isStopped in
        AsyncStream { outcomes in
          Task {
            _ = await RemovalReceipt.measuring(
              items, by: { original, _ in Self.encode(original, nil, way) }, jobs: 2, naming: naming,
              isStopped: isStopped, progress: { outcomes.yield($1) })
            outcomes.finish()
          }
        }
      }, shrunkContents: { try session.shrunkContents() })
  }

  private static func removalDependencies(
    _ trash: TrashEnvironment, _ session: SessionDatabase, _ naming: @escaping @Sendable (FilePath) -> String
  ) -> RemovalDependencies {
    let run = RemovalRun(
      trash: trash, journal: session, naming: naming,
      sidecarEdits: { addition, path, _ in
        Result { try ImageDecoding.sidecarEdits(adding: addition, to: try readFile(path)) }
          .mapError { SidecarRefusal("\($0)") }
      },
      encoder: { photos in
        let ways = Dictionary(uniqueKeysWithValues: photos.map { ($0.path, $0.way) })
        return { original, output in
          guard let way = ways[original.path] else { return .failure(.notOpened("It was not asked for.")) }
          return Self.encode(original, output, way)
        }
      })
    return RemovalDependencies(
      preflight: { run.preflight($0, protectedNow: { [] }) },
      move: { run.move($0, protectedNow: { [] }, isStopped: $1, progress: $2) },
      restore: { id, photo, isStopped, progress in
        let batch = try? session.batch(BatchID(id))
        let receipt = try? batch.flatMap { batch in
          try run.restore(batch, photo: photo, isStopped: isStopped, progress: progress)
        }
        return receipt ?? RestoreReceipt()
      },
      history: {
        try session.allBatches().compactMap { BatchSummary($0, date: Date(timeIntervalSince1970: 0), TrashLookup()) }
      },
      contents: { try session.batch(BatchID($0))?.entries(TrashLookup()) ?? [] },
      stall: { nil }, setAside: { trash.setAside.choose($0) })
  }
}
