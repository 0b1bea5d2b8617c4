import Glibc
import PhotoModel
import SystemPackage

/// Says whether every photo is safe, knowing only the disk and what was there before.
///
/// Safe: the bytes of the photo are, unchanged, under exactly one of its original path or an entry in `files/` with a
/// complete note that names the original path. Shares no code with what it checks.
struct SafetyChecker {
  private let photos: [FilePath: [UInt8]]

  /// Remembers the photos as they are now.
  init(_ photos: [FilePath]) throws {
    self.photos = Dictionary(uniqueKeysWithValues: try photos.map { ($0, try TemporaryFolder.read($0)) })
  }

  /// One line for each photo that is not safe and each thing in the trashes that does not belong there.
  ///
  /// - Parameter trashes: Trash folders, each with the top folder that its relative paths start at.
  func problems(_ trashes: [(trash: FilePath, top: FilePath?)]) -> [String] {
    var problems: [String] = []
    var trashed: [FilePath: [[UInt8]]] = [:]
    for (trash, top) in trashes {
      let files = Set(TemporaryFolder.names(FilePath(bytes: trash.bytes + Array("/files".utf8))))
      let infos = Set(TemporaryFolder.names(FilePath(bytes: trash.bytes + Array("/info".utf8))))
      for name in files {
        guard infos.contains(name + Array(".trashinfo".utf8)) else {
          problems.append("no note: \(show(name))")
          continue
        }
        let note = FilePath(
          bytes: trash.bytes + Array("/info/".utf8) + name + Array(".trashinfo".utf8))
        guard let original = originalPath(note, top) else {
          problems.append("broken note: \(show(name))")
          continue
        }
        let file = FilePath(bytes: trash.bytes + Array("/files/".utf8) + name)
        trashed[original, default: []].append((try? TemporaryFolder.read(file)) ?? [])
      }
      for info in infos where !files.contains(info.dropLast(".trashinfo".utf8.count)) {
        problems.append("stray note: \(show(info))")
      }
    }
    for (path, contents) in photos {
      let home = try? TemporaryFolder.read(path)
      let places = (home == contents ? 1 : 0) + trashed[path, default: []].count { $0 == contents }
      if places != 1 { problems.append("\(show(path.bytes)) is in \(places) places") }
      if let home, home != contents { problems.append("\(show(path.bytes)) has other bytes") }
    }
    return problems.sorted()
  }

  private func originalPath(_ note: FilePath, _ top: FilePath?) -> FilePath? {
    guard let bytes = try? TemporaryFolder.read(note), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 4, lines[0] == "[Trash Info]", lines[1].hasPrefix("Path="), lines[2].hasPrefix("DeletionDate=")
    else { return nil }
    var decoded: [UInt8] = []
    var escaped = Array(lines[1].dropFirst(5).utf8)[...]
    while let byte = escaped.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let value = UInt8(String(decoding: escaped.prefix(2), as: UTF8.self), radix: 16) else { return nil }
        decoded.append(value)
        escaped = escaped.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    let path = FilePath(bytes: decoded)
    if path.isAbsolute { return path }
    return top.map { FilePath(bytes: $0.bytes + [UInt8(ascii: "/")] + decoded) }
  }

  private func show(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
