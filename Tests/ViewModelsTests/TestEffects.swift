import AppCleanup
import FileSafety
import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

extension Effects {
  /// Effects that fail the test when they are used: a test overrides those that it expects.
  static var untouched: Effects {
    @Sendable func unexpected(_ name: String) { Issue.record("the effect \(name) was not expected") }
    return Effects(
      scan: ScanEffects(
        start: { _ in
          unexpected("scan.start")
          return ScanStub().run
        },
        cachedPhotos: { _ in
          unexpected("scan.cachedPhotos")
          return ScannedLibrary()
        },
        findings: { _, _, _ in
          unexpected("scan.findings")
          return Findings()
        },
        roots: { _ in
          unexpected("scan.roots")
          return []
        },
        storage: { _ in
          unexpected("scan.storage")
          return nil
        },
        slide: { _, _, _ in
          unexpected("scan.slide")
          return nil
        }),
      session: SessionEffects(
        load: { _ in
          unexpected("session.load")
          return SavedSession()
        },
        record: { action, _, _ in
          unexpected("session.record")
          return action
        },
        setUndone: { _, _ in unexpected("session.setUndone") },
        setBookmark: { _, _, _ in unexpected("session.setBookmark") },
        setCardOrder: { _, _ in unexpected("session.setCardOrder") },
        ledger: {
          unexpected("session.ledger")
          return Ledger()
        },
        forget: { _ in unexpected("session.forget") },
        recordScan: { _, _, _, _ in unexpected("session.recordScan") },
        forgetDecisions: { _, _ in unexpected("session.forgetDecisions") },
        saveSettings: { _, _ in unexpected("session.saveSettings") },
        saveLook: { _, _ in unexpected("session.saveLook") }),
      pictures: PictureEffects { _ in
        unexpected("pictures.preview")
        return .unavailable("not expected")
      },
      removal: RemovalEffects(
        preflight: { _ in
          unexpected("removal.preflight")
          return RemovalPreflight()
        },
        move: { _, _, _ in
          unexpected("removal.move")
          return RemovalReceipt(batch: nil, moved: [], bytes: .zero, trashFolders: [], refused: [:])
        },
        restore: { _, _, _ in
          unexpected("removal.restore")
          return RestoreReceipt(restored: [], refused: [:])
        },
        history: {
          unexpected("removal.history")
          return []
        },
        contents: { _ in
          unexpected("removal.contents")
          return []
        }, silence: { nil }, setAside: { _ in unexpected("removal.setAside") }),
      surroundings: Surroundings(
        now: { .zero }, today: { Date(timeIntervalSince1970: 1_800_000_000) },
        formatDate: { "day \(Int($0.timeIntervalSince1970 / 86_400))" },
        month: { Int($0.timeIntervalSince1970 / 2_592_000) }, home: FilePath("/home/me"), jobs: 1),
      welcome: WelcomeEffects(
        folder: { _ in
          unexpected("welcome.folder")
          return .problem("not expected")
        },
        suggestions: {
          unexpected("welcome.suggestions")
          return []
        },
        count: { _ in
          unexpected("welcome.count")
          return PictureCount(pictures: 0)
        },
        trash: { _ in
          unexpected("welcome.trash")
          return []
        },
        apps: {
          unexpected("welcome.apps")
          return []
        }),
      apps: AppsEffects(
        list: {
          unexpected("apps.list")
          return []
        },
        forecast: { _ in
          unexpected("apps.forecast")
          return RemovalForecast()
        }, adviser: nil, settingsFile: "~/.config/deckle/config.toml",
        run: { _ in
          unexpected("apps.run")
          return nil
        },
        leftovers: { _, _, _ in [] },
        trash: { _, _, _ in
          unexpected("apps.trash")
          return []
        }),
      preferences: PreferencesEffects(
        load: {
          unexpected("preferences.load")
          return Preferences()
        },
        change: { _ in
          unexpected("preferences.change")
          return (Preferences(), FoldersInForce())
        },
        cacheSize: {
          unexpected("preferences.cacheSize")
          return nil
        }, clearCache: { unexpected("preferences.clearCache") },
        batchesOver: {
          unexpected("preferences.batchesOver")
          return BatchesOver()
        }, forgetBatches: { _ in unexpected("preferences.forgetBatches") }))
  }
}

/// An error with words for the user.
struct Refused: SpokenError {
  var sentence = "The disk is full; nothing was decided."
}

