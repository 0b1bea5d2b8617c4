package import Foundation
package import PhotoModel
package import PhotoScan
package import Removal
package import SystemPackage

/// The effects of the view models outside of themselves, as closures: live ones are made in the program, tests give
/// their own.
package struct Dependencies: Sendable {
  /// Scans, findings and the folders of the library.
  package var scan: ScanDependencies
  /// The store of decisions, undo and the ledger.
  package var session: SessionDependencies
  /// The decoding of pictures.
  package var pictures: PictureDependencies
  /// Moves to the trash and back, and the history of batches.
  package var removal: RemovalDependencies
  /// The measurement of smaller files.
  package var shrinking: ShrinkDependencies
  /// Clock, dates and home folder.
  package var environment: Environment
  /// The checks of the first steps.
  package var onboarding: OnboardingDependencies
  /// Installed apps.
  package var apps: AppsDependencies
  /// The configuration file and the cache.
  package var preferences: PreferencesDependencies

  /// Creates the dependencies of all view models.
  package init(
    scan: ScanDependencies, session: SessionDependencies, pictures: PictureDependencies, removal: RemovalDependencies,
    shrinking: ShrinkDependencies, environment: Environment, onboarding: OnboardingDependencies, apps: AppsDependencies,
    preferences: PreferencesDependencies
  ) {
    self.scan = scan
    self.session = session
    self.pictures = pictures
    self.removal = removal
    self.shrinking = shrinking
    self.environment = environment
    self.onboarding = onboarding
    self.apps = apps
    self.preferences = preferences
  }
}

/// Scans of a library and the findings from its features.
package struct ScanDependencies: Sendable {
  /// Starts a scan; its events come from the run that is returned.
  package var start: @Sendable (ScanRequest) -> ScanRun
  /// The photos that an earlier scan left in the cache; reads none of the photos.
  package var cachedPhotos: @Sendable (ScanRequest) async -> ScannedLibrary
  /// The findings at these settings, from stored features, without what the ledger answers already.
  package var findings: @Sendable (ScannedLibrary, ScanSettings, Ledger) async -> Findings
  /// The access to the folders, and where photos removed from them would go.
  package var roots: @Sendable ([FilePath]) async -> [LibraryRoot]
  /// The figures of the volume of a folder; nil where they are not known.
  package var storage: @Sendable (FilePath) async -> StorageFigures?
  /// The photos that the sliders list at these settings, in time for the next step. Crossings are relative to the
  /// settings of the call before. Nil where a later call has come meanwhile.
  package var slide: @Sendable (SliderQuestion) async -> SliderListing?
  /// A sentence about damage in the stored measurements: once, after the work that found it. Mostly nil.
  package var remark: @Sendable () -> String?

  /// Creates the dependencies from their closures.
  package init(
    start: @escaping @Sendable (ScanRequest) -> ScanRun,
    cachedPhotos: @escaping @Sendable (ScanRequest) async -> ScannedLibrary,
    findings: @escaping @Sendable (ScannedLibrary, ScanSettings, Ledger) async -> Findings,
    roots: @escaping @Sendable ([FilePath]) async -> [LibraryRoot],
    storage: @escaping @Sendable (FilePath) async -> StorageFigures?,
    slide: @escaping @Sendable (SliderQuestion) async -> SliderListing?,
    remark: @escaping @Sendable () -> String? = { nil }
  ) {
    self.start = start
    self.cachedPhotos = cachedPhotos
    self.findings = findings
    self.roots = roots
    self.storage = storage
    self.slide = slide
    self.remark = remark
  }
}

/// The input of the sliders: a library, its settings, and the decisions that change its sets.
package struct SliderQuestion: Sendable {
  /// The photos with their features, and the pairs that were verified.
  package var library: ScannedLibrary
  /// The settings with the limits that the sliders have now.
  package var settings: ScanSettings
  /// The remembered decisions whose photos the findings leave out.
  package var ledger: Ledger
  /// Photos that the user chose to stay of their sets, the newest choice last.
  package var chosen: [ChosenKeeper]

  /// Creates a question.
  package init(
    _ library: ScannedLibrary, _ settings: ScanSettings, _ ledger: Ledger = Ledger(),
    chosen: [ChosenKeeper] = []
  ) {
    (self.library, self.settings, self.ledger, self.chosen) = (library, settings, ledger, chosen)
  }

  /// Whether only the limits of the two questions differ.
  package func isAboutSame(as other: SliderQuestion) -> Bool {
    settings.keepers == other.settings.keepers
      && settings.ratingsAreSacred == other.settings.ratingsAreSacred && ledger == other.ledger
      && chosen == other.chosen
      && library == other.library
  }
}

