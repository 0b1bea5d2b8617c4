/// The names that a file may get in `files/`: its own, or one with a number where that is taken.
///
/// The `.trashinfo` has the same name with that ending, so the name leaves space for it. Nothing is ever read back from
/// these names; the original location is in the `.trashinfo`.
enum TrashName {
  static let infoSuffix = Array(".trashinfo".utf8)

  /// The number of names that are tried before Deckle gives up.
  static let attempts = 200

  /// The last attempt whose name is no matter of chance.
  static let lastForeseeable = 9

  /// - Parameters:
  ///   - original: The file's own name; any bytes.
  ///   - attempt: The number of the attempt, from 1; 1 gives the name itself, 2…9 a number before the extension, later
  ///     ones `token`.
  ///   - longest: Bytes that the file system allows in a name.
  ///   - token: A number that differs from call to call.
  static func name(for original: [UInt8], attempt: Int, longest: Int, token: () -> UInt64) -> [UInt8] {
    let (stem, ending) = parts(of: original)
    let number: [UInt8] =
      switch attempt {
      case ...1: []
      case 2...lastForeseeable: Array(".\(attempt)".utf8)
      default: Array(".\(String(token(), radix: 36))".utf8)
      }
    let space = longest - infoSuffix.count - number.count - ending.count
    return cut(stem, to: max(1, space)) + number + ending
  }

  /// The stem and the extension of a name, with its dot, if it is short enough to be one.
  private static func parts(of name: [UInt8]) -> (stem: [UInt8], ending: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 16 else { return (name, []) }
    return (Array(name[..<dot]), Array(name[dot...]))
  }

  /// The name cut to at most `count` bytes, not ending inside of a UTF-8 character, nor in a dot or space, which FAT
  /// drops.
  static func cut(_ stem: [UInt8], to count: Int) -> [UInt8] {
    guard stem.count > count else { return stem }
    var end = count
    var steps = 0
    while end > 1, steps < 3, stem[end] & 0b1100_0000 == 0b1000_0000 {
      end -= 1
      steps += 1
    }
    while end > 1, stem[end - 1] == UInt8(ascii: ".") || stem[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return Array(stem[..<end])
  }

  static func info(for name: [UInt8]) -> [UInt8] { name + infoSuffix }
}
