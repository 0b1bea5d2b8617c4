import Dispatch
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoModel

@Suite struct CachedVectorsTests {
  private static let paths = (0..<40).map { FilePath("/p/\($0)") }.sorted { precedesInByteOrder($0, $1) }

  private func features(_ number: Int) -> PhotoFeatures {
    PhotoFeatures(
      format: .jpeg, pixelSize: PixelSize(width: number + 1, height: 3),
      descriptor: [Int8](repeating: Int8(number), count: 512),
      lumaThumbnail: [UInt8](repeating: UInt8(number), count: 256),
      pdqHash: number % 3 == 0 ? [] : [UInt8](repeating: UInt8(number), count: 32),
      regionSharpness: [UInt8](repeating: UInt8(number), count: 16))
  }

  private func hand(_ photo: Int, as other: Int? = nil, to intake: inout FeaturePool.Intake) {
    Self.paths[photo].bytes.withUnsafeBytes { path in
      features(other ?? photo).withVectors { intake.add(path, $0) }
    }
  }

  /// The features of all paths, as a cache gives them.
  private func stored(
    limit: Int = .max, spare: TestSpillBuffer = TestSpillBuffer(), _ source: @escaping FeaturePool.Source
  ) -> [PhotoFeatures?] {
    let pool = FeaturePool(limit: limit, spill: spare.allocator, source: source)
    return Self.paths.indices.map { index in
      features(index).record.withUnsafeBytes {
        var record = RecordReader($0)
        return PhotoFeatures(record: &record, at: PackedPath(Self.paths[index]), in: pool)
      }
    }
  }

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
    let read = stored(limit: limit, spare: spare) { intake in
      asked.add(1, ordering: .relaxed)
      for index in Self.paths.indices { hand(index, to: &intake) }
    }

    DispatchQueue.concurrentPerform(iterations: read.count) { index in
      let (features, whole) = (read[index], features(index))
      #expect(features?.descriptor == whole.descriptor && features?.lumaThumbnail == whole.lumaThumbnail)
      #expect(features?.pdqHash == whole.pdqHash && features?.regionSharpness == whole.regionSharpness)
      #expect(features?.hasVectors == true)
    }
    #expect(asked.load(ordering: .relaxed) == 1)
    #expect((spare.writes > 0) == (limit < .max))
  }

  @Test func `a buffer stays as long as there are features with vectors in it`() {
    let spare = TestSpillBuffer()
    var read = stored(limit: 0, spare: spare) { intake in
      for index in Self.paths.indices { hand(index, to: &intake) }
    }
    #expect(spare.live == 0)
    #expect(read[7]?.hasVectors == true && spare.live == 1)
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
      intake.restart()
      for index in Self.paths.indices {
        switch index {
        case 0, 7, 8: break
        case 4, 20, 39: hand(index, as: index + 1, to: &intake)
        default: hand(index, to: &intake)
        }
        // Nobody expects these.
        (Self.paths[index].bytes + [0]).withUnsafeBytes { path in
          features(index + 1).withVectors { intake.add(path, $0) }
        }
      }
      missing.withLock { $0 = intake.missing.map(\.path) }
    }
    let photos = read.enumerated().map { index, features in
      ScannedPhoto(
        path: Self.paths[index],
        identity: FileIdentity(device: 1, inode: UInt64(index), size: 1, modified: 1, changed: 1), features: features)
    }

    let whole = photos.withVectors

    #expect(Set(whole.lost) == lost && whole.photos.map(\.path) == Self.paths)
    for index in Self.paths.indices {
      #expect(whole.photos[index].features == (lost.contains(index) ? nil : features(index)))
      #expect(read[index]?.descriptor == (lost.contains(index) ? [] : features(index).descriptor))
      #expect(read[index]?.pixelSize == features(index).pixelSize)
    }
    #expect(missing.withLock { $0 } == lost.sorted().map { Self.paths[$0] })
  }

  @Test func `a picture that is too flat for vectors has nothing to lose`() {
    let flat = PhotoFeatures(format: .png, pixelSize: PixelSize(width: 1, height: 1))
    let read = flat.record.withUnsafeBytes {
      var record = RecordReader($0)
      return PhotoFeatures(
        record: &record, at: PackedPath("/a"), in: FeaturePool(limit: 0, spill: TestSpillBuffer().allocator))
    }

    #expect(read == flat && read?.hasVectors == true)
  }
}
