/// The content of a frame: the few shapes that a `Codable` value can have.
///
/// On the wire: one byte for the kind, then a fixed number or a length (32 bits, little-endian) and the content. A
/// frame comes from a process that may have been taken over, so nothing in it is trusted: every length is checked
/// against the bytes there are, and nesting ends at `deepest`.
indirect enum WireValue: Equatable {
  case none
  case bool(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case double(Double)
  case text(String)
  case bytes([UInt8])
  case list([WireValue])
  case record([String: WireValue])

  /// Records in lists in records: no answer goes deeper than six.
  static let deepest = 16
}

/// Bytes that are no frame of ours.
struct WireError: Error, Equatable {
  /// The position of the error in the value; never its content.
  let reason: String
}

extension WireValue {
  private enum Kind: UInt8 {
    case none, no, yes, signed, unsigned, double, text, bytes, list, record
  }

  func append(to frame: inout [UInt8]) {
    switch self {
    case .none: frame.append(Kind.none.rawValue)
    case .bool(let flag): frame.append(flag ? Kind.yes.rawValue : Kind.no.rawValue)
    case .signed(let number): append(.signed, UInt64(bitPattern: number), to: &frame)
    case .unsigned(let number): append(.unsigned, number, to: &frame)
    case .double(let number): append(.double, number.bitPattern, to: &frame)
    case .text(let text): append(.text, Array(text.utf8), to: &frame)
    case .bytes(let bytes): append(.bytes, bytes, to: &frame)
    case .list(let values):
      append(.list, count: values.count, to: &frame)
      for value in values { value.append(to: &frame) }
    case .record(let fields):
      append(.record, count: fields.count, to: &frame)
      // The fields are sorted, so that equal values are equal frames.
      for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
        append(.text, Array(name.utf8), to: &frame)
        value.append(to: &frame)
      }
    }
  }

  private func append(_ kind: Kind, _ number: UInt64, to frame: inout [UInt8]) {
    frame.append(kind.rawValue)
    withUnsafeBytes(of: number.littleEndian) { frame.append(contentsOf: $0) }
  }

  private func append(_ kind: Kind, count: Int, to frame: inout [UInt8]) {
    frame.append(kind.rawValue)
    withUnsafeBytes(of: UInt32(clamping: count).littleEndian) { frame.append(contentsOf: $0) }
  }

  private func append(_ kind: Kind, _ content: [UInt8], to frame: inout [UInt8]) {
    append(kind, count: content.count, to: &frame)
    frame.append(contentsOf: content)
  }

  /// Reads a value.
  ///
  /// - Throws: `WireError` where the bytes are not exactly one value.
  init(frame: ArraySlice<UInt8>) throws {
    var rest = frame
    self = try Self.value(&rest, depth: 0)
    guard rest.isEmpty else { throw WireError(reason: "bytes after the end") }
  }

  private static func value(_ rest: inout ArraySlice<UInt8>, depth: Int) throws -> WireValue {
    guard depth < deepest else { throw WireError(reason: "nested too deep") }
    guard let kind = rest.popFirst().flatMap(Kind.init(rawValue:)) else { throw WireError(reason: "no such kind") }
    switch kind {
    case .none: return .none
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .signed: return .signed(Int64(bitPattern: try number(&rest)))
    case .unsigned: return .unsigned(try number(&rest))
    case .double: return .double(Double(bitPattern: try number(&rest)))
    case .text: return .text(try text(&rest))
    case .bytes: return .bytes(Array(try content(&rest)))
    case .list:
      // No capacity is reserved: a count is only a claim until its values have been read, each of which takes a byte.
      var values: [WireValue] = []
      for _ in 0..<(try count(&rest)) { values.append(try value(&rest, depth: depth + 1)) }
      return .list(values)
    case .record:
      var fields: [String: WireValue] = [:]
      for _ in 0..<(try count(&rest)) {
        guard rest.popFirst() == Kind.text.rawValue else { throw WireError(reason: "a field without a name") }
        fields[try text(&rest)] = try value(&rest, depth: depth + 1)
      }
      return .record(fields)
    }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    guard rest.count >= 8 else { throw WireError(reason: "a number is cut off") }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The number of elements that follow, of at least a byte each.
  private static func count(_ rest: inout ArraySlice<UInt8>) throws -> Int {
    guard rest.count >= 4 else { throw WireError(reason: "a length is cut off") }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard count <= rest.count else { throw WireError(reason: "longer than the frame") }
    return count
  }

  private static func content(_ rest: inout ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    let length = try count(&rest)
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) throws -> String {
    guard let text = String(validating: try content(&rest), as: UTF8.self) else {
      throw WireError(reason: "a text is not UTF-8")
    }
    return text
  }
}
