import FileSafety
package import SystemPackage

/// The list of the installed packages, as the system keeps it.
package enum PackageDatabase: Hashable, Sendable {
  /// Debian and its relatives: one text file.
  case dpkg(FilePath)

  /// The installed package database; nil where there is none that Deckle knows.
  ///
  /// - Parameter root: The root folder of the system; another one in tests.
  package static func found(in root: FilePath = FilePath("/")) -> PackageDatabase? {
    let status = root.appending("var/lib/dpkg/status")
    return (try? fileStatus(of: status)).map { _ in .dpkg(status) }
  }

  /// The number of installed packages.
  ///
  /// - Throws: `FileSafetyError` where the list cannot be read.
  package func installedCount() throws -> Int {
    switch self {
    case .dpkg(let path):
      let text = try readContents(of: path)
      let wanted = Array("Status: install ok installed".utf8)
      return text.split(separator: UInt8(ascii: "\n")).count { $0.elementsEqual(wanted) }
    }
  }
}
