import Glibc
import Synchronization
package import SystemPackage

/// Rows of features that stay where they are stored until somebody asks for one of them; then all are read in one go.
///
/// They belong to numbers that were read before, and another program may have changed or removed them since: a row that is
/// not what the numbers say is missing, as is one that is damaged.
// Sendable but for the pointer, which is set once, behind a table that nothing changes from then on.
package final class StoredFeatures: @unchecked Sendable {
  /// What the numbers of a photo say of its rows.
  fileprivate struct Expected {
    var path: PackedPath
    var checksum: UInt64
    var count: Int
  }

  /// Reads what is stored. Nobody can be told that it cannot be read: what was not handed over is missing.
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
  ///   - pool: Where rows go.
  ///   - source: Called once, when the first row is asked for.
  package init(pool: FeaturePool, source: @escaping Source) {
    self.pool = pool
    state = Mutex(State(source: source))
  }

  deinit { places.load(ordering: .acquiring)?.deallocate() }

  /// One more, before the first is asked for.
  ///
  /// - Parameters:
  ///   - path: In byte order behind the one before.
  ///   - checksum: Of the row.
  ///   - count: Bytes of the row.
  /// - Returns: Its place.
  func expect(_ path: PackedPath, checksum: UInt64, count: Int) -> Int {
    state.withLock { state in
      state.expected.append(Expected(path: path, checksum: checksum, count: count))
      return state.expected.count - 1
    }
  }

  /// Where a row begins, for as long as this is held; nil where it is missing.
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

  /// Takes stored rows over, one after the other.
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

    /// What comes from here on begins with the first of them; reading may have to be begun again.
    package mutating func begin() { next = 0 }

    /// - Parameters:
    ///   - path: In byte order behind the one before.
    ///   - row: Left where it is if nobody expects it.
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

    /// What was not handed over, or is not what was expected.
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
  /// The same photos with all that was measured at hand. Where it cannot be read any more nothing was measured: such a
  /// photo is still matched by its bytes.
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
