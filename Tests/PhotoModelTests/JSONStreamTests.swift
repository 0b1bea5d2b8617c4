import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@Suite struct JSONStreamTests {
  /// One with objects in its lists.
  private func object(_ random: inout SeededGenerator, depth: Int = 0) -> JSONValue {
    let count = depth > 3 ? 0 : Int.random(in: 0...6, using: &random)
    return .object(
      Dictionary((0..<count).map { _ in (key(&random), value(&random, depth: depth)) }, uniquingKeysWith: { $1 }))
  }

  /// Small letters: in their order all agree.
  private func key(_ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 1...4, using: &random)).map { _ in "abcdz".randomElement(using: &random) ?? "a" })
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0...7, using: &random) {
    case 0: .text(text(&random))
    case 1: .whole(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0...63, using: &random))
    case 2: .real(Double(Int.random(in: -3...3, using: &random)))
    case 3: .real(number(&random))
    case 4: .flag(Bool.random(using: &random))
    case 5: .null
    case 6: .list((0..<Int.random(in: 0...3, using: &random)).map { _ in object(&random, depth: depth + 1) })
    default: object(&random, depth: depth + 1)
    }
  }

  /// Of any size, and finite.
  private func number(_ random: inout SeededGenerator) -> Double {
    let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
    return Bool.random(using: &random) || !number.isFinite ? Double.random(in: 0...1, using: &random) : number
  }

  private func text(_ random: inout SeededGenerator) -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", "/", "\"", "\\", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{0}", "\u{1B}", "\u{1F}", "ü", "e", "\u{301}",
      "猫", "🐈",
      "&", "<", "'", " ",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) { text.append(scalars.randomElement(using: &random) ?? "a") }
    return String(text)
  }

  private func document(_ write: (inout JSONStream) throws -> Void) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var stream = JSONStream { bytes += $0 }
    try write(&stream)
    try stream.finish()
    return bytes
  }

  @Test func `a document is what JSONEncoder makes of it, byte for byte`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    var random = SeededGenerator(seed: 91)
    for _ in 0..<300 {
      let tree = object(&random)

      let written = try document { try tree.write(to: &$0) }

      let expected = String(decoding: try encoder.encode(tree), as: UTF8.self) + "\n"
      #expect(String(decoding: written, as: UTF8.self) == expected)
    }
  }

  @Test func `what a terminal would obey is written as its number, and means the same`() throws {
    for text in ["\u{7F}", "\u{9B}31m", "a\u{202E}b", "\u{2028}", "\u{E0001}", "\u{FEFF}"] {
      let written = try document { stream in try stream.object { $0.member("text", text) } }

      #expect(written.allSatisfy { $0 < 0x7F })
      #expect(try JSONDecoder().decode([String: String].self, from: Data(written)) == ["text": text])
    }
  }

  @Test func `a path that is no text has its bytes beside it`() throws {
    let odd = FilePath(bytes: Array("/p/".utf8) + [0xFF, 0x41])
    let written = try document { stream in
      try stream.object {
        $0.member("a", "/p/ü \"x\"", bytes: "aBytes")
        $0.member("b", odd, bytes: "bBytes")
        $0.member("c", "/p/c.jpg", bytes: "cBytes")
      }
    }

    let read = try JSONDecoder().decode([String: String].self, from: Data(written))
    let bytes = Data(odd.bytes).base64EncodedString()
    #expect(read == ["a": "/p/ü \"x\"", "b": "/p/\u{FFFD}A", "bBytes": bytes, "c": "/p/c.jpg"])
  }

  @Test func `a long list is sent in parts, none of them much larger than another`() throws {
    var parts: [Int] = []
    var stream = JSONStream { parts.append($0.count) }
    try stream.list(0..<40_000) { stream, number in try stream.object { $0.member("number", number) } }
    try stream.finish()

    #expect(parts.count > 3)
    #expect(parts.max() ?? .max < 300_000)
  }

  @Test func `where the reader has gone nothing more is made`() {
    struct Gone: Error {}
    var made = 0
    var stream = JSONStream { _ in throw Gone() }

    #expect(throws: Gone.self) {
      try stream.list(0..<1_000_000) { stream, number in
        made += 1
        try stream.object { $0.member("number", number) }
      }
    }
    #expect(made < 100_000)
  }
}

extension JSONValue {
  fileprivate func write(to stream: inout JSONStream, as key: String) throws {
    switch self {
    case .text(let text): stream.member(key, text)
    case .whole(let number): stream.member(key, number)
    case .real(let number): stream.member(key, number)
    case .flag(let flag): stream.member(key, flag)
    case .null: stream.member(key, orNull: nil as String?) { $0.write($1) }
    case .list(let list):
      stream.key(key)
      try stream.list(list) { try $1.write(to: &$0) }
    case .object:
      stream.key(key)
      try write(to: &stream)
    }
  }

  /// Of an object.
  fileprivate func write(to stream: inout JSONStream) throws {
    guard case .object(let members) = self else { return }
    try stream.object { stream in
      for (key, value) in members.sorted(by: { $0.key < $1.key }) { try value.write(to: &stream, as: key) }
    }
  }
}
