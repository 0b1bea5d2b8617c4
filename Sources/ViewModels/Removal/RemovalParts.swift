import FileSafety
import PhotoModel
import PhotoScan
package import Removal
import Review
import SystemPackage

/// The events of a removal that other screens follow.
package enum RemovalEvent {
  /// The user said yes, and the move may begin.
  case ready
  /// The move is over, with the outcome of each photo.
  case moved(RemovalReceipt)
  /// A restore is over.
  case restored(RestoreReceipt)
}

/// The move, or the restore, under way, with the flag that stops it.
struct RunningMove {
  private(set) var state = MovingState()
  let cancellation = CancellationFlag()

  /// The sizes of photos that are made smaller.
  private var sizes: [FilePath: ByteCount] = [:]

  init() { state.isRestoring = true }

  init(of request: RemovalRequest) {
    state.total = request.items.count
    state.isToFolders = request.items.contains { $0.destination != nil }
    guard !request.shrinks.isEmpty else { return }
    state.isShrinking = true
    sizes = Dictionary(request.items.map { ($0.path, $0.size) }, uniquingKeysWith: { first, _ in first })
    state.bytes = request.items.map(\.size).total
    state.bytesDone = .zero
  }

  /// Stops after the present photo.
  mutating func stop() {
    cancellation.raise()
    state.isStopping = true
  }

  mutating func apply(_ progress: RemovalProgress) {
    state.done = progress.done
    state.total = progress.total
    state.currentName = nameTitle(progress.current)
    if let size = sizes.removeValue(forKey: progress.current) { state.bytesDone? += size }
  }
}

/// The checks of the question that is open.
struct RunningCheck {
  /// The flag that stops the checks.
  let cancellation = CancellationFlag()
  /// Whether the user said yes while the checks were running.
  var isAnswered = false
  /// The remarks of the checks.
  var remarks: [String] = []
}

/// The small pictures below the question: photos that should be checked come first, which a hasty yes would lose.
struct QuestionPictures {
  /// The space for the pictures.
  var capacity = PictureRow.none
  /// The photos, and whether each should be checked.
  private(set) var chosen: [(photo: FilePath, needsCheck: Bool)] = []

  /// Chooses among the photos that would go.
  ///
  /// - Parameter cautions: The number of photos that should be checked, as far as they are counted.
  mutating func choose(among items: [RemovalItem], cautions: Int, needsCheck: (RemovalItem) -> Bool) {
    let wanted = min(capacity.count, cautions)
    var first: [RemovalItem] = []
    var others: [RemovalItem] = []
    // A bin may be large, and what should be checked is counted already: no further than to the last of them.
    for item in capacity.count > 0 ? items : [] where first.count < wanted || others.count < capacity.count {
      if first.count < wanted, needsCheck(item) {
        first.append(item)
      } else if others.count < capacity.count {
        others.append(item)
      }
    }
    let all = first.map { (photo: $0.photo, needsCheck: true) } + others.map { (photo: $0.photo, needsCheck: false) }
    chosen = Array(all.prefix(capacity.count))
  }
}

/// The small pictures of the first files that were moved or put back, from where they are now: each only of the file
/// that was asked about.
struct BatchPictures {
  /// The answer of the disk about a file.
  private enum Check: Hashable {
    case asked
    case found(FileIdentity)
    case missing
  }

  /// Enough for the widest screen.
  static let most = 16

  /// The space for the pictures.
  var capacity = PictureRow.none
  private var files: [(name: String, path: FilePath)] = []
  private var checks: [FilePath: Check] = [:]

  /// Shows the first of these files.
  mutating func show(_ files: [(name: String, path: FilePath)]) {
    self.files = Array(files.prefix(Self.most))
    checks = [:]
  }

  /// Whether no file is shown.
  var isEmpty: Bool { files.isEmpty }

  private var shown: ArraySlice<(name: String, path: FilePath)> { files.prefix(capacity.count) }

  /// The shown files that the disk was not asked about yet, and is from now on.
  mutating func toAsk() -> [FilePath] {
    let paths = shown.map(\.path).filter { checks[$0] == nil }
    for path in paths { checks[path] = .asked }
    return paths
  }

  /// Applies the answer about a file; nil for a file that is not there.
  ///
  /// - Returns: False where no check waits for it any more.
  mutating func answered(_ identity: FileIdentity?, about path: FilePath) -> Bool {
    guard checks[path] != nil else { return false }
    checks[path] = identity.map(Check.found) ?? .missing
    return true
  }

  /// The pictures as far as they have come.
  ///
  /// - Parameter time: The time since which they are awaited, on the shell's clock.
  func thumbnails(since time: Duration, _ picture: (ScannedPhoto) -> CardPicture) -> [Thumbnail] {
    shown.map { name, path in
      switch checks[path] {
      case .found(let identity): Thumbnail(name: name, picture: picture(ScannedPhoto(path: path, identity: identity)))
      case .missing: Thumbnail(name: name, picture: .unavailable("it is not there"))
      case .asked, nil: Thumbnail(name: name, picture: .loading(since: time))
      }
    }
  }
}
