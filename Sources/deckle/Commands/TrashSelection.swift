import FileSafety
import PhotoAnalysis
import PhotoInspection
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
  /// Named files that stay where they are, and may vouch for a copy that goes.
  private var staying: [Survivor] = []
  /// For what no scan has read; no process is started before it is asked.
  let inspector: ProcessInspector

  /// Looks at every file; reads those of which several have the same size.
  ///
  /// - Parameters:
  ///   - copies: Files elsewhere that are known to have the given bytes.
  ///   - planned: What a plan says of the files; absent for a name that no plan speaks of.
  init(
    _ given: [FilePath], program: Program, protectedFolders: [FilePath], copies: CopySearch,
    planned: PlannedRemovals? = nil
  ) {
    self.program = program
    self.protectedFolders = protectedFolders
    inspector = program.inspector(most: 1) { _ in }
    var named: Set<FilePath> = []
    // A path that is named twice is one file, and has one outcome.
    for path in given.map(absolutePath) where named.insert(path).inserted { look(at: path) }
    if let planned { refuseChanged(since: planned) }
    joinFilesOfOnePhoto(copies)
    refuseSecondNames()
    refuse(
      RemovalPlan.acceptable(of: items.map(\.item), protectedFolders: protectedFolders, environment: program.trash)
        .refusals)
    if let planned { safeguard(by: planned) }
    keepOneOfEverySet(copies)
    keepOneOfEveryCompanion(copies)
    settle()
  }

  /// Makes the plan of what is left.
  private mutating func settle() {
    let last = RemovalPlan.acceptable(
      of: items.map(\.item), protectedFolders: protectedFolders, environment: program.trash)
    refuse(last.refusals)
    plan = last.plan
    refuseFilesLeftBehind()
  }

  /// Takes what a backup says of photos that could go: those that it does not have stay, if that is wanted.
  mutating func heed(_ proof: BackupProof, holding: Bool) {
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

  /// Files that go along without having been named.
  var unnamedCount: Int { entries.count { !$0.isNamed && $0.refusal == nil } }

  private mutating func look(at path: FilePath) {
    do throws(FileSafetyError) {
      let status = try fileStatus(of: path)
      switch status.kind {
      case .regular: break
      case .symbolicLink: throw .symbolicLink(path)
      default: throw .notARegularFile(path, status.kind)
      }
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

  // MARK: The last copy

  /// Of files with the same bytes all may go only if another copy is known that stays, by a name that no disk takes for
  /// one of theirs; else one of them stays.
  private mutating func keepOneOfEverySet(_ search: CopySearch) {
    let named = Set(items.map { FileKey($0.item.identity) })
    for set in sameBytes() {
      let size = items[set.members[0]].item.identity.size
      let paths = set.members.map { items[$0].item.path }
      func isTwin(_ other: FilePath) -> Bool { paths.contains(where: other.isNameTwin) }
      let vouching = staying.filter {
        $0.identity.size == size && !isTwin($0.path) && set.digest == (try? contentDigest(of: $0.path))
      }
      var survivors =
        vouching
        + set.members.flatMap { items[$0].item.exactCopies }.filter { !named.contains(FileKey($0.identity)) }
      if survivors.isEmpty {
        survivors = search.copies(of: set.digest, size: size, near: paths) {
          !named.contains(FileKey($0.identity)) && !isTwin($0.path)
        }
      }
      var leaving = set.members
      if survivors.isEmpty {
        let photos = leaving.map { photo(at: items[$0].item) }
        let kept = leaving[keeper(among: photos)?.index ?? 0]
        let item = items[kept].item
        leaving.removeAll { $0 == kept }
        survivors = [Survivor(path: item.path, identity: item.identity)]
        entries[items[kept].entry].refusal =
          "\(program.naming(item.path)) stays: the list holds every copy of it that is known. Name it alone to move it too."
      }
      for index in leaving {
        let path = items[index].item.path
        // Beside its own twin it goes because it was named, and for no copy's sake.
        let copies = survivors.filter { !$0.path.isNameTwin(of: path) }
        if !copies.isEmpty { items[index].item.safeguard = .exactCopy(survivors: copies) }
      }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  /// Of RAWs and movies with the same bytes that would go, beside different photos or by themselves, one stays with its
  /// photo, unless another copy is known that stays. Sidecars of one content speak of different photos.
  private mutating func keepOneOfEveryCompanion(_ search: CopySearch) {
    let going = items.indices.flatMap { index in
      let item = items[index].item
      let sidecars = Set(photo(at: item).companions.filter { $0.role == .sidecar }.map(\.path))
      return item.files.filter { !sidecars.contains($0.path) }.map { (item: index, file: $0) }
    }
    let leaving = Set(going.map { FileKey($0.file.identity) })
    for (size, files) in Dictionary(grouping: going, by: \.file.identity.size)
    where size > 0 && files.contains(where: { $0.file.path != items[$0.item].item.path }) {
      var byDigest: [ContentDigest: [(item: Int, file: RemovalItem.File)]] = [:]
      for file in files {
        guard let digest = try? contentDigest(of: file.file.path, expecting: file.file.identity) else { continue }
        byDigest[digest, default: []].append(file)
      }
      for (digest, members) in byDigest where Set(members.map { FileKey($0.file.identity) }).count > 1 {
        let paths = members.map(\.file.path)
        let others = search.copies(of: digest, size: size, near: paths) { other in
          !leaving.contains(FileKey(other.identity)) && !paths.contains(where: other.path.isNameTwin)
        }
        guard others.isEmpty, !members.contains(where: { entries[items[$0.item].entry].refusal != nil }),
          let kept = members.min(by: { precedesInByteOrder($0.file.path, $1.file.path) })
        else { continue }
        entries[items[kept.item].entry].refusal =
          "\(program.naming(items[kept.item].item.path)) stays: the list holds every copy of "
          + "\(program.naming(kept.file.path)) that is known. Name it alone to move it too."
      }
    }
    items = items.filter { entries[$0.entry].refusal == nil }
  }

  /// Named files with the same bytes, two or more. Empty files are no copies of each other, and a file that cannot be
  /// read to its end is a copy of none.
  private func sameBytes() -> [(digest: ContentDigest, members: [Int])] {
    let bySize = Dictionary(grouping: items.indices) { items[$0].item.identity.size }
    var sets: [(digest: ContentDigest, members: [Int])] = []
    for (size, members) in bySize where size > 0 && members.count > 1 {
      var byDigest: [ContentDigest: [Int]] = [:]
      for index in members {
        let item = items[index].item
        guard let digest = try? contentDigest(of: item.path, expecting: item.identity) else { continue }
        byDigest[digest, default: []].append(index)
      }
      sets += byDigest.filter { $0.value.count > 1 }.map { ($0.key, $0.value) }
    }
    return sets
  }
}

extension RemovalItem {
  /// The files that are said to hold the same bytes and to stay.
  fileprivate var exactCopies: [Survivor] {
    if case .exactCopy(let survivors) = safeguard { survivors } else { [] }
  }
}
