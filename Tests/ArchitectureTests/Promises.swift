import Foundation

/// What a page promises, each with the tests that prove it: docs/EVIDENCE.md, or another page with names of tests.
struct Promises {
  /// A name in the page, and its line.
  struct Proof: Equatable {
    var name: String
    var line: Int
  }

  static let page = "docs/EVIDENCE.md"
  static let states = "docs/STATES.md"
  static let trials = "scripts/lib/torture/__main__.py"

  let tree: SourceTree
  var page = Self.page

  /// Names of tests that the page gives and no test has.
  func testsThatAreMissing() -> [Violation] {
    let names = tree.files(in: "Tests", suffixes: ["swift"]).flatMap { Self.testNames(in: $0.text) }
    let known = Set(names)
    return Self.proofs(in: text).compactMap { proof in
      let isThere =
        proof.name.hasSuffix("…")
        ? names.contains { $0.hasPrefix(proof.name.dropLast()) } : known.contains(proof.name)
      return isThere ? nil : violation(proof, "no test is called \"\(proof.name)\"")
    }
  }

  /// Trials that the table of figures names and `scripts/torture` does not have.
  func trialsThatAreMissing() -> [Violation] {
    let known = Set(
      (tree.file(Self.trials)?.text ?? "").matches(of: #/^\s+"(\w+)":/#.anchorsMatchLineEndings()).map { String($0.1) })
    return Self.trialNames(in: text).compactMap { trial in
      known.contains(trial.name) ? nil : violation(trial, "scripts/torture has no trial \"\(trial.name)\"")
    }
  }

  private var text: String { tree.file(page)?.text ?? "" }

  private func violation(_ proof: Proof, _ message: String) -> Violation {
    Violation(file: page, line: proof.line, message: message)
  }

  /// The sentences that are set in italics; one that ends with an ellipsis stands for the tests that begin so.
  static func proofs(in page: String) -> [Proof] {
    numbered(page).flatMap { line, text in
      !text.contains("*")
        ? [] : text.matches(of: #/(?:^|[^*])\*([^*\s][^*]*)\*(?:[^*]|$)/#).map { Proof(name: String($0.1), line: line) }
    }
  }

  /// What stands in backquotes in the third column of the table.
  static func trialNames(in page: String) -> [Proof] {
    numbered(page).flatMap { line, text -> [Proof] in
      let cells = text.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count > 4, cells[1].contains(#/^\s*N\d+\s*$/#) else { return [] }
      return cells[3].matches(of: #/`(\w+)`/#).map { Proof(name: String($0.1), line: line) }
    }
  }

  static func testNames(in source: String) -> [String] {
    source.components(separatedBy: "func `").dropFirst().compactMap { $0.components(separatedBy: "`").first }
  }

  private static func numbered(_ page: String) -> [(Int, String)] {
    zip(1..., page.split(separator: "\n", omittingEmptySubsequences: false)).map { ($0, String($1)) }
  }
}
