import Glibc
import Synchronization
package import SystemPackage

/// Features that stay where they are stored until one of them is asked for; then all are read in one go.
///
/// They belong to numbers that were read before, and another program may have changed or removed them since: features
/// that do not match their numbers are missing, as are damaged ones.
///
/// Sendable but for the pointer, which is set once, behind a table that nothing changes from then on.
package final class StoredFeatures: @unchecked Sendable {
  /// The features of one photo as its numbers announce them.
  fileprivate struct Expected {
    var path: PackedPath
    var checksum: UInt64
    var count: Int
  }

  /// Reads the stored features into the intake. Errors are not reported: what is not handed over is missing.
  package typealias Source = @Sendable (inout Intake) -> Void

  private struct State {
    var expected: [Expected] = []
    /// Nil once it was read.
    var source: Source?
    /// Hold the rows.
    var rooms: [any ByteBuffer] = []
  }

  private let pool: FeaturePool
  private let state: Mutex<State>
  /// Where each row is; nil inside: it is missing. Nil: nothing was read yet.
  private let places = Atomic<UnsafeMutablePointer<UnsafeRawPointer?>?>(nil)

  /// - Parameters:
  ///   - pool: Takes the features that are read.
  ///   - source: Called once, when the first features are asked for.
  package init(pool: FeaturePool, source: @escaping Source) {
    self.pool = pool
    state = Mutex(State(source: source))
  }

  deinit { places.load(ordering: .acquiring)?.deallocate() }

  /// Announces the features of one more photo, before the first are asked for.
  ///
  /// - Parameters:
  ///   - path: In byte order behind the one before.
  ///   - checksum: Of the features.
  ///   - count: Bytes of the features.
  /// - Returns: Their index.
  func expect(_ path: PackedPath, checksum: UInt64, count: Int) -> Int {
    state.withLock { state in
      state.expected.append(Expected(path: path, checksum: checksum, count: count))
      return state.expected.count - 1
    }
  }

  /// The start of the features at an index, valid as long as this object lives; nil where they are missing.
  subscript(row: Int) -> UnsafeRawPointer? { (places.load(ordering: .acquiring) ?? read())[row] }

  private func read() -> UnsafeMutablePointer<UnsafeRawPointer?> {
    state.withLock { state in
      if let places = places.load(ordering: .acquiring) { return places }
      var intake = Intake(state.expected, pool)
      state.source?(&intake)
      state = State(rooms: intake.rooms)
      places.store(intake.places, ordering: .releasing)
      return intake.places
    }
  }

  /// Takes stored features over, one photo after the other.
  package struct Intake {
    private let expected: [Expected]
    private let pool: FeaturePool
    private var next = 0
    fileprivate private(set) var rooms: [any ByteBuffer] = []
    fileprivate let places: UnsafeMutablePointer<UnsafeRawPointer?>

    fileprivate init(_ expected: [Expected], _ pool: FeaturePool) {
      (self.expected, self.pool) = (expected, pool)
      places = .allocate(capacity: expected.count)
      places.initialize(repeating: nil, count: expected.count)
    }

    /// Begins with the first photo again, for a source that has to start over.
    package mutating func begin() { next = 0 }

    /// Takes the features of one photo.
    ///
    /// - Parameters:
    ///   - path: In byte order behind the one before.
    ///   - row: Ignored if no photo of this path was announced.
    package mutating func take(_ path: UnsafeRawBufferPointer, _ row: UnsafeRawBufferPointer) {
      while next < expected.count {
        let order = expected[next].path.order(to: path)
        guard order <= 0 else { return }
        defer { next += 1 }
        guard order == 0 else { continue }
        if expected[next].isMet(by: row) { places[next] = keep(row) }
        return
      }
    }

    private mutating func keep(_ row: UnsafeRawBufferPointer) -> UnsafeRawPointer {
      guard let index = pool.index(row) else {
        let buffer = FeatureCopy(row)
        rooms.append(buffer)
        return buffer.start
      }
      // One holds many rows.
      if rooms.last !== index.buffer { rooms.append(index.buffer) }
      return index.start
    }

    /// The photos whose features were not handed over, or do not match their numbers.
    package var missing: [(path: FilePath, checksum: UInt64)] {
      expected.indices.lazy.filter { places[$0] == nil }.map { (expected[$0].path.path, expected[$0].checksum) }
    }
  }
}

extension StoredFeatures.Expected {
  fileprivate func isMet(by row: UnsafeRawBufferPointer) -> Bool {
    row.count == count && Checksum(of: row).value == checksum
  }
}

/// A row in memory of its own, where a pool has no room for it.
// Sendable by contract: nothing changes it once it is made.
private final class FeatureCopy: ByteBuffer, @unchecked Sendable {
  private let bytes: UnsafeMutableRawBufferPointer

  init(_ row: UnsafeRawBufferPointer) {
    bytes = .allocate(byteCount: max(1, row.count), alignment: 8)
    bytes.copyMemory(from: row)
  }

  deinit { bytes.deallocate() }

  var start: UnsafeRawPointer { UnsafeRawPointer(bytes.baseAddress!) }

  func write(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool { false }
}

extension [ScannedPhoto] {
  /// The same photos with their features in memory, and the indices of those whose features cannot be read any more:
  /// they have none, and are still matched by their bytes.
  package var withFeatures: (photos: [ScannedPhoto], lost: [Int]) {
    let lost = withUnsafeBufferPointer { photos in
      // Without a copy of each photo, which counts the references of all that it has.
      photos.indices.filter { !(photos[$0].features?.hasFeatures ?? true) }
    }
    var photos = self
    for index in lost { photos[index].features = nil }
    return (photos, lost)
  }
}
