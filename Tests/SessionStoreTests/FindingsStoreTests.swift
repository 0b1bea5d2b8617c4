import SessionStore
import TestSupport
import Testing

@Suite struct FindingsStoreTests {
  private let folder = TemporaryFolder()
  private func open() throws -> FeatureStore { try FeatureStore(path: folder["features.sqlite"], timestamp: timestamp) }

  @Test func `findings come back on the basis they were stored on, and on no other`() throws {
    try open().store(findings: [1, 2, 3], on: [7, 7])
    try open().store(findings: [4], on: [8])
    try open().store(findings: [], on: [9])

    #expect(try open().findings(on: [7, 7]) == [1, 2, 3])
    #expect(try open().findings(on: [7]) == nil)
    try open().store(findings: [5], on: [8])
    #expect(try open().findings(on: [8]) == [5])
    try open().clear()
    #expect(try open().findings(on: [8]) == nil)
  }

  @Test func `a search that ended is known by its mark, the last sixteen of them`() throws {
    let store = try open()
    #expect(try store.pairsOfSearch([1]) == nil)
    for number in 0..<20 { try store.store(endOfSearch: [UInt8(number)], pairs: number) }
    try store.store(endOfSearch: [4], pairs: 44)

    #expect(try (0..<20).map { try open().pairsOfSearch([UInt8($0)]) } == [nil, nil, nil, nil, 44] + Array(5..<20))
    try store.clear()
    #expect(try open().pairsOfSearch([19]) == nil)
  }

  @Test func `those that were stored longest ago are forgotten`() throws {
    let store = try open()
    for number in 0..<9 { try store.store(findings: [UInt8(number)], on: [UInt8(number)]) }
    let found = try (0..<9).filter { try store.findings(on: [UInt8($0)]) != nil }
    #expect(found == [5, 6, 7, 8])
  }
}
