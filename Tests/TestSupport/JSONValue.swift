/// Any JSON value, as a document has it.
package indirect enum JSONValue: Codable {
  case null
  case flag(Bool)
  case whole(Int64)
  case real(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Decodes any JSON value; a number without a fraction becomes `whole` where 64 bits suffice, else `real`.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int64.self) {
      self = .whole(number)
    } else if let number = try? value.decode(Double.self) {
      self = .real(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }

  /// Encodes the value as JSON.
  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .flag(let flag): try value.encode(flag)
    case .whole(let number): try value.encode(number)
    case .real(let number): try value.encode(number)
    case .text(let text): try value.encode(text)
    case .list(let list): try value.encode(list)
    case .object(let members): try value.encode(members)
    }
  }
}
