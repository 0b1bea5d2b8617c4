import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// A library of photos that are made smaller, and what a checker sees of it.
struct ShrinkScenery {
  let scenery = try? Scenery()
  /// The bytes of each photo before, by its path.
  private(set) var originals: [FilePath: [UInt8]] = [:]
  private(set) var items: [RemovalItem] = []

  /// - Parameter photos: At most three.
  init(photos: Int = 3) throws {
    for name in ["a/IMG_1.jpg", "a/IMG_2.jpg", "b/IMG_1.jpg"].prefix(photos) {
      let path = try base.photo(name, "the bytes of \(name), of which there are many, so that some can go")
      originals[path] = try TemporaryFolder.read(path)
      items.append(try .only(path))
    }
  }

  var base: Scenery { get throws { try #require(scenery) } }

  /// Half of the bytes.
  static func smaller(_ bytes: [UInt8]) -> [UInt8] { Array("small ".utf8) + bytes.prefix(bytes.count / 2) }

  /// An encoder that writes half of the bytes.
  static let shrinking = Shrinking(isLossy: true) { original, output in
    guard let bytes = try? original.read(upTo: 1 << 20) else { return .failure(.notOpened("It cannot be read.")) }
    let half = smaller(bytes)
    guard write(output, half, half.count) == half.count else { return .failure(.notWritten(errno: errno)) }
    return .success(
      ShrinkResult(
        bytesBefore: ByteCount(Int64(bytes.count)), bytesAfter: ByteCount(Int64(half.count)), method: .sequentialJPEG))
  }

  @discardableResult
  func shrink(
    _ shrinking: Shrinking = shrinking, operations: FileOperations = .live, isStopped: () -> Bool = { false }
  ) throws -> RemovalReport {
    try BatchMover(
      environment: base.environment, journal: base.journal, shrinking: shrinking, operations: operations
    ).move(try base.plan(items), as: BatchID("batch"), isStopped: isStopped)
  }

  var files: [BatchFile] { get throws { try base.journal.batch(BatchID("batch"))?.files ?? [] } }

  /// One line for each photo that is not in just one place, that has a name without a file, and for each thing that is
  /// left lying about.
  ///
  /// - Parameter restored: Of photos that are home, the smaller files may be in the trash.
  func problems(restored: Bool = false) throws -> [String] {
    var problems: [String] = []
    let trash = try base.trash
    var trashed: [[UInt8]: Int] = [:]
    let names = TemporaryFolder.names(trash.appending(name: "files"))
    for name in names {
      let bytes = try TemporaryFolder.read(trash.appending(name: "files").appending(name: name))
      trashed[bytes, default: 0] += 1
      if !originals.values.contains(bytes), !(restored && originals.values.contains { Self.smaller($0) == bytes }) {
        problems.append("\(String(decoding: name, as: UTF8.self)) in the trash is no photo")
      }
    }
    let notes = Set(TemporaryFolder.names(trash.appending(name: "info")))
    if Set(names.map { $0 + Array(".trashinfo".utf8) }) != notes { problems.append("notes and files differ") }
    for (path, bytes) in originals {
      let home = try? TemporaryFolder.read(path)
      let inTrash = trashed[bytes] ?? 0
      if home == bytes ? inTrash != 0 : !(home == Self.smaller(bytes) && inTrash == 1) {
        problems.append("\(path): home \(home == bytes), something \(home != nil), trash \(inTrash)")
      }
    }
    for folder in Set(originals.keys.map(\.parentFolder)) {
      for name in TemporaryFolder.names(folder) where originals[folder.appending(name: name)] == nil {
        problems.append("\(String(decoding: name, as: UTF8.self)) is left in \(folder)")
      }
    }
    return problems.sorted()
  }

  var areAllOriginal: Bool { originals.allSatisfy { path, bytes in (try? TemporaryFolder.read(path)) == bytes } }
}
