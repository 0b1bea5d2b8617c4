import CFileSystem
package import SystemPackage

/// The calls to the file system while Deckle reads, moves and restores.
package enum FileOperation: String, Hashable, Sendable, CaseIterable {
  case openFolder, openFile, status, readFolder, read, makeFolder, createInfo, writeInfo, syncFile, syncFolder
  case createFile, writeCopy, rename, link, unlink, space, journal
}

/// The one door to the disk for everything that moves files: thin, checked, and with a gate in front of it.
///
/// The gate is asked before each call that could change or miss something. In the program it always agrees; tests
/// use it to deny the n-th call with an error number, or every call from the n-th on, as after a `kill -9`.
package struct FileOperations: Sendable {
  /// A gate before each call: nil lets the call happen, an error number makes it fail without happening.
  package typealias Gate = @Sendable (FileOperation) -> Errno?

  /// Whether the file system can be asked for a rename that never replaces. Tests switch it off to see the other way.
  package var renamesWithoutReplacing = true
  /// Whether the file system can be asked for a file without a name. Tests switch it off to see the other way.
  package var makesUnnamedFiles = true
  /// The kind of file system that every folder is taken to be on; nil asks the kernel. Set by tests.
  var fileSystemKind: FileSystemKind?
  /// The mount that an entry, by its name in a folder that is open under this number, is taken to be on; nil asks the
  /// kernel. Set by tests.
  var mountID: (@Sendable (_ folder: CInt, _ name: [UInt8]) -> UInt64?)?
  let gate: Gate?
  /// The gate after each rename, link or unlink that has happened: an error number makes the call seem to have failed,
  /// as where a network drive loses its answer. Nil in the program.
  var answer: Gate?
  /// The call that is notified of each operation; nil notifies that of this thread or task.
  var watchdog: IOWatchdog.Call?

  /// Creates the calls with a gate in front; nil lets every call happen.
  package init(gate: Gate? = nil) { self.gate = gate }

  /// The calls without a gate.
  package static let live = FileOperations()

  /// Asks the gate, and notifies the watchdog.
  ///
  /// - Parameter place: The folder of the call where it differs from that of the call before; else nil.
  func pass(_ operation: FileOperation, at place: FilePath? = nil) throws(Errno) {
    (watchdog ?? IOWatchdog.current)?.goesOn(at: place)
    if let gate, let denial = gate(operation) { throw denial }
  }

  // MARK: Folders

  /// Opens an absolute folder and follows no symbolic link on the way.
  func openFolder(_ path: FilePath, forReading: Bool = false) throws(Errno) -> Descriptor {
    try pass(.openFolder, at: path)
    let number = path.withPlatformString { fs_open_folder_without_symlinks($0, forReading ? 1 : 0) }
    return Descriptor(try checked(number))
  }

  func openFolder(_ name: [UInt8], in folder: Descriptor, forReading: Bool = false) throws(Errno) -> Descriptor {
    try pass(.openFolder)
    return Descriptor(try checked(withName(name) { fs_open_folder_at(folder.number, $0, forReading ? 1 : 0) }))
  }

  func makeFolder(_ name: [UInt8], in folder: Descriptor, mode: UInt32) throws(Errno) {
    try pass(.makeFolder)
    try checked(withName(name) { fs_make_folder_at(folder.number, $0, mode) })
  }

  /// Whether this process may add and remove names in the folder, by the permission bits.
  func mayWrite(into folder: Descriptor) -> Bool { writeObstacle(in: folder) == nil }

  /// The reason why this process may not write into the folder: `.readOnlyFileSystem` or `.permissionDenied`; else nil.
  func writeObstacle(in folder: Descriptor) -> Errno? {
    let result = fs_may_write_into(folder.number)
    return result == 0 ? nil : Errno(rawValue: -result)
  }

  /// Makes the names in a folder durable. Where the folder may not be read, its whole file system is synced.
  func syncFolder(_ folder: Descriptor, or sibling: Descriptor? = nil) throws(Errno) {
    try pass(.syncFolder)
    let readable = withName([UInt8(ascii: ".")]) { fs_open_folder_at(folder.number, $0, 1) }
    if readable >= 0 {
      let descriptor = Descriptor(readable)
      let result = fs_sync(descriptor.number)
      // EINVAL: this file system has no sync for folders, so there is nothing that could be asked of it.
      if result != -Errno.invalidArgument.rawValue { try checked(result) }
    } else if let sibling {
      let descriptor = Descriptor(
        try checked(withName([UInt8(ascii: ".")]) { fs_open_folder_at(sibling.number, $0, 1) }))
      try checked(fs_sync_file_system(descriptor.number))
    } else {
      try checked(readable)
    }
  }

  /// The names in a folder, in the order of the disk; those read before a failure are given with it.
  func names(in folder: Descriptor) -> (names: [[UInt8]], failure: Errno?) {
    let (names, failure) = terminatedNames(in: folder)
    return (names.split(separator: 0).map(Array.init), failure)
  }

  /// The names in a folder one behind the other, each with a NUL behind it: a folder may have a hundred thousand.
  func terminatedNames(in folder: Descriptor) -> (names: [UInt8], failure: Errno?) {
    do {
      try pass(.readFolder)
    } catch {
      return ([], error)
    }
    var names: [UInt8] = []
    let result = withUnsafeMutablePointer(to: &names) { list in
      fs_read_folder(
        folder.number,
        { context, name, length in
          guard let context, let name else { return 1 }
          let bytes = UnsafeRawBufferPointer(start: name, count: length + 1)
          context.assumingMemoryBound(to: [UInt8].self).pointee.append(contentsOf: bytes)
          return 0
        }, list)
    }
    return (names, result < 0 ? Errno(rawValue: -result) : nil)
  }

  /// The kind of file system that a folder is on; the unknown one where the kernel does not tell.
  func kind(of folder: Descriptor) -> FileSystemKind {
    fileSystemKind ?? (try? space(of: folder)).map { FileSystemKind(number: $0.kind) } ?? .unknown
  }

  func space(of folder: Descriptor) throws(Errno) -> fs_space {
    try pass(.space)
    let descriptor = Descriptor(try checked(withName([UInt8(ascii: ".")]) { fs_open_folder_at(folder.number, $0, 0) }))
    var space = fs_space()
    try checked(fs_space(descriptor.number, &space))
    return space
  }

  // MARK: Entries

  /// The status of an entry of a folder; a symbolic link is not followed.
  ///
  /// - Parameter isForced: Asks a network or FUSE file system itself, past the attributes that the kernel remembers.
  func status(of name: [UInt8], in folder: Descriptor, isForced: Bool = false) throws(Errno) -> FileStatus {
    try pass(.status)
    var status = fs_status()
    try checked(withName(name) { fs_status_at(folder.number, $0, isForced ? 1 : 0, &status) })
    if let mount = mountID?(folder.number, name) { status.mount_id = mount }
    return FileStatus(status)
  }

  /// The status of an entry of a folder; a symbolic link is not followed.
  ///
  /// - Parameter name: The name, NUL-terminated.
  func status(ofTerminated name: UnsafePointer<CChar>, in folder: Descriptor) throws(Errno) -> FileStatus {
    try pass(.status)
    var status = fs_status()
    try checked(fs_status_at(folder.number, name, 0, &status))
    return FileStatus(status)
  }

  func status(of descriptor: Descriptor, isForced: Bool = false) throws(Errno) -> FileStatus {
    try status(of: [], in: descriptor, isForced: isForced)
  }

  /// The status, or nil where nothing has that name.
  func statusIfPresent(
    of name: [UInt8], in folder: Descriptor, isForced: Bool = false
  ) throws(Errno) -> FileStatus? {
    do {
      return try status(of: name, in: folder, isForced: isForced)
    } catch .noSuchFileOrDirectory {
      return nil
    }
  }

  func openFile(_ name: [UInt8], in folder: Descriptor) throws(Errno) -> Descriptor {
    try pass(.openFile)
    return Descriptor(try checked(withName(name) { fs_open_file_at(folder.number, $0) }))
  }

  /// Up to `count` bytes from the current offset of the file; fewer only at its end.
  func read(_ count: Int, from file: Descriptor) throws(Errno) -> [UInt8] {
    try pass(.read)
    var outcome: Int64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      outcome = fs_read(file.number, buffer.baseAddress, count)
      filled = Int(max(0, outcome))
    }
    if outcome < 0 { throw Errno(rawValue: CInt(-outcome)) }
    return bytes
  }

  /// Creates a file that must not exist yet.
  ///
  /// - Parameter mode: Permission bits before the umask of this process.
  func createFile(
    _ name: [UInt8], in folder: Descriptor, as operation: FileOperation, mode: UInt32 = 0o600
  ) throws(Errno) -> Descriptor {
    try pass(operation)
    return Descriptor(try checked(withName(name) { fs_create_file_at(folder.number, $0, mode) }))
  }

  func write(_ bytes: [UInt8], to file: Descriptor) throws(Errno) {
    try pass(.writeInfo)
    try checked(bytes.withUnsafeBytes { fs_write_all(file.number, $0.baseAddress, $0.count) })
  }

  func writeCopy(_ bytes: [UInt8], to file: Descriptor) throws(Errno) {
    try pass(.writeCopy)
    try checked(bytes.withUnsafeBytes { fs_write_all(file.number, $0.baseAddress, $0.count) })
  }

  /// Gives a copy the attributes and the permission bits of a file, and its times, as far as its file system has them.
  func copyAttributes(of original: OpenFile, to file: Descriptor, withTimes: Bool = true) throws(Errno) {
    try pass(.writeCopy)
    try checked(fs_copy_attributes(original.descriptor, file.number, withTimes ? 1 : 0))
  }

  /// Gives a file the owner, the attributes, the permission bits and the times of another one on the same mount, all of
  /// them.
  ///
  /// - Throws: `.notPermitted` where one of them could not be given.
  func takeAttributes(of original: OpenFile, by file: Descriptor) throws(Errno) {
    try pass(.writeCopy)
    try checked(fs_take_attributes(original.descriptor, file.number))
  }

  func syncFile(_ file: Descriptor) throws(Errno) {
    try pass(.syncFile)
    try checked(fs_sync(file.number))
  }

  func link(_ from: Place, to: Place) throws(Errno) {
    try pass(.link)
    try answered(.link, withNames(from, to, fs_link_at))
  }

  /// Renames without replacing. Fails with `.fileExists` where the new name is taken, with `.invalidArgument` where the
  /// file system has no such rename.
  func renameWithoutReplacing(_ from: Place, to: Place) throws(Errno) {
    try pass(.rename)
    if !renamesWithoutReplacing { throw .invalidArgument }
    try answered(.rename, withNames(from, to, fs_rename_without_replacing))
  }

  /// Renames, and replaces whatever has the new name: for names that nothing can have, and for files that may be
  /// replaced.
  func rename(_ from: Place, to: Place) throws(Errno) {
    try pass(.rename)
    try answered(.rename, withNames(from, to, fs_rename))
  }

  /// Gives each of two files the name of the other. Fails with `.invalidArgument` where the file system cannot do this.
  func exchange(_ one: Place, _ other: Place) throws(Errno) {
    try pass(.rename)
    if !renamesWithoutReplacing { throw .invalidArgument }
    try answered(.rename, withNames(one, other, fs_exchange))
  }

  /// Creates a file without a name, which nobody finds and which ends with this process.
  ///
  /// - Parameter mode: Permission bits before the umask of this process.
  /// - Throws: `.notSupported` and others where the file system has none.
  func createUnnamedFile(in folder: Descriptor, mode: UInt32) throws(Errno) -> Descriptor {
    try pass(.createFile)
    if !makesUnnamedFiles { throw .notSupported }
    return Descriptor(try checked(fs_create_unnamed_file_at(folder.number, mode)))
  }

  /// Gives a file without a name its first one. Fails with `.fileExists` where that is taken.
  func linkUnnamedFile(_ file: Descriptor, to: Place) throws(Errno) {
    try pass(.link)
    try answered(.link, withName(to.name) { fs_link_unnamed_file_at(file.number, to.folder.number, $0) })
  }

  /// Locks a file until its descriptor is closed. False where another process has the lock, or nobody can tell.
  func lock(_ file: Descriptor) -> Bool { fs_lock_file(file.number) == 0 }

  func answered(_ operation: FileOperation, _ result: CInt) throws(Errno) {
    try checked(result)
    if let answer, let loss = answer(operation) { throw loss }
  }

  /// A name in an open folder.
  struct Place {
    var folder: Descriptor
    var name: [UInt8]
  }

  private func withNames(
    _ from: Place, _ to: Place, _ call: (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>) -> CInt
  ) -> CInt {
    withName(from.name) { fromName in
      withName(to.name) { toName in call(from.folder.number, fromName, to.folder.number, toName) }
    }
  }
}

/// An open file or folder, closed when nobody holds it any more.
final class Descriptor: Sendable {
  let number: CInt

  init(_ number: CInt) { self.number = number }

  deinit { _ = fs_close(number) }
}

/// The result of a C function of ours, or the error number that it stands for.
@discardableResult
func checked(_ result: CInt) throws(Errno) -> CInt {
  if result < 0 { throw Errno(rawValue: -result) }
  return result
}

/// The bytes of a name with a NUL behind them, for the length of a call.
func withName<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: name.count + 1) { buffer in
    for (index, byte) in name.enumerated() { buffer.initializeElement(at: index, to: CChar(bitPattern: byte)) }
    buffer.initializeElement(at: name.count, to: 0)
    return body(UnsafePointer(buffer.baseAddress!))
  }
}
