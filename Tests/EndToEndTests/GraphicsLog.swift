import Glibc
import TestSupport
import TextSurface

/// What a program told a terminal with kitty's protocol, and what such a terminal would show.
struct GraphicsLog {
  struct Command: CustomStringConvertible {
    var keys: [String: String]
    /// Bytes of it, and of the cursor movement before it.
    var length: Int
    var moveLength: Int
    var description: String { "\(keys) in \(length)" }
  }

  struct Slot: Hashable {
    var image: String
    var number: String
  }

  private(set) var commands: [Command] = []
  /// Numbers of pictures, each time that one began to be sent and was sent to its end.
  private(set) var uploads: [String] = []
  private(set) var freed: [String] = []
  private(set) var placements: [Slot: Rect] = [:]

  init(_ terminal: PseudoTerminal) {
    let bytes = terminal.rawOutput
    var cursor = (x: 0, y: 0, length: 0)
    var sending: String?
    var index = 0
    while index + 1 < bytes.count {
      guard let escape = bytes.first(0x1B, from: index), escape + 1 < bytes.count else { break }
      index = escape
      if bytes[index + 1] == UInt8(ascii: "["), let end = bytes[(index + 2)...].firstIndex(where: { $0 >= 0x40 }) {
        if bytes[end] == UInt8(ascii: "H") {
          let values = String(decoding: bytes[(index + 2)..<end], as: UTF8.self).split(separator: ";").map {
            Int($0) ?? 1
          }
          cursor = ((values.count > 1 ? values[1] : 1) - 1, (values.first ?? 1) - 1, end + 1 - index)
        }
        // Clearing the screen takes the pictures along.
        if bytes[end] == UInt8(ascii: "J"), bytes[end - 1] == UInt8(ascii: "2") { placements = [:] }
        index = end + 1
      } else if bytes[index + 1] == UInt8(ascii: "_"), let end = bytes.endOfString(from: index + 2) {
        let semicolon = bytes.first(UInt8(ascii: ";"), from: index).map { min($0, end) } ?? end
        let head = String(decoding: bytes[(index + 3)..<semicolon], as: UTF8.self)
        let pairs = head.split(separator: ",").map { $0.split(separator: "=").map(String.init) }
        let keys = Dictionary(pairs.map { ($0[0], $0.last ?? "") }) { $1 }
        commands.append(Command(keys: keys, length: end + 2 - index, moveLength: cursor.length))
        take(keys, hasPayload: semicolon < end, cursor: (cursor.x, cursor.y), sending: &sending)
        index = end + 2
      } else {
        index += 1
      }
    }
  }

  private mutating func take(
    _ keys: [String: String], hasPayload: Bool, cursor: (x: Int, y: Int), sending: inout String?
  ) {
    switch keys["a"] {
    case "t", "T": sending = keys["i"]
    case "p":
      guard let image = keys["i"], let number = keys["p"], let columns = Int(keys["c"] ?? ""),
        let rows = Int(keys["r"] ?? "")
      else { return }
      placements[Slot(image: image, number: number)] = Rect(x: cursor.x, y: cursor.y, width: columns, height: rows)
    case "d":
      switch keys["d"] {
      case "A": placements = [:]
      case "I":
        freed.append(keys["i"] ?? "")
        placements = placements.filter { $0.key.image != keys["i"] }
      default: placements[Slot(image: keys["i"] ?? "", number: keys["p"] ?? "")] = nil
      }
    default: break
    }
    if keys["m"] == "0", let image = sending {
      if hasPayload { uploads.append(image) }
      sending = nil
    }
  }
}

/// The sixel pictures that a program sent.
struct SixelLog {
  struct Picture {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// Ended where its encoder ends it, and not given up.
    var isWhole: Bool
  }

  private(set) var pictures: [Picture] = []

  /// How many were not given up on the way.
  var whole: Int { pictures.count(where: \.isWhole) }

  init(_ terminal: PseudoTerminal) {
    let bytes = terminal.rawOutput
    var cursor = (x: 0, y: 0)
    var index = 0
    while index + 1 < bytes.count {
      guard let escape = bytes.first(0x1B, from: index), escape + 1 < bytes.count else { break }
      index = escape
      if bytes[index + 1] == UInt8(ascii: "["), let end = bytes[(index + 2)...].firstIndex(where: { $0 >= 0x40 }) {
        if bytes[end] == UInt8(ascii: "H") {
          let values = String(decoding: bytes[(index + 2)..<end], as: UTF8.self).split(separator: ";").map {
            Int($0) ?? 1
          }
          cursor = ((values.count > 1 ? values[1] : 1) - 1, (values.first ?? 1) - 1)
        }
        index = end + 1
      } else if bytes[index + 1] == UInt8(ascii: "P"), let end = bytes.endOfString(from: index + 2) {
        let body = String(decoding: bytes[index..<min(end, index + 64)], as: UTF8.self)
        if let start = body.range(of: "q\"1;1;") {
          let size = body[start.upperBound...].prefix { $0 == ";" || $0.isNumber }.split(separator: ";")
            .compactMap { Int($0) }
          var bands = 1
          var position = index
          while let next = bytes.first(UInt8(ascii: "-"), from: position), next < end {
            bands += 1
            position = next + 1
          }
          if size.count == 2 {
            pictures.append(
              Picture(x: cursor.x, y: cursor.y, width: size[0], height: size[1], isWhole: bands == (size[1] + 5) / 6))
          }
        }
        index = end + 2
      } else {
        index += 1
      }
    }
  }
}

extension [UInt8] {
  /// By memchr: the log is megabytes long and looked at again and again.
  fileprivate func first(_ byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    return withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, let found = memchr(base + start, Int32(byte), count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }

  /// Where the next `ESC \` stands.
  fileprivate func endOfString(from start: Int) -> Int? {
    var position = start
    while let escape = first(0x1B, from: position) {
      if escape + 1 < count, self[escape + 1] == UInt8(ascii: "\\") { return escape }
      position = escape + 1
    }
    return nil
  }

  func contains(subsequence text: String) -> Bool { firstRange(of: Array(text.utf8)) != nil }
}
