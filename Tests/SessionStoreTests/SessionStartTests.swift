import Foundation
import GRDB
import PhotoModel
import SessionStore
import SystemPackage
import TestSupport
import Testing

/// What a start without a folder begins with.
@Suite struct SessionStartTests {
  private let folder = TemporaryFolder()
  private let roots = [FilePath("/photos"), FilePath(bytes: Array("/more/".utf8) + [0xFF])]
  private let result = ScanResult(
    date: Date(timeIntervalSince1970: 0), photosScanned: 0, issueCounts: [:], reclaimable: .zero)

  private func open() throws -> SessionDatabase {
    try SessionDatabase(path: folder["session.sqlite"], timestamp: timestamp)
  }

  @Test func `the last library is the one that was chosen or scanned last, by its bytes`() throws {
    try open().recordScan(result, elapsed: .zero, of: ["/other"])
    try open().recordScan(result, elapsed: .zero, of: roots)
    #expect(try open().lastLibrary().map(Set.init) == Set(roots))

    try open().setLastLibrary(["/chosen"])
    #expect(try open().lastLibrary() == ["/chosen"])
    #expect(try open().session(of: ["/chosen"]) == SavedSession())

    try open().recordScan(result, elapsed: .zero, of: ["/other"])
    #expect(try open().lastLibrary() == ["/other"])
    try open().setLastLibrary(roots)
    #expect(try open().lastLibrary().map(Set.init) == Set(roots))
    let known = try open().knownRoots()
    #expect(Set(known.prefix(roots.count)) == Set(roots))
    #expect(known.dropFirst(roots.count) == ["/other", "/chosen"])
  }

  @Test func `a library that was only reviewed is not the last one`() throws {
    try open().setCardOrder(.bytes, in: roots)

    #expect(try open().lastLibrary() == nil)
  }

  @Test func `the first steps begin where nothing was done yet, go on where they were left, and end for good`() throws {
    #expect(try open().firstStep() == .folder)
    for step in FirstStep.allCases {
      try open().setFirstStep(step)
      // A folder that was chosen on the way ends nothing.
      try open().setLastLibrary(roots)
      #expect(try open().firstStep() == step)
    }
    try open().setFirstStep(nil)

    #expect(try open().firstStep() == nil)
  }

  @Test func `who has a library or has moved photos needs no first steps`() throws {
    try open().setLastLibrary(roots)

    #expect(try open().firstStep() == nil)
  }
}
