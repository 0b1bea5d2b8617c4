import Foundation

/// The rules that the suite holds a source tree against. Each returns what breaks it; an empty list is a pass.
struct SourceRules {
  let plan: TargetTable
  let tree: SourceTree

  private var swiftFiles: [SourceText] { tree.files(in: "Sources", suffixes: ["swift"]) }
  private var cFiles: [SourceText] { tree.files(in: "Sources", suffixes: ["c", "h"]) }

  /// Imports that the table does not allow.
  func forbiddenImports() -> [Violation] {
    swiftFiles.flatMap { file -> [Violation] in
      guard let target = plan.targets[file.target] else { return [] }
      let allowed = target.ours.union(target.outside).union(plan.everywhere)
      return file.codeLines(with: ["import"]).flatMap { line in
        Self.importedModules(in: line.code).filter { !allowed.contains($0) }.map {
          Violation(file: file.file, line: line.number, message: "\(file.target) may not import \($0)")
        }
      }
    }
  }

  /// The modules that a line of code imports, whatever stands before or after the word `import`.
  static func importedModules(in code: String) -> [String] {
    let pattern =
      #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?(?:@\w+(?:\([^)]*\))?\s+)*import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor|macro)\s+)?(\w+)/#
    return code.split(separator: ";").compactMap { $0.firstMatch(of: pattern).map { String($0.1) } }
  }

  /// Target folders without a line in the table, and lines without a folder.
  func targetsOutOfStep() -> [Violation] {
    let named = Set(plan.targets.keys).union(plan.cTargets)
    let folders = tree.targetFolders
    let missing = folders.subtracting(named).map { ($0, "is a folder that the table of targets does not name") }
    let gone = named.subtracting(folders).map { ($0, "stands in the table of targets and has no folder") }
    return (missing + gone).sorted { $0.0 < $1.0 }.map { Violation(file: "Sources/\($0.0)", line: 0, message: $0.1) }
  }

  /// Headers of C libraries included outside the targets that own them.
  func forbiddenIncludes() -> [Violation] {
    violations(in: cFiles, marks: ["include"], pattern: #/^\s*#\s*include\s*<([^>]+)>/#) { file, header in
      guard let owners = plan.headerOwners.first(where: { header.hasPrefix($0.key) })?.value else { return nil }
      return owners.contains(file.target) ? nil : "\(file.target) may not include \(header)"
    }
  }

  /// Calls that remove, move or cut files outside the targets that may.
  func forbiddenRemovals() -> [Violation] {
    // `\b` would not do: by the rules of Unicode no word ends at the dot of `manager.removeItem`.
    let foundation = #/(?:^|\W)((?:remove|move|trash|replace)Item(?:At)?)\s*\(/#
    // The C functions take their arguments without labels, which tells `remove(path)` from `remove(at: index)`.
    let c =
      #/(?:^|[^\w.]|Glibc\.)(unlink|unlinkat|rename|renameat|renameat2|truncate|ftruncate|rmdir|remove)\s*\((?!\s*\w+\s*:)/#
    func report(_ file: SourceText, _ call: String) -> String? {
      plan.targetsThatMayRemoveFiles.contains(file.target) ? nil : "\(call) belongs to FileSafety"
    }
    return violations(in: swiftFiles, marks: ["Item"], pattern: foundation, report)
      + violations(
        in: swiftFiles + cFiles, marks: ["unlink", "rename", "truncate", "rmdir", "remove"], pattern: c, report)
  }

  /// Calls that take a name off a disk, outside the one file in which each needs a proof first.
  func unprovenRemovals() -> [Violation] {
    violations(in: swiftFiles, marks: ["fs_unlink_at"], pattern: #/(fs_unlink_at)/#) { file, call in
      file.file == "Sources/FileSafety/Operations/ProvenRemoval.swift" ? nil : "\(call) belongs to ProvenRemoval.swift"
    }
  }

  /// Calls that open sockets, anywhere but where a model on this machine is asked and where the sandbox tries to get out.
  /// Foundation's `Process` opens some on the loopback.
  func forbiddenSockets() -> [Violation] {
    violations(
      in: swiftFiles + cFiles, marks: ["Process", "socket", "getaddrinfo", "URLSession"],
      pattern: #/(?:^|[^\w.]|Glibc\.|Foundation\.)((?:Process|socket|getaddrinfo)\s*\(|URLSession)/#
    ) { file, call in
      let may = file.target == "CSandbox" || file.file == "Sources/AppCleanup/LoopbackConnection.swift"
      return may ? nil : "\(call) opens sockets"
    }
  }

  /// Clocks, files and the environment in targets that are pure.
  func impurities() -> [Violation] {
    let marks = [
      "FileManager", "FileHandle", "ProcessInfo", "UserDefaults", "ContinuousClock", "SuspendingClock", "Date()",
      "Date.now", "getenv",
    ]
    return swiftFiles.filter { plan.pureTargets.contains($0.target) }.flatMap { file in
      file.codeLines(with: marks).map { line in
        Violation(file: file.file, line: line.number, message: "\(file.target) is pure: \(line.code)")
      }
    }
  }

