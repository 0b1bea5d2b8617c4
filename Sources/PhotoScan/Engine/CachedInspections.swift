/// The inspections that the cache has of a library, in one sequence. Stored in blocks: an array of hundreds of
/// thousands would be copied again each time its capacity doubles.
package struct CachedInspections: Sendable {
  /// The inspections in blocks, all full but the last.
  private var blocks: [[CachedInspection]] = []

  private static let blockSize = 4096

  /// Creates a sequence of inspections.
  package init(_ inspections: [CachedInspection] = []) {
    for inspection in inspections { append(inspection) }
  }

  /// Adds an inspection at the end; never copies those before it.
  package mutating func append(_ inspection: CachedInspection) {
    if blocks.last?.count ?? Self.blockSize == Self.blockSize {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockSize)
    }
    blocks[blocks.count - 1].append(inspection)
  }
}

extension CachedInspections: RandomAccessCollection {
  /// Always 0.
  package var startIndex: Int { 0 }
  /// The number of inspections.
  package var endIndex: Int { blocks.last.map { (blocks.count - 1) * Self.blockSize + $0.count } ?? 0 }

  /// The inspection at an index, 0..<`endIndex`.
  package subscript(index: Int) -> CachedInspection {
    _read { yield blocks[index / Self.blockSize][index % Self.blockSize] }
  }
}