/// The figures of a volume.
package struct StorageFigures: Hashable, Sendable {
  /// The bytes that are in use.
  package var used: ByteCount
  /// The capacity of the volume.
  package var capacity: ByteCount

  /// Creates the figures of a volume.
  package init(used: ByteCount, capacity: ByteCount) {
    self.used = used
    self.capacity = capacity
  }

  /// The part of the volume that some bytes take, 0…1.
  package func part(of bytes: ByteCount) -> Double {
    capacity > .zero ? min(1, max(0, Double(bytes.bytes) / Double(capacity.bytes))) : 0
  }
}

/// The stored half of a review. Each call returns when the change is on the disk, and throws an error with a sentence
/// for the user.
package struct SessionDependencies: Sendable {
  /// Reads the session of a library, by its folders.
  package var load: @Sendable ([FilePath]) throws -> SavedSession
  /// The reason why decisions are not kept now, as a sentence; nil where they are.
  package var obstacle: @Sendable () -> String?
  /// Records an action, with its change of the ledger and the card that comes next; gives the action with its number.
  package var record: @Sendable (DecisionAction, LedgerChange?, Bookmark?, [FilePath]) throws -> DecisionAction
  /// Takes the action with this number back, with the card that comes next.
  package var undo: @Sendable (Int64, Bookmark?, [FilePath]) throws -> Void
  /// Records an undone action again, at this time, and gives the action with its new number.
  package var redo: @Sendable (DecisionAction, Date, Bookmark?, [FilePath]) throws -> DecisionAction
  /// Stores the card with which the deck of a category opens the next time, for a library by its folders.
  package var setBookmark: @Sendable (Bookmark, [FilePath]) throws -> Void
  /// Stores the order of the cards, for a library by its folders.
  package var setCardOrder: @Sendable (CardOrder, [FilePath]) throws -> Void
  /// Stores the library that the next start opens.
  package var setLastLibrary: @Sendable ([FilePath]) throws -> Void
  /// Stores the step that the first steps have come to; nil ends them.
  package var setFirstStep: @Sendable (FirstStep?) throws -> Void
  /// Reads the ledger of all libraries.
  package var ledger: @Sendable () throws -> Ledger
  /// Takes decisions out of the ledger.
  package var forget: @Sendable (LedgerSelection) throws -> Void
  /// Records the figures of a scan, its time, and the files that it could not judge.
  package var recordScan: @Sendable (ScanResult, Duration, [SkippedFile], [FilePath]) throws -> Void
  /// Forgets the decisions about photos in every library; about photos in `withoutRAW`, of which one half went, only
  /// the marks for one half.
  package var forgetDecisions: @Sendable (_ photos: [FilePath], _ withoutRAW: [FilePath]) throws -> Void
  /// Writes the thresholds into the user's configuration.
  package var saveSettings: @Sendable (_ old: ScanSettings, _ new: ScanSettings) throws -> Void
  /// Makes a change to the appearance in the user's configuration.
  package var changeAppearance: @Sendable ((inout Appearance) -> Void) throws -> Void

  /// Creates the dependencies from their closures.
  package init(
    load: @escaping @Sendable ([FilePath]) throws -> SavedSession,
    obstacle: @escaping @Sendable () -> String?,
    record: @escaping @Sendable (DecisionAction, LedgerChange?, Bookmark?, [FilePath]) throws -> DecisionAction,
    undo: @escaping @Sendable (Int64, Bookmark?, [FilePath]) throws -> Void,
    redo: @escaping @Sendable (DecisionAction, Date, Bookmark?, [FilePath]) throws -> DecisionAction,
    setBookmark: @escaping @Sendable (Bookmark, [FilePath]) throws -> Void,
    setCardOrder: @escaping @Sendable (CardOrder, [FilePath]) throws -> Void,
    setLastLibrary: @escaping @Sendable ([FilePath]) throws -> Void,
    setFirstStep: @escaping @Sendable (FirstStep?) throws -> Void,
    ledger: @escaping @Sendable () throws -> Ledger,
    forget: @escaping @Sendable (LedgerSelection) throws -> Void,
    recordScan: @escaping @Sendable (ScanResult, Duration, [SkippedFile], [FilePath]) throws -> Void,
    forgetDecisions: @escaping @Sendable ([FilePath], [FilePath]) throws -> Void,
    saveSettings: @escaping @Sendable (ScanSettings, ScanSettings) throws -> Void,
    changeAppearance: @escaping @Sendable ((inout Appearance) -> Void) throws -> Void
  ) {
    self.load = load
    self.obstacle = obstacle
    self.record = record
    self.undo = undo
    self.redo = redo
    self.setBookmark = setBookmark
    self.setCardOrder = setCardOrder
    self.setLastLibrary = setLastLibrary
    self.setFirstStep = setFirstStep
    self.ledger = ledger
    self.forget = forget
    self.recordScan = recordScan
    self.forgetDecisions = forgetDecisions
    self.saveSettings = saveSettings
    self.changeAppearance = changeAppearance
  }
}

