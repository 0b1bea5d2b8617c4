import CFileSystem
import Glibc
import PhotoModel
package import SystemPackage

/// The environment of a process, byte for byte: the name of a folder may be in any encoding.
package struct ProcessEnvironment: Sendable, ExpressibleByDictionaryLiteral {
  private let values: [String: [UInt8]]

  /// Creates an environment from texts.
  package init(_ values: [String: String]) { self.values = values.mapValues { Array($0.utf8) } }

  /// Creates an environment from a literal; of two entries with one name the first counts.
  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(Dictionary(elements) { first, _ in first })
  }

  /// Creates an environment.
  ///
  /// - Parameter entries: `NAME=value`, as in `environ(7)`. Of two with one name the first counts, as for `getenv(3)`.
  package init(entries: [[UInt8]]) {
    let pairs = entries.compactMap { entry in
      entry.firstIndex(of: UInt8(ascii: "=")).map { equals in
        (String(decoding: entry[..<equals], as: UTF8.self), Array(entry[(equals + 1)...]))
      }
    }
    values = Dictionary(pairs) { first, _ in first }
  }

  /// The variables of this process as they are now.
  package static var ofThisProcess: ProcessEnvironment { ProcessEnvironment(entries: strings(at: environ)) }

  /// The value of a variable as text, with U+FFFD for invalid UTF-8; nil where it is not set.
  package subscript(name: String) -> String? { values[name].map { String(decoding: $0, as: UTF8.self) } }

  /// The value of a variable as a path, absolute or not; nil where it is not set.
  package func path(_ name: String) -> FilePath? { values[name].map { FilePath(bytes: $0) } }

  /// The value as an absolute path; nil for any other, which the XDG base directory specification tells to ignore.
  package func folder(_ name: String) -> FilePath? { path(name).flatMap { $0.startsAtRoot ? $0 : nil } }

  /// All values as text, with U+FFFD for invalid UTF-8.
  package var texts: [String: String] { values.mapValues { String(decoding: $0, as: UTF8.self) } }
}

/// The arguments of this process, byte for byte, the name of the program first. They come from `main` itself: the other
/// sources read `/proc`, which is not mounted everywhere.
package let processArguments: [[UInt8]] = strings(at: fs_arguments())

/// The strings of a list that ends with NULL.
private func strings(at list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
  guard var next = list else { return [] }
  var strings: [[UInt8]] = []
  while let string = next.pointee {
    strings.append(UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) })
    next += 1
  }
  return strings
}
