package import FileSafety
package import PhotoModel
import PhotoScan
package import SystemPackage

/// The named files, with the plan of those that may go and a reason for each of the others.
package struct RemovalSelection {
  /// A file that was named, or that goes along with one.
  package struct Entry {
    /// The path of the file; absolute.
    package var path: FilePath
    /// The reason why the file stays, as a sentence; nil where it may go.
    package internal(set) var refusal: String?
    /// The size of the file; zero where the path has no file that may be moved.
    package var size = ByteCount.zero
    /// The photo that the file goes or stays with; nil for a file by itself.
    var photo: FilePath?
    /// Whether the file was named; false for one that goes along.
    package var isNamed = true
    /// Whether the file is in its target folder already: it stays by rule, which is no error.
    package internal(set) var isSkipped = false
    /// The item of the plan; nil for a file that goes with another.
    var item: RemovalItem?
  }

  /// One entry for each named file, in the order given; each photo is followed by its companions that go along unnamed.
  package internal(set) var entries: [Entry] = []
  /// The plan of the files that may go; nil where none may.
  package private(set) var plan: RemovalPlan?

  let environment: SelectionEnvironment
  let copies: CopySearch
  /// The photos in the folders of the named files, by folder; nil where a folder cannot be read, so that companions are
  /// unknown.
  var folders: [FilePath: PhotoFolder?] = [:]
  /// The files beside each photo that stay although their names fit it.
  var namesakes: [FilePath: [NamesakeFile]] = [:]
  /// The removed photos, each with the contents that no photo that stays for it has.
  var losing: [(photo: ScannedPhoto, holdings: [Holding])] = []
  /// The obstacles of the folders that photos should go to; nil of one that can take them.
  private var obstacles: [FilePath: String?] = [:]
  /// The photos that go for the sake of one that is only similar.
  var besideOtherShots: Set<FilePath> = []
  /// Photos whose metadata could not be read now, though they may have some.
  var unreadMetadata: Set<FilePath> = []
  /// Whether the photos come from a plan, and not from names alone.
  let isPlanned: Bool
  /// The named files that stay because they are protected, and may be the copy for whose sake another goes.
  private(set) var staying: [Survivor] = []

  /// Checks every file; reads files that share a size.
  ///
  /// - Parameters:
  ///   - given: The paths: absolute, their folders without symbolic links.
  ///   - folders: The folder that each of these paths goes to, without symbolic links; the others go to the trash.
  ///   - planned: The photos of a plan; nil where the files were named without one.
  package init(
    _ given: [FilePath], to folders: [FilePath: FilePath] = [:], _ environment: SelectionEnvironment,
    planned: PlannedRemovals? = nil
  ) {
    self.environment = environment
    copies = CopySearch(environment)
    isPlanned = planned != nil
    var named: Set<FilePath> = []
    var names = ListedNames()
    // A path that is named twice is one file, and has one outcome.
    for (given, path) in given.map({ ($0, names.listed($0)) }) where named.insert(path).inserted {
      var entry = entry(at: path, countingBins: planned == nil)
      if let folder = folders[given] { send(&entry, to: folder) }
      entries.append(entry)
    }
    if let planned { refuseChanged(since: planned) }
    joinFilesOfOnePhoto()
    refuseSecondNames()
    refuse(acceptable.refusals)
    if let planned { safeguard(by: planned) }
    keepOneOfEverySet()
    keepOneOfEveryCompanion()
    keepOneOfEveryPicture()
    settle()
    for item in plan?.items ?? [] where item.parts == .all && item.exactCopies.isEmpty && item.destination == nil {
      losing.append(holdingsLost(with: item))
    }
  }

  /// The photos that may go so far, each with the index of its entry.
  var going: [(index: Int, item: RemovalItem)] {
    entries.enumerated().compactMap { index, entry in entry.refusal == nil ? entry.item.map { (index, $0) } : nil }
  }

  /// The photos that may go to the trash so far.
  var goingToTrash: [(index: Int, item: RemovalItem)] { going.filter { $0.item.destination == nil } }

  /// Refuses photos that cannot be moved now.
  ///
  /// - Parameter refusals: The reasons as sentences, by the path of any file of the photo.
  package mutating func hold(_ refusals: [FilePath: String]) {
    if refusals.isEmpty { return }
    for (index, item) in going {
      entries[index].refusal = item.files.lazy.compactMap { refusals[$0.path] }.first
    }
    settle()
  }

  /// Applies the answers of a backup: photos without a copy stay where `holding`, and the others rely on their copy
  /// where nothing else stays of them.
  package mutating func apply(_ proof: BackupProof, holding: Bool) {
    for (index, item) in going {
      if holding { entries[index].refusal = proof.missing[item.photo] }
      entries[index].item = proof.relying(item)
    }
    settle()
  }

  /// The number of photos that lie directly in the folders of the named files.
  package var photosInFolders: Int { folders.values.reduce(0) { $0 + ($1?.count ?? 0) } }

  // MARK: Rules

  private func entry(at path: FilePath, countingBins: Bool) -> Entry {
    let name = environment.naming(path)
    do throws(FileSafetyError) {
      let status = try fileStatus(of: path)
      switch status.kind {
      case .regular: break
      case .symbolicLink: throw .symbolicLink(path)
      default: throw .notARegularFile(path, status.kind)
      }
      // Without a named folder, a file in the recycle bin of a drive counts as removed already.
      if countingBins, TrashFolder.contains(path, environment.trash, countingBins: true) { throw .insideTrash(path) }
      let item = RemovalItem(path: path, identity: status.identity, safeguard: .onlyOne)
      return Entry(path: path, size: status.size, item: item)
    } catch {
      let refusal =
        switch error {
        case .symbolicLink(path): "\(name) is a symbolic link. Name the file that it leads to, if that is meant."
        case .vanished: "There is no file \(name)."
        case .notARegularFile(path, .folder): "\(name) is a folder. Name the photos in it one by one."
        default: error.sentence(naming: environment.naming)
        }
      return Entry(path: path, refusal: refusal)
    }
  }

  /// Sets the folder that a file goes to, or the reason why it stays.
  private mutating func send(_ entry: inout Entry, to folder: FilePath) {
    entry.item?.destination = folder
    guard entry.refusal == nil else { return }
    let obstacle = obstacles[folder] ?? obstacle(of: folder)
    obstacles[folder] = .some(obstacle)
    entry.refusal = obstacle
    guard obstacle == nil, let there = try? fileStatus(of: folder),
      let here = try? fileStatus(of: entry.path.removingLastComponent()), there.identity.isSameFile(as: here.identity)
    else { return }
    entry.refusal = FileSafetyError.alreadyInFolder(entry.path).sentence(naming: environment.naming)
    entry.isSkipped = true
  }

  private func obstacle(of folder: FilePath) -> String? {
    if let own = environment.ownFolders.first(where: { folder.starts(with: $0) }) {
      return "\(environment.naming(own)) is Deckle's own, so no photo goes there."
    }
    do throws(FileSafetyError) {
      _ = try OpenFolder(folder, environment.trash)
      return nil
    } catch {
      return error.sentence(naming: environment.naming)
    }
  }

  /// Refuses the later of two names of one file.
  private mutating func refuseSecondNames() {
    var first: [FileKey: FilePath] = [:]
    for (index, item) in goingToTrash {
      let key = FileKey(item.identity)
      guard let other = first[key] else {
        first[key] = item.path
        continue
      }
      entries[index].refusal =
        "\(environment.naming(item.path)) is another name of \(environment.naming(other)), which is in the list already."
    }
  }

  private var acceptable: (plan: RemovalPlan?, refusals: [(item: RemovalItem, reason: FileSafetyError)]) {
    RemovalPlan.acceptable(
      of: going.map(\.item), protectedFolders: environment.protectedFolders, environment: environment.trash)
  }

  private mutating func refuse(_ refusals: [(item: RemovalItem, reason: FileSafetyError)]) {
    guard !refusals.isEmpty else { return }
    let indices = Dictionary(going.map { ($0.item.path, $0.index) }, uniquingKeysWith: { $1 })
    for (item, reason) in refusals {
      guard let index = indices[item.path] else { continue }
      entries[index].refusal = reason.sentence(naming: environment.naming)
      if case .insideProtectedFolder = reason { staying.append(Survivor(path: item.path, identity: item.identity)) }
    }
  }

  /// Makes the plan of the files that are not refused.
  mutating func settle() {
    let last = acceptable
    refuse(last.refusals)
    plan = last.plan
    refuseFilesLeftBehind()
  }

  /// Refuses named files that belong to a photo which stays, or which may belong to another one as well.
  private mutating func refuseFilesLeftBehind() {
    let going = Set(plan?.items.map(\.path) ?? [])
    let files = Set(plan?.items.flatMap { $0.files.map(\.path) } ?? [])
    for index in entries.indices where entries[index].refusal == nil {
      let path = entries[index].path
      guard let photo = entries[index].photo, !files.contains(path) else { continue }
      let (name, owner) = (environment.naming(path), environment.naming(photo))
      entries[index].refusal =
        going.contains(photo)
        ? "\(name) may belong to another photo than \(owner), so it stays."
        : "\(name) stays with \(owner), to which it belongs."
    }
  }
}

extension RemovalItem {
  /// The files with the same bytes that stay; empty for other safeguards.
  var exactCopies: [Survivor] {
    if case .exactCopy(let survivors) = safeguard { survivors } else { [] }
  }
}
