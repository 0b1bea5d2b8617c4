import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// A folder of one test, by its real path, removed when the test lets go of it.
///
/// Works with plain C calls and swift-system only, so that no test asks the code under test what is true.
final class TemporaryFolder: Sendable {
  let path: FilePath

  /// - Parameter parent: Nil for the temporary folder of the system.
  init(in parent: FilePath? = nil) throws {
    let system = getenv("TMPDIR").map { FilePath(platformString: $0) } ?? FilePath(P_tmpdir)
    let real = try #require(parent ?? Self.real(system))
    var template = real.appending(name: "deckle-XXXXXX").bytes.map { CChar(bitPattern: $0) } + [0]
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    path = FilePath(platformString: template)
  }

  deinit { Self.remove(path) }

  /// A volume in memory, where a sync costs nothing: for tests that move thousands of files. Nil: none here.
  static var memory: FilePath? {
    let path: FilePath = "/dev/shm"
    return path.withPlatformString { access($0, W_OK) } == 0 ? real(path) : nil
  }

  static func real(_ path: FilePath) -> FilePath? {
    path.withPlatformString { given in
      guard let resolved = realpath(given, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(platformString: resolved)
    }
  }

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

  static func read(_ path: FilePath) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly, options: [.noFollow])
    defer { try? file.close() }
    var bytes: [UInt8] = []
    while true {
      let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  static func status(_ path: FilePath) -> stat? {
    var status = stat()
    return path.withPlatformString { lstat($0, &status) } == 0 ? status : nil
  }

  static func exists(_ path: FilePath) -> Bool { status(path) != nil }

  static func names(_ path: FilePath) -> [[UInt8]] {
    guard let stream = path.withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }

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

  /// Removes a tree of any depth: by descriptors, so that no path can be too long.
  static func remove(_ path: FilePath) {
    guard let status = status(path) else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      _ = path.withPlatformString { unlink($0) }
      return
    }
    let folder = path.withPlatformString { open($0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) }
    guard folder >= 0 else { return }
    _ = fchmod(folder, 0o700)
    empty(folder)
    close(folder)
    _ = path.withPlatformString { rmdir($0) }
  }

  private static func empty(_ folder: CInt) {
    guard let stream = fdopendir(dup(folder)) else { return }
    defer { closedir(stream) }
    rewinddir(stream)
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        Array($0.prefix { $0 != 0 }.map(CChar.init(bitPattern:))) + [0]
      }
      if name == [46, 0] || name == [46, 46, 0] { continue }
      if unlinkat(folder, name, 0) == 0 { continue }
      let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      if inner >= 0 {
        _ = fchmod(inner, 0o700)
        empty(inner)
        close(inner)
      }
      _ = unlinkat(folder, name, AT_REMOVEDIR)
    }
  }
}

/// Whether the mode bits of folders mean anything to this process.
let isRoot = geteuid() == 0