/// Pictures, for cards and everything smaller.
package struct PictureDependencies: Sendable {
  /// Decodes a file and fits it into cells. Gives `.ready`, `.unavailable` or `.gone`, never `.loading`.
  package var preview: @Sendable (PictureRequest) async -> CardPicture
  /// The thumbnail inside a file, in the same cells; nil where there is none. Requested where a picture may have one,
  /// and shown until `preview` answers.
  package var thumbnail: @Sendable (PictureRequest) async -> CardPicture?
  /// The identity of a file now, for the picture of one that a scan has just read; nil where it is not known.
  package var identity: @Sendable (FilePath) async -> FileIdentity?
  /// Whether no picture can be shown; then those that have a text beside them are not requested.
  package var areOff: Bool

  /// Creates the dependencies from their closures.
  package init(
    preview: @escaping @Sendable (PictureRequest) async -> CardPicture,
    thumbnail: @escaping @Sendable (PictureRequest) async -> CardPicture? = { _ in nil },
    identity: @escaping @Sendable (FilePath) async -> FileIdentity? = { _ in nil }, areOff: Bool = false
  ) {
    self.preview = preview
    self.thumbnail = thumbnail
    self.identity = identity
    self.areOff = areOff
  }
}

/// Moves to the trash and back, with every guard, and the history of batches.
package struct RemovalDependencies: Sendable {
  /// The check of a request before the user is asked: the photos that would be refused, and why.
  package var preflight: @Sendable (RemovalRequest) async -> RemovalPreflight
  /// Moves the photos of a request, or makes them smaller; asks before each photo whether to stop, and reports the
  /// progress after each file.
  package var move:
    @Sendable (
      RemovalRequest, _ isStopped: @escaping @Sendable () -> Bool, @escaping @Sendable (RemovalProgress) -> Void
    ) async -> RemovalReceipt
  /// Puts a batch back, or the one photo of it that has this file; asks before each photo whether to stop, and reports
  /// the progress after each file.
  package var restore:
    @Sendable (
      _ batch: String, _ photo: FilePath?, _ isStopped: @escaping @Sendable () -> Bool,
      @escaping @Sendable (RemovalProgress) -> Void
    ) async -> RestoreReceipt
  /// Reads all batches, newest first, with where their photos are now. Throws a sentence.
  package var history: @Sendable () async throws -> [BatchSummary]
  /// The files of a batch, in its order. Throws a sentence.
  package var contents: @Sendable (_ batch: String) async throws -> [BatchEntry]
  /// The file or folder for which the disk has not answered for a while, during a check, a move or a restore; nil where
  /// it answers.
  package var stall: @Sendable () -> IOStall?
  /// Sets the folder for photos that have no trash, if it is on their volume; remembered in the settings. Throws a
  /// sentence.
  package var setAside: @Sendable (FilePath) async throws -> Void
  /// The backup that was named; nil where none was.
  package var backup: Backup?

  /// A backup in which photos are looked up before a move. It checks before each photo whether to stop, and reports the
  /// progress after each.
  package struct Backup: Sendable {
    /// The folder of the backup, shortened and escaped.
    package var title: String
    /// Looks for copies of the photos of a request in the backup. Throws a sentence where the folder cannot be a proof.
    package var proof:
      @Sendable (
        RemovalRequest, _ isStopped: @escaping @Sendable () -> Bool, @escaping @Sendable (BackupProgress) -> Void
      ) async throws -> BackupProof

    /// Creates a backup that looks for copies by a closure.
    package init(
      title: String,
      proof:
        @escaping @Sendable (
          RemovalRequest, _ isStopped: @escaping @Sendable () -> Bool, @escaping @Sendable (BackupProgress) -> Void
        ) async throws -> BackupProof
    ) {
      self.title = title
      self.proof = proof
    }
  }

  /// Creates the dependencies from their closures.
  package init(
    preflight: @escaping @Sendable (RemovalRequest) async -> RemovalPreflight,
    move:
      @escaping @Sendable (
        RemovalRequest, _ isStopped: @escaping @Sendable () -> Bool, @escaping @Sendable (RemovalProgress) -> Void
      ) async -> RemovalReceipt,
    restore:
      @escaping @Sendable (
        _ batch: String, _ photo: FilePath?, _ isStopped: @escaping @Sendable () -> Bool,
        @escaping @Sendable (RemovalProgress) -> Void
      ) async -> RestoreReceipt,
    history: @escaping @Sendable () async throws -> [BatchSummary],
    contents: @escaping @Sendable (_ batch: String) async throws -> [BatchEntry],
    stall: @escaping @Sendable () -> IOStall?,
    setAside: @escaping @Sendable (FilePath) async throws -> Void, backup: Backup? = nil
  ) {
    self.backup = backup
    self.stall = stall
    self.setAside = setAside
    self.preflight = preflight
    self.move = move
    self.restore = restore
    self.history = history
    self.contents = contents
  }
}

