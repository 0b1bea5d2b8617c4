/// A value as a frame. Any `Encodable` will do, so a new measurement needs no new format.
func frame(of value: some Encodable) throws -> [UInt8] {
  var frame: [UInt8] = []
  try wireValue(of: value).append(to: &frame)
  return frame
}

private func wireValue<Value: Encodable>(of value: Value) throws -> WireValue {
  // The bytes that make up nearly all of an answer, at once and not number by number. An empty array of anything can be
  // cast to one of bytes, so the type is asked first.
  if Value.self == [UInt8].self, let bytes = value as? [UInt8] { return .bytes(bytes) }
  let encoder = WireEncoder()
  try value.encode(to: encoder)
  return encoder.node.value
}

/// A value that grows while containers write into it.
private final class Node {
  var leaf = WireValue.none
  private var items: [Node]?
  private var fields: [String: Node]?

  var value: WireValue {
    if let items { return .list(items.map(\.value)) }
    if let fields { return .record(fields.mapValues(\.value)) }
    return leaf
  }

  var count: Int { items?.count ?? 0 }

  func becomeList() { items = items ?? [] }
  func becomeRecord() { fields = fields ?? [:] }

  func add() -> Node {
    let node = Node()
    items?.append(node)
    return node
  }

  func add(_ name: String) -> Node {
    let node = Node()
    fields?[name] = node
    return node
  }
}

private struct WireEncoder: Encoder, SingleValueEncodingContainer {
  var node = Node()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeRecord()
    return KeyedEncodingContainer(Fields<Key>(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeList()
    return Items(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.leaf = .none }
  func encode(_ value: Bool) { node.leaf = .bool(value) }
  func encode(_ value: String) { node.leaf = .text(value) }
  func encode(_ value: Double) { node.leaf = .double(value) }
  func encode(_ value: Float) { node.leaf = .double(Double(value)) }
  func encode(_ value: Int) { node.leaf = .signed(Int64(value)) }
  func encode(_ value: Int8) { node.leaf = .signed(Int64(value)) }
  func encode(_ value: Int16) { node.leaf = .signed(Int64(value)) }
  func encode(_ value: Int32) { node.leaf = .signed(Int64(value)) }
  func encode(_ value: Int64) { node.leaf = .signed(value) }
  func encode(_ value: UInt) { node.leaf = .unsigned(UInt64(value)) }
  func encode(_ value: UInt8) { node.leaf = .unsigned(UInt64(value)) }
  func encode(_ value: UInt16) { node.leaf = .unsigned(UInt64(value)) }
  func encode(_ value: UInt32) { node.leaf = .unsigned(UInt64(value)) }
  func encode(_ value: UInt64) { node.leaf = .unsigned(value) }
  func encode(_ value: some Encodable) throws { node.leaf = try wireValue(of: value) }
}

private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) { node.add(key.stringValue).leaf = .none }
  mutating func encode(_ value: some Encodable, forKey key: Key) throws {
    node.add(key.stringValue).leaf = try wireValue(of: value)
  }
  mutating func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { WireEncoder(node: node.add(key.stringValue)).container(keyedBy: type) }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    WireEncoder(node: node.add(key.stringValue)).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { WireEncoder(node: node.add("super")) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { WireEncoder(node: node.add(key.stringValue)) }
}

private struct Items: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  mutating func encodeNil() { node.add().leaf = .none }
  mutating func encode(_ value: some Encodable) throws { node.add().leaf = try wireValue(of: value) }
  mutating func nestedContainer<Nested>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    WireEncoder(node: node.add()).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    WireEncoder(node: node.add()).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { WireEncoder(node: node.add()) }
}
