package import FileSafety
import ImageDecoding
package import PhotoModel
package import SystemPackage

/// The XMP sidecar of one file of a photo.
///
/// The existing one is used: with the whole name of the file (`IMG_1.JPG.xmp`, as darktable and digiKam write), else
/// with its name without the ending (`IMG_1.xmp`, as Lightroom does). A new one gets the whole name: it belongs to no
/// other file.
package struct SidecarFile: Hashable, Sendable {
  /// The path of the sidecar.
  package var path: FilePath
  /// The identity of the sidecar when scanned; nil where there is none.
  package var identity: FileIdentity?

  /// A question to a decode worker for the changes of a sidecar that is there.
  package typealias Edits = (SidecarAddition, FilePath, FileIdentity) -> Result<[SidecarEdit], SidecarRefusal>

  /// The largest sidecar that is changed.
  package static let largest = ByteCount(1_000_000)

  /// The sidecar of a file.
  ///
  /// - Parameter file: The path of the photo, or of its RAW.
  package init(of file: FilePath, in photo: ScannedPhoto) {
    let name = folded(file.nameBytes)
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
    let names = [name, stem].map { $0 + ".xmp".utf8 }
    let sidecars = photo.companions.filter { $0.role == .sidecar }
    let found = names.lazy.compactMap { name in sidecars.first { folded($0.path.nameBytes) == name } }.first
    path = found?.path ?? FilePath(bytes: file.bytes + Array(".xmp".utf8))
    identity = found?.identity
  }

  /// The sidecar before and after a change.
  package struct Change: Hashable, Sendable {
    /// The old bytes of the sidecar; nil where it is made.
    package var old: [UInt8]?
    /// The new bytes.
    package var new: [UInt8]
  }

  /// The change that adds to the sidecar.
  ///
  /// - Parameter edits: Asks a decode worker for the changes of a sidecar that is there.
  /// - Returns: Nil where nothing is to be added.
  package func change(
    adding addition: SidecarAddition, _ edits: Edits, naming: (FilePath) -> String
  ) throws(SidecarRefusal) -> Change? {
    guard let identity else { return try Self.newBytes(addition).map { Change(old: nil, new: $0) } }
    let old: [UInt8]
    do { old = try readContents(of: path, expecting: identity, limit: Self.largest) } catch {
      throw SidecarRefusal(error.sentence(naming: naming))
    }
    let found = try edits(addition, path, identity).get()
    if found.isEmpty { return nil }
    guard let new = found.applied(to: old, replacing: addition.replaced), new != old else {
      throw SidecarRefusal("What was to be added to the sidecar is not to be believed.")
    }
    return Change(old: old, new: new)
  }

  private static func newBytes(_ addition: SidecarAddition) throws(SidecarRefusal) -> [UInt8]? {
    do { return try newSidecar(addition) } catch { throw SidecarRefusal(error.sentence) }
  }

  /// Writes a change: whole or not at all, and only over the bytes that were read.
  ///
  /// - Returns: The new identity of the sidecar.
  package func write(
    _ change: Change, operations: FileOperations = .live
  ) throws(FileSafetyError) -> FileIdentity {
    try replaceFile(at: path, with: change.new, expecting: change.old, operations: operations)
  }
}

/// The bytes with A…Z as small letters.
private func folded(_ bytes: [UInt8]) -> [UInt8] {
  bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
}
