package import PhotoModel
import Synchronization

/// Gives buffers outside of memory that are in memory, and may refuse what is written there.
package final class TestSpillBuffer: Sendable {
  private struct Counts {
    var pieces = 0
    var live = 0
    var writes = 0
  }

  private let counts = Mutex(Counts())
  private let mostPieces: Int
  private let mostWrites: Int

  /// - Parameters:
  ///   - mostPieces: The number of buffers that can be allocated.
  ///   - mostWrites: The number of writes that succeed.
  package init(mostPieces: Int = .max, mostWrites: Int = .max) {
    self.mostPieces = mostPieces
    self.mostWrites = mostWrites
  }

  /// The allocator for a search or a pool.
  package var allocator: SpillAllocator {
    { [self] bytes in
      let isThere = counts.withLock { counts in
        guard counts.pieces < mostPieces else { return false }
        counts.pieces += 1
        counts.live += 1
        return true
      }
      return isThere ? Piece(bytes, of: self) : nil
    }
  }

  /// The number of buffers in use.
  package var live: Int { counts.withLock(\.live) }
  /// The number of writes that went through.
  package var writes: Int { counts.withLock { min($0.writes, mostWrites) } }

  // Sendable by contract, as the protocol asks for.
  private final class Piece: ByteBuffer, @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer
    private let owner: TestSpillBuffer

    init(_ count: Int, of owner: TestSpillBuffer) {
      bytes = .allocate(byteCount: count, alignment: 16)
      self.owner = owner
    }

    deinit {
      bytes.deallocate()
      owner.counts.withLock { $0.live -= 1 }
    }

    var start: UnsafeRawPointer { UnsafeRawPointer(bytes.baseAddress!) }

    func write(_ written: UnsafeRawBufferPointer, at index: Int) -> Bool {
      let goesThrough = owner.counts.withLock { counts in
        counts.writes += 1
        return counts.writes <= owner.mostWrites
      }
      guard goesThrough else { return false }
      UnsafeMutableRawBufferPointer(rebasing: bytes[index...]).copyMemory(from: written)
      return true
    }
  }
}
