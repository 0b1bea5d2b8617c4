import Foundation
import GRDB
package import PhotoModel
package import PhotoScan
package import SystemPackage

/// The cached inspections of a library, read at once: an interface opens, or a scan begins, as fast as these are
/// read.
extension FeatureStore {
  static let inspectionTable = CheckedTable(name: "inspection", columns: ["path", "digest", "record"])

  static let windowTable = CheckedTable(name: "windows", columns: ["content", "descriptors"])

  /// The inspections of all files below these folders, without window descriptors; damaged records are left out.
  /// Vectors are read from the file when they are first asked for.
  package func inspections(under roots: [FilePath]) throws -> CachedInspections {
    let ranges = Self.ranges(under: roots)
    return try withDatabase { queue in
      try queue.read { database in
        var all = CachedInspections()
        let selection = "\(Self.inspectionTable.selection) path >= ? AND path < ?"
        let pool = newPool { self.readVectors(ranges, to: &$0) }
        let packer = PathPacker()
        for range in ranges {
          try database.forEachRow(of: selection, [range.first, range.end]) { row in
            if let cached = CachedInspection(&row, packer, pool), row.isWhole() { all.append(cached) }
          }
        }
        return all
      }
    }
  }

  /// An inspection of a file with this content, preferably one that was measured whole; nil where none is without a
  /// problem. At most four files are tried.
  package func inspection(of content: ContentDigest) throws -> Inspection? {
    let paths = try withDatabase { queue in
      try queue.read { database in
        // The first may be damaged, or of a file that could not be decoded; of ten thousand copies not all are tried.
        let sql = "SELECT path FROM inspection WHERE digest = ? LIMIT 4"
        return try Data.fetchAll(
          database.cachedStatement(sql: sql), arguments: [Data(content.bytes)])
      }
    }
    var partial: Inspection?
    for path in paths {
      guard let known = try inspection(at: FilePath(bytes: Array(path)))?.inspection, known.digest == content,
        known.isWhole
      else { continue }
      if known.features?.isPartial != true { return known }
      partial = known
    }
    return partial
  }

  /// The paths at which these files were stored, by everything but the device. Reads the whole table.
  package func paths(ofFiles files: Set<FileIdentity>) throws -> [FileIdentity: FilePath] {
    var paths: [FileIdentity: FilePath] = [:]
    try withDatabase { queue in
      try queue.read { database in
        // Rows whose record has the same identity but for the device.
        let sql = "SELECT path, substr(record, 9, 32) FROM inspection "
        try database.forEachRow(of: sql) { row in
          row.twoBlobs { path, identity in
            let identity = FileIdentity(record: identity)
            if let identity, files.contains(identity) { paths[identity] = FilePath(bytes: Array(path)) }
          }
        }
      }
    }
    return paths
  }

  /// The inspection of a file with its window descriptors; nil where there is none, or it is damaged.
  package func inspection(at path: FilePath) throws -> CachedInspection? {
    let key = Data(path.bytes)
    let pool = FeaturePool(
      limit: .max, spill: { _ in nil }, source: { self.readVectors([(first: key, end: key + [0])], to: &$0) })
    var found: (cached: CachedInspection, windows: [UInt8])?
    try withDatabase { queue in
      try queue.read { database in
        found = nil
        try database.forEachRow(of: "\(Self.inspectionTable.selection) path = ?", [key]) {
          if let cached = CachedInspection(&$0, PathPacker(), pool), $0.isWhole() { found = (cached, []) }
        }
        guard let digest = found?.cached.inspection.digest else { return }
        let content = Data(digest.bytes)
        try database.forEachRow(of: "\(Self.windowTable.selection) content = ?", [content]) {
          _ = $0.digest()
          if let windows = $0.bytes(), $0.isWhole() { found?.windows = windows }
        }
      }
    }
    // The vectors are read now that the database is free.
    guard case (var cached, let windows)? = found, cached.inspection.features?.hasVectors ?? true else { return nil }
    // Storing the inspection under another name stores all of it: else clearing the cache meanwhile would leave half of
    // it.
    if let count = cached.inspection.features?.descriptorCount, count > 0, windows.isEmpty { return nil }
    cached.inspection.features?.windowDescriptors = windows
    return cached
  }

  /// The paths below folders, each once and in byte order: from "/photos/" up to, not including, "/photos0", for '0' is
  /// the byte after '/'.
  private static func ranges(under roots: [FilePath]) -> [PathRange] {
    let all = roots.map { root -> PathRange in
      let prefix = root.bytes == [UInt8(ascii: "/")] ? [] : root.bytes
      return (Data(prefix + [UInt8(ascii: "/")]), Data(prefix + [UInt8(ascii: "0")]))
    }
    return all.sorted { $0.first.lexicographicallyPrecedes($1.first) }.reduce(into: []) { ranges, range in
      // The range of a nested folder lies inside of that of the folder around it.
      if let last = ranges.last, range.first.lexicographicallyPrecedes(last.end) { return }
      ranges.append(range)
    }
  }

  /// The window descriptors of these contents, as far as they are stored; inspections of contents with damaged ones
  /// are deleted.
  package func windowDescriptors(of contents: Set<ContentDigest>) throws -> [ContentDigest: [UInt8]] {
    var found: [ContentDigest: [UInt8]] = [:]
    var damaged: [ContentDigest] = []
    try forEachRow(of: ContentSet(contents), in: Self.windowTable) { content, row in
      let descriptors = row.bytes()
      if row.isWhole() { found[content] = descriptors } else { damaged.append(content) }
    }
    if !damaged.isEmpty { try? forgetInspections(of: damaged) }
    return found
  }

  /// The next scan measures these contents anew: without its window descriptors a photo is compared with too few
  /// others.
  private func forgetInspections(of contents: [ContentDigest]) throws {
    try withDatabase { queue in
      try queue.write { database in
        for content in contents {
          // The other rows of these files stay, and are replaced when the files are measured.
          for table in ["inspection WHERE digest", "windows WHERE content"] {
            try database.execute(sql: "DELETE FROM \(table) = ?", arguments: [Data(content.bytes)])
          }
        }
      }
    }
  }

  /// Calls `body` with the rows of some contents, in a table whose key begins with the content. Each content is looked
  /// up by its key; many are read as one range from the first to the last, which costs less than as many searches.
  func forEachRow(
    of contents: ContentSet, in table: CheckedTable, _ body: (ContentDigest, inout RowReader) -> Void
  ) throws {
    let (selection, key) = (table.selection, table.columns[0])
    try withDatabase { queue in
      try queue.read { database in
        // Rows of one content stand together.
        var last: (content: ContentDigest, isAsked: Bool)?
        func read(_ row: inout RowReader) {
          guard let content = row.digest() else { return }
          let isAsked = last?.content == content ? last?.isAsked ?? false : contents.contains(content)
          last = (content, isAsked)
          if isAsked { body(content, &row) }
        }
        if contents.count >= mostLookups, let first = contents.all.min(), let last = contents.all.max() {
          return try database.forEachRow(
            of: "\(selection) \(key) >= ? AND \(key) <= ?",
            [Data(first.bytes), Data(last.bytes)], read)
        }
        // Contents in the order of the table, so that neighbours are read together.
        for content in contents.all.sorted() {
          try database.forEachRow(of: "\(selection) \(key) = ?", [Data(content.bytes)], read)
        }
      }
    }
  }
}

/// The paths from the first up to, not including, the end, in byte order.
typealias PathRange = (first: Data, end: Data)
