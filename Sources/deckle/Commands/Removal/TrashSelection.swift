import DecodeWorker
import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// What can be moved of the files that were named, and why each of the others cannot.
struct TrashSelection {
  /// One entry for each name, in the order given; behind a photo the files that go along with it unnamed.
  struct Entry {
    var path: FilePath
    /// Nil: it may go.
    var refusal: String?
    var size = ByteCount.zero
    /// It goes with the photo at this path, and stays with it.
    var photo: FilePath?
    /// False for a file that goes along although nobody named it.
    var isNamed = true
  }

  var entries: [Entry] = []
  /// Nil where nothing may go.
  private(set) var plan: RemovalPlan?

  let program: Program
  let protectedFolders: [FilePath]
  var items: [(entry: Int, item: RemovalItem)] = []
  /// What belongs together in the folders of the named files, by folder; nil where that cannot be said.
  var folders: [FilePath: PhotoFolder?] = [:]
  /// By photo, files beside it that stay although they look as if they belonged to it.
  var lookalikes: [FilePath: [Lookalike]] = [:]
  /// Photos that go with what nothing that stays holds.
  private(set) var losing: [(photo: ScannedPhoto, holdings: [Holding])] = []
  /// Named files that stay where they are, and may vouch for a copy that goes.
  private(set) var staying: [Survivor] = []
  /// For what no scan has read; no process is started before it is asked.
  let decoder: WorkerPhotoDecoder

  /// Looks at every file; reads those of which several have the same size.
  ///
  /// - Parameters:
  ///   - copies: Files elsewhere that are known to have the given bytes.
  ///   - planned: What a plan says of the files; absent for a name that no plan speaks of.
  init(
    _ given: [FilePath], program: Program, protectedFolders: [FilePath], copies: CopySearch,
    planned: PlannedRemovals? = nil
  ) throws {
    self.program = program
    self.protectedFolders = protectedFolders
    decoder = program.decoder(most: 1) { _ in }
    var named: Set<FilePath> = []
    var names = ListedNames()
    // A path that is named twice is one file, and has one outcome.
    for path in try given.map({ names.listed(try absolutePath($0, naming: program.naming)) })
    where named.insert(path).inserted { look(at: path, countingBins: planned == nil) }
    if let planned { refuseChanged(since: planned) }
    joinFilesOfOnePhoto(copies)
    refuseSecondNames()
    refuse(
      RemovalPlan.acceptable(of: items.map(\.item), protectedFolders: protectedFolders, environment: program.trash)
        .refusals)
    if let planned { safeguard(by: planned) }
    keepOneOfEverySet(copies)
    keepOneOfEveryCompanion(copies)
    keepOneOfEveryPicture(copies)
    settle()
    losing = (plan?.items ?? []).filter { $0.parts == .all && $0.exactCopies.isEmpty }.map { item in
      holdingsLost(with: item, copies)
    }
  }

  /// Makes the plan of what is left.
  private mutating func settle() {
    let last = RemovalPlan.acceptable(
      of: items.map(\.item), protectedFolders: protectedFolders, environment: program.trash)
    refuse(last.refusals)
    plan = last.plan
    refuseFilesLeftBehind()
  }

  /// Takes out photos that cannot be moved now.
  ///
  /// - Parameter refusals: By the path of any of their files, in a sentence.
  mutating func hold(_ refusals: [FilePath: String]) {
    if refusals.isEmpty { return }
    for (entry, item) in items {
      if let refusal = item.files.lazy.compactMap({ refusals[$0.path] }).first { entries[entry].refusal = refusal }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
    settle()
  }

  /// Takes what a backup says of photos that could go: those that it does not have stay, if that is wanted.
  mutating func apply(_ proof: BackupProof, holding: Bool) {
    for (entry, item) in items where holding { entries[entry].refusal = proof.missing[item.path] }
    items = items.filter { entries[$0.entry].refusal == nil }
    rely(on: proof)
    settle()
  }

  /// Named files that belong to a photo which stays, or which may belong to another one as well.
  private mutating func refuseFilesLeftBehind() {
    let going = Set(plan?.items.map(\.path) ?? [])
    let files = Set(plan?.items.flatMap { $0.files.map(\.path) } ?? [])
    for index in entries.indices where entries[index].refusal == nil {
      let path = entries[index].path
      guard let photo = entries[index].photo, !files.contains(path) else { continue }
      let (name, owner) = (program.naming(path), program.naming(photo))
      entries[index].refusal =
        going.contains(photo)
        ? "\(name) may belong to another photo than \(owner), so it stays."
        : "\(name) stays with \(owner), to which it belongs."
    }
  }

  /// Photos that lie directly in the folders of the named files.
  var photosInFolders: Int { folders.values.reduce(0) { $0 + ($1?.count ?? 0) } }

  /// - Parameter countingBins: Nobody named a folder: what lies in the recycle bin of a drive is removed already.
  private mutating func look(at path: FilePath, countingBins: Bool) {
    do throws(FileSafetyError) {
      let status = try fileStatus(of: path)
      switch status.kind {
      case .regular: break
      case .symbolicLink: throw .symbolicLink(path)
      default: throw .notARegularFile(path, status.kind)
      }
      if countingBins, TrashFolder.contains(path, program.trash, countingBins: true) { throw .insideTrash(path) }
      items.append((entries.count, RemovalItem(path: path, identity: status.identity, safeguard: .onlyOne)))
      entries.append(Entry(path: path, refusal: nil, size: status.size))
    } catch .symbolicLink(path) {
      let name = program.naming(path)
      entries.append(
        Entry(path: path, refusal: "\(name) is a symbolic link. Name the file that it leads to, if that is meant."))
    } catch .vanished {
      entries.append(Entry(path: path, refusal: "There is no file \(program.naming(path))."))
    } catch .notARegularFile(path, .folder) {
      let name = program.naming(path)
      entries.append(Entry(path: path, refusal: "\(name) is a folder. Name the photos in it one by one."))
    } catch {
      entries.append(Entry(path: path, refusal: error.sentence(naming: program.naming)))
    }
  }

  /// Two names of one file are no two photos: the later ones stay.
  private mutating func refuseSecondNames() {
    var first: [FileKey: FilePath] = [:]
    items = items.filter { entry, item in
      guard let other = first.updateValue(item.path, forKey: FileKey(item.identity)), other != item.path else {
        return true
      }
      first[FileKey(item.identity)] = other
      entries[entry].refusal =
        "\(program.naming(item.path)) is another name of \(program.naming(other)), which is in the list already."
      return false
    }
  }

  private mutating func refuse(_ refusals: [(item: RemovalItem, reason: FileSafetyError)]) {
    for (item, reason) in refusals {
      // The later of equal paths is the one that was refused.
      guard let index = items.lastIndex(where: { $0.item.path == item.path }) else { continue }
      entries[items[index].entry].refusal = reason.sentence(naming: program.naming)
      items.remove(at: index)
      if case .insideProtectedFolder = reason { staying.append(Survivor(path: item.path, identity: item.identity)) }
    }
  }
}
