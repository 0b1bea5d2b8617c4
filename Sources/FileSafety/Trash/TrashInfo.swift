package import SystemPackage

/// The contents of a `.trashinfo` (freedesktop.org trash specification 1.0): the original location of a trashed file.
package struct TrashInfo: Hashable, Sendable {
  /// The original location as raw bytes: absolute, or relative to the top folder of a volume.
  package var path: [UInt8]
  /// The time of deletion; nil where it is missing or broken. The file can be restored all the same.
  package var date: DeletionDate?
}

extension TrashInfo {
  /// The bytes of the `.trashinfo`. `Path=` holds the bytes of the file system, all but the plainest percent-escaped.
  package var contents: [UInt8] {
    var bytes = Array("[Trash Info]\nPath=\(path.percentEscaped)\n".utf8)
    if let date { bytes += Array("DeletionDate=\(date.text)\n".utf8) }
    return bytes
  }

  /// Reads a `.trashinfo`: the first group must be `[Trash Info]`, the first `Path` and the first `DeletionDate` in it
  /// count, and everything else is ignored.
  ///
  /// Nil where the first line is another, or there is no path, or the path is empty, holds a NUL or a broken escape.
  package init?(contents: [UInt8]) {
    let lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, first.elementsEqual("[Trash Info]".utf8) else { return nil }
    var path: [UInt8]?
    var date: DeletionDate??
    for line in lines.dropFirst() {
      if line.first == UInt8(ascii: "[") { break }
      if path == nil, let value = Self.value(of: "Path", in: line) {
        guard let decoded = Self.withoutEscapes(value) else { return nil }
        path = decoded
      } else if date == nil, let value = Self.value(of: "DeletionDate", in: line) {
        date = DeletionDate(String(decoding: value, as: UTF8.self))
      }
    }
    guard let path, !path.isEmpty, !path.contains(0) else { return nil }
    self.init(path: path, date: date ?? nil)
  }

  /// The original location of the file.
  ///
  /// - Parameter topFolder: The top folder of the volume for a volume trash, where a relative path starts and which no
  ///   path may leave; nil for the home trash, where the path is absolute.
  /// - Returns: Nil for a path with `..` or `.` in it, a relative one in the home trash, or one outside of the volume.
  package func originalPath(topFolder: FilePath?) -> FilePath? {
    let given = FilePath(bytes: path)
    guard given.hasOnlyPlainNames, !given.isRootFolder, !given.isEmpty else { return nil }
    guard let topFolder else { return given.startsAtRoot ? given : nil }
    // An absolute path in a volume trash is against the specification; it is accepted if it stays on the volume.
    let whole = given.startsAtRoot ? given : topFolder.appending(name: given.bytes)
    return whole.isInside(topFolder) && whole != topFolder ? whole : nil
  }

  private static func value(of key: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let prefix = Array("\(key)=".utf8)
    return line.starts(with: prefix) ? line.dropFirst(prefix.count) : nil
  }

  private static func withoutEscapes(_ value: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = value
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let high = digit(rest.removeFirst()), let low = digit(rest.removeFirst()) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
