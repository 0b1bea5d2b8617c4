/// A value that crosses to another process as one array of bytes, which it checks itself while they are read: they may
/// come from a process that was taken over.
package protocol ByteCodable: Codable {
  /// Nil for bytes that no such value has.
  init?(bytes: [UInt8])
  /// The bytes from which an equal value is made.
  var bytes: [UInt8] { get }
}

extension ByteCodable {
  /// Decodes the bytes.
  ///
  /// - Throws: `DecodingError` for bytes that no such value has.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let value = Self(bytes: try container.decode([UInt8].self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "bytes of no \(Self.self)")
    }
    self = value
  }

  /// Encodes the bytes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
