import Foundation
import Testing

/// Every promise of docs/EVIDENCE.md is proved by something that exists.
@Suite struct PromisesTests {
  private let promises = Promises(
    tree: SourceTree(
      root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    ))

  private var page: String { promises.tree.file(Promises.page)?.text ?? "" }

  @Test func `every test that a promise names is there`() {
    #expect(promises.testsThatAreMissing() == [])
    #expect(Promises.proofs(in: page).count > 50)
  }

  @Test func `every test that a state names is there`() {
    let states = Promises(tree: promises.tree, page: Promises.states)
    #expect(states.testsThatAreMissing() == [])
    #expect(Promises.proofs(in: promises.tree.file(Promises.states)?.text ?? "").count > 20)
  }

  @Test func `every trial that a figure names is there`() {
    #expect(promises.trialsThatAreMissing() == [])
    #expect(Promises.trialNames(in: page).count > 10)
  }

  @Test func `names are found in lists and in the table, and bold words are none`() {
    let page = """
      **Nothing is lost.**
      - *a photo is safe*
      | N1 | what | `calls`, `kill`; *only one…*, *the other* | `figures` |
      | id | what | `no trial` | |
      """

    #expect(Promises.proofs(in: page).map(\.name) == ["a photo is safe", "only one…", "the other"])
    #expect(Promises.trialNames(in: page).map(\.name) == ["calls", "kill"])
    #expect(Promises.testNames(in: "@Test func `a photo is safe`() {}") == ["a photo is safe"])
  }

  @Test func `a promise without a test is named with its line`() throws {
    let root = URL.temporaryDirectory.appending(path: "deckle-promises-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    for folder in ["docs", "Tests/A"] {
      try FileManager.default.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
    }
    let page = "one\n- *it is tried*\n- *nobody tried it*\n| N1 | x | `no` | 0 |\n"
    try Data(page.utf8).write(to: root.appending(path: Promises.page))
    try Data("@Test func `it is tried`() {}".utf8).write(to: root.appending(path: "Tests/A/ATests.swift"))
    let promises = Promises(tree: SourceTree(root: root))

    #expect(promises.testsThatAreMissing().map(\.line) == [3])
    #expect(promises.trialsThatAreMissing().map(\.line) == [4])
  }
}
