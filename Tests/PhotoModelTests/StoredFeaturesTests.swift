import Dispatch
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoModel

@Suite struct StoredFeaturesTests {
  private static let paths = (0..<40).map { FilePath("/p/\($0)") }.sorted { precedesInByteOrder($0, $1) }

  private func features(_ number: Int) -> PhotoFeatures {
    PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: number + 1, height: 3),
      descriptor: [Int8](repeating: Int8(number), count: 512),
      lumaThumbnail: [UInt8](repeating: UInt8(number), count: 256),
      pdqHash: number % 3 == 0 ? [] : [UInt8](repeating: UInt8(number), count: 32),
      regionSharpness: [UInt8](repeating: UInt8(number), count: 16))
  }

  private func hand(_ photo: Int, as other: Int? = nil, to intake: inout StoredFeatures.Intake) {
    Self.paths[photo].bytes.withUnsafeBytes { path in
      features(other ?? photo).withStoredFeatures { intake.take(path, $0) }
    }
  }

  /// The features of all paths, as a cache gives them.
  private func read(from stored: StoredFeatures) -> [PhotoFeatures?] {
    var reader = FeatureReader()
    return Self.paths.indices.map { index in
      var writer = RecordWriter()
      features(index).write(to: &writer)
      return writer.bytes.withUnsafeBytes {
        var record = RecordReader($0)
        return reader.features(&record, at: PackedPath(Self.paths[index]), stored)
      }
    }
  }

  private func stored(
    pool: FeaturePool = FeaturePool(limit: .max, spill: TestSpillBuffer().allocator),
    _ source: @escaping StoredFeatures.Source
  ) -> [PhotoFeatures?] { read(from: StoredFeatures(pool: pool, source: source)) }

  @Test func `numbers are there at once, and nothing is read for them`() {
    let asked = Atomic(0)
    let read = stored { _ in asked.add(1, ordering: .relaxed) }

    for (index, features) in read.enumerated() {
      let whole = self.features(index)
      #expect(features == whole && features?.hashValue == whole.hashValue && features?.checksum == whole.checksum)
      #expect(features != self.features(index + 1))
      #expect(features?.pixelSize == whole.pixelSize && features?.regionSharpness == whole.regionSharpness)
      #expect(features?.descriptorCount == 512 && features?.windowDescriptors == [] && features?.isPlausible == true)
    }
    #expect(asked.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [Int.max, 3000, 0]) func `all are read once, by whoever comes first`(limit: Int) {
    let asked = Atomic(0)
    let spare = TestSpillBuffer()
    let read = stored(pool: FeaturePool(limit: limit, spill: spare.allocator)) { intake in
      asked.add(1, ordering: .relaxed)
      for index in Self.paths.indices { hand(index, to: &intake) }
    }

    DispatchQueue.concurrentPerform(iterations: read.count) { index in
      let (features, whole) = (read[index], features(index))
      #expect(features?.descriptor == whole.descriptor && features?.lumaThumbnail == whole.lumaThumbnail)
      #expect(features?.pdqHash == whole.pdqHash && features?.regionSharpness == whole.regionSharpness)
      #expect(features?.hasFeatures == true)
    }
    #expect(asked.load(ordering: .relaxed) == 1)
    #expect((spare.writes > 0) == (limit < .max))
  }

  @Test func `room is held as long as there are features with rows in it`() {
    let spare = TestSpillBuffer()
    var read = stored(pool: FeaturePool(limit: 0, spill: spare.allocator)) { intake in
      for index in Self.paths.indices { hand(index, to: &intake) }
    }
    #expect(spare.live == 0)
    #expect(read[7]?.hasFeatures == true && spare.live == 1)
    read.removeLast(39)
    #expect(read[0]?.descriptor == features(0).descriptor && spare.live == 1)
    read = []
    #expect(spare.live == 0)
  }

  @Test func `what is missing, damaged or of another photo is lost, and the others are not`() {
    let lost: Set = [0, 4, 7, 8, 20, 39]
    let missing = Mutex<[FilePath]>([])
    let read = stored { intake in
      // Reading began, and had to be begun again.
      for index in 0..<5 { hand(index, as: index + 1, to: &intake) }
      intake.begin()
      for index in Self.paths.indices {
        switch index {
        case 0, 7, 8: break
        case 4, 20, 39: hand(index, as: index + 1, to: &intake)
        default: hand(index, to: &intake)
        }
        // Nobody expects these.
        (Self.paths[index].bytes + [0]).withUnsafeBytes { path in
          features(index + 1).withStoredFeatures { intake.take(path, $0) }
        }
      }
      missing.withLock { $0 = intake.missing.map(\.path) }
    }
    let photos = read.enumerated().map { index, features in
      ScannedPhoto(
        path: Self.paths[index],
        identity: FileIdentity(device: 1, inode: UInt64(index), size: 1, modified: 1, changed: 1), features: features)
    }

    let whole = photos.withFeatures

    #expect(Set(whole.lost) == lost && whole.photos.map(\.path) == Self.paths)
    for index in Self.paths.indices {
      #expect(whole.photos[index].features == (lost.contains(index) ? nil : features(index)))
      #expect(read[index]?.descriptor == (lost.contains(index) ? [] : features(index).descriptor))
      #expect(read[index]?.pixelSize == features(index).pixelSize)
    }
    #expect(missing.withLock { $0 } == lost.sorted().map { Self.paths[$0] })
  }

  @Test func `a picture that is too flat for rows has nothing to lose`() {
    let flat = PhotoFeatures(format: .png, pixelSize: PixelSize(width: 1, height: 1))
    var writer = RecordWriter()
    flat.write(to: &writer)
    let read = writer.bytes.withUnsafeBytes {
      var record = RecordReader($0)
      var reader = FeatureReader()
      return reader.features(
        &record, at: PackedPath("/a"),
        StoredFeatures(pool: FeaturePool(limit: 0, spill: TestSpillBuffer().allocator)) { _ in })
    }

    #expect(read == flat && read?.hasFeatures == true)
  }
}
