import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SessionStore
import SettingsFile
import SystemPackage
import ViewModels

/// The effects of the view models on the real disk. The only place where they are built.
@MainActor
struct LiveDependencies {
  let program: Program
  let session: SessionDatabase
  let features: FeatureStore?
  let cacheDamage: CacheDamage
  let clock: ProgramClock
  let log: LogFile
  let drawing: PictureDrawing
  let backup: FilePath?

  var dependencies: Dependencies {
    Dependencies(
      scan: scanDependencies, session: sessionDependencies,
      pictures: LivePictures(program: program, log: log, drawing: drawing).dependencies,
      removal: LiveRemoval(program: program, session: session, features: features, log: log, backup: backup)
        .dependencies,
      shrinking: LiveShrinking(program: program, session: session, features: features, log: log).dependencies,
      environment: environment,
      onboarding: LiveOnboarding(program: program, session: session).dependencies,
      apps: LiveApps(program: program, session: session).dependencies,
      preferences: LivePreferences(program: program, session: session, features: features).dependencies)
  }

  private var scanDependencies: ScanDependencies {
    let engine = program.engine(cache: features, note: log.write)
    let check = RootCheck(trash: program.trash, naming: program.naming)
    let index = FindingsIndexCache(FindingsCache(features))
    let sliders = ThresholdPreviewCache(index)
    return ScanDependencies(
      start: { engine.scan($0) },
      cachedPhotos: { request in await engine.cachedPhotos(request) },
      findings: { library, settings, ledger in await index.findings(library, settings, ledger) },
      roots: { paths in await check.answers(of: paths) },
      storage: { path in
        await onDiskThread(timeout: .seconds(10)) { () -> StorageFigures? in
          guard let volume = try? Volume.containing(path) else { return nil }
          return StorageFigures(used: volume.capacity - volume.available, capacity: volume.capacity)
        } ?? nil
      }, slide: { await sliders.listing($0) },
      remark: { [cacheDamage] in cacheDamage.sentence() })
  }

  private var sessionDependencies: SessionDependencies {
    let session = self.session
    let naming = program.naming
    let file = ConfigurationFile(path: program.places.configurationFile, title: "config.toml")
    /// The value of a call of the store, or its error with a sentence for the user.
    @Sendable func userFacing<Value>(_ body: () throws(StoreError) -> Value) throws -> Value {
      do { return try body() } catch { throw UserFacingError(error.sentence(naming)) }
    }
    @Sendable func save(_ change: (inout Configuration) -> Void) throws {
      do { try file.change(change) } catch {
        let problem = (error as? ConfigurationError)?.sentence ?? "\(naming(file.path)) cannot be written."
        throw UserFacingError("The setting holds until you quit; \(problem)")
      }
    }
    return SessionDependencies(
      load: { roots in try userFacing { () throws(StoreError) in try session.session(of: roots) } },
      obstacle: {
        // Asked on leaving, too: a disk that hangs then is not waited for long.
        guard let answer = DiskWork(at: session.path, { session.obstacle }).result(within: .seconds(2)) else {
          return "\(naming(session.path)) does not answer, so it is not known whether the last decision is kept."
        }
        return (try? answer.get())??.sentence(naming)
      },
      record: { action, change, bookmark, roots in
        try userFacing { () throws(StoreError) in
          try session.record(action, ledger: change, bookmark: bookmark, in: roots)
        }
      },
      undo: { action, bookmark, roots in
        try userFacing { () throws(StoreError) in try session.undo(action, bookmark: bookmark, in: roots) }
      },
      redo: { action, time, bookmark, roots in
        try userFacing { () throws(StoreError) in try session.redo(action, at: time, bookmark: bookmark, in: roots) }
      },
      setBookmark: { bookmark, roots in
        try userFacing { () throws(StoreError) in try session.set(bookmark, in: roots) }
      },
      setCardOrder: { order, roots in
        try userFacing { () throws(StoreError) in try session.setCardOrder(order, in: roots) }
      },
      setLastLibrary: { roots in try userFacing { () throws(StoreError) in try session.setLastLibrary(roots) } },
      setFirstStep: { step in try userFacing { () throws(StoreError) in try session.setFirstStep(step) } },
      ledger: { try userFacing { () throws(StoreError) in try session.ledger() } },
      forget: { selection in try userFacing { () throws(StoreError) in try session.forget(selection) } },
      recordScan: { result, elapsed, skipped, roots in
        try userFacing { () throws(StoreError) in
          try session.recordScan(result, elapsed: elapsed, skipped: skipped, of: roots)
        }
      },
      forgetDecisions: { photos, withoutRAW in
        try userFacing { () throws(StoreError) in try session.forgetDecisions(about: photos, andOfRAWsOf: withoutRAW) }
      },
      saveSettings: { old, new in try save { $0.apply(new, changedFrom: old) } },
      changeAppearance: { change in try save { change(&$0.appearance) } })
  }

