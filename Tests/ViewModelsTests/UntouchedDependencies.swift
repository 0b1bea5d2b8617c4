import AppCleanup
import FileSafety
import Foundation
import PhotoModel
import Removal
import Synchronization
import SystemPackage
import Testing
import TextSurface
import ViewModels

@testable import PhotoScan

extension Dependencies {
  /// Dependencies that fail the test when they are used: a test overrides those that it expects.
  static var untouched: Dependencies {
    @Sendable func unexpected(_ name: String) { Issue.record("the effect \(name) was not expected") }
    return Dependencies(
      scan: ScanDependencies(
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
        slide: { _ in
          unexpected("scan.slide")
          return nil
        }),
      session: SessionDependencies(
        load: { _ in
          unexpected("session.load")
          return SavedSession()
        },
        obstacle: {
          unexpected("session.obstacle")
          return nil
        },
        record: { action, _, _, _ in
          unexpected("session.record")
          return action
        },
        undo: { _, _, _ in unexpected("session.undo") },
        redo: { action, _, _, _ in
          unexpected("session.redo")
          return action
        },
        setBookmark: { _, _ in unexpected("session.setBookmark") },
        setCardOrder: { _, _ in unexpected("session.setCardOrder") },
        setLastLibrary: { _ in unexpected("session.setLastLibrary") },
        setFirstStep: { _ in unexpected("session.setFirstStep") },
        ledger: {
          unexpected("session.ledger")
          return Ledger()
        },
        forget: { _ in unexpected("session.forget") },
        recordScan: { _, _, _, _ in unexpected("session.recordScan") },
        forgetDecisions: { _, _ in unexpected("session.forgetDecisions") },
        saveSettings: { _, _ in unexpected("session.saveSettings") },
        changeAppearance: { _ in unexpected("session.changeAppearance") }),
      pictures: PictureDependencies { _ in
        unexpected("pictures.preview")
        return .unavailable("not expected")
      },
      removal: RemovalDependencies(
        preflight: { _ in
          unexpected("removal.preflight")
          return RemovalPreflight()
        },
        move: { _, _, _ in
          unexpected("removal.move")
          return RemovalReceipt()
        },
        restore: { _, _, _, _ in
          unexpected("removal.restore")
          return RestoreReceipt()
        },
        history: {
          unexpected("removal.history")
          return []
        },
        contents: { _ in
          unexpected("removal.contents")
          return []
        }, stall: { nil }, setAside: { _ in unexpected("removal.setAside") }),
      shrinking: ShrinkDependencies(
        measure: { _, _, _ in
          unexpected("shrinking.measure")
          return AsyncStream { $0.finish() }
        },
        shrunkContents: {
          unexpected("shrinking.shrunkContents")
          return []
        }),
      environment: Environment(
        now: { .zero }, today: { Date(timeIntervalSince1970: 1_800_000_000) },
        formatDate: { "day \(Int($0.timeIntervalSince1970 / 86_400))" },
        month: { Int($0.timeIntervalSince1970 / 2_592_000) }, home: FilePath("/home/me"), jobs: 1),
      onboarding: OnboardingDependencies(
        folder: { _ in
          unexpected("onboarding.folder")
          return .problem("not expected")
        },
        suggestions: { [] },
        count: { _ in
          unexpected("onboarding.count")
          return PictureCount(pictures: 0)
        },
        trash: { _ in
          unexpected("onboarding.trash")
          return []
        },
        apps: {
          unexpected("onboarding.apps")
          return []
        }),
      apps: AppsDependencies(
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
      preferences: PreferencesDependencies(
        load: {
          unexpected("preferences.load")
          return (Preferences(), ScanSettings())
        },
        change: { _ in
          unexpected("preferences.change")
          return Preferences()
        },
        written: { _ in
          unexpected("preferences.written")
          return EffectiveFolders()
        },
        found: { _ in
          unexpected("preferences.found")
          return []
        },
        cacheSize: {
          unexpected("preferences.cacheSize")
          return nil
        }, clearCache: { unexpected("preferences.clearCache") },
        batchesOver: {
          unexpected("preferences.batchesOver")
          return ForgettableBatches()
        }, forgetBatches: { _ in unexpected("preferences.forgetBatches") }))
  }
}

/// An error of the store.
let fullDisk = UserFacingError("The disk is full; nothing was decided.")

/// Off until it is turned on.
final class Switch: Sendable {
  private let state = Mutex(false)
  var isOn: Bool { state.withLock { $0 } }
  func turnOn() { state.withLock { $0 = true } }
  func turnOff() { state.withLock { $0 = false } }
}

/// How often something was done.
final class Counter: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

extension LibraryModel {
  /// Folders whose drives answer at once, and say what is written.
  func follow(_ folders: EffectiveFolders) { follow(folders, found: { folders.protected }) }
}

/// A value that an effect and a test share.
final class Box<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  init(_ value: Value) { content = Mutex(value) }

  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }

  func change(_ body: @Sendable (inout Value) -> Void) { content.withLock { body(&$0) } }
}
