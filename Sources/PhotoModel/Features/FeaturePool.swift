import Synchronization
package import SystemPackage

/// The vectors of a library's photos, two thirds of their features: in memory up to a limit, and those of all further
/// photos outside of it.
///
/// Vectors of the cache stay there until one is needed; then all are read in one go. They belong to records that were
/// read before, and another program may have changed or removed them since: vectors that do not match the checksum in
/// their record are missing, as are damaged ones.
///
/// Sendable but for the pointer, which is set once, to a table that nothing changes from then on.
package final class FeaturePool: @unchecked Sendable {
  /// The vectors of one photo as its record announces them.
  fileprivate struct Expected {
    var path: PackedPath
    var checksum: UInt64
    var count: Int
  }

  /// Reads the vectors of the cache into the intake. Errors are not reported: vectors that are not handed over are
  /// missing.
  package typealias Source = @Sendable (inout Intake) -> Void

  private struct State {
    var expected: [Expected] = []
    /// The source; nil once it was read.
    var source: Source?
    /// Hold the vectors that were read.
    var buffers: [any ByteBuffer] = []
  }

  private let buffers: PoolBuffers
  private let state: Mutex<State>
  /// The address of each; nil inside: they are missing. Nil: nothing was read yet.
  private let addresses = Atomic<UnsafeMutablePointer<UnsafeRawPointer?>?>(nil)

  private init(_ buffers: PoolBuffers, _ source: @escaping Source) {
    self.buffers = buffers
    state = Mutex(State(source: source))
  }

  /// - Parameters:
  ///   - limit: The number of bytes of vectors in memory.
  ///   - memory: Makes buffers in memory for the vectors of many photos; nil: each photo has its own.
  ///   - spill: Makes buffers outside of memory for the vectors of the other photos.
  ///   - source: Called once, when the first vectors of the cache are needed.
  package convenience init(
    limit: Int, memory: (@Sendable (_ bytes: Int) -> (any ByteBuffer)?)? = nil, spill: @escaping SpillAllocator,
    source: @escaping Source = { _ in }
  ) { self.init(PoolBuffers(limit: limit, memory: memory, spill: spill), source) }

  /// Creates a pool with the limit and the buffers of another, and with a source of its own.
  package convenience init(sharing pool: FeaturePool, source: @escaping Source) { self.init(pool.buffers, source) }

  deinit { addresses.load(ordering: .acquiring)?.deallocate() }

  /// The same features, with their vectors outside of memory where there are too many for it. They may outlive the
  /// pool.
  package func pooled(_ features: PhotoFeatures) -> PhotoFeatures {
    let slice = features.withVectorsAndWindows { buffers.slice($0, isInMemory: true) }
    return slice.map(features.moved) ?? features
  }

  /// Announces the vectors of one more photo, before the first are read.
  ///
  /// - Parameters:
  ///   - path: The path, in byte order behind the one before.
  ///   - checksum: The checksum of the vectors.
  ///   - count: The number of bytes of the vectors.
  /// - Returns: The index of the vectors.
  func expect(_ path: PackedPath, checksum: UInt64, count: Int) -> Int {
    state.withLock { state in
      state.expected.append(Expected(path: path, checksum: checksum, count: count))
      return state.expected.count - 1
    }
  }

  /// The address of the vectors at an index, valid as long as this object lives; nil where they are missing.
  subscript(index: Int) -> UnsafeRawPointer? { (addresses.load(ordering: .acquiring) ?? read())[index] }

  private func read() -> UnsafeMutablePointer<UnsafeRawPointer?> {
    state.withLock { state in
      if let addresses = addresses.load(ordering: .acquiring) { return addresses }
      var intake = Intake(state.expected, buffers)
      state.source?(&intake)
      state = State(buffers: intake.used)
      addresses.store(intake.addresses, ordering: .releasing)
      return intake.addresses
    }
  }

  /// Reads vectors of the cache in, one photo after the other.
  package struct Intake {
    private let expected: [Expected]
    private let buffers: PoolBuffers
    private var next = 0
    fileprivate private(set) var used: [any ByteBuffer] = []
    fileprivate let addresses: UnsafeMutablePointer<UnsafeRawPointer?>

    fileprivate init(_ expected: [Expected], _ buffers: PoolBuffers) {
      (self.expected, self.buffers) = (expected, buffers)
      addresses = .allocate(capacity: expected.count)
      addresses.initialize(repeating: nil, count: expected.count)
    }

    /// Begins with the first photo again, for a source that has to start over.
    package mutating func restart() { next = 0 }

    /// Adds the vectors of one photo.
    ///
    /// - Parameters:
    ///   - path: The path, in byte order behind the one before.
    ///   - vectors: The vectors, ignored if no photo of this path was announced.
    package mutating func add(_ path: UnsafeRawBufferPointer, _ vectors: UnsafeRawBufferPointer) {
      while next < expected.count {
        let order = expected[next].path.order(to: path)
        guard order <= 0 else { return }
        defer { next += 1 }
        guard order == 0 else { continue }
        if expected[next].isMet(by: vectors) { addresses[next] = copy(vectors) }
        return
      }
    }

    private mutating func copy(_ vectors: UnsafeRawBufferPointer) -> UnsafeRawPointer {
      let slice = buffers.slice(vectors, isInMemory: false) ?? PoolSlice(buffer: OwnBuffer(vectors), index: 0)
      // One buffer holds the vectors of many photos.
      if used.last !== slice.buffer { used.append(slice.buffer) }
      return slice.start
    }

    /// The photos whose vectors were not handed over, or do not match their records.
    package var missing: [(path: FilePath, checksum: UInt64)] {
      expected.indices.lazy.filter { addresses[$0] == nil }.map { (expected[$0].path.path, expected[$0].checksum) }
    }
  }
}