/// The durable half of a review, in memory.
final class FakeSession: Sendable {
  struct Content {
    var saved = SavedSession()
    var nextID: Int64 = 1
    var refuses = false
    var settings: ScanSettings?
    var look: Look?
    var scans: [ScanResult] = []
    var forgotten: [FilePath] = []
    var writes = 0
    var ledger = Ledger()
    /// What each action wrote, by its number.
    var changes: [Int64: LedgerChange] = [:]
    var forgottenEntries: [LedgerSelection] = []
    var preferences = Preferences()
    var cacheSize: ByteCount? = ByteCount(412_000_000)
    var batches = BatchesOver()
  }

  private let content: Mutex<Content>

  init(_ saved: SavedSession) { content = Mutex(Content(saved: saved)) }

  var now: Content { content.withLock { $0 } }
  func hold(_ batches: BatchesOver) { content.withLock { $0.batches = batches } }
  func refuse(_ refuses: Bool = true) { content.withLock { $0.refuses = refuses } }

  private func write<Value>(_ change: (inout Content) -> sending Value) throws -> Value {
    try content.withLock { content throws -> Value in
      if content.refuses { throw Refused() }
      content.writes += 1
      return change(&content)
    }
  }

  var effects: SessionEffects {
    SessionEffects(
      load: { [self] _ in now.saved },
      record: { [self] action, change, _ in
        try write { content in
          content.saved.actions.removeAll(where: \.isUndone)
          content.changes[content.nextID] = change
          if let refused = change?.refused {
            content.ledger.refusals.append(
              Ledger.Refusal(
                id: content.nextID, pair: refused.pair, photo: refused.photo, keeper: refused.keeper,
                decidedAt: change?.decidedAt ?? .distantPast))
          }
          if let move = action.keeperMove { content.saved.chosenKeepers[move.group] = move.path }
          var stored = action
          stored.id = content.nextID
          content.nextID += 1
          content.saved.actions.append(stored)
          return stored
        }
      },
      setUndone: { [self] isUndone, id in
        try write { content in
          for index in content.saved.actions.indices where content.saved.actions[index].id == id {
            content.saved.actions[index].isUndone = isUndone
          }
        }
      },
      setBookmark: { [self] path, category, _ in try write { $0.saved.bookmarks[category] = path } },
      setCardOrder: { [self] order, _ in try write { $0.saved.cardOrder = order } },
      ledger: { [self] in now.ledger }, forget: { [self] entry in try write { $0.forgottenEntries.append(entry) } },
      recordScan: { [self] result, elapsed, skipped, _ in
        try write { content in
          content.scans.append(result)
          content.saved.lastScan = result
          content.saved.lastScanElapsed = elapsed
          content.saved.skipped = skipped
        }
      },
      forgetDecisions: { [self] paths, _ in
        try write { content in
          content.forgotten += paths
          for index in content.saved.actions.indices {
            content.saved.actions[index].items.removeAll { paths.contains($0.path) }
          }
          content.saved.actions.removeAll(where: \.items.isEmpty)
        }
      },
      saveSettings: { [self] _, settings in try write { $0.settings = settings } },
      saveLook: { [self] _, look in try write { $0.look = look } })
  }

  var preferencesEffects: PreferencesEffects {
    PreferencesEffects(
      load: { [self] in now.preferences },
      change: { [self] change in
        var preferences = now.preferences
        change(&preferences)
        let new = preferences
        try write { $0.preferences = new }
        let folders = FoldersInForce(
          excluded: new.excludedFolders, protected: new.protectedFolders.map { FilePath($0) })
        return (new, folders)
      }, cacheSize: { [self] in now.cacheSize }, clearCache: { [self] in try write { $0.cacheSize = .zero } },
      batchesOver: { [self] in now.batches },
      forgetBatches: { [self] forgotten in try write { $0.batches.over.removeAll { forgotten.contains($0) } } })
  }
}

/// A trash in memory that moves everything but what it refuses.
final class FakeTrash: Sendable {
  struct Content {
    var refused: [FilePath: String] = [:]
    var blocked: String?
    var proposal: SetAsideProposal?
    var setAside: [FilePath] = []
    var asked: [RemovalRequest] = []
    var batches: [BatchSummary] = []
    var paths: [String: [FilePath]] = [:]
  }

  private let content = Mutex(Content())

  var now: Content { content.withLock { $0 } }
  func refuse(_ refused: [FilePath: String]) { content.withLock { $0.refused = refused } }
  func propose(_ proposal: SetAsideProposal) { content.withLock { $0.proposal = proposal } }
  func block(_ reason: String) { content.withLock { $0.blocked = reason } }
  func remember(_ batch: BatchSummary, paths: [FilePath]) {
    content.withLock { content in
      content.batches.insert(batch, at: 0)
      content.paths[batch.id] = paths
    }
  }

