/// What the cache knows of a library, one behind the other. In blocks: a list of hundreds of thousands would be copied again
/// each time its room doubles.
package struct CachedInspections: Sendable {
  /// All but the last are full.
  private var blocks: [[CachedInspection]] = []

  private static let blockSize = 4096

  package init(_ inspections: [CachedInspection] = []) {
    for inspection in inspections { append(inspection) }
  }

  package mutating func append(_ inspection: CachedInspection) {
    if blocks.last?.count ?? Self.blockSize == Self.blockSize {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    blocks[blocks.count - 1].append(inspection)
  }
}

extension CachedInspections: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { blocks.last.map { (blocks.count - 1) * Self.blockSize + $0.count } ?? 0 }

  package subscript(index: Int) -> CachedInspection {
    _read { yield blocks[index / Self.blockSize][index % Self.blockSize] }
  }
}
