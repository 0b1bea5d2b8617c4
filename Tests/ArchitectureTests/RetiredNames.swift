import Foundation
import Glibc

/// A word that names are not to hold, in the forms that count, and where it means another thing.
struct RetiredName: Decodable {
  /// The list that `scripts/structure` reads, too.
  static let list = "scripts/lib/retired-names.json"

  /// The term of the field to write in its place.
  let write: String
  /// Lower-case words; one of several parts, such as `words-in-force`, stands in a name in this order.
  let forms: [String]
  /// Names in which the word is right.
  let names: [String]
  /// Patterns of paths below `Sources` in which it is.
  let files: [String]
  /// The targets in which the word has the meaning that is to go; empty for all.
  let only: [String]

  /// `PDQHash` and `is_a_pair` fall apart into pdq, hash and is, a, pair.
  static func parts(of name: String) -> [String] {
    func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    let bytes = Array(name.utf8)
    var parts: [String] = []
    var at = 0
    while at < bytes.count {
      let start = at
      while at < bytes.count, isUpper(bytes[at]) { at += 1 }
      if at < bytes.count, isLower(bytes[at]) {
        let first = at > start ? at - 1 : at
        if first > start { parts.append(String(decoding: bytes[start..<first], as: UTF8.self).lowercased()) }
        while at < bytes.count, isLower(bytes[at]) { at += 1 }
        parts.append(String(decoding: bytes[first..<at], as: UTF8.self).lowercased())
      } else if at > start {
        parts.append(String(decoding: bytes[start..<at], as: UTF8.self).lowercased())
      } else {
        at += 1
      }
    }
    return parts
  }

  /// Whether a name that falls apart so holds the word.
  func isPart(of parts: [String]) -> Bool {
    forms.contains { form in
      let form = form.split(separator: "-").map(String.init)
      return parts.indices.contains { parts[$0...].starts(with: form) }
    }
  }

  /// Whether the word is right in a file: a test is judged as the type, and its target as that, which it tests.
  ///
  /// - Parameter file: A path below the root.
  func isAllowed(_ parts: [String], in file: String) -> Bool {
    let suite = parts.last == "tests" ? Array(parts.dropLast()) : parts
    if names.contains(where: { [parts, suite].contains(Self.parts(of: $0)) }) { return true }
    var path = file.split(separator: "/").dropFirst().map(String.init)
    if let target = path.first, target.hasSuffix("Tests") { path[0].removeLast("Tests".count) }
    let tested = path.joined(separator: "/").replacing("Tests.swift", with: ".swift")
    if !only.isEmpty, !only.contains(path.first ?? "") { return true }
    return files.contains { fnmatch($0, tested, 0) == 0 }
  }
}

extension SourceRules {
  /// Names with a word of `scripts/lib/retired-names.json`: declared in Swift, of tables and columns in SQL, all in C, and
  /// those of files.
  func retiredNames() -> [Violation] {
    guard let list = tree.file(RetiredName.list),
      let retired = try? JSONDecoder().decode([RetiredName].self, from: Data(list.text.utf8))
    else { return [Violation(file: RetiredName.list, line: 0, message: "cannot be read")] }
    var holders: [String: [RetiredName]] = [:]
    let files = ["Sources", "Tests"].flatMap { tree.files(in: $0, suffixes: ["swift", "c", "h"]) }
    return files.flatMap { file -> [Violation] in
      let isSwift = file.file.hasSuffix(".swift")
      let title = (file.file as NSString).lastPathComponent.prefix { $0 != "." }
      let names =
        [SourceToken(text: String(title), line: 0, kind: .name)]
        + (isSwift ? DeclaredNames.inSwift(file.text) : DeclaredNames.inC(file.text))
      return names.compactMap { name -> Violation? in
        let parts = RetiredName.parts(of: name.text)
        let matches = holders[name.text] ?? retired.filter { $0.isPart(of: parts) }
        holders[name.text] = matches
        guard let match = matches.first(where: { !$0.isAllowed(parts, in: file.file) }) else { return nil }
        return Violation(file: file.file, line: name.line, message: "names \(name.text); write: \(match.write)")
      }
    }
  }
}
