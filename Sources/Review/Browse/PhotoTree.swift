import Glibc
import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// The photos of a library in groups: years with their months, or folders. Photos are indices of `LibraryPhotos`, and a
/// group is a range of them, so that 100 000 photos take half a megabyte.
package struct PhotoTree: Sendable {
  /// The kind of groups.
  package enum Arrangement: Hashable, Sendable {
    case months, folders
  }

  /// Photos that stand together in the order of the tree.
  package struct Group: Hashable, Sendable {
    /// The common property of the photos.
    package enum Kind: Hashable, Sendable {
      case all
      case year(Int)
      case month(year: Int, month: Int)
      /// Photos without a time of capture.
      case undated
      /// The photos of a folder and of the folders in it.
      case folder(FilePath)
    }

    /// The common property of the photos.
    package let kind: Kind
    /// The number of groups around the group.
    package let depth: Int
    /// The photos, as a range of `PhotoTree.indices`.
    package fileprivate(set) var range: Range<Int>
    /// The size of all files of the photos.
    package fileprivate(set) var bytes = ByteCount.zero
  }

  /// The indices of the photos, in the order of the groups: by time, the newest first and those without a time last; by
  /// folder, in byte order of the folders' paths.
  package private(set) var indices: [Int32] = []
  /// The groups from top to bottom, each before those inside it.
  package private(set) var groups: [Group] = []
  /// The photos that were taken on a day of any year, in the order of the groups.
  package private(set) var onThisDay: [Int32] = []
  /// The size in bytes of all photos before a position in `indices`.
  private var sums: [Int64] = [0]

  /// Creates a tree without photos.
  package init() {}

  /// Arranges the photos of a library.
  ///
  /// - Parameters:
  ///   - roots: The folders of the library, at the top of the folders.
  ///   - day: The day of `onThisDay`, its month as 1…12; nil leaves that empty.
  /// - Complexity: O(n log n). 100 000 photos take about 30 ms.
  package init(
    _ photos: LibraryPhotos, by arrangement: Arrangement, below roots: [FilePath] = [],
    on day: (month: Int, day: Int)? = nil
  ) {
    let blocks = concurrentBlocks(of: photos.end, size: 4096) { range in
      range.map { index -> Entry? in
        guard let photo = photos[index: index] else { return nil }
        return Entry(index: index, time: photo.calendarTime, bytes: photo.size.bytes)
      }
    }
    let entries = blocks.flatMap(\.self)
    switch arrangement {
    case .months: arrangeByMonth(entries.compactMap(\.self?.key).sorted())
    case .folders: arrangeByFolder(entries, photos, below: roots)
    }
    if let day {
      onThisDay = indices.filter { index in
        guard let entry = entries[Int(index)], let time = Entry.time(ofKey: entry.key)?.fields else { return false }
        return time.month == day.month && time.day == day.day
      }
    }
    sums.reserveCapacity(indices.count + 1)
    for index in indices { sums.append(sums[sums.count - 1] + (entries[Int(index)]?.bytes ?? 0)) }
    addBytes()
  }

  private mutating func addBytes() {
    for number in groups.indices {
      let range = groups[number].range
      groups[number].bytes = ByteCount(sums[range.upperBound] - sums[range.lowerBound])
    }
  }

  /// The tree of some of its photos, without groups that hold none of them.
  ///
  /// - Parameter isIncluded: Whether a photo is shown, by its index in `LibraryPhotos`.
  /// - Complexity: O(photos), without sorting.
  package func narrowed(where isIncluded: [Bool]) -> PhotoTree {
    var tree = PhotoTree()
    var positions: [Int32] = [0]
    positions.reserveCapacity(indices.count + 1)
    for position in indices.indices {
      if isIncluded[Int(indices[position])] {
        tree.indices.append(indices[position])
        tree.sums.append(tree.sums[tree.sums.count - 1] + sums[position + 1] - sums[position])
      }
      positions.append(Int32(tree.indices.count))
    }
    for (number, group) in groups.enumerated() {
      var group = group
      group.range = Int(positions[group.range.lowerBound])..<Int(positions[group.range.upperBound])
      if number == 0 || !group.range.isEmpty { tree.groups.append(group) }
    }
    tree.onThisDay = onThisDay.filter { isIncluded[Int($0)] }
    tree.addBytes()
    return tree
  }

  /// The number of photos in each group that were viewed or are in the bin.
  package func countsGoneThrough(_ review: Review) -> [Int] {
    var sums = [0]
    sums.reserveCapacity(indices.count + 1)
    for index in indices { sums.append(sums[sums.count - 1] + (review.isGoneThrough(Int(index)) ? 1 : 0)) }
    return groups.map { sums[$0.range.upperBound] - sums[$0.range.lowerBound] }
  }

  // MARK: Months

  private mutating func arrangeByMonth(_ keys: [UInt64]) {
    indices = keys.map(Entry.index)
    append(.all, depth: 0, 0..<keys.count)
    var position = 0
    var year: Int?
    while position < keys.count {
      guard let time = Entry.time(ofKey: keys[position]) else {
        append(.undated, depth: 0, position..<keys.count)
        break
      }
      let fields = time.fields
      if year != fields.year {
        year = fields.year
        append(.year(fields.year), depth: 0, position..<Self.end(of: keys, from: position, year: fields.year, month: 1))
      }
      let end = Self.end(of: keys, from: position, year: fields.year, month: fields.month)
      append(.month(year: fields.year, month: fields.month), depth: 1, position..<end)
      position = end
    }
  }

  /// The position after the last photo that is not older than the beginning of a month.
  private static func end(of keys: [UInt64], from position: Int, year: Int, month: Int) -> Int {
    let beginning = CaptureTime(year: year, month: month, day: 1, hour: 0, minute: 0, second: 0)
    let last = Entry(index: Entry.mostIndices - 1, time: beginning, bytes: 0).key
    var (low, high) = (position, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] <= last { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func append(_ kind: Group.Kind, depth: Int, _ range: Range<Int>) {
    groups.append(Group(kind: kind, depth: depth, range: range))
  }

  // MARK: Folders

  private mutating func arrangeByFolder(_ entries: [Entry?], _ photos: LibraryPhotos, below roots: [FilePath]) {
    var folders: [[UInt8]: [UInt64]] = [:]
    var last: (folder: [UInt8], keys: [UInt64]) = ([], [])
    // Neighbours are mostly of one folder.
    for entry in entries.lazy.compactMap(\.self) {
      let path = photos.path(at: Int(Entry.index(entry.key)))
      if !isFolder(last.folder, of: path) {
        folders[last.folder, default: []] += last.keys
        last = (folderBytes(of: path), [])
      }
      last.keys.append(entry.key)
    }
    folders[last.folder, default: []] += last.keys
    let roots = roots.map { $0.bytes + ($0.bytes.last == slash ? [] : [slash]) }
    append(.all, depth: 0, 0..<0)
    // With a single root folder, the photos in it are all photos.
    var open: [(prefix: [UInt8], group: Int)] = roots.count == 1 ? [(roots[0], 0)] : []
    func close(before folder: [UInt8]) {
      while let top = open.last, !folder.starts(with: top.prefix) {
        groups[top.group].range = groups[top.group].range.lowerBound..<indices.count
        open.removeLast()
      }
    }
    func begin(_ prefix: [UInt8]) {
      open.append((prefix, groups.count))
      append(
        .folder(FilePath(bytes: prefix.count > 1 ? prefix.dropLast() : prefix)), depth: open.count - 1,
        indices.count..<indices.count)
    }
    for folder in folders.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) where folders[folder]?.isEmpty == false
    {
      close(before: folder)
      if open.isEmpty { begin(roots.filter(folder.starts).max { $0.count < $1.count } ?? folder) }
      for end in folder.indices.dropFirst(open[open.count - 1].prefix.count) where folder[end] == slash {
        begin(Array(folder[...end]))
      }
      indices += folders[folder, default: []].sorted().map(Entry.index)
    }
    close(before: [])
    groups[0].range = 0..<indices.count
  }

  /// Whether a file lies in a folder, and not below it. Reads the path without copying it.
  private func isFolder(_ folder: [UInt8], of path: FilePath) -> Bool {
    guard !folder.isEmpty, path.length > folder.count else { return false }
    return path.withPlatformString { start in
      let bytes = UnsafeRawBufferPointer(start: start, count: path.length)
      return folder.withUnsafeBytes { memcmp($0.baseAddress!, bytes.baseAddress!, $0.count) == 0 }
        && !bytes[folder.count...].contains(slash)
    }
  }

  /// The folder of a file, with a slash at its end.
  private func folderBytes(of path: FilePath) -> [UInt8] {
    let bytes = path.bytes
    return Array(bytes[...(bytes.lastIndex(of: slash) ?? 0)])
  }
}

private let slash = UInt8(ascii: "/")

/// A photo to be sorted: a key that grows with its age and then with its index, and its size.
private struct Entry: Sendable {
  let key: UInt64
  let bytes: Int64

  static let mostIndices = 1 << 24
  /// The seconds from 1800 to 1970.
  private static let beginning: Int64 = 5_364_662_400
  private static let undated: UInt64 = (1 << 40) - 1

  init(index: Int, time: CaptureTime?, bytes: Int64) {
    let seconds = time.map { ($0.milliseconds - ($0.milliseconds < 0 ? 999 : 0)) / 1000 + Self.beginning }
    let age = seconds.map { Self.undated - 1 - UInt64(clamping: $0) } ?? Self.undated
    key = age << 24 | UInt64(index)
    self.bytes = bytes
  }

  static func index(_ key: UInt64) -> Int32 { Int32(key & UInt64(mostIndices - 1)) }

  /// The time of capture in whole seconds; nil of a photo without one.
  static func time(ofKey key: UInt64) -> CaptureTime? {
    let age = key >> 24
    return age == undated
      ? nil : CaptureTime(milliseconds: (Int64(undated - 1 - age) - beginning) * 1000)
  }
}
