import Foundation
import Glibc

/// A text to search for, whatever the case of letters and their accents.
struct FoldedText: Hashable, Sendable {
  /// UTF-8, folded.
  private let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    bytes = Array(Self.folded(text).utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// The text in UTF-8, folded for a search by `isPart(ofFolded:)`.
  static func foldedBytes(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    text.allSatisfy { $0 < 0x80 } ? text.map(smallLetter) : Array(folded(String(decoding: text, as: UTF8.self)).utf8)
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }

  /// Whether the text is a part of another; of none where that is nil.
  func isPart(of text: String?) -> Bool {
    guard var text else { return false }
    return text.withUTF8 { isPart(of: UnsafeRawBufferPointer($0)) }
  }

  /// Whether the text is a part of another, in UTF-8. Nearly all are ASCII, and are searched as they are: to fold each
  /// path of a large library took a second.
  func isPart(of text: UnsafeRawBufferPointer) -> Bool {
    guard text.allSatisfy({ $0 < 0x80 }) else {
      return Array(Self.folded(String(decoding: text, as: UTF8.self)).utf8).withUnsafeBytes(isFolded)
    }
    return isASCII && isFolded(in: text)
  }

  /// Whether the text is a part of bytes that are folded already.
  func isPart(ofFolded text: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return true }
    guard var start = text.baseAddress else { return false }
    return bytes.withUnsafeBytes { bytes in
      var left = text.count
      while left >= bytes.count, let found = memchr(start, Int32(first), left - bytes.count + 1) {
        if memcmp(found, bytes.baseAddress!, bytes.count) == 0 { return true }
        let next = UnsafeRawPointer(found) + 1
        left -= next - start
        start = next
      }
      return false
    }
  }

  /// Whether a byte is in the text.
  func holds(_ byte: UInt8) -> Bool { bytes.contains(byte) }

  private func isFolded(in text: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first, text.count >= bytes.count else { return bytes.isEmpty }
    return bytes.withUnsafeBufferPointer { bytes in
      for start in 0...text.count - bytes.count where smallLetter(text[start]) == first {
        if (1..<bytes.count).allSatisfy({ smallLetter(text[start + $0]) == bytes[$0] }) { return true }
      }
      return false
    }
  }
}

private func smallLetter(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
