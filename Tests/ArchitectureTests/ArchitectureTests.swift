import Foundation
import Testing

/// This package held against its own table of targets.
@Suite struct ArchitectureTests {
  private let rules = SourceRules(
    plan: .deckle,
    tree: SourceTree(
      root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    ))

  @Test func `every target imports only what its line of the table allows`() {
    #expect(rules.forbiddenImports() == [])
  }

  @Test func `every target folder stands in the table and every line of the table has a folder`() {
    #expect(rules.targetsOutOfStep() == [])
  }

  @Test func `each C library is included by its own targets only`() {
    #expect(rules.forbiddenIncludes() == [])
  }

  @Test func `only FileSafety removes, moves or cuts files`() {
    #expect(rules.forbiddenRemovals() == [])
  }

  @Test func `a name is taken off a disk in one file only, behind a proof`() {
    #expect(rules.unprovenRemovals() == [])
  }

  @Test func `only the question to a model on this machine opens a socket`() {
    #expect(rules.forbiddenSockets() == [])
  }

  @Test func `pure targets know no clock, no file and no environment`() {
    #expect(rules.impurities() == [])
  }

  @Test func `the architecture document names every target`() {
    #expect(rules.targetsWithoutDocumentation() == [])
  }

  @Test func `no folder of sources has more than twenty files`() {
    #expect(rules.fullFolders() == [])
  }

  @Test func `every package or public declaration has a doc comment`() {
    #expect(rules.undocumentedDeclarations() == [])
  }

  @Test func `no name in Swift, SQL or C holds a word of the list of retired names`() {
    #expect(rules.retiredNames() == [])
  }

  @Test func `every path that a document names is there`() {
    #expect(rules.missingPaths() == [])
  }

  @Test func `nothing is left unfinished or tied to one machine`() {
    #expect(rules.unfinishedMarks() == [])
  }
}
