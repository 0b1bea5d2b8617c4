package import PhotoModel
package import SystemPackage

/// The photos of a library, found by their paths and by what they contain.
///
/// They stand in the list that the library is compared by, and what is here has places in it: a dictionary would hold each of a
/// million photos once more, in room for two.
package struct LibraryPhotos: Sendable {
  /// As they were scanned, each path once.
  private let scanned: [ScannedPhoto]
  /// Places in the list by paths, and of each content its first; −1: free. Powers of two, at most half full.
  private var pathSlots: [Int32]
  private var contentSlots: [Int32]
  /// Of each place the next one with the same content; −1: none.
  private var nextCopies: [Int32]
  /// Photos that have a companion with this content.
  private var owners: [ContentDigest: [FilePath]] = [:]
  /// What has changed since, by places; nil: it went.
  private var changed: [Int: ScannedPhoto?] = [:]
  private var goneCount = 0

  package init() { self.init([]) }

  /// - Parameter scanned: Of two with one path the first counts.
  package init(_ scanned: [ScannedPhoto]) {
    var size = 16
    while size < scanned.count * 2 { size *= 2 }
    var list = PathTable(scanned, size)
    if let once = list.withoutDoubles { list = PathTable(once, size) }
    self.scanned = list.photos
    pathSlots = list.slots
    contentSlots = Array(repeating: -1, count: size)
    nextCopies = Array(repeating: -1, count: self.scanned.count)
    // From the last, so that copies come in the order of the list.
    for place in self.scanned.indices.reversed() where self.scanned[place].identity.size > 0 {
      guard let digest = self.scanned[place].digest else { continue }
      let slot = contentSlot(of: digest)
      nextCopies[place] = contentSlots[slot]
      contentSlots[slot] = Int32(place)
    }
    for photo in self.scanned where !photo.companions.isEmpty {
      for companion in photo.companions where companion.identity.size > 0 {
        if let digest = companion.digest { owners[digest, default: []].append(photo.path) }
      }
    }
  }

  package var count: Int { scanned.count - goneCount }
  package var isEmpty: Bool { count == 0 }

  package subscript(path: FilePath) -> ScannedPhoto? { place(of: path).flatMap { self[place: $0] } }

  /// In the order in which they were scanned.
  package var values: some Sequence<ScannedPhoto> { scanned.indices.lazy.compactMap { self[place: $0] } }

  /// The photos with this content, in the order in which they were scanned; of empty files none.
  func copies(of content: ContentDigest) -> PhotoCopies {
    PhotoCopies(photos: self, place: Int(contentSlots[contentSlot(of: content)]))
  }

  /// Of each content that several photos have these photos.
  var contentsWithCopies: some Sequence<PhotoCopies> {
    contentSlots.lazy.filter { $0 >= 0 && nextCopies[Int($0)] >= 0 }
      .map { PhotoCopies(photos: self, place: Int($0)) }.filter(\.areSeveral)
  }

  /// Contents of companions, and the photos that have one.
  var companions: [ContentDigest: [FilePath]] { owners }

  // MARK: Changes

  package mutating func remove(_ path: FilePath) {
    guard let place = place(of: path), let photo = self[place: place] else { return }
    for digest in photo.companions.compactMap(\.digest) { owners[digest]?.removeAll { $0 == path } }
    changed[place] = .some(nil)
    goneCount += 1
  }

  /// These files went, and the photos that they belonged to did not.
  ///
  /// - Returns: Those photos.
  mutating func removeCompanions(_ paths: Set<FilePath>) -> Set<FilePath> {
    var touched: Set<FilePath> = []
    for place in scanned.indices {
      guard var photo = self[place: place], photo.companions.contains(where: { paths.contains($0.path) }) else {
        continue
      }
      photo.companions.removeAll { paths.contains($0.path) }
      changed[place] = photo
      touched.insert(photo.path)
    }
    return touched
  }

  // MARK: Places

  fileprivate subscript(place place: Int) -> ScannedPhoto? {
    if !changed.isEmpty, let now = changed[place] { return now }
    return scanned[place]
  }

  fileprivate func copy(behind place: Int) -> Int { Int(nextCopies[place]) }

  private func place(of path: FilePath) -> Int? {
    let place = pathSlots[PathTable.slot(of: PathKey(path), scanned, pathSlots)]
    return place < 0 ? nil : Int(place)
  }

  /// Where it stands, or would. Digests are spread evenly, so that their first bytes are a hash already.
  private func contentSlot(of content: ContentDigest) -> Int {
    var slot = Int(truncatingIfNeeded: content.prefix) & (contentSlots.count - 1)
    while contentSlots[slot] >= 0, scanned[Int(contentSlots[slot])].digest != content {
      slot = (slot + 1) & (contentSlots.count - 1)
    }
    return slot
  }
}

/// Photos with one content. Of a thousand no more are looked at than are asked for.
struct PhotoCopies: Sequence, IteratorProtocol {
  fileprivate let photos: LibraryPhotos
  /// Of the next one; −1: none.
  fileprivate var place: Int

  mutating func next() -> ScannedPhoto? {
    while place >= 0 {
      let photo = photos[place: place]
      place = photos.copy(behind: place)
      if let photo { return photo }
    }
    return nil
  }

  func count(upTo most: Int) -> Int { prefix(most).reduce(0) { count, _ in count + 1 } }
  var areSeveral: Bool { count(upTo: 2) == 2 }
}

/// Photos and their places by path.
private struct PathTable {
  let photos: [ScannedPhoto]
  private(set) var slots: [Int32]
  private var doubles: Set<Int> = []

  init(_ photos: [ScannedPhoto], _ size: Int) {
    self.photos = photos
    slots = Array(repeating: -1, count: size)
    for place in photos.indices {
      let slot = Self.slot(of: PathKey(photos[place].path), photos, slots)
      if slots[slot] < 0 { slots[slot] = Int32(place) } else { doubles.insert(place) }
    }
  }

  var withoutDoubles: [ScannedPhoto]? {
    doubles.isEmpty ? nil : photos.indices.filter { !doubles.contains($0) }.map { photos[$0] }
  }

  /// Where it stands, or would.
  static func slot(of key: PathKey, _ photos: [ScannedPhoto], _ slots: [Int32]) -> Int {
    var slot = key.hashValue & (slots.count - 1)
    while slots[slot] >= 0, PathKey(photos[Int(slots[slot])].path) != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}
