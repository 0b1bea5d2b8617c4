import Foundation
package import SystemPackage

/// Hands out a new folder of this user's alone, and removes it and all that was put into it afterwards.
///
/// For copies of Deckle's own files; no photo ever lies there.
package func withTemporaryFolder<Result>(_ body: (FilePath) throws -> Result) throws -> Result {
  let files = FileManager.default
  let folder = files.temporaryDirectory.appendingPathComponent("deckle-\(UUID().uuidString)")
  try files.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  defer { try? files.removeItem(at: folder) }
  return try body(FilePath(folder.path))
}
