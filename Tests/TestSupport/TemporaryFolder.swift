import Glibc
import PhotoModel
package import SystemPackage

/// A folder of a test's own, removed with everything in it when the value goes away.
///
/// Names are bytes, because the files under test may have names that are no text.
package final class TemporaryFolder: Sendable {
  /// The real path of the folder.
  package let path: FilePath

  /// - Parameter parent: The folder around it; nil for the system's folder for temporary files.
  /// - Precondition: The folder above can be written.
  package init(in parent: FilePath? = nil) {
    let base = parent?.string ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/deckle-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "no temporary folder in \(base)")
    // The real path: tests compare paths, and the folder for temporary files may be a symbolic link.
    let real = realpath(template, nil)
    defer { free(real) }
    path = FilePath(real.map { String(cString: $0) } ?? base)
  }

  /// A volume in memory, where a sync costs nothing: for tests that move thousands of files; nil where there is none.
  package static var memory: FilePath? { access("/dev/shm", W_OK) == 0 ? "/dev/shm" : nil }

  deinit { removeTree(path) }

  /// A path within the folder.
  package subscript(_ name: String) -> FilePath { self[nameBytes: Array(name.utf8)] }

  /// A path within the folder whose name is no text.
  package subscript(nameBytes nameBytes: [UInt8]) -> FilePath { entry(nameBytes, of: path) }

  /// Writes a file, with the folders above it.
  @discardableResult
  package func write(_ content: [UInt8], to name: String, modified: Int? = nil) throws -> FilePath {
    try write(content, at: self[name], modified: modified)
  }

  /// Writes a text file, with the folders above it.
  @discardableResult
  package func write(_ content: String, to name: String, modified: Int? = nil) throws -> FilePath {
    try write(Array(content.utf8), at: self[name], modified: modified)
  }

  /// Writes a file whose name is no text.
  @discardableResult
  package func write(_ content: [UInt8], nameBytes: [UInt8], modified: Int? = nil) throws -> FilePath {
    try write(content, at: self[nameBytes: nameBytes], modified: modified)
  }

  /// Makes a folder, with the folders above it.
  @discardableResult
  package func makeFolder(_ name: String) throws -> FilePath {
    let folder = self[name]
    try makeFolders(folder)
    return folder
  }

  /// The content of a file in the folder.
  package func read(_ name: String) throws -> [UInt8] { try readFile(self[name]) }

  /// Whether an entry of this name is there, if only a dangling link.
  package func contains(_ name: String) -> Bool {
    var status = stat()
    return self[name].withPlatformString { lstat($0, &status) } == 0
  }

  /// Everything below the folder, as paths relative to it, in byte order. Folders end in "/".
  package func list() -> [[UInt8]] {
    var found: [[UInt8]] = []
    func walk(_ folder: FilePath, prefix: [UInt8]) {
      for name in entryNames(of: folder) {
        let path = entry(name, of: folder)
        let isFolder = isRealFolder(path)
        found.append(prefix + name + (isFolder ? [UInt8(ascii: "/")] : []))
        if isFolder { walk(path, prefix: prefix + name + [UInt8(ascii: "/")]) }
      }
    }
    walk(path, prefix: [])
    return found.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// `list()` as text, for folders whose names are text.
  package func listing() -> [String] { list().map { String(decoding: $0, as: UTF8.self) } }

  private func write(_ content: [UInt8], at file: FilePath, modified: Int?) throws -> FilePath {
    try makeFolders(parent(of: file))
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: [.ownerReadWrite, .groupRead])
    try descriptor.closeAfter {
      _ = try descriptor.writeAll(content)
      if let modified {
        var times = [timespec(tv_sec: modified, tv_nsec: 0), timespec(tv_sec: modified, tv_nsec: 0)]
        if futimens(descriptor.rawValue, &times) != 0 { throw Errno(rawValue: errno) }
      }
    }
    return file
  }
}

/// The whole content of a file.
package func readFile(_ path: FilePath, options: FileDescriptor.OpenOptions = []) throws -> [UInt8] {
  let descriptor = try FileDescriptor.open(path, .readOnly, options: options.union(.closeOnExec))
  return try descriptor.closeAfter {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      if count == 0 { return content }
      content += chunk[..<count]
    }
  }
}

/// The entry of a folder. By its bytes: the components of a `FilePath` take milliseconds in debug builds.
private func entry(_ name: [UInt8], of folder: FilePath) -> FilePath {
  FilePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name)
}

/// The parent folder of a path; empty for a name alone and for the root.
private func parent(of path: FilePath) -> FilePath {
  let bytes = path.bytes
  let slash = bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0
  return FilePath(bytes: slash == 0 ? [] : bytes[..<slash])
}

/// Makes a folder and those above it; content with what is there.
private func makeFolders(_ folder: FilePath) throws {
  if isRealFolder(folder) || folder.isEmpty { return }
  try makeFolders(parent(of: folder))
  if folder.withPlatformString({ mkdir($0, 0o755) }) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
}

/// A folder, and not a link to one.
private func isRealFolder(_ path: FilePath) -> Bool {
  var status = stat()
  return path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The names in a folder as the directory has them, without "." and "..".
package func entryNames(of folder: FilePath) -> [[UInt8]] {
  guard let stream = folder.withPlatformString({ opendir($0) }) else { return [] }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
  }
  return names
}

/// Removes a file, or a folder with everything in it, of any depth: by descriptors, so that no path can be too long.
/// Links are removed, never followed.
package func removeTree(_ path: FilePath) { path.withPlatformString { removeEntry($0, of: AT_FDCWD) } }

private func removeEntry(_ name: UnsafePointer<CChar>, of parent: CInt) {
  if unlinkat(parent, name, 0) == 0 { return }
  // A test may have taken away the permission to read the folder.
  _ = fchmodat(parent, name, 0o700, 0)
  let folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  if folder >= 0, let stream = fdopendir(folder) {
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) { name in
          if strcmp(name, ".") != 0, strcmp(name, "..") != 0 { removeEntry(name, of: folder) }
        }
      }
    }
  }
  _ = unlinkat(parent, name, AT_REMOVEDIR)
}
