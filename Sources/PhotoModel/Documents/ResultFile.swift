package import SystemPackage

/// Sets of files that another program found to be alike: the result of fclones or of czkawka, as text or JSON. The
/// result is only a claim: the files are compared again before they are used.
package struct ResultFile: Hashable, Sendable {
  /// The relation that a result claims between the files of a set.
  package enum Claim: Hashable, Sendable {
    /// The files are equal to the last byte.
    case sameBytes
    /// The files are similar, or share a name or a size.
    case alike
  }

  /// Files that the result claims to be alike, in its order.
  package struct FileSet: Hashable, Sendable {
    /// The files, absolute, in the order of the result.
    package var paths: [FilePath]
    /// The file that the program was told to leave alone; nil for none.
    package var reference: FilePath?
    /// The relation that the result claims.
    package var claim: Claim
    /// The line in which the set begins, from 1.
    package var line: Int
  }

  /// An error in a result.
  package struct Problem: Error, Hashable {
    /// The line of the error, from 1; nil where no one line is to blame.
    package var line: Int?
    /// The error as the end of a sentence: "this is no path".
    package var text: String
  }

  /// The sets, in the order of the result; each has at least two files.
  package private(set) var sets: [FileSet] = []

  /// Reads a result, in the format that its first bytes show.
  ///
  /// - Throws: The error in the first line that cannot be understood: a result is read whole or not at all.
  package init(_ bytes: [UInt8]) throws(Problem) {
    // The byte order mark that Windows programs write before their text.
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let found: [FileSet]
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): found = try Self.sets(inJSON: bytes)
    case nil: throw Problem(text: "it is empty")
    default:
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        line.last == 0x0D ? line.dropLast() : line
      }
      let isOfFclones = lines[0].starts(with: Array("# Report by fclones".utf8))
      found = isOfFclones ? try FclonesText(lines).sets : try CzkawkaText(lines).sets
    }
    for set in found where set.paths.count > 1 { sets.append(set) }
  }

  /// The path that some bytes stand for.
  ///
  /// - Parameter folder: The folder at which a relative path starts.
  static func path(_ bytes: [UInt8], in folder: FilePath?, line: Int) throws(Problem) -> FilePath {
    guard !bytes.isEmpty, !bytes.contains(0) else { throw Problem(line: line, text: "this is no path") }
    let path = FilePath(bytes: bytes)
    if path.isAbsolute { return path }
    guard let folder else { throw Problem(line: line, text: "this path does not begin with “/”") }
    return folder.pushing(path)
  }
}

// MARK: JSON

extension ResultFile {
  private static func sets(inJSON bytes: [UInt8]) throws(Problem) -> [FileSet] {
    let tree: JSONTree
    do { tree = try JSONTree(bytes) } catch { throw Problem(line: error.line, text: "this is no JSON") }
    if let groups = tree["groups"] { return try setsOfFclones(groups, header: tree["header"]) }
    var sets: [FileSet] = []
    try addSets(ofCzkawka: tree, to: &sets)
    return sets
  }

  /// `{"header": {"base_dir": …}, "groups": [{"files": ["…", …]}, …]}`.
  private static func setsOfFclones(_ groups: JSONTree, header: JSONTree?) throws(Problem) -> [FileSet] {
    guard let elements = groups.elements else { throw Problem(line: groups.line, text: "“groups” is no list") }
    let base = try header?["base_dir"].flatMap { tree throws(Problem) in
      try tree.text.map { text throws(Problem) in try escapedPath(Array(text.utf8), in: nil, line: tree.line) }
    }
    var sets: [FileSet] = []
    for group in elements {
      guard let files = group["files"]?.elements else {
        throw Problem(line: group.line, text: "this group has no list of “files”")
      }
      var paths: [FilePath] = []
      for file in files {
        guard let text = file.text else { throw Problem(line: file.line, text: "this is no path") }
        paths.append(try escapedPath(Array(text.utf8), in: base, line: file.line))
      }
      sets.append(FileSet(paths: paths, claim: .sameBytes, line: group.line))
    }
    return sets
  }

  /// Lists of entries with a “path”, however deep: by size, by name, or plain; `[reference, [entries]]` where folders
  /// were named as references.
  private static func addSets(ofCzkawka tree: JSONTree, to sets: inout [FileSet]) throws(Problem) {
    switch tree.value {
    case .object(let members): for member in members { try addSets(ofCzkawka: member.value, to: &sets) }
    case .array(let elements):
      guard elements.contains(where: { $0["path"] != nil }) else {
        for element in elements { try addSets(ofCzkawka: element, to: &sets) }
        return
      }
      let isReferenced = elements.count == 2 && elements[0]["path"] != nil && elements[1].elements != nil
      let entries = isReferenced ? [elements[0]] + (elements[1].elements ?? []) : elements
      var paths: [FilePath] = []
      for entry in entries {
        guard let text = entry["path"]?.text else { throw Problem(line: entry.line, text: "this entry has no “path”") }
        paths.append(try path(Array(text.utf8), in: nil, line: entry.line))
      }
      // A duplicate has its hash as text; that of a picture is a list, and there is none of a name or a size.
      let claim: Claim = entries.allSatisfy { $0["hash"]?.text?.isEmpty == false } ? .sameBytes : .alike
      sets.append(FileSet(paths: paths, reference: isReferenced ? paths[0] : nil, claim: claim, line: tree.line))
    case .string, .other:
      throw Problem(line: tree.line, text: "this is neither of fclones nor of czkawka")
    }
  }

  /// The path that fclones writes with "\xFF" for bytes that are no text, and two backslashes for one.
  static func escapedPath(_ bytes: [UInt8], in folder: FilePath?, line: Int) throws(Problem) -> FilePath {
    var plain: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        plain.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): plain.append(byte)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "x"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          throw Problem(line: line, text: "this path has a “\\x” without two digits")
        }
        plain.append(value)
        rest = rest.dropFirst(2)
      default: throw Problem(line: line, text: "this path has a backslash that means nothing")
      }
    }
    return try path(plain, in: folder, line: line)
  }
}
