package import PhotoModel
package import SystemPackage

/// The photos of a library, indexed by path and by content.
///
/// The photos are in one array, and the indexes hold positions in it: a dictionary
/// would hold each of a million photos once more, in twice the memory.
package struct LibraryPhotos: Sendable {
  /// The photos as they were scanned, each path once.
  private let scanned: [ScannedPhoto]
  /// The scan that the photos are of: indices of one scan stand for the same photos.
  package let scan = Scan()
  /// The photos that are there now, in the order in which they were scanned: the same array until the next change.
  package private(set) var list: [ScannedPhoto]
  private let byPath: IndexTable
  /// The index of the first photo with each content.
  private var byContent: IndexTable
  /// The index of the next photo with the same content, by index; −1 for none.
  private var nextCopies: [Int32]
  /// The photos that have a companion, by the content of the companion.
  package private(set) var companions: [ContentDigest: [FilePath]] = [:]
  /// The photos that have changed since, by index; nil where the photo went.
  private var changed: [Int: ScannedPhoto?] = [:]
  private var goneCount = 0
  /// Grows with each change: photos of the same scan and the same number are the same.
  package private(set) var changeCount = 0

  /// Creates a library without photos.
  package init() { self.init([]) }

  /// Creates the index of photos.
  ///
  /// - Parameter scanned: The photos; of two with one path the first counts.
  package init(_ scanned: [ScannedPhoto]) {
    var list = PathTable(scanned)
    if let once = list.withoutDoubles { list = PathTable(once) }
    self.scanned = list.photos
    self.list = list.photos
    byPath = list.table
    byContent = IndexTable(count: self.scanned.count)
    nextCopies = Array(repeating: -1, count: self.scanned.count)
    // The loop runs backwards, so that copies come in the order of the list.
    for index in self.scanned.indices.reversed() where self.scanned[index].identity.size > 0 {
      guard let digest = self.scanned[index].digest else { continue }
      let slot = contentSlot(of: digest)
      nextCopies[index] = byContent[slot].map { Int32($0) } ?? -1
      byContent[slot] = index
    }
    for photo in self.scanned where !photo.companions.isEmpty {
      for companion in photo.companions where companion.identity.size > 0 {
        if let digest = companion.digest { companions[digest, default: []].append(photo.path) }
      }
    }
  }

  /// Creates the index away from the caller's actor.
  @concurrent package static func made(of scanned: [ScannedPhoto]) async -> LibraryPhotos { LibraryPhotos(scanned) }

  /// The number of photos.
  package var count: Int { scanned.count - goneCount }
  /// Whether there is no photo.
  package var isEmpty: Bool { count == 0 }

  /// The photo at a path; nil for none.
  package subscript(path: FilePath) -> ScannedPhoto? { index(of: path).flatMap { self[index: $0] } }

  /// The photos in the order in which they were scanned.
  package var values: some Sequence<ScannedPhoto> { scanned.indices.lazy.compactMap { self[index: $0] } }

  /// The photos with this content, in the order in which they were scanned; none for empty files.
  package func copies(of content: ContentDigest) -> PhotoCopies {
    PhotoCopies(photos: self, index: byContent[contentSlot(of: content)])
  }

  /// The photos of each content that several have.
  package var contentsWithCopies: some Sequence<PhotoCopies> {
    byContent.indices.lazy.filter { copy(behind: $0) != nil }
      .map { PhotoCopies(photos: self, index: $0) }.filter(\.areSeveral)
  }

  // MARK: Changes

  /// Removes photos.
  package mutating func remove(_ paths: Set<FilePath>) {
    var contents: Set<ContentDigest> = []
    var besides: Set<ContentDigest> = []
    let goneBefore = goneCount
    for path in paths {
      guard let index = index(of: path), let photo = self[index: index] else { continue }
      if let digest = photo.digest { contents.insert(digest) }
      besides.formUnion(photo.companions.compactMap(\.digest))
      changed[index] = .some(nil)
      goneCount += 1
    }
    for content in besides { companions[content]?.removeAll(where: paths.contains) }
    for content in contents { forgetGoneCopies(of: content) }
    if goneCount > goneBefore {
      list = Array(values)
      changeCount += 1
    }
  }

  /// Removes photos that went from the chain of their content, so that no later search passes them.
  private mutating func forgetGoneCopies(of content: ContentDigest) {
    let slot = contentSlot(of: content)
    var staying: [Int] = []
    var next = byContent[slot]
    while let index = next {
      if self[index: index] != nil { staying.append(index) }
      next = copy(behind: index)
    }
    // The last one that went stays, so that the slot is known to be taken.
    guard let first = staying.first ?? byContent[slot] else { return }
    byContent[slot] = first
    if staying.isEmpty { nextCopies[first] = -1 }
    for (index, behind) in zip(staying, staying.dropFirst().map { Int32($0) } + [-1]) { nextCopies[index] = behind }
  }

  /// Removes companions that went without their photos.
  ///
  /// - Returns: The photos that have lost a companion.
  package mutating func removeCompanions(_ paths: Set<FilePath>) -> Set<FilePath> {
    var touched: Set<FilePath> = []
    for index in scanned.indices {
      guard var photo = self[index: index], photo.companions.contains(where: { paths.contains($0.path) }) else {
        continue
      }
      photo.companions.removeAll { paths.contains($0.path) }
      changed[index] = photo
      touched.insert(photo.path)
    }
    if !touched.isEmpty {
      list = Array(values)
      changeCount += 1
    }
    return touched
  }

  /// The photos with other files under the names of some of them; indices stay.
  package func replacing(_ files: [FilePath: FileVersion]) -> LibraryPhotos {
    var replaced = LibraryPhotos(
      scanned.indices.map { index in
        var photo = self[index: index] ?? scanned[index]
        if let file = files[photo.path] { (photo.identity, photo.digest) = (file.identity, file.digest) }
        return photo
      })
    replaced.remove(Set(scanned.indices.lazy.filter(isGone).map { scanned[$0].path }))
    return replaced
  }

  // MARK: Indexes

  /// The index after the last photo.
  package var end: Int { scanned.count }

  /// The photo at an index; nil once it is removed.
  package subscript(index index: Int) -> ScannedPhoto? {
    if !changed.isEmpty, let now = changed[index] { return now }
    return scanned[index]
  }

  fileprivate func copy(behind index: Int) -> Int? { nextCopies[index] < 0 ? nil : Int(nextCopies[index]) }

  /// The path at an index, also of a photo that went.
  package func path(at index: Int) -> FilePath { scanned[index].path }

  /// Whether the photo at an index went.
  package func isGone(_ index: Int) -> Bool { !changed.isEmpty && changed[index].map { $0 == nil } ?? false }

  /// The index of a path, also of a photo that went; nil where there is none.
  package func index(of path: FilePath) -> Int? { byPath[PathTable.slot(of: PathKey(path), scanned, byPath)] }

  /// The slot of a content in the index, or the one for it. Digests are spread evenly, so that their first bytes serve
  /// as a hash.
  private func contentSlot(of content: ContentDigest) -> Int {
    byContent.slot(from: byContent.start(ofLast: content.prefix)) { scanned[$0].digest == content }
  }
}

