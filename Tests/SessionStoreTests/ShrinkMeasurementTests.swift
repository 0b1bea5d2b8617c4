import PhotoModel
import TestSupport
import Testing

@testable import SessionStore

/// What contents would become, kept beside their features.
@Suite struct ShrinkMeasurementTests {
  private let folder = TemporaryFolder()

  private func open(readOnly: Bool = false) throws -> FeatureStore {
    try FeatureStore(path: folder["features.sqlite"], isReadOnly: readOnly, timestamp: timestamp)
  }

  @Test func `measurements of both ways come back, and a later one replaces an earlier one`() throws {
    let store = try open()
    let first = try #require(Samples.digest(1))
    let second = try #require(Samples.digest(2))
    #expect(try store.shrinkMeasurements().isEmpty)
    let fit = ShrinkWay.fit(longSide: 3072, byteLimit: nil)

    try store.store(ShrinkMeasurement(first, .lossless, .smaller(ByteCount(9))))
    try store.store(ShrinkMeasurement(first, fit, .left("It is small enough.")))
    try store.store(ShrinkMeasurement(second, .lossless, .smaller(ByteCount(8))))
    try store.store(ShrinkMeasurement(second, .lossless, .smaller(ByteCount(7))))
    try store.store(ShrinkMeasurement(second, .fit(longSide: 3072, byteLimit: ByteCount(5)), .smaller(ByteCount(1))))

    let expected: Set<ShrinkMeasurement> = [
      ShrinkMeasurement(first, .lossless, .smaller(ByteCount(9))),
      ShrinkMeasurement(first, fit, .left("It is small enough.")),
      ShrinkMeasurement(second, .lossless, .smaller(ByteCount(7))),
    ]
    #expect(Set(try store.shrinkMeasurements()) == expected)
    store.close()
    #expect(Set(try open(readOnly: true).shrinkMeasurements()) == expected)
  }
}
