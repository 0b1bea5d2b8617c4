import Glibc
import PhotoModel
import SystemPackage
import TestSupport

@testable import FileSafety

typealias TemporaryFolder = TestSupport.TemporaryFolder

/// By plain C calls and swift-system only, so that no test asks the code under test what is true.
extension TemporaryFolder {
  /// "a/b.jpg" in this folder.
  func callAsFunction(_ relative: String) -> FilePath { path.appending(name: relative) }

  /// A relative path of any bytes in this folder.
  func callAsFunction(_ relative: [UInt8]) -> FilePath { path.appending(name: relative) }

  @discardableResult
  func folder(_ relative: String, mode: mode_t = 0o755) throws -> FilePath {
    var current = path
    for name in relative.split(separator: "/") {
      current = current.appending(name: String(name))
      guard current.withPlatformString({ mkdir($0, mode) }) == 0 || errno == EEXIST else {
        throw Errno(rawValue: errno)
      }
    }
    return current
  }

  /// Writes a file and makes the folders above it.
  @discardableResult
  func file(_ relative: String, _ contents: String = "photo") throws -> FilePath {
    try folder(relative.split(separator: "/").dropLast().joined(separator: "/"))
    return try Self.write(Array(contents.utf8), to: self(relative))
  }

  @discardableResult
  static func write(_ bytes: [UInt8], to path: FilePath) throws -> FilePath {
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .noFollow], permissions: .init(rawValue: 0o644))
    defer { try? file.close() }
    try file.writeAll(bytes)
    return path
  }

  static func read(_ path: FilePath) throws -> [UInt8] { try readFile(path, options: .noFollow) }

  static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withPlatformString { lstat($0, &status) } == 0 ? status : nil
  }

  static func exists(_ path: FilePath) -> Bool { status(path) != nil }

  static func names(_ path: FilePath) -> [[UInt8]] { entryNames(of: path) }

  static func symbolicLink(_ path: FilePath, to target: FilePath) throws {
    let result = path.withPlatformString { at in target.withPlatformString { to in symlink(to, at) } }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  static func hardLink(_ path: FilePath, to existing: FilePath) throws {
    let result = path.withPlatformString { at in existing.withPlatformString { to in link(to, at) } }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  static func rename(_ from: FilePath, to: FilePath) throws {
    let result = from.withPlatformString { old in to.withPlatformString { new in Glibc.rename(old, new) } }
    if result != 0 { throw Errno(rawValue: errno) }
  }

  /// Removes a file, or a tree of any depth.
  static func remove(_ path: FilePath) { removeTree(path) }
}

/// Whether the mode bits of folders mean anything to this process.
let isRoot = geteuid() == 0