extension LibraryPhotos {
  /// The identity of a scan, without its photos.
  package final class Scan: Equatable, Sendable {
    /// Whether both are one and the same.
    package static func == (left: Scan, right: Scan) -> Bool { left === right }
  }
}

/// The photos with one content, read from the index one by one.
package struct PhotoCopies: Sequence, IteratorProtocol {
  fileprivate let photos: LibraryPhotos
  /// The index of the next photo; nil after the last.
  fileprivate var index: Int?

  /// The next photo that is still in the library; nil after the last.
  package mutating func next() -> ScannedPhoto? {
    while let here = index {
      index = photos.copy(behind: here)
      if let photo = photos[index: here] { return photo }
    }
    return nil
  }

  /// The number of photos, counted no further than asked for.
  package func count(upTo most: Int) -> Int { prefix(most).reduce(0) { count, _ in count + 1 } }
  /// Whether there are two or more.
  package var areSeveral: Bool { count(upTo: 2) == 2 }
}

/// The index of photos by path.
private struct PathTable {
  let photos: [ScannedPhoto]
  private(set) var table: IndexTable
  private var doubles: Set<Int> = []

  init(_ photos: [ScannedPhoto]) {
    self.photos = photos
    table = IndexTable(count: photos.count)
    for index in photos.indices {
      let slot = Self.slot(of: PathKey(photos[index].path), photos, table)
      if table[slot] == nil { table[slot] = index } else { doubles.insert(index) }
    }
  }

  var withoutDoubles: [ScannedPhoto]? {
    doubles.isEmpty ? nil : photos.indices.filter { !doubles.contains($0) }.map { photos[$0] }
  }

  /// The slot of a path in the index, or the one for it.
  static func slot(of key: PathKey, _ photos: [ScannedPhoto], _ table: IndexTable) -> Int {
    table.slot(from: table.start(ofLast: UInt64(bitPattern: Int64(key.hashValue)))) {
      PathKey(photos[$0].path) == key
    }
  }
}
