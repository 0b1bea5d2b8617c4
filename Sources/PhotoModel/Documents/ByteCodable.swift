import Foundation

/// A value that is sent to another process as one array of bytes. Its initialiser checks them: they may come from a
/// process that was taken over.
package protocol ByteCodable: Codable {
  /// Creates the value; nil for bytes that no such value has.
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
    guard let value = Self(bytes: [UInt8](try container.decode(Data.self))) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "bytes of no \(Self.self)")
    }
    self = value
  }

  /// Encodes the bytes.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}