  var effects: RemovalEffects {
    RemovalEffects(
      preflight: { [self] request in
        content.withLock { content in
          content.asked.append(request)
          return RemovalPreflight(
            refused: content.refused, trashCount: 1, blocked: content.blocked, proposal: content.proposal)
        }
      },
      move: { [self] request, isStopped, tell in
        var moved: [RemovalItem] = []
        for item in request.items where now.refused[item.path] == nil && !isStopped() {
          moved.append(item)
          tell(RemovalProgress(done: moved.count, total: request.items.count, current: item.path))
        }
        let paths = moved.map(\.path)
        let id = "batch-\(now.batches.count + 1)"
        let bytes = moved.map(\.size).total
        if !paths.isEmpty {
          let date = Date(timeIntervalSince1970: 1_800_000_000)
          remember(BatchSummary(id: id, date: date, photos: paths.count, restored: 0, bytes: bytes), paths: paths)
        }
        return RemovalReceipt(
          batch: paths.isEmpty ? nil : id, moved: paths, bytes: bytes, trashFolders: ["/home/me/.local/share/Trash"],
          refused: now.refused)
      },
      restore: { [self] batch, _, tell in
        content.withLock { content in
          let paths = content.paths[batch] ?? []
          for index in content.batches.indices where content.batches[index].id == batch {
            content.batches[index].restored = paths.count
          }
          return RestoreReceipt(restored: paths, refused: [:])
        }
      },
      history: { [self] in now.batches },
      contents: { [self] batch in
        content.withLock { content in
          (content.paths[batch] ?? []).map { BatchEntry(path: $0, size: ByteCount(4500), state: .inTrash) }
        }
      }, silence: { nil },
      setAside: { [self] folder in
        content.withLock { content in
          content.proposal = nil
          content.blocked = nil
          content.setAside.append(folder)
        }
      })
  }
}

/// A scan that tells what the test wants it to tell.
final class ScanStub: Sendable {
  let run: ScanRun
  private let continuation: AsyncStream<ScanEvent>.Continuation
  private let stop = StopSign()

  init() {
    let (events, continuation) = AsyncStream.makeStream(of: ScanEvent.self)
    self.continuation = continuation
    run = ScanRun(events: events, stop: stop)
  }

  var isCancelled: Bool { stop.isRaised }

  func tell(_ event: ScanEvent) { continuation.yield(event) }

  func finish(
    _ photos: [ScannedPhoto], isInterrupted: Bool = false, skipped: [SkippedFile] = [],
    roots: [LibraryRoot] = [Sample.root]
  ) {
    continuation.yield(
      .finished(
        ScanReport(
          roots: roots, photos: photos, skipped: skipped, foundCount: photos.count + skipped.count,
          fromCacheCount: 0, isInterrupted: isInterrupted, elapsed: .seconds(41))))
    continuation.finish()
  }
}

/// Photos on a disk that is in memory, and the scans of them.
final class FakeDisk: Sendable {
  struct Content {
    var photos: [ScannedPhoto]
    var scans: [ScanStub] = []
    /// Scans that are started end at once with all photos.
    var answersAtOnce = false
  }

  private let content: Mutex<Content>

  init(_ photos: [ScannedPhoto]) { content = Mutex(Content(photos: photos)) }

  var now: Content { content.withLock { $0 } }
  /// The scan that was started last.
  var scan: ScanStub { now.scans.last ?? ScanStub() }
  func hold(_ photos: [ScannedPhoto]) { content.withLock { $0.photos = photos } }
  func answerAtOnce() { content.withLock { $0.answersAtOnce = true } }

  var effects: ScanEffects {
    ScanEffects(
      start: { [self] _ in
        let stub = ScanStub()
        content.withLock { content in
          content.scans.append(stub)
          if content.answersAtOnce { stub.finish(content.photos) }
        }
        return stub.run
      },
      cachedPhotos: { [self] _ in ScannedLibrary(photos: now.photos) },
      findings: { library, _, _ in Sample.findings(in: library.photos) },
      roots: { _ in [Sample.root] },
      storage: { _ in StorageFigures(used: ByteCount(412_000_000_000), capacity: ByteCount(1_000_000_000_000)) },
      slide: { library, _, _ in
        let findings = Sample.findings(in: library.photos)
        return SliderListing(
          figures: Dictionary(
            uniqueKeysWithValues: IssueCategory.allCases.map { category in
              let issues = findings.issues(in: category)
              return (category, SliderListing.Figures(photos: issues.count, bytes: issues.map(\.size).total))
            }))
      })
  }
}

/// Off until it is turned on.
final class Switch: Sendable {
  private let state = Mutex(false)
  var isOn: Bool { state.withLock { $0 } }
  func turnOn() { state.withLock { $0 = true } }
}