  private var environment: Environment {
    let clock = self.clock
    return Environment(
      now: { clock.now() }, today: { Date() }, formatDate: { dateTitle($0, now: Date(), calendar: .current) },
      month: { date in
        let parts = Calendar.current.dateComponents([.year, .month], from: date)
        return (parts.year ?? 0) * 12 + (parts.month ?? 1) - 1
      },
      home: program.places.home, ownFolders: program.places.ownFolders,
      jobs: ProcessInfo.processInfo.activeProcessorCount,
      version: Version.number)
  }
}

/// The index of the findings of the last library, kept so that a slider does not compare its photos again.
private actor FindingsIndexCache {
  private let findingsCache: FindingsCache
  private var library = ScannedLibrary()
  private var index = FindingsIndex(photos: [])
  private var preparation: Task<Void, Never>?

  init(_ findingsCache: FindingsCache) { self.findingsCache = findingsCache }

  func findings(_ library: ScannedLibrary, _ settings: ScanSettings, _ ledger: Ledger) async -> Findings {
    let findingsCache = self.findingsCache
    preparation?.cancel()
    let findingsKey = findingsCache.findingsKey(library, settings, ledger)
    if let findingsKey, library != self.library,
      let kept = await onDiskThread({ findingsCache.findings(on: findingsKey, of: library.photos) })
    {
      // The index for the first slider.
      later { _ = await self.index(of: library) }
      return kept
    }
    let findings = index(of: library).findings(settings: settings, ledger: ledger)
    // For a small library there is nothing to keep, and hardly any memory to give back.
    guard let findingsKey else { return findings }
    let isWhole = !index.isIncomplete
    later { if isWhole { await onDiskThread { findingsCache.keep(findings, on: findingsKey, of: library.photos) } } }
    return findings
  }

  /// Runs work once the cards are shown, because it would take the cores from the review; not at all where other
  /// findings are requested.
  private func later(_ work: @escaping @Sendable () async -> Void) {
    preparation = Task(priority: .utility) {
      try? await Task.sleep(for: .seconds(2))
      guard !Task.isCancelled else { return }
      await work()
      // While others are made it would be in their way.
      if !Task.isCancelled { giveBackUnusedMemory() }
    }
  }

  func index(of library: ScannedLibrary) -> FindingsIndex {
    if library != self.library {
      self.library = library
      index = FindingsIndex(photos: library.photos, verified: library.verified)
    }
    return index
  }
}

/// The preview of the sliders, kept so that a step costs only what it changes. It is separate from the index of the
/// findings: a step does not wait until all findings of the step before have their texts.
private actor ThresholdPreviewCache {
  private let indexCache: FindingsIndexCache
  /// The last question.
  private var last: SliderQuestion?
  private var preview: ThresholdPreview?

  init(_ indexCache: FindingsIndexCache) { self.indexCache = indexCache }

  func listing(_ question: SliderQuestion) async -> SliderListing? {
    let before = last ?? question
    last = question
    if preview == nil || !question.isAboutSame(as: before) {
      let index = await indexCache.index(of: question.library)
      // During a scan the library changes at every step: crossings are reported nevertheless.
      var settings = before.settings
      settings.keeperOrder = question.settings.keeperOrder
      settings.preferredFolders = question.settings.preferredFolders
      settings.ratingsAreSacred = question.settings.ratingsAreSacred
      preview = ThresholdPreview(index: index, settings: settings, ledger: question.ledger, chosen: question.chosen)
      prepare()
    }
    return preview?.move(to: question.settings)
  }

  /// Gets the steps ready in small pieces, between which a step is answered.
  private func prepare() {
    preparation?.cancel()
    let count = preview?.componentCount ?? 0
    preparation = Task(priority: .utility) {
      for start in stride(from: 0, to: count, by: Self.pieceLength) where !Task.isCancelled {
        preview?.prepare(start..<start + Self.pieceLength)
        await Task.yield()
      }
    }
  }

  private var preparation: Task<Void, Never>?
  /// Components made ready without a break: a few milliseconds.
  private static let pieceLength = 128
}

/// "today 14:02", "yesterday 09:30", "12 May 2024 18:03".
func dateTitle(_ date: Date, now: Date, calendar: Calendar) -> String {
  let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
  let time = String(format: "%02d:%02d", parts.hour ?? 0, parts.minute ?? 0)
  if calendar.isDate(date, inSameDayAs: now) { return "today \(time)" }
  if let yesterday = calendar.date(byAdding: .day, value: -1, to: now), calendar.isDate(date, inSameDayAs: yesterday) {
    return "yesterday \(time)"
  }
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  return "\(parts.day ?? 0) \(months[((parts.month ?? 1) - 1 + 12) % 12]) \(parts.year ?? 0) \(time)"
}
