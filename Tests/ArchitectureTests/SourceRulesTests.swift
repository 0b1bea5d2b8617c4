import Foundation
import Testing

/// The rules themselves, tried on small trees that are wrong on purpose: a rule that cannot fail guards nothing.
@Suite final class SourceRulesTests {
  private let root = URL.temporaryDirectory.appending(path: "deckle-house-\(UUID().uuidString)")
  private let plan = TargetTable(
    targets: [
      "Cellar": .init(outside: ["SystemPackage"]), "Kitchen": .init(["Cellar"]), "FileSafety": .init(["Cellar"]),
    ],
    cTargets: ["CStove"], everywhere: ["Foundation"], headerOwners: ["gas.h": ["CStove"]],
    pureTargets: ["Cellar"], targetsThatMayRemoveFiles: ["FileSafety"])

  init() throws {
    for target in ["Cellar", "Kitchen", "FileSafety", "CStove"] {
      try FileManager.default.createDirectory(
        at: root.appending(path: "Sources/\(target)"), withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(at: root.appending(path: "docs"), withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private var rules: SourceRules { SourceRules(plan: plan, tree: SourceTree(root: root)) }

  private func write(_ text: String, to path: String) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  @Test(arguments: [
    ("import Kitchen", ["Kitchen"]),
    ("  @testable import Kitchen", ["Kitchen"]),
    ("package import struct Kitchen.Stove", ["Kitchen"]),
    ("@preconcurrency public import Kitchen", ["Kitchen"]),
    ("@_spi(Internals) internal import func Kitchen.cook", ["Kitchen"]),
    ("import Cellar; import Kitchen", ["Cellar", "Kitchen"]),
    ("let important = 1", []),
    ("#if canImport(Kitchen)", []),
  ])
  func `modules are found behind every form of import`(line: String, modules: [String]) {
    #expect(SourceRules.importedModules(in: line) == modules)
  }

  @Test func `an upward import is a violation that names file, line and module`() throws {
    try write(
      "import Foundation\nimport SystemPackage\n\n@testable package import Kitchen\n", to: "Sources/Cellar/Wine.swift")
    try write("import Cellar\n", to: "Sources/Kitchen/Table.swift")

    let found = rules.forbiddenImports()

    #expect(found.map(\.description) == ["Sources/Cellar/Wine.swift:4: Cellar may not import Kitchen"])
  }

  @Test func `imports in comments and strings are not imports`() throws {
    let text = """
      // import Kitchen
      /* import Kitchen /* nested */
      import Kitchen
      */
      let words = \"""
        import Kitchen
        \"""
      let more = "\\" // "; import Foundation
      """
    try write(text, to: "Sources/Cellar/Wine.swift")

    #expect(rules.forbiddenImports() == [])
  }

  @Test func `an escaped newline in a string shifts no line number`() {
    let text = SourceText(
      file: "Sources/Cellar/Wine.swift", text: "let text = \"\"\"\n  one \\\n  two\n  \"\"\"\nimport Kitchen\n")

    #expect(text.codeLines(with: ["import"]).map(\.number) == [5])
  }

  @Test func `a folder without a line and a line without a folder are violations`() throws {
    try FileManager.default.createDirectory(
      at: root.appending(path: "Sources/Attic"), withIntermediateDirectories: false)
    try FileManager.default.removeItem(at: root.appending(path: "Sources/CStove"))

    #expect(rules.targetsOutOfStep().map(\.file) == ["Sources/Attic", "Sources/CStove"])
  }

  @Test func `a C header outside its target is a violation`() throws {
    try write("#include <stdio.h>\n# include <gas.h>\n", to: "Sources/CStove/stove.c")
    #expect(rules.forbiddenIncludes() == [])

    try write("#include <gas.h>\n", to: "Sources/Kitchen/pipe.h")
    #expect(rules.forbiddenIncludes().map(\.line) == [1])
  }

  @Test(arguments: [
    "try FileManager.default.removeItem(at: url)", "try manager.moveItem (at: a, to: b)", "manager.trashItem(at: url)",
    "unlink(path)", "if Glibc.rename(old, new) == 0 {", "_ = ftruncate(descriptor, 0)", "rmdir(path)", "remove(path)",
  ])
  func `a call that removes files is a violation outside FileSafety only`(call: String) throws {
    try write("\(call)\n", to: "Sources/FileSafety/Trash.swift")
    #expect(rules.forbiddenRemovals() == [])

    try write("let before = 1\n\(call)\n", to: "Sources/Kitchen/Sink.swift")
    #expect(rules.forbiddenRemovals().map(\.line) == [2])
  }

  @Test(arguments: [
    "marks.remove(at: 3)", "remove(at: index)", "func remove(_ mark: Mark) {", "marks.removeAll()", "// unlink(path)",
    "let advice = \"rename(a, b)\"", "store.rename(session)",
  ])
  func `a harmless call that reads alike is no violation`(call: String) throws {
    try write("\(call)\n", to: "Sources/Kitchen/Sink.swift")
    #expect(rules.forbiddenRemovals() == [])
  }

  @Test func `a name taken off a disk outside of the file of proofs is a violation`() throws {
    let call = "try checked(withName(name) { fs_unlink_at(folder.number, $0) })\n"
    try write(call, to: "Sources/FileSafety/Operations/ProvenRemoval.swift")
    #expect(rules.unprovenRemovals() == [])

    try write(call, to: "Sources/FileSafety/Trash.swift")
    #expect(rules.unprovenRemovals().map(\.file) == ["Sources/FileSafety/Trash.swift"])
  }

  @Test(arguments: [
    ("let process = Process()", 1), ("let end = Glibc.socket(AF_INET, kind, 0)", 1),
    ("URLSession.shared.dataTask(url)", 1),
    ("state.socket(1)", 0), ("let process: pid_t = 0", 0), ("WorkerProcess(path)", 0),
  ])
  func `a call that opens a socket is a violation`(call: String, count: Int) throws {
    try write("\(call)\n", to: "Sources/Kitchen/Sink.swift")
    #expect(rules.forbiddenSockets().count == count)
  }

  @Test func `a clock in a pure target is a violation`() throws {
    try write("let now = Date()\n", to: "Sources/Kitchen/Clock.swift")
    #expect(rules.impurities() == [])

    try write("let now = Date()\n", to: "Sources/Cellar/Clock.swift")
    #expect(rules.impurities().count == 1)
  }

  @Test func `a target that the document does not name is a violation`() throws {
    try write("`Cellar`, `Kitchen` and `CStove`", to: "docs/ARCHITECTURE.md")

    #expect(rules.targetsWithoutDocumentation().map(\.message) == ["does not name the target `FileSafety`"])
  }

  @Test(arguments: [
    ("package let path: FilePath", "package let path"), ("public init?(_ text: String)", "public init"),
    ("package private(set) var count = 0", "package private(set) var count"),
    ("final public class Bottle {", "final public class Bottle"),
    ("@inline(__always) package static func < (left: A, right: A) -> Bool", "package static func <"),
    ("package subscript(index: Int) -> Wine {", "package subscript"),
    ("package import Kitchen", nil), ("let package = 1", nil), ("/// package let path", nil), ("case package", nil),
  ])
  func `declarations that other targets see are told from other lines`(line: String, declaration: String?) {
    #expect(SourceRules.declaration(in: line[...]) == declaration)
  }

  @Test func `a declaration that other targets see is a violation without a doc comment`() throws {
    let text = """
      /// A bottle.
      @MainActor
      package struct Bottle {
        package var year: Int
        /// The size in litres.
        package var size: Double
        // No doc comment.
        @discardableResult
        package func open() -> Bool { true }
        var isOpen = false
      }
      """
    try write(text, to: "Sources/Cellar/Wine.swift")

    let found = rules.undocumentedDeclarations()

    #expect(
      found.map(\.description) == [
        "Sources/Cellar/Wine.swift:4: package var year has no doc comment",
        "Sources/Cellar/Wine.swift:9: package func open has no doc comment",
      ])
  }

  @Test func `a folder with too many files is a violation, and its subfolders count for themselves`() throws {
    for number in 0..<3 { try write("", to: "Sources/Cellar/Wine\(number).swift") }
    try write("", to: "Sources/Cellar/Red/Wine.swift")

    #expect(rules.fullFolders(limit: 3) == [])
    #expect(rules.fullFolders(limit: 2).map(\.file) == ["Sources/Cellar"])
  }

  @Test func `a path in a document that leads nowhere is a violation`() throws {
    try write("", to: "Sources/Cellar/Wine.swift")
    try write("`Sources/Cellar`, `Sources/Cellar/Wine.swift`, `scripts/cook [--all]`", to: "docs/GUIDE.md")

    #expect(rules.missingPaths().map(\.message) == ["names scripts/cook, which is not there"])
  }

  @Test(arguments: [
    ("let oldCupboard = 1", 1), ("for cupboard in 1...2 {}", 1), ("let (a, cupboard) = (1, 2)", 1),
    ("func put(on cupboard: Int) {}", 1),
    ("func put(cupboard: Int) {}", 1), ("enum Wine { case red, cupboard }", 1),
    ("enum Wine { case red(cupboard: Int) }", 1),
    ("call { first, cupboard in first }", 1), ("if case .wine(let cupboard, _) = wine {}", 1),
    ("struct WineCupboard {}", 1),
    ("case let .wine(_, cupboard): 1", 1), ("let text = \"\\(wines.map { cupboard in 1 })\"", 1),
    ("let isLidHot = 1", 1),
    ("execute(sql: \"SELECT 1 AS cupboard -- cupboard\")", 1),
    ("execute(\"\"\"\n  CREATE TABLE wine (year INTEGER, cupboard TEXT CHECK (cupboard <> 'cupboard'));\n  \"\"\")", 2),
    ("let cupboards = 1", 0), ("// let cupboard = 1", 0), ("let text = \"let cupboard = 1\"", 0),
    ("wine.cupboard(1)", 0),
    ("let text = #/let cupboard/#", 0), ("let hotLid = 1", 0), ("func `puts it on the cupboard`() {}", 0),
  ])
  func `a retired name is a violation where it is declared`(code: String, count: Int) throws {
    let list = """
      [{"title": "cupboard", "forms": ["cupboard", "lid-hot"], "write": "pool", "names": [], "files": [], "only": []}]
      """
    try write(list, to: RetiredName.list)
    try write(code, to: "Sources/Kitchen/Table.swift")

    #expect(rules.retiredNames().count == count, "\(rules.retiredNames())")
  }

  @Test func `a retired name counts in C and in names of files, and not where the list allows it`() throws {
    let list = """
      [{"title": "cupboard", "forms": ["cupboard"], "write": "pool", "names": ["ice_cupboard"], "files": ["Cellar/*"], "only": []},
      {"title": "rack", "forms": ["rack"], "write": "store", "names": [], "files": [], "only": ["Kitchen"]}]
      """
    try write(list, to: RetiredName.list)
    try write(
      "#include <cupboard.h>\nint cupboard(char a) { return a == '\"'; } // cupboard\n", to: "Sources/CStove/stove.c")
    try write("let (cupboard, rack) = (1, 2)", to: "Sources/Cellar/Wine.swift")
    try write("let cupboard = 1", to: "Tests/CellarTests/WineTests.swift")
    try write("struct IceCupboardTests { let rack = 1 }", to: "Tests/PantryTests/WineTests.swift")
    try write("let rack = 1", to: "Tests/KitchenTests/CupboardTests.swift")

    #expect(
      rules.retiredNames().map(\.description) == [
        "Sources/CStove/stove.c:2: names cupboard; write: pool",
        "Tests/KitchenTests/CupboardTests.swift:0: names CupboardTests; write: pool",
        "Tests/KitchenTests/CupboardTests.swift:1: names rack; write: store",
      ])
  }

  @Test func `a missing list of retired names is a violation`() {
    #expect(rules.retiredNames().map(\.file) == [RetiredName.list])
  }

  @Test func `a mark of unfinished work is a violation even in a comment`() throws {
    try write("// " + "TO" + "DO: windows\n", to: "Sources/Cellar/Wine.swift")

    #expect(rules.unfinishedMarks().map(\.line) == [1])
  }
}
