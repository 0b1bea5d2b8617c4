import Foundation
import Testing
import ViewModels

/// The pages that come from the key table say what the table says.
@Suite struct KeyPagesTests {
  private func page(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func `docs KEYS is the key table`() throws {
    #expect(try page("docs/KEYS.md") == KeyTable().markdown, "run scripts/make-docs")
  }

  @Test func `the manual holds the key table`() throws {
    #expect(try page("docs/man/deckle.1").contains(KeyTable().manual), "run scripts/make-docs")
  }

  @Test func `every binding stands on both pages`() {
    let table = KeyTable()

    #expect(table.markdown.split(separator: "\n").count { $0.contains("` |") } == table.bindings.count)
    #expect(table.manual.split(separator: "\n").count { $0 == ".TP" } == table.bindings.count)
  }
}
