import Foundation

/// The first key that occurs twice in one object of a JSON document; nil where there is none, or where it is no JSON.
///
/// JSON readers use the one or the other, so that a person and a program might read different things.
func doubledKey(inJSON bytes: [UInt8]) -> String? {
  /// The keys of each open object; nil for an open list.
  var open: [Set<[UInt8]>?] = []
  var isKeyNext = false
  var index = 0
  while index < bytes.count {
    switch bytes[index] {
    case UInt8(ascii: "{"):
      open.append([])
      isKeyNext = true
    case UInt8(ascii: "["):
      open.append(nil)
      isKeyNext = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = open.popLast()
      isKeyNext = false
    case UInt8(ascii: ","): isKeyNext = open.last.map { $0 != nil } ?? false
    case UInt8(ascii: ":"): isKeyNext = false
    case UInt8(ascii: "\""):
      let start = index + 1
      index = start
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard isKeyNext, index <= bytes.count, var keys = open.popLast() ?? nil else { break }
      let key = plainKey(bytes[start..<min(index, bytes.count)])
      if !keys.insert(key).inserted { return String(decoding: key, as: UTF8.self) }
      open.append(keys)
    default: break
    }
    index += 1
  }
  return nil
}

/// A key without its escapes: two ways to write a letter are one key.
private func plainKey(_ written: ArraySlice<UInt8>) -> [UInt8] {
  guard written.contains(UInt8(ascii: "\\")) else { return Array(written) }
  let quote = [UInt8(ascii: "\"")]
  let plain = try? JSONDecoder().decode(String.self, from: Data(quote + written + quote))
  return plain.map { Array($0.utf8) } ?? Array(written)
}