/// A file or folder for which the disk has not answered.
package struct IOStall: Hashable, Sendable {
  /// The file or folder that has not answered.
  package var path: FilePath
  /// The time for which the disk has not answered.
  package var time: Duration

  /// Creates the stall of a file or folder.
  package init(path: FilePath, time: Duration) {
    self.path = path
    self.time = time
  }

  /// "Waiting for ~/Pictures/card: no answer for 12 s"; escaped.
  package func title(home: FilePath?) -> String {
    "Waiting for \(pathTitle(path, home: home)): no answer for \(durationTitle(time))"
  }
}

/// The environment of the program: clock, dates, home folder.
package struct Environment: Sendable {
  /// The time now, on a clock that only goes forward.
  package var now: @MainActor @Sendable () -> Duration
  /// The date and time now.
  package var today: @Sendable () -> Date
  /// "today 14:02", "12 May 2024": in the zone of the user.
  package var formatDate: @Sendable (Date) -> String
  /// The month of a date in the zone of the user: twelve times the year, and 0 for January.
  package var month: @Sendable (Date) -> Int
  /// The home folder: paths below it are shown with "~"; nil where there is none.
  package var home: FilePath?
  /// The folders in which Deckle keeps its own files: no photo goes there.
  package var ownFolders: [FilePath]
  /// Photos that a scan decodes at the same time.
  package var jobs: Int
  /// The version of Deckle: "0.1.0".
  package var version: String

  /// Creates the environment from its closures and values.
  package init(
    now: @escaping @MainActor @Sendable () -> Duration, today: @escaping @Sendable () -> Date,
    formatDate: @escaping @Sendable (Date) -> String, month: @escaping @Sendable (Date) -> Int, home: FilePath?,
    ownFolders: [FilePath] = [], jobs: Int, version: String = ""
  ) {
    self.version = version
    self.ownFolders = ownFolders
    self.now = now
    self.today = today
    self.formatDate = formatDate
    self.month = month
    self.home = home
    self.jobs = jobs
  }
}
