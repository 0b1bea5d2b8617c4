import FileSafety
import Glibc
import PhotoModel
import SystemPackage

/// A list of files that a person or a script hands over: raw bytes, one path to a line or to a NUL.
struct PathList {
  let paths: [FilePath]
  private let bytes: [UInt8]
  /// More than this is no list of photos but a mistake: a disk, or a program that never ends.
  private static let mostBytes = 64_000_000

  /// - Parameter separator: A newline, or NUL for names that may hold newlines. Empty entries are left out.
  init(_ bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    // A NUL inside of a line would end the path before its time.
    paths = bytes.split(separator: separator).filter { !$0.contains(0) }.map { FilePath(bytes: $0) }
  }

  /// A file with a line break in its name, of which a list of lines makes two paths: the second may be that of another.
  var nameCutInTwo: FilePath? {
    var listed = ListedNames()
    var folders: [FilePath: FilePath?] = [:]
    for line in bytes.split(separator: Self.newline, omittingEmptySubsequences: false) where !line.contains(0) {
      let start = line.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? line.startIndex
      let given = start == line.startIndex ? FilePath(".") : FilePath(bytes: line[..<start])
      let known = folders[given] ?? (try? realPath(given))
      folders[given] = .some(known)
      guard let folder = known else { continue }
      for name in listed.brokenNames(in: folder) where bytes[start...].starts(with: name) {
        let next = bytes[start...].dropFirst(name.count).first ?? Self.newline
        if next == Self.newline || next == UInt8(ascii: "/") {
          return FilePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name)
        }
      }
    }
    return nil
  }

  private static let newline = UInt8(ascii: "\n")

  /// - Parameter source: A file, or "-" for standard input.
  /// - Throws: `CommandFailure` where it cannot be read.
  init(from source: FilePath, separator: UInt8, naming: (FilePath) -> String) throws {
    do {
      self.init(try inputBytes(of: source, most: Self.mostBytes), separator: separator)
    } catch let stop as Interrupted {
      throw stop
    } catch is InputTooLong {
      throw CommandFailure(
        "The list \(naming(source)) is longer than \(ByteCount(Int64(Self.mostBytes)).formatted). Nothing was moved; "
          + "hand it over in parts.")
    } catch {
      throw CommandFailure("The list \(naming(source)) cannot be read (\(error)). Nothing was moved.")
    }
  }
}

/// All that a person or a script hands over.
///
/// - Parameters:
///   - source: A file, or "-" for standard input.
///   - most: Bytes; more is a mistake: a disk, or a program that never ends.
/// - Throws: `InputTooLong`; `Interrupted`; `Errno` where it cannot be read.
func inputBytes(of source: FilePath, most: Int) throws -> [UInt8] {
  if source.bytes == [UInt8(ascii: "-")] {
    // Somebody writes it, at their own pace.
    IOWatchdog.current?.rests()
    return try bytes(of: .standardInput, most: most)
  }
  IOWatchdog.current?.goesOn(at: source)
  let file = try opened(source)
  return try file.closeAfter {
    // Somebody writes to a pipe, at their own pace.
    var status = stat()
    if fstat(file.rawValue, &status) != 0 || status.st_mode & S_IFMT != S_IFREG { IOWatchdog.current?.rests() }
    return try bytes(of: file, most: most)
  }
}

/// A pipe that nobody writes to would not even open; a file that somebody has a lease on opens when that is given back.
private func opened(_ source: FilePath) throws -> FileDescriptor {
  do {
    return try FileDescriptor.open(source, .readOnly, options: [.closeOnExec, .nonBlocking])
  } catch Errno.resourceTemporarilyUnavailable {
    return try FileDescriptor.open(source, .readOnly, options: [.closeOnExec])
  }
}

struct InputTooLong: Error {}

private func bytes(of file: FileDescriptor, most: Int) throws -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    try waitForInput(of: file)
    do {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return all }
      if all.count + count > most { throw InputTooLong() }
      all += buffer[..<count]
    } catch Errno.resourceTemporarilyUnavailable {
      // Another reader was there first.
    }
  }
}

/// Whoever was asked for it may never write it, so that Ctrl-C is looked for meanwhile.
private func waitForInput(of file: FileDescriptor) throws {
  var entry = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
  while true {
    if Interruption.isRaised { throw Interrupted() }
    let ready = poll(&entry, 1, 50)
    if ready > 0 { return }
    // What is wrong otherwise, reading says.
    if ready < 0, errno != EINTR { return }
  }
}

/// The absolute path that a person means, with folders above it that are real as far as they exist.
///
/// A symbolic link at the end stays one. What is not there any more keeps its name, so that it can be looked for in
/// the trash.
///
/// - Throws: `CommandFailure` where nobody can say what is meant: a relative name in a folder that has no path, or `..` behind a
///   name that is not there.
func absolutePath(_ given: FilePath, naming: (FilePath) -> String) throws -> FilePath {
  if let path = try? pathWithRealFolders(given) { return path }
  if let path = try? realPath(given) { return path }
  guard let current = given.isAbsolute ? FilePath("/") : try? realPath(FilePath(".")) else {
    throw CommandFailure(
      "\(naming(given)) is a name in the current folder, which has no path: it was removed, its drive was unmounted, or its "
        + "path is too long. Nothing was done; go to another folder, or name the full path.")
  }
  var existing = current.pushing(given)
  var missing: [[UInt8]] = []
  while existing.lastComponent != nil {
    missing.insert(existing.nameBytes, at: 0)
    existing.removeLastComponent()
    guard let real = try? realPath(existing) else { continue }
    missing.removeAll { $0.elementsEqual(".".utf8) }
    if missing.contains(where: { $0.elementsEqual("..".utf8) }) { break }
    return missing.reduce(real) { FilePath(bytes: $0.bytes + [UInt8(ascii: "/")] + $1) }
  }
  throw CommandFailure(
    "\(naming(given)) leads through a folder that is not there and back. Nothing was done; name the path without ..")
}
