package import SystemPackage

/// The ending of a file's name in one word: up to eight ASCII bytes behind the last dot, with A…Z as a…z. For tables
/// that are asked for each file of a library.
package struct ShortEnding: Hashable, Sendable {
  private let letters: UInt64

  /// The ending of a path; nil for one that is longer, not ASCII, or not there; a name that only begins with a dot has
  /// none.
  package init?(of path: FilePath) {
    let letters = path.withPlatformString { start -> UInt64? in
      let name = UnsafeBufferPointer(start: start, count: path.length)
      guard let dot = name.lastIndex(where: { $0 == slash || $0 == fullStop }), dot > 0, name[dot] == fullStop,
        name[dot - 1] != slash
      else { return nil }
      return Self.packed(name[(dot + 1)...].lazy.map { UInt8(bitPattern: $0) })
    }
    guard let letters else { return nil }
    self.letters = letters
  }

  /// Creates an ending; nil for one that is longer than eight bytes, or not ASCII.
  package init?(_ ending: String) {
    guard let letters = Self.packed(ending.utf8) else { return nil }
    self.letters = letters
  }

  private static func packed(_ bytes: some Collection<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    var letters: UInt64 = 0
    for byte in bytes {
      guard byte < 0x80 else { return nil }
      let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      letters = letters << 8 | UInt64(isCapital ? byte | 0x20 : byte)
    }
    return letters
  }
}

private let slash = CChar(bitPattern: UInt8(ascii: "/"))
private let fullStop = CChar(bitPattern: UInt8(ascii: "."))
