import FileSafety
import Glibc
import PhotoModel
import SystemPackage

/// All bytes that a person or a script passes as input.
///
/// - Parameters:
///   - source: A file, or "-" for standard input.
///   - title: The beginning of a sentence about the input.
///   - most: The largest number of bytes; more is a mistake: a disk, or a program that never ends.
///   - nothing: The sentence where the input cannot be read: "Nothing was moved".
///   - advice: The advice where the input is too long: "make plans of parts".
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

/// - Returns: The bytes; more than `most` where the input is longer.
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

/// Opens the source without blocking: a pipe without a writer would not even open; a file with a lease opens when that
/// is given back.
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
      // Another reader came first.
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
    // Any other error is reported by the read.
    if ready < 0, errno != EINTR { return }
  }
}

/// The absolute path of a typed name, with real folders above it as far as they exist.
///
/// A symbolic link at the end is not resolved. A missing file keeps its name, so that it can be looked up in the trash.
///
/// - Throws: `CommandFailure` where the name is ambiguous: a relative name in a folder that has no path, or `..` behind
///   a name that is not there.
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
