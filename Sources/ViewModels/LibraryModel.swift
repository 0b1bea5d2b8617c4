import Foundation
package import PhotoModel
import PhotoScan
package import SystemPackage

/// The library under review, shared by all screens: its folders, the running scan, the review and its durable half.
@MainActor
package final class LibraryModel {
  /// What a screen may want to know about.
  package enum Change: Sendable {
    case review, scan, roots
  }

  package private(set) var roots: [FilePath]
  package private(set) var rootStates: [LibraryRoot] = []
  package private(set) var review = Review() { didSet { reviewChanges += 1 } }
  package private(set) var settings: ScanSettings
  package private(set) var skipped: [SkippedFile] = []
  package private(set) var storage: StorageFigures?
  /// Everything that is remembered.
  package private(set) var ledger = Ledger()
  /// What was kept later than this is still shown, as decided: only the next scan leaves it out.
  private var ledgerMark: Int64 = 0
  package private(set) var lastScan: ScanResult?
  /// What the last scan found is being read again.
  package private(set) var isReadingKnown = false
  package private(set) var lastScanElapsed: Duration?
  package private(set) var progress: ScanProgress?
  package private(set) var currentFile: FilePath?
  /// The running scan waits for this file or folder, which has not answered for so long.
  package private(set) var waiting: (place: FilePath, silence: Duration)?
  /// When the running scan began, on the shell's clock.
  package private(set) var scanStartedAt: Duration = .zero
  /// The cards that were on the screen the last time.
  package private(set) var bookmarks: [IssueCategory: FilePath] = [:]
  /// Why nothing can be decided: `--read-only`, or the session could not be opened.
  package let readOnlyReason: String?
  package private(set) var protectedFolders: [FilePath]
  package let staysOnOneFileSystem: Bool

  /// Told after every change.
  package var onChange: (Change) -> Void = { _ in }

  let effects: Effects
  let work: WorkCounter
  private var run: ScanRun?
  private var photos: [ScannedPhoto] = []
  /// What close looks at them found.
  private var verified = VerifiedPairs.none
  /// Findings for moved sliders are being made.
  private var isFollowingSettings = false
  /// Grows with every change of the review.
  private var reviewChanges = 0
  /// What the review is about was changed by other means than new findings.
  private var subjectChanges = 0
  /// Findings of an older request that come late are dropped.
  private var findingsGeneration = 0
  /// Grows when other folders are chosen: what comes back for those before is dropped.
  private var libraryGeneration = 0
  /// Moved to the trash: what was found before the move must not bring them back.
  private var gone: [FilePath: FileIdentity] = [:]
  /// Nothing was known before the running scan, so that the review may begin with what it has found so far.
  private var isFirstLook = false
  /// The ledger as the running scan knows it.
  private var scannedLedger = Ledger()
  /// Photos came back while a scan was running that may have passed their folder already.
  private var mustScanAgain = false

  package init(
    roots: [FilePath], settings: ScanSettings, protectedFolders: [FilePath] = [], staysOnOneFileSystem: Bool = false,
    readOnlyReason: String? = nil, effects: Effects, work: WorkCounter
  ) {
    self.roots = roots
    self.settings = settings
    self.protectedFolders = protectedFolders
    self.staysOnOneFileSystem = staysOnOneFileSystem
    self.readOnlyReason = readOnlyReason
    self.effects = effects
    self.work = work
  }

  package var isScanning: Bool { run != nil }
  private var hasFindings = false
  /// There is something to show: what a scan found, now or in an earlier session, or that it found nothing.
  /// Photos that are known but not compared yet are none: "nothing found" may not be said of them.
  package var hasResults: Bool { hasFindings && !photos.isEmpty || lastScan?.photosScanned == 0 }

  private var request: ScanRequest {
    var request = ScanRequest(roots: roots, settings: settings, jobs: effects.surroundings.jobs)
    request.protectedFolders = protectedFolders
    request.staysOnOneFileSystem = staysOnOneFileSystem
    request.ledger = ledger
    return request
  }

  // MARK: Opening

  /// Reads what the last session left, and looks at the folders.
  ///
  /// - Throws: What the session store says, as a sentence.
  package func open() throws {
    let saved = try effects.session.load(roots)
    review = Review(saved: saved)
    review.arrange(by: saved.cardOrder)
    bookmarks = saved.bookmarks
    ledger = try effects.session.ledger()
    ledgerMark = saved.ledgerMark
    lastScan = saved.lastScan
    lastScanElapsed = saved.lastScanElapsed
    if lastScan != nil {
      let generation = libraryGeneration
      isReadingKnown = true
      work.run { [self] in
        defer {
          if generation == libraryGeneration {
            isReadingKnown = false
            onChange(.roots)
          }
        }
        let asked = request
        var cached = await effects.scan.cachedPhotos(asked)
        if !asked.hasSameFolders(as: request) { cached.photos = await request.following(cached.photos) }
        // A scan that was started meanwhile knows better, and another library is none of its business.
        guard photos.isEmpty, run == nil, generation == libraryGeneration else { return }
        await refreshFindings(with: cached)
      }
    }
    checkAccess()
  }

  /// Goes over to other folders, with what an earlier session left of them.
  ///
  /// - Returns: Nil, or the sentence that says why not; then nothing has changed.
  package func change(roots: [FilePath]) -> String? {
    guard run == nil else { return "A scan is under way. Stop it first." }
    do { _ = try effects.session.load(roots) } catch { return Self.sentence(error) }
    libraryGeneration += 1
    findingsGeneration += 1
    self.roots = roots
    rootStates = []
    storage = nil
    skipped = []
    photos = []
    verified = .none
    hasFindings = false
    isReadingKnown = false
    gone = [:]
    do { try open() } catch { return Self.sentence(error) }
    onChange(.review)
    return nil
  }

  /// Asks the folders again whether they may be read, and where removed photos would go.
  package func checkAccess() {
    guard let first = roots.first else { return }
    let generation = libraryGeneration
    work.run { [self] in
      let states = await effects.scan.roots(roots)
      let figures = await effects.scan.storage(first)
      guard generation == libraryGeneration else { return }
      rootStates = states
      storage = figures
      onChange(.roots)
    }
  }

  // MARK: Scanning

  /// Starts a scan, unless one is running.
  package func startScan() {
    guard run == nil, !roots.isEmpty else { return }
    scannedLedger = ledger
    let run = effects.scan.start(request)
    self.run = run
    progress = ScanProgress(processed: 0, total: 0, stage: .finding)
    scanStartedAt = effects.surroundings.now()
    skipped = []
    isFirstLook = photos.isEmpty
    onChange(.scan)
    work.run { [self] in
      for await event in run.events { await take(event) }
      self.run = nil
      progress = nil
      currentFile = nil
      waiting = nil
      onChange(.scan)
      checkAccess()
      if mustScanAgain {
        mustScanAgain = false
        startScan()
      }
    }
  }

  package func cancelScan() { run?.cancel() }

  private func take(_ event: ScanEvent) async {
    if case .waiting(let place, let silence) = event {
      waiting = (place, silence)
      return onChange(.scan)
    }
    waiting = nil
    switch event {
    case .waiting: break
    case .progress(let progress, let current):
      self.progress = progress
      currentFile = current ?? currentFile
      onChange(.scan)
    case .snapshot(let photos, let findings):
      // Who knows the library already goes on with all of it, not with the part that was read again.
      guard isFirstLook else { return }
      // What the user said meanwhile is not in it.
      if ledger.refusals == scannedLedger.refusals {
        findingsGeneration += 1
        await adopt(LargeValue(findings), photos, generation: findingsGeneration)
      } else {
        await refreshFindings(with: ScannedLibrary(photos: photos, verified: verified))
      }
    case .finished(let report):
      skipped = report.skipped
      rootStates = report.roots
      let absent = report.roots.filter { $0.access == .denied }.map(\.path)
      readLedger()
      if !report.isInterrupted { ledgerMark = ledger.newestKeep }
      // A folder that could not be read says as little about its photos as a drive that is away.
      let silent = Set(absent + report.skipped.map(\.path))
      await refreshFindings(with: withUnjudged(report, below: report.isInterrupted ? nil : silent))
      // A scan that saw nothing of the library has no figures to remember.
      guard !report.isInterrupted, absent.count < report.roots.count else { return }
      let result = ScanResult(
        date: effects.surroundings.today(), photosScanned: report.scannedCount,
        issueCounts: review.issueCounts, reclaimable: review.listed.reclaimable)
      lastScan = result
      lastScanElapsed = report.elapsed
      // A summary that cannot be written is no reason to hide what was found.
      if readOnlyReason == nil { try? effects.session.recordScan(result, report.elapsed, roots) }
      onChange(.scan)
    }
  }

  private func refreshFindings(with library: ScannedLibrary) async {
    photos = library.photos
    verified = library.verified
    findingsGeneration += 1
    let generation = findingsGeneration
    let asked = settings
    let findings = LargeValue(await effects.scan.findings(library, asked, ledgerOfFindings))
    // Taking over the findings of a large library takes its time: not for a slider that has moved on.
    guard generation == findingsGeneration, asked == settings || !isFollowingSettings else {
      return await findings.empty()
    }
    await adopt(findings, library.photos, generation: generation)
  }

  /// The review goes on with other findings. It is made anew beside the one that the user works with, because in a large
  /// library that takes longer than a key may.
  private func adopt(_ findings: LargeValue<Findings>, _ photos: [ScannedPhoto], generation: Int) async {
    while generation == findingsGeneration {
      let (changes, subject) = (reviewChanges, subjectChanges)
      let made = LargeValue(await RenewedReview(review, findings, photos, without: gone))
      guard generation == findingsGeneration else {
        await made.empty()
        return await findings.empty()
      }
      // Photos went or came meanwhile: what was made knows nothing of it.
      guard subject == subjectChanges, var renewed = made.value else {
        await made.empty()
        continue
      }
      if changes != reviewChanges { renewed.review.catchUp(with: review) }
      let replaced = LargeValue((review, self.photos))
      self.photos = renewed.photos
      hasFindings = true
      review = renewed.review
      onChange(.review)
      await replaced.empty()
      return await findings.empty()
    }
  }

  /// Known photos that the scan did not come to, because it was stopped or their folder is away (a drive that is not
  /// plugged in): it says nothing about them, so they stay as they were known.
  ///
  /// - Parameter folders: Only photos below these; nil: anywhere.
  private func withUnjudged(_ report: ScanReport, below folders: Set<FilePath>?) -> ScannedLibrary {
    if let folders, folders.isEmpty { return report.library }
    let judged = Set(report.photos.map(\.path)).union(report.skipped.map(\.path))
      .union(report.photos.flatMap { $0.companions.map(\.path) })
    let unjudged = photos.filter { photo in
      !judged.contains(photo.path) && folders.map { photo.path.lies(below: $0) } ?? true
    }
    return ScannedLibrary(photos: report.photos + unjudged, verified: report.verified.merging(verified))
  }

  // MARK: Settings

  /// Moves a threshold: new findings from stored features, nothing is decoded again.
  package func change(_ settings: ScanSettings) {
    guard settings != self.settings else { return }
    self.settings = settings
    guard !isFollowingSettings else { return }
    isFollowingSettings = true
    work.run { [self] in
      // Steps that come while one is worked out are worked out together, as the last of them.
      var followed: ScanSettings?
      while followed != self.settings {
        followed = self.settings
        await refreshFindings(with: known)
      }
      isFollowingSettings = false
    }
  }

  /// Other folders are protected and other names left out from now on; photos that are known already follow, and those
  /// that Deckle may not touch any more leave the bin.
  ///
  /// - Parameter told: How many photos left the bin; not called where none did.
  package func follow(_ folders: FoldersInForce, told: @escaping @MainActor (Int) -> Void = { _ in }) {
    protectedFolders = folders.protected
    settings.excludedFolders = folders.excluded
    let generation = libraryGeneration
    work.run { [self] in
      let following = await request.following(photos)
      guard generation == libraryGeneration, run == nil, !photos.isEmpty else { return }
      let released = review.marksForbidden(by: following)
      if !released.isEmpty {
        try? effects.session.forgetDecisions(released.sorted(by: precedesInByteOrder), roots)
        subjectChanges += 1
        review.forgetDecisions(about: released)
        onChange(.review)
        told(released.count)
      }
      await refreshFindings(with: ScannedLibrary(photos: following, verified: verified))
    }
  }

  /// What is known of the library: all that findings are made of.
  var known: ScannedLibrary { ScannedLibrary(photos: photos, verified: verified) }
  /// What findings leave out.
  var ledgerOfFindings: Ledger { ledger.keeps(upTo: ledgerMark) }

  // MARK: Deciding

  /// Puts an action on the disk, then lets it take effect.
  ///
  /// - Returns: Nil, or the sentence that says why it was not recorded; then nothing has changed.
  package func decide(_ action: DecisionAction) -> String? {
    if let readOnlyReason { return readOnlyReason }
    do {
      let change = review.ledgerChange(of: action, at: effects.surroundings.today())
      let stored = try effects.session.record(action, change, roots)
      review.apply(stored)
      if stored.refusal != nil { ledgerChanged() }
      onChange(.review)
      return nil
    } catch { return Self.sentence(error) }
  }

  /// - Returns: The action taken back; nil where there was none or it could not be recorded (then with a sentence).
  package func undo() -> (action: DecisionAction?, problem: String?) {
    guard let action = review.nextUndo else { return (nil, nil) }
    if let readOnlyReason { return (nil, readOnlyReason) }
    do { try effects.session.setUndone(true, action.id) } catch { return (nil, Self.sentence(error)) }
    review.undo()
    ledgerChanged()
    onChange(.review)
    return (action, nil)
  }

  package func redo() -> (action: DecisionAction?, problem: String?) {
    guard let action = review.nextRedo else { return (nil, nil) }
    if let readOnlyReason { return (nil, readOnlyReason) }
    do { try effects.session.setUndone(false, action.id) } catch { return (nil, Self.sentence(error)) }
    review.redo()
    ledgerChanged()
    onChange(.review)
    return (action, nil)
  }

  // MARK: The ledger

  /// Reads what is remembered. What was read before stays where that fails.
  package func readLedger() { ledger = (try? effects.session.ledger()) ?? ledger }

  /// Findings follow what the ledger says now, if it says something else than before.
  private func ledgerChanged() {
    let before = ledger.keeps(upTo: ledgerMark)
    readLedger()
    guard ledger.keeps(upTo: ledgerMark) != before else { return }
    work.run { [self] in await refreshFindings(with: ScannedLibrary(photos: photos, verified: verified)) }
  }

  /// Takes something out of the ledger; it is a question again.
  ///
  /// - Returns: Nil, or the sentence that says why not; then nothing has changed.
  package func forget(_ selection: LedgerSelection) -> String? {
    if let readOnlyReason { return readOnlyReason }
    do {
      try effects.session.forget(selection)
      review.replaceActions(with: try effects.session.load(roots))
    } catch { return Self.sentence(error) }
    ledgerChanged()
    onChange(.review)
    return nil
  }

  /// Remembers the card on the screen. Not worth a word if it fails: the decisions are what counts.
  package func setBookmark(_ path: FilePath?, in category: IssueCategory) {
    bookmarks[category] = path
    guard readOnlyReason == nil else { return }
    try? effects.session.setBookmark(path, category, roots)
  }

  /// The cards come in this order, now and the next time. Not worth a word if that cannot be written.
  package func arrange(by order: CardOrder) {
    review.arrange(by: order)
    if readOnlyReason == nil { try? effects.session.setCardOrder(order, roots) }
    onChange(.review)
  }

  /// What a close look found about two photos; nil where nobody looked.
  func relation(_ first: FilePath, _ second: FilePath) -> PairVerification? {
    guard let a = review.photos[first]?.digest, let b = review.photos[second]?.digest else { return nil }
    return PairKey(a, b).flatMap { verified[$0] }
  }

  // MARK: After a move

  /// These are in the trash now.
  ///
  /// - Parameters:
  ///   - paths: Photos whose shown file was moved.
  ///   - parts: Photos that went in part, with the files that were moved of each.
  package func photosMoved(_ paths: [FilePath], parts: [FilePath: [FilePath]] = [:]) {
    try? effects.session.forgetDecisions(paths + parts.keys, roots)
    let moved = Set(paths)
    takeOff(parts.filter { !moved.contains($0.key) })
    for path in moved { gone[path] = review.photos[path]?.identity }
    subjectChanges += 1
    photos.removeAll { moved.contains($0.path) }
    review.removePhotos(moved)
    onChange(.review)
    checkAccess()
    // A RAW whose JPEG went is a photo of its own from now on.
    if parts.keys.contains(where: moved.contains) { scanAgain() }
  }

  /// The photos stay, without these companions.
  private func takeOff(_ parts: [FilePath: [FilePath]]) {
    guard !parts.isEmpty else { return }
    let files = Set(parts.values.joined())
    for path in parts.keys {
      for companion in review.photos[path]?.companions ?? [] where files.contains(companion.path) {
        gone[companion.path] = companion.identity
      }
    }
    photos = photos.map { $0.without(moved: gone) }
    review.removeCompanions(files)
  }

  private func scanAgain() { if isScanning { mustScanAgain = true } else { startScan() } }

  /// These came back from the trash: what was decided about them is open again, and the library is scanned anew,
  /// because a file that was moved is not the one in the cache any more.
  package func photosRestored(_ paths: [FilePath]) {
    try? effects.session.forgetDecisions(paths, roots)
    review.forgetDecisions(about: Set(paths))
    subjectChanges += 1
    for path in paths { gone[path] = nil }
    checkAccess()
    scanAgain()
  }

  // MARK: Figures

  package func title(_ path: FilePath) -> String { pathTitle(path, home: effects.surroundings.home) }

  package var libraryTitle: String {
    roots.count > 1 ? "\(title(roots[0])) and \(roots.count - 1) more" : roots.first.map(title) ?? ""
  }

  private static func sentence(_ error: any Error) -> String {
    (error as? any SpokenError)?.sentence ?? "The decision could not be written: \(error)"
  }
}

extension FilePath {
  /// One of the folders above it is one of these; asks for each name in the path once, however many folders there are.
  fileprivate func lies(below folders: Set<FilePath>) -> Bool {
    var folder = self
    while folder.removeLastComponent() { if folders.contains(folder) { return true } }
    return false
  }
}

/// An error that knows its words for the user.
package protocol SpokenError: Error {
  var sentence: String { get }
}
