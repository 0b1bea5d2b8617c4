import Foundation
package import SystemPackage

/// Paths are raw bytes from the directory entry to the system call and back. `String` is for the screen only.
extension FilePath {
  /// A path from the bytes the file system gave, whatever their encoding.
  ///
  /// - Parameter bytes: No NUL inside; one at the end is not needed.
  package init(bytes: some Sequence<UInt8>) {
    var terminated = bytes.map { CChar(bitPattern: $0) }
    terminated.append(0)
    self = terminated.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
  }

  /// Creates a path from memory that is not an array's: a library has hundreds of thousands of paths.
  package init(buffer: UnsafeRawBufferPointer) {
    self = withUnsafeTemporaryAllocation(of: CChar.self, capacity: buffer.count + 1) { terminated in
      let bytes = buffer.bindMemory(to: CChar.self)
      let end = terminated.initialize(from: bytes).index
      terminated.initializeElement(at: end, to: 0)
      return FilePath(platformString: terminated.baseAddress!)
    }
  }

  /// The bytes as a system call takes them, without the NUL.
  package var bytes: [UInt8] {
    withPlatformString { pointer in
      Array(UnsafeBufferPointer(start: pointer, count: length).lazy.map { UInt8(bitPattern: $0) })
    }
  }

  /// The bytes of the last component: the file's name. Empty for "/".
  package var nameBytes: [UInt8] {
    let whole = bytes
    guard let slash = whole.lastIndex(of: UInt8(ascii: "/")) else { return whole }
    return Array(whole[(slash + 1)...])
  }

  /// The path with an ending behind its name: "session.sqlite-wal".
  package func adding(ending: String) -> FilePath { FilePath(bytes: bytes + ending.utf8) }

  /// The bytes are valid UTF-8, so that a `String` of them loses nothing.
  package var isValidUTF8: Bool { String(validating: bytes, as: UTF8.self) != nil }

  /// The path as text for a document, with U+FFFD for bytes that are no UTF-8.
  package var documentText: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes in base64 for a document; nil where the text has them all.
  package var documentBytes: String? { isValidUTF8 ? nil : Data(bytes).base64EncodedString() }
}

/// Byte order: the one order of paths, so that the same tree always gives the same document.
package func precedesInByteOrder(_ left: FilePath, _ right: FilePath) -> Bool {
  left.withPlatformString { left in right.withPlatformString { strcmp(left, $0) < 0 } }
}
