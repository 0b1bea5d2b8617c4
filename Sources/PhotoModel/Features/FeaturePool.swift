import Synchronization

/// Holds the rows of features, which are two thirds of what is known of a photo: in memory up to a limit, and those of
/// all further photos outside of it.
package final class FeaturePool: Sendable {
  private struct State {
    var bytesInMemory = 0
    var inMemory: Pieces
    var outside: Pieces
    /// There is no room to be had outside.
    var isFull = false

    mutating func staysInMemory(_ count: Int, _ limit: Int) -> Bool {
      guard isFull || bytesInMemory + count <= limit else { return false }
      bytesInMemory += count
      return true
    }

    mutating func placeOutside(_ rows: UnsafeRawBufferPointer) -> PoolSlice? {
      let index = outside.index(rows)
      isFull = index == nil
      return index
    }
  }

  private let limit: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - limit: Bytes of rows in memory.
  ///   - memory: Gives pieces of memory for the rows of many photos; nil: each has its own.
  ///   - spill: Gives pieces outside of memory for the rows of the others.
  package init(
    limit: Int, memory: (@Sendable (_ bytes: Int) -> (any ByteBuffer)?)? = nil, spill: @escaping SpillAllocator
  ) {
    self.limit = limit
    // A system has so many files only; and of memory the last piece is never full.
    state = Mutex(
      State(
        inMemory: Pieces(size: 1 << 23) { memory?($0) }, outside: Pieces(size: 1 << 27, new: spill)))
  }

  /// The same features. They may be held longer than the pool.
  package func pooled(_ features: PhotoFeatures) -> PhotoFeatures {
    let packed = features.packed
    let index = packed.withFeatures { rows in
      state.withLock { $0.staysInMemory(rows.count, limit) ? nil : $0.placeOutside(rows) }
    }
    return index.map { PhotoFeatures(PackedFeatures(packed.header, $0)) } ?? features
  }

  /// Where these rows lie from now on; nil: whoever has them keeps them.
  func index(_ rows: UnsafeRawBufferPointer) -> PoolSlice? {
    state.withLock { $0.staysInMemory(rows.count, limit) ? $0.inMemory.index(rows) : $0.placeOutside(rows) }
  }
}

/// Where rows lie that are not with the numbers of their photo.
struct PoolSlice: Sendable {
  var buffer: any ByteBuffer
  var index: Int

  var start: UnsafeRawPointer { buffer.start + index }
}

/// Rows one behind the other, many in each piece of room.
private struct Pieces {
  private let size: Int
  private let new: SpillAllocator
  private var buffer: (any ByteBuffer)?
  private var used = 0

  init(size: Int, new: @escaping SpillAllocator) {
    self.size = size
    self.new = new
  }

  mutating func index(_ rows: UnsafeRawBufferPointer) -> PoolSlice? {
    if buffer == nil || used + rows.count > size {
      buffer = new(size)
      used = 0
    }
    guard let buffer, buffer.write(rows, at: used) else { return nil }
    // Words are read from where words may lie.
    defer { used += (rows.count + 7) & ~7 }
    return PoolSlice(buffer: buffer, index: used)
  }
}
