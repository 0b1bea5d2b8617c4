/// The value in a frame.
///
/// - Throws: `WireError`, or the error of the type itself for an invalid value.
func value<Value: Decodable>(_ type: Value.Type, in frame: ArraySlice<UInt8>) throws -> Value {
  try decoded(type, try WireValue(frame: frame))
}

private func decoded<Value: Decodable>(_ type: Value.Type, _ value: WireValue) throws -> Value {
  if case .bytes(let bytes) = value {
    if type == [UInt8].self, let bytes = bytes as? Value { return bytes }
    // A type that is one array of bytes on the wire; any other finds neither list nor record here.
  }
  return try Value(from: WireDecoder(value: value))
}

private struct WireDecoder: Decoder, SingleValueDecodingContainer {
  let value: WireValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .record(let fields) = value else { throw WireError(reason: "no record") }
    return KeyedDecodingContainer(FieldReader<Key>(fields: fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .list(let values) = value else { throw WireError(reason: "no list") }
    return ItemReader(values: values)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { value == .none }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let flag) = value else { throw WireError(reason: "no yes or no") }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .text(let text) = value else { throw WireError(reason: "no text") }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .double(let number) = value else { throw WireError(reason: "no number") }
    return number
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type, value) }

  private func whole<Number: FixedWidthInteger>() throws -> Number {
    let number: Number? =
      switch value {
      case .signed(let number): Number(exactly: number)
      case .unsigned(let number): Number(exactly: number)
      default: nil
      }
    guard let number else { throw WireError(reason: "no whole number that fits") }
    return number
  }
}

private struct FieldReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let fields: [String: WireValue]
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { fields.keys.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try field(key) == .none }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoded(type, field(key)) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try WireDecoder(value: field(key)).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try WireDecoder(value: field(key)).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { WireDecoder(value: fields["super"] ?? .none) }
  func superDecoder(forKey key: Key) throws -> any Decoder { WireDecoder(value: try field(key)) }

  private func field(_ key: Key) throws -> WireValue {
    guard let value = fields[key.stringValue] else { throw WireError(reason: "no field \(key.stringValue)") }
    return value
  }
}

private struct ItemReader: UnkeyedDecodingContainer {
  let values: [WireValue]
  var currentIndex = 0
  var codingPath: [any CodingKey] { [] }
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .none else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoded(type, next()) }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
    try WireDecoder(value: next()).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try WireDecoder(value: next()).unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { WireDecoder(value: try next()) }

  private mutating func next() throws -> WireValue {
    guard !isAtEnd else { throw WireError(reason: "a list is too short") }
    defer { currentIndex += 1 }
    return values[currentIndex]
  }
}
