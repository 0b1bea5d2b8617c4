import FileSafety
import PhotoModel
import SystemPackage

/// A list with metadata of the pictures of a whole folder: `.picasa.ini` (Picasa), and `descript.ion` (ACDSee,
/// IrfanView, XnView and file managers).
struct FolderList {
  /// The path of the list.
  let path: FilePath
  /// The names in the list, as `key(of:)`; nil where it could not be read.
  private let names: Set<[UInt8]>?

  private static let largest = ByteCount(4_000_000)

  /// Reads a list; nil of a file with another name.
  init?(_ path: FilePath, _ identity: FileIdentity, _ operations: FileOperations) {
    let name = foldedASCII(path.nameBytes)
    let isPicasa = [".picasa.ini", "picasa.ini"].contains { $0.utf8.elementsEqual(name) }
    guard isPicasa || "descript.ion".utf8.elementsEqual(name) else { return nil }
    self.path = path
    guard let bytes = try? readContents(of: path, expecting: identity, limit: Self.largest, operations: operations)
    else {
      names = nil
      return
    }
    // Without its zero bytes, UTF-16 is read like other text.
    let lines = bytes.filter { $0 != 0 }.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    names = isPicasa ? Self.picasaNames(lines) : Self.describedNames(lines)
  }

  /// Whether the list has an entry about a picture, or may have one.
  func isAbout(_ picture: FilePath) -> Bool { names?.contains(Self.key(of: picture.nameBytes)) ?? true }

  /// The names of pictures whose sections have more in them than Picasa's own values.
  private static func picasaNames(_ lines: [ArraySlice<UInt8>]) -> Set<[UInt8]> {
    var names: Set<[UInt8]> = []
    var section: [UInt8]?
    for line in lines {
      if line.first == UInt8(ascii: "[") {
        section = line.lastIndex(of: UInt8(ascii: "]")).map { key(of: line[(line.startIndex + 1)..<$0]) }
      } else if let name = section, let equals = line.firstIndex(of: UInt8(ascii: "=")) {
        let property = String(decoding: foldedASCII(line[..<equals]), as: UTF8.self)
        if !ownProperties.contains(property), !property.hasPrefix("iidlist") { names.insert(name) }
      }
    }
    return names
  }

  private static let ownProperties: Set<String> = [
    "backuphash", "originhash", "onlinechecksum", "moddate", "width", "height", "filetype",
  ]

  /// The names before a description; one with blanks is in quotes.
  private static func describedNames(_ lines: [ArraySlice<UInt8>]) -> Set<[UInt8]> {
    let byteOrderMark: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
    let named = lines.compactMap { line -> [UInt8]? in
      let line = line.drop(while: byteOrderMark.contains)
      let isQuoted = line.first == UInt8(ascii: "\"")
      let rest = isQuoted ? line.dropFirst() : line
      guard let end = rest.firstIndex(of: UInt8(ascii: isQuoted ? "\"" : " ")),
        rest[(end + 1)...].contains(where: { $0 > UInt8(ascii: " ") })
      else { return nil }
      return key(of: rest[..<end])
    }
    return Set(named)
  }

  /// A name without its letters beyond ASCII: these lists have them in the coding of their time.
  private static func key(of name: some Sequence<UInt8>) -> [UInt8] { foldedASCII(name.filter { $0 < 0x80 }) }
}
