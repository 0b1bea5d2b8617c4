import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// Whether a folder of the user's is on the mount of the photos.
enum FolderReach: CaseIterable {
  case within, across
}

/// A library, a folder of the user's to move photos to, and what a checker sees of both.
struct FolderMoveScenery {
  let scenery: Scenery
  let reach: FolderReach
  let album: FilePath
  /// The bytes of each photo, by its path at home.
  private(set) var contents: [FilePath: [UInt8]] = [:]
  private(set) var items: [RemovalItem] = []

  init(_ reach: FolderReach) throws {
    scenery = try Scenery()
    self.reach = reach
    album = try scenery.folder.folder("other/album")
  }

  /// A photo by itself, one of two files of which one has a hostile name, and two photos of one name.
  static func filled(_ reach: FolderReach) throws -> FolderMoveScenery {
    var filled = try FolderMoveScenery(reach)
    try filled.add(["a/IMG_1.jpg"])
    try filled.add(["b/IMG_1.jpg"])
    try filled.add(["d/IMG_2.jpg", "d/IMG_2.jpg.xmp"])
    return filled
  }

  /// Adds a photo of these files, the shown one first.
  @discardableResult
  mutating func add(_ names: [String], to destination: FilePath?? = nil) throws -> RemovalItem {
    let paths = try names.map { try scenery.photo($0, "the bytes of \($0)") }
    for path in paths { contents[path] = try TemporaryFolder.read(path) }
    var item = try RemovalItem.only(paths[0])
    item.companions = try paths.dropFirst().map { RemovalItem.File(path: $0, identity: try .now($0)) }
    item.destination = destination ?? album
    items.append(item)
    return item
  }

  /// The calls to the disk, by which the folder is on the mount that the test is about.
  func calls(_ operations: FileOperations = .live) -> FileOperations {
    var operations = operations
    guard reach == .across else { return operations }
    let other = scenery.folder("other").bytes
    operations.mountID = { folder, name in
      var path = [UInt8](repeating: 0, count: 4096)
      let length = path.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map {
          readlink("/proc/self/fd/\(folder)", $0.assumingMemoryBound(to: CChar.self), buffer.count)
        } ?? -1
      }
      guard length > 0 else { return nil }
      let whole = Array(path[..<length]) + (name.isEmpty ? [] : [UInt8(ascii: "/")] + name)
      return whole.starts(with: other) && (whole.count == other.count || whole[other.count] == UInt8(ascii: "/"))
        ? 1 << 40 : nil
    }
    return operations
  }

  /// The trash of the other mount.
  var otherTrash: FilePath { scenery.folder("other/.Trash-\(geteuid())") }

  /// One line for each photo that is not whole in just one place, and for each thing that is left lying about.
  ///
  /// - Parameter copiesMayStay: Of a photo that is home its copy may be in the folder, too: a restore was interrupted.
  func problems(copiesMayStay: Bool = false) throws -> [String] {
    var problems: [String] = []
    var inAlbum: [[UInt8]: Int] = [:]
    for name in TemporaryFolder.names(album) {
      let found = try TemporaryFolder.read(album.appending(name: name))
      if !contents.values.contains(found) { problems.append("\(String(decoding: name, as: UTF8.self)) is no photo") }
      inAlbum[found, default: 0] += 1
    }
    let trashed = (trashedBytes(scenery.trash), trashedBytes(otherTrash))
    for (path, bytes) in contents {
      let isOriginal = (try? TemporaryFolder.read(path)) == bytes
      let (own, copies, here) = (trashed.0[bytes] ?? 0, trashed.1[bytes] ?? 0, inAlbum[bytes] ?? 0)
      let isWhole =
        reach == .within
        ? (isOriginal ? 1 : 0) + here + own == 1
        : (isOriginal ? 1 : 0) + own == 1 && here <= 1
          && (isOriginal
            ? here == 0 || copiesMayStay
            : here == 1 || copies == 1 || items.contains { $0.path == path && $0.destination == nil })
      if !isWhole { problems.append("\(path): home \(isOriginal), trash \(own), folder \(here), its trash \(copies)") }
    }
    for trash in [scenery.trash, otherTrash] {
      let files = Set(TemporaryFolder.names(trash.appending(name: "files")).map { $0 + Array(".trashinfo".utf8) })
      let notes = Set(TemporaryFolder.names(trash.appending(name: "info")))
      if files != notes { problems.append("notes and files of \(trash) differ") }
    }
    return problems.sorted()
  }

  /// The number of places in which bytes are whole.
  func places(of bytes: [UInt8]) throws -> Int {
    let originalCount = contents.keys.count { (try? TemporaryFolder.read($0)) == bytes }
    let inAlbum = try TemporaryFolder.names(album).count {
      try TemporaryFolder.read(album.appending(name: $0)) == bytes
    }
    return originalCount + inAlbum + (trashedBytes(scenery.trash)[bytes] ?? 0)
  }

  private func trashedBytes(_ trash: FilePath) -> [[UInt8]: Int] {
    let files = trash.appending(name: "files")
    var found: [[UInt8]: Int] = [:]
    for name in TemporaryFolder.names(files) {
      if let bytes = try? TemporaryFolder.read(files.appending(name: name)) { found[bytes, default: 0] += 1 }
    }
    return found
  }

  var albumNames: [String] { TemporaryFolder.names(album).map { String(decoding: $0, as: UTF8.self) }.sorted() }

  var batch: RemovalBatch { get throws { try #require(scenery.journal.batch(BatchID("batch"))) } }

  var areAllOriginal: Bool {
    contents.allSatisfy { path, bytes in (try? TemporaryFolder.read(path)) == bytes }
  }
}
