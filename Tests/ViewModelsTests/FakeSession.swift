import FileSafety
import Foundation
import PhotoModel
import Synchronization
import SystemPackage

@testable import ViewModels

/// The durable half of a review, in memory.
final class FakeSession: Sendable {
  struct Content {
    var saved = SavedSession()
    var nextID: Int64 = 1
    var refuses = false
    var obstacle: String?
    var settings: ScanSettings?
    var appearance: Appearance?
    var scans: [ScanResult] = []
    var forgotten: [FilePath] = []
    var writes = 0
    var lastLibrary: [FilePath]?
    var firstStep: FirstStep?
    var ledger = Ledger()
    /// What each action wrote, by its number.
    var changes: [Int64: LedgerChange] = [:]
    var forgottenEntries: [LedgerSelection] = []
    var preferences = Preferences()
    var cacheSize: ByteCount? = ByteCount(412_000_000)
    var batches = ForgettableBatches()
  }

  private let content: Mutex<Content>

  init(_ saved: SavedSession) {
    content = Mutex(Content(saved: saved, nextID: (saved.actions.map(\.id).max() ?? 0) + 1))
  }

  var now: Content { content.withLock { $0 } }
  func hold(_ batches: ForgettableBatches) { content.withLock { $0.batches = batches } }
  func writeByHand(_ preferences: Preferences) { content.withLock { $0.preferences = preferences } }
  func writeByHand(_ settings: ScanSettings) { content.withLock { $0.settings = settings } }
  func writeByHand(_ actions: [DecisionAction]) { content.withLock { $0.saved.actions = actions } }
  func refuse(_ refuses: Bool = true) { content.withLock { $0.refuses = refuses } }

  /// From now on nothing is kept.
  func lose(_ sentence: String) { content.withLock { ($0.refuses, $0.obstacle) = (true, sentence) } }

  private func write<Value>(_ change: (inout Content) -> sending Value) throws -> Value {
    try content.withLock { content throws -> Value in
      if content.refuses { throw fullDisk }
      content.writes += 1
      return change(&content)
    }
  }

  var dependencies: SessionDependencies {
    SessionDependencies(
      load: { [self] _ in now.saved }, obstacle: { [self] in now.obstacle },
      record: { [self] action, change, bookmark, _ in
        try write { content in
          if let bookmark { content.saved.bookmarks[bookmark.category] = bookmark.path }
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
      undo: { [self] id, bookmark, _ in
        try write { content in
          if let bookmark { content.saved.bookmarks[bookmark.category] = bookmark.path }
          guard let index = content.saved.actions.firstIndex(where: { $0.id == id }) else { return }
          var action = content.saved.actions.remove(at: index)
          action.isUndone = true
          // The first that comes again.
          let first = content.saved.actions.firstIndex(where: \.isUndone) ?? content.saved.actions.count
          content.saved.actions.insert(action, at: first)
        }
      },
      redo: { [self] action, _, bookmark, _ in
        try write { content in
          if let bookmark { content.saved.bookmarks[bookmark.category] = bookmark.path }
          content.saved.actions.removeAll { $0.id == action.id }
          var stored = action
          stored.isUndone = false
          stored.id = content.nextID
          content.nextID += 1
          content.changes[stored.id] = content.changes.removeValue(forKey: action.id)
          let first = content.saved.actions.firstIndex(where: \.isUndone) ?? content.saved.actions.count
          content.saved.actions.insert(stored, at: first)
          return stored
        }
      },
      setBookmark: { [self] bookmark, _ in try write { $0.saved.bookmarks[bookmark.category] = bookmark.path } },
      setCardOrder: { [self] order, _ in try write { $0.saved.cardOrder = order } },
      setLastLibrary: { [self] roots in try write { $0.lastLibrary = roots } },
      setFirstStep: { [self] step in try write { $0.firstStep = step } },
      ledger: { [self] in now.ledger }, forget: { [self] entry in try write { $0.forgottenEntries.append(entry) } },
      recordScan: { [self] result, elapsed, skipped, _ in
        try write { content in
          content.scans.append(result)
          content.saved.lastScan = result
          content.saved.lastScanElapsed = elapsed
          content.saved.skipped = skipped
        }
      },
      forgetDecisions: { [self] paths, withoutRAW in
        try write { content in
          content.forgotten += paths
          for index in content.saved.actions.indices {
            content.saved.actions[index].items.removeAll {
              paths.contains($0.path) || $0.decision == .delete && withoutRAW.contains($0.path)
            }
          }
          content.saved.actions.removeAll(where: \.items.isEmpty)
        }
      },
      saveSettings: { [self] _, settings in try write { $0.settings = settings } },
      changeAppearance: { [self] change in
        try write { content in
          var appearance = content.appearance ?? Appearance()
          change(&appearance)
          content.appearance = appearance
        }
      })
  }

  var preferencesDependencies: PreferencesDependencies {
    PreferencesDependencies(
      load: { [self] in (now.preferences, now.settings ?? ScanSettings()) },
      change: { [self] change in
        var preferences = now.preferences
        change(&preferences)
        let new = preferences
        try write { $0.preferences = new }
        return new
      },
      written: { EffectiveFolders(excluded: $0.excludedFolders, protected: $0.protectedFolders.map { FilePath($0) }) },
      found: { $0.protectedFolders.map { FilePath($0) } }, cacheSize: { [self] in now.cacheSize },
      clearCache: { [self] in try write { $0.cacheSize = .zero } },
      batchesOver: { [self] in now.batches },
      forgetBatches: { [self] forgotten in try write { $0.batches.over.removeAll { forgotten.contains($0) } } })
  }
}