  /// Targets that docs/ARCHITECTURE.md does not name.
  func targetsWithoutDocumentation() -> [Violation] {
    let path = "docs/ARCHITECTURE.md"
    let text = tree.file(path)?.text ?? ""
    return Set(plan.targets.keys).union(plan.cTargets).sorted().filter { !text.contains("`\($0)`") }.map {
      Violation(file: path, line: 0, message: "does not name the target `\($0)`")
    }
  }

  /// Package and public declarations without a doc comment right above them, or above their attributes.
  func undocumentedDeclarations() -> [Violation] {
    swiftFiles.flatMap { file in
      var violations: [Violation] = []
      var isDocumented = false
      for (number, line) in zip(1..., file.text.split(separator: "\n", omittingEmptySubsequences: false)) {
        let line = line.drop(while: \.isWhitespace)
        // Regular expressions are slow on every line of a large tree.
        let isCandidate = line.range(of: "package ") != nil || line.range(of: "public ") != nil
        if isCandidate, !isDocumented, let name = Self.declaration(in: line) {
          violations.append(Violation(file: file.file, line: number, message: "\(name) has no doc comment"))
        }
        // An attribute on a line of its own belongs to what follows.
        if !Self.isAttribute(line) { isDocumented = line.hasPrefix("///") }
      }
      return violations
    }
  }

  /// The package or public declaration that a line begins with, up to its keyword and its name: "package let path". Nil
  /// for other lines.
  static func declaration(in line: Substring) -> String? {
    let pattern =
      #/
      ^ (?: @\w+ (?: \( [^)]* \) )? \s+ )*
      (
        (?: [a-z]+ \s+ )?? (?: package | public ) \s+
        (?: [a-z]+ (?: \(set\) )? \s+ )*?
        (?:
          (?: var | let | func | struct | class | enum | protocol | actor | typealias | macro ) \s+ (?: \w+ | [^\s\w:(]+ )
          | init\b | subscript\b
        )
      )
      /#
    return line.prefixMatch(of: pattern).map { String($0.1) }
  }

  private static func isAttribute(_ line: Substring) -> Bool {
    line.first == "@" && line.wholeMatch(of: #/@\w+(?:\([^)]*\))?\s*/#) != nil
  }

  /// Folders below `Sources` with more files than a reader takes in.
  func fullFolders(limit: Int = 20) -> [Violation] {
    Dictionary(grouping: swiftFiles, by: \.folder).filter { $0.value.count > limit }.map {
      Violation(
        file: $0.key, line: 0, message: "has \($0.value.count) files; sort them into folders of \(limit) at most")
    }
    .sorted { $0.file < $1.file }
  }

  /// Paths of this package that a document names in backquotes and that are not there.
  func missingPaths() -> [Violation] {
    let documents = tree.files(in: "docs", suffixes: ["md"]) + ["README.md", "CHANGELOG.md"].compactMap(tree.file)
    let pattern = #/`((?:Sources|Tests|docs|scripts|sampledata|\.ci)\/[\w.\/+-]+)[^`]*`/#
    return documents.flatMap { document in
      document.text.matches(of: pattern).map { String($0.1) }.filter { !tree.contains($0) }.map {
        Violation(file: document.file, line: 0, message: "names \($0), which is not there")
      }
    }
  }

  /// Marks of unfinished work and paths of one machine, in code, comments, scripts and documents.
  func unfinishedMarks() -> [Violation] {
    let marks = ["TO" + "DO", "FIX" + "ME", "/wo" + "rk/", "/ro" + "ot/"]
    let files =
      ["Sources", "Tests", "scripts", "docs"].flatMap {
        tree.files(in: $0, suffixes: ["swift", "c", "h", "md", "py", "sh", "modulemap", ""])
      } + ["README.md", "CHANGELOG.md", "Package.swift", ".ci/run"].compactMap { tree.file($0) }
    return files.flatMap { file in
      marks.filter { file.text.range(of: $0) != nil }.flatMap { mark in
        zip(1..., file.text.split(separator: "\n", omittingEmptySubsequences: false))
          .filter { $0.1.range(of: mark) != nil }
          .map { Violation(file: file.file, line: $0.0, message: "contains \(mark)") }
      }
    }
  }

  /// What `report` says about the captured text of each match in code lines that hold one of the marks.
  /// A function's own name is not a call of it.
  private func violations(
    in files: [SourceText], marks: [String], pattern: Regex<(Substring, Substring)>,
    _ report: (SourceText, String) -> String?
  ) -> [Violation] {
    files.flatMap { file in
      file.codeLines(with: marks).flatMap { line in
        line.code.replacing(#/func\s+\w+/#, with: "func").matches(of: pattern).compactMap { match in
          report(file, String(match.1)).map { Violation(file: file.file, line: line.number, message: $0) }
        }
      }
    }
  }
}
