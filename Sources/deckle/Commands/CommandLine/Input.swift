import FileSafety
import Glibc
import PhotoModel
import SystemPackage

/// All that a person or a script hands over.
///
/// - Parameters:
///   - source: A file, or "-" for standard input.
///   - title: The beginning of a sentence about it.
///   - most: Bytes; more is a mistake: a disk, or a program that never ends.
///   - nothing: What is not done where it cannot be read: "Nothing was moved".
///   - advice: What to do where it is too long: "make plans of parts".
/// - Throws: `CommandFailure` where it is too long or cannot be read; `Interrupted`.
func inputBytes(
  of source: FilePath, _ title: String, most: Int = 1_000_000_000, _ nothing: String, _ advice: String
) throws -> [UInt8] {
  let bytes: [UInt8]
  do { bytes = try inputBytes(of: source, most: most) } catch let error as Errno {
    throw CommandFailure("\(title) cannot be read (\(error)). \(nothing).")
  }
  if bytes.count <= most { return bytes }
  throw CommandFailure("\(title) is longer than \(ByteCount(Int64(most)).formatted). \(nothing); \(advice).")
}

/// - Returns: More than `most` bytes where there are more.
private func inputBytes(of source: FilePath, most: Int) throws -> [UInt8] {
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

private func bytes(of file: FileDescriptor, most: Int) throws -> [UInt8] {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    try waitForInput(of: file)
    do {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      all += buffer[..<count]
      if count == 0 || all.count > most { return all }
    } catch Errno.resourceTemporarilyUnavailable {
      // Another reader was there first.
    }
  }
}

/// Waits for input, which may never come, and checks for Ctrl-C meanwhile.
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
/// - Throws: `CommandFailure` where nobody can say what is meant: a relative name in a folder that has no path, or `..`
///   behind a name that is not there.
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