extension FeaturePool.Expected {
  fileprivate func isMet(by vectors: UnsafeRawBufferPointer) -> Bool {
    vectors.count == count && Checksum(of: vectors).value == checksum
  }
}

/// Bytes in a buffer.
struct PoolSlice {
  var buffer: any ByteBuffer
  var index: Int

  var start: UnsafeRawPointer { buffer.start + index }
}

/// The buffers of pools that share a limit.
private final class PoolBuffers: Sendable {
  private struct State {
    var bytesInMemory = 0
    var inMemory: BufferFiller
    var outside: BufferFiller
    /// Whether no more buffers can be had outside.
    var isFull = false
  }

  private let limit: Int
  private let state: Mutex<State>

  init(limit: Int, memory: (@Sendable (_ bytes: Int) -> (any ByteBuffer)?)?, spill: @escaping SpillAllocator) {
    self.limit = limit
    // Large buffers outside, since the number of files is limited; smaller ones in memory, since the last is never
    // full.
    state = Mutex(
      State(
        inMemory: BufferFiller(size: 1 << 23) { memory?($0) }, outside: BufferFiller(size: 1 << 27, new: spill)))
  }

  /// A copy of these bytes in a buffer; nil where the caller keeps them.
  ///
  /// - Parameter isInMemory: Whether the bytes are in memory already, and need no copy where they may stay there.
  func slice(_ bytes: UnsafeRawBufferPointer, isInMemory: Bool) -> PoolSlice? {
    state.withLock { state in
      if state.isFull || state.bytesInMemory + bytes.count <= limit {
        state.bytesInMemory += bytes.count
        return isInMemory ? nil : state.inMemory.add(bytes)
      }
      let slice = state.outside.add(bytes)
      state.isFull = slice == nil
      return slice
    }
  }
}

/// Fills large buffers with the bytes of many photos, one behind the other.
private struct BufferFiller {
  private let size: Int
  private let new: SpillAllocator
  private var buffer: (any ByteBuffer)?
  private var used = 0

  init(size: Int, new: @escaping SpillAllocator) {
    self.size = size
    self.new = new
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) -> PoolSlice? {
    if buffer == nil || used + bytes.count > size {
      buffer = new(size)
      used = 0
    }
    guard let buffer, buffer.write(bytes, at: used) else { return nil }
    // The next vectors begin at a multiple of eight bytes, so that words can be read from them.
    defer { used += (bytes.count + 7) & ~7 }
    return PoolSlice(buffer: buffer, index: used)
  }
}

/// Memory for the vectors of one photo, where a pool has no other.
// Sendable by contract: nothing changes it once it is made.
private final class OwnBuffer: ByteBuffer, @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ vectors: UnsafeRawBufferPointer) {
    bytes = .allocate(byteCount: max(1, vectors.count), alignment: 8)
    bytes.copyMemory(from: vectors)
  }

  deinit { bytes.deallocate() }

  var start: UnsafeRawPointer { UnsafeRawPointer(bytes.baseAddress!) }

  func write(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool { false }
}

extension [ScannedPhoto] {
  /// The same photos with their vectors in memory, and the indices of photos whose vectors cannot be read any more:
  /// these have no features, and are still matched by their bytes.
  package var withVectors: (photos: [ScannedPhoto], lost: [Int]) {
    let lost = withUnsafeBufferPointer { photos in
      // Without a copy of each photo, which would count the references of all its parts.
      photos.indices.filter { !(photos[$0].features?.hasVectors ?? true) }
    }
    var photos = self
    for index in lost { photos[index].features = nil }
    return (photos, lost)
  }
}
