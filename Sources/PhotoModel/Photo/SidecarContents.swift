/// The contents of a sidecar about its photo.
///
/// Kept as the bytes that are stored and sent: a library may have a million sidecars, and most of them are empty.
package struct SidecarContents: Hashable, Sendable {
  /// The stored form; empty where the sidecar has nothing about the photo.
  package let bytes: [UInt8]

  /// The values of a sidecar.
  private struct Fields: Hashable {
    var metadata = DescriptiveMetadata()
    var location: PhotoContents.Location?
    var capturedAt: CaptureTime?
    var timeOffset: Int?
  }

  /// Creates the contents from their values.
  ///
  /// - Parameters:
  ///   - metadata: Texts longer than `DescriptiveMetadata.limited` are cut.
  ///   - timeOffset: The UTC offset of the clock that `capturedAt` is of, in minutes east of Greenwich.
  package init(
    metadata: DescriptiveMetadata = DescriptiveMetadata(), location: PhotoContents.Location? = nil,
    capturedAt: CaptureTime? = nil,
    timeOffset: Int? = nil
  ) {
    let fields = Fields(metadata: metadata.limited, location: location, capturedAt: capturedAt, timeOffset: timeOffset)
    guard fields != Fields() else {
      bytes = []
      return
    }
    var writer = RecordWriter()
    fields.metadata.write(to: &writer)
    for number in [location?.latitude, location?.longitude, timeOffset] { writer.write(number ?? Self.nothing) }
    writer.write(capturedAt?.milliseconds ?? Int64(Self.nothing))
    bytes = writer.bytes
  }

  /// Reads the stored form; nil for bytes that no sidecar gives.
  package init?(bytes: [UInt8]) {
    guard bytes.isEmpty || bytes == Self.exportedMarks.bytes || Self.fields(of: bytes) != nil else { return nil }
    self.bytes = bytes
  }

  private init(stored bytes: [UInt8]) { self.bytes = bytes }

  /// The contents of a sidecar with nothing but the verdict of an export, and no metadata of a person.
  package static let exportedMarks = SidecarContents(stored: [1])

  /// The metadata that people wrote.
  package var metadata: DescriptiveMetadata { fields.metadata }
  /// The coordinates where the photo was taken; nil where the sidecar does not have them.
  package var location: PhotoContents.Location? { fields.location }
  /// The time of capture; nil where the sidecar does not have it.
  package var capturedAt: CaptureTime? { fields.capturedAt }
  /// The UTC offset of that clock, in minutes east of Greenwich; nil where it is not stated.
  package var timeOffset: Int? { fields.timeOffset }

  private var fields: Fields { Self.fields(of: bytes) ?? Fields() }

  /// Stands for a number that is not there: no place, offset or time is so far away.
  private static let nothing = Int.min

  private static func fields(of bytes: [UInt8]) -> Fields? {
    bytes.isEmpty
      ? nil
      : bytes.withUnsafeBytes { bytes in
        var reader = RecordReader(bytes)
        guard let metadata = DescriptiveMetadata(&reader) else { return nil }
        let (north, east, offset, time) = (reader.number(), reader.number(), reader.number(), reader.number())
        guard reader.isAtEnd, (north == nothing) == (east == nothing) else { return nil }
        var fields = Fields(metadata: metadata)
        if north != nothing {
          guard (-90_000_000...90_000_000).contains(north), (-180_000_000...180_000_000).contains(east) else {
            return nil
          }
          fields.location = PhotoContents.Location(latitude: north, longitude: east)
        }
        if offset != nothing {
          guard (-900...900).contains(offset) else { return nil }
          fields.timeOffset = offset
        }
        if time != nothing {
          // Years 1800 to 2199, as `CaptureTime` takes them.
          guard (-5_364_662_400_000...7_258_118_400_000).contains(time) else { return nil }
          fields.capturedAt = CaptureTime(milliseconds: Int64(time))
        }
        return fields
      }
  }
}

extension SidecarContents: ByteCodable {}
