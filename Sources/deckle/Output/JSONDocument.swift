import Foundation
import PhotoModel

/// One JSON document of a command: UTF-8, keys in byte order, one newline at the end.
///
/// Characters of file names that could control a terminal are written as `\uXXXX`, which is the same text to a program.
func jsonDocument(_ value: some Encodable, isPretty: Bool = true) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting =
    isPretty ? [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted] : [.sortedKeys, .withoutEscapingSlashes]
  return escapingSteeringCharacters(Array(try encoder.encode(value))) + [UInt8(ascii: "\n")]
}

/// Escapes control characters of terminals that the encoder leaves unescaped: DEL, C1, direction and separators.
private func escapingSteeringCharacters(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.contains(where: { $0 >= 0x7F }) else { return bytes }
  var escaped = ""
  for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
    if scalar.value >= 0x7F, scalar.steersTerminals {
      escaped += scalar.escapedForJSON
    } else {
      escaped.unicodeScalars.append(scalar)
    }
  }
  return Array(escaped.utf8)
}

/// A value whose key is in the document even where it is unknown: as `null`.
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

extension Duration {
  /// The duration in seconds, rounded to milliseconds.
  var documentSeconds: Double {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    return Double(milliseconds) / 1000
  }
}
