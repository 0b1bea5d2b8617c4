import PhotoModel
import TestSupport
import Testing

@Suite struct IndexTableTests {
  /// Numbers that meet in few slots, also behind the last one.
  @Test(arguments: [1, 15, 16, 17, 900]) func `every place is found again, and nothing else`(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let values = (0..<count).map { _ in random.next() | 0xFFFF_FFFF_FFFF_FF00 }
    var table = IndexTable(count: count)
    func slot(_ value: UInt64) -> Int { table.slot(from: table.start(ofLast: value)) { values[$0] == value } }
    for (index, value) in values.enumerated() where table[slot(value)] == nil { table[slot(value)] = index }

    #expect(table.indices.sorted() == values.indices.filter { values.firstIndex(of: values[$0]) == $0 })
    #expect(values.allSatisfy { table[slot($0)] == values.firstIndex(of: $0) })
    #expect((0..<200).allSatisfy { _ in table[slot(random.next() >> 1)] == nil })
  }

  @Test func `a place can be taken out of its slot`() {
    var table = IndexTable(count: 1)
    table[3] = 7
    table[3] = nil
    #expect(table[3] == nil && table.indices.reduce(0) { count, _ in count + 1 } == 0)
  }
}
