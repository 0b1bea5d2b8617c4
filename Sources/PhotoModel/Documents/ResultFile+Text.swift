import SystemPackage

/// `fclones group`: comments, then for each group "HASH, BYTES B (…) * COUNT:" and its files, indented by four blanks.
struct FclonesText {
  private(set) var sets: [ResultFile.FileSet] = []

  init(_ lines: [ArraySlice<UInt8>]) throws(ResultFile.Problem) {
    let base = Array("# Base dir: ".utf8)
    var folder: FilePath?
    var expected = 0
    for (index, line) in lines.enumerated() {
      let number = index + 1
      if line.starts(with: Array("    ".utf8)), expected > 0 {
        let path = try ResultFile.escapedPath(Array(line.dropFirst(4)), in: folder, line: number)
        sets[sets.count - 1].paths.append(path)
        expected -= 1
        continue
      }
      guard expected == 0 else {
        throw ResultFile.Problem(line: number, text: "\(expected) more of the group’s files should stand here")
      }
      if line.starts(with: base) {
        folder = try ResultFile.escapedPath(Array(line.dropFirst(base.count)), in: nil, line: number)
      } else if line.first != UInt8(ascii: "#"), !line.isEmpty {
        guard let count = Self.count(ofHeader: line) else {
          throw ResultFile.Problem(line: number, text: "this is neither the head of a group nor a file of one")
        }
        expected = count
        sets.append(ResultFile.FileSet(paths: [], claim: .sameBytes, line: number))
      }
    }
    if expected > 0 { throw ResultFile.Problem(line: lines.count, text: "the last group is not whole") }
  }

  /// "49165422e775f631cca3b09124f8ee89, 6274 B (6.3 KB) * 2:".
  private static func count(ofHeader line: ArraySlice<UInt8>) -> Int? {
    let text = String(decoding: line, as: UTF8.self)
    guard let match = text.wholeMatch(of: /[0-9a-f]*, [0-9]+ B \([^*]*\) \* ([0-9]{1,9}):/) else { return nil }
    return Int(match.1)
  }
}

/// A result that czkawka prints or saves: headings, and for each set its files, one to a line and in quotes, with its
/// details behind it.
struct CzkawkaText {
  private(set) var sets: [ResultFile.FileSet] = []

  init(_ lines: [ArraySlice<UInt8>]) throws(ResultFile.Problem) {
    var hasHeading = false
    var isOpen = false
    var claim = ResultFile.Claim.alike
    let reference = Array("Reference file - ".utf8)
    for (index, line) in lines.enumerated() {
      let number = index + 1
      if line.isEmpty {
        isOpen = false
      } else if line.starts(with: reference), let bytes = Self.path(in: line.dropFirst(reference.count)) {
        let path = try ResultFile.path(bytes, in: nil, line: number)
        sets.append(ResultFile.FileSet(paths: [path], reference: path, claim: claim, line: number))
        isOpen = true
      } else if let bytes = Self.path(in: line) {
        let path = try ResultFile.path(bytes, in: nil, line: number)
        if !isOpen { sets.append(ResultFile.FileSet(paths: [], claim: claim, line: number)) }
        sets[sets.count - 1].paths.append(path)
        isOpen = true
      } else if Self.isHeading(line) {
        hasHeading = true
        claim = Self.claim(ofHeading: line) ?? claim
        isOpen = false
      } else if hasHeading {
        throw ResultFile.Problem(line: number, text: "this is neither a file nor a heading of czkawka")
      }
    }
    if !hasHeading { throw ResultFile.Problem(line: 1, text: "this is neither of fclones nor of czkawka") }
  }

  /// The claim of a heading; nil for one within a part of the result.
  private static func claim(ofHeading line: ArraySlice<UInt8>) -> ResultFile.Claim? {
    let text = String(decoding: line, as: UTF8.self)
    if text.contains("same hash") || text.contains(" duplicated files which ") { return .sameBytes }
    return text.hasPrefix("Found ") || text.contains("Files with same") ? .alike : nil
  }

  private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return ["Found ", "----", "Name - ", "Size - ", "Not found"].contains { text.hasPrefix($0) }
      || text.hasSuffix("images which have similar friends")
  }

  /// The path at the start of a line: in quotes, or, as older versions wrote it, bare. Behind that of a picture stand
  /// " - 4032x3024 - 3.1 MiB - High" or nothing.
  private static func path(in line: ArraySlice<UInt8>) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard line.first == quote || line.first == UInt8(ascii: "/") else { return nil }
    let isQuoted = line.first == quote
    let whole = isQuoted ? line.dropFirst() : line
    let separator = Array((isQuoted ? "\" - " : " - ").utf8)
    // The last separator that a size in pixels follows: a name may contain anything.
    var end = whole.endIndex - separator.count
    while end > whole.startIndex {
      if whole[end...].starts(with: separator), isPixelSize(whole[(end + separator.count)...]) {
        return Array(whole[..<end])
      }
      end -= 1
    }
    if !isQuoted { return Array(whole) }
    return whole.last == quote ? Array(whole.dropLast()) : nil
  }

  /// "4032x3024 - …".
  private static func isPixelSize(_ rest: ArraySlice<UInt8>) -> Bool {
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let height = rest.drop(while: isDigit)
    guard height.startIndex > rest.startIndex, height.first == UInt8(ascii: "x") else { return false }
    let behind = height.dropFirst().drop(while: isDigit)
    return behind.startIndex > height.startIndex + 1 && behind.starts(with: Array(" - ".utf8))
  }
}
