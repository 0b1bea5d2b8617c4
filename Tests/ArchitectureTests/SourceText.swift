import Foundation

/// One line of a source file that breaks a rule of the package.
struct Violation: Equatable, CustomStringConvertible {
  /// Path below the package root.
  let file: String
  /// Counted from 1; 0 when the whole file or folder is meant.
  let line: Int
  let message: String

  var description: String { "\(file):\(line): \(message)" }
}

/// A source file: its text, and its code with comments and the insides of string literals blanked.
struct SourceText {
  /// Path below the package root.
  let file: String
  let text: String

  /// The name of the target folder: `Sources/Views/Home/Card.swift` is of `Views`.
  var target: String {
    let parts = file.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  /// The path of the folder that it lies in.
  var folder: String { (file as NSString).deletingLastPathComponent }

  /// The lines of code that hold one of these marks, numbered from 1, without comments and without what stands
  /// inside quotes. Searching for these first keeps the reading of a large tree short.
  func codeLines(with marks: [String]) -> [(number: Int, code: String)] {
    func holds(_ text: some StringProtocol) -> Bool { marks.contains { text.range(of: $0) != nil } }
    guard holds(text) else { return [] }
    let lines = Self.code(of: text).split(separator: "\n", omittingEmptySubsequences: false)
    return zip(1..., lines).filter { holds($0.1) }.map { ($0, String($1)) }
  }

  /// The text with comments (nested ones too) and string contents turned into nothing; line breaks stay, escaped ones
  /// too.
  static func code(of text: String) -> String {
    let bytes = Array(text.utf8)
    let lineBreak = UInt8(ascii: "\n")
    let quoteMark = UInt8(ascii: "\"")
    let slash = UInt8(ascii: "/")
    let star = UInt8(ascii: "*")
    var code: [UInt8] = []
    var commentDepth = 0
    var quoteLength = 0
    var at = 0

    /// The byte that stands `offset` after the current one, 0 behind the end.
    func next(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

    while at < bytes.count {
      let byte = bytes[at]
      let quotes = byte == quoteMark ? (next(1) == quoteMark && next(2) == quoteMark ? 3 : 1) : 0
      var taken = 1
      if commentDepth > 0 {
        if byte == star, next(1) == slash { (commentDepth, taken) = (commentDepth - 1, 2) }
        if byte == slash, next(1) == star { (commentDepth, taken) = (commentDepth + 1, 2) }
        if byte == lineBreak { code.append(byte) }
      } else if quoteLength > 0 {
        if byte == UInt8(ascii: "\\") {
          taken = 2
          if next(1) == lineBreak { code.append(lineBreak) }
        } else if quotes >= quoteLength {
          (quoteLength, taken) = (0, quoteLength)
          code.append(quoteMark)
        } else if byte == lineBreak {
          code.append(byte)
          if quoteLength == 1 { quoteLength = 0 }
        }
      } else if byte == slash, next(1) == slash {
        while at + taken < bytes.count, next(taken) != lineBreak { taken += 1 }
      } else if byte == slash, next(1) == star {
        (commentDepth, taken) = (1, 2)
      } else if quotes > 0 {
        (quoteLength, taken) = (quotes, quotes)
        code.append(quoteMark)
      } else {
        code.append(byte)
      }
      at += taken
    }
    return String(decoding: code, as: UTF8.self)
  }
}

/// The files of a package, read once.
struct SourceTree {
  let root: URL

  /// Names of the folders directly in `Sources`.
  var targetFolders: Set<String> {
    let entries = try? FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Sources"), includingPropertiesForKeys: [.isDirectoryKey])
    return Set((entries ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent))
  }

  /// The text files with one of these suffixes below `folder`, in the order of their paths.
  func files(in folder: String, suffixes: Set<String>) -> [SourceText] {
    guard let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path) else { return [] }
    return walk.compactMap { $0 as? String }.sorted().compactMap { path in
      guard suffixes.contains((path as NSString).pathExtension) else { return nil }
      let file = "\(folder)/\(path)"
      guard let text = try? String(contentsOf: root.appending(path: file), encoding: .utf8) else { return nil }
      return SourceText(file: file, text: text)
    }
  }

  /// Whether there is a file or a folder at this path below the root.
  func contains(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

  /// The file at this path below the root, or nil where there is none.
  func file(_ path: String) -> SourceText? {
    (try? String(contentsOf: root.appending(path: path), encoding: .utf8)).map { SourceText(file: path, text: $0) }
  }
}
