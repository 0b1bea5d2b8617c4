import Glibc
import SystemPackage

/// The entries of a folder: each name with its status, in the byte order of whole paths.
///
/// The names stand in one piece of memory, because a library has hundreds of thousands.
struct FolderEntries {
  struct Entry {
    fileprivate var start: Int
    /// The length of the name, with the slash of a folder.
    fileprivate var length: Int
    var outcome: Result<FileStatus, Errno>
  }

  /// The names one behind the other, a slash behind that of a folder and a NUL behind any other: sorted so, whole paths
  /// come in byte order.
  private let names: [UInt8]
  let entries: [Entry]

  /// The sort key of an entry: the first eight bytes of its name as a number, and its index.
  private struct SortKey {
    var prefix: UInt64
    var entry: Int32
  }

  /// Reads the status of each entry once.
  ///
  /// - Returns: The entries, and the failure that ended the reading early; nil where there was none.
  static func read(_ folder: Descriptor, _ operations: FileOperations) -> (FolderEntries, failure: Errno?) {
    var (names, failure) = operations.terminatedNames(in: folder)
    let entries = names.withUnsafeMutableBytes { readEntries(at: $0, in: folder, operations) }
    return (FolderEntries(names: names, entries: names.withUnsafeBytes { inOrder(entries, $0) }), failure)
  }

  /// The name of an entry, without the slash.
  func name(of entry: Entry) -> ArraySlice<UInt8> {
    let end = entry.start + entry.length
    return names[entry.start..<(names[end - 1] == slash ? end - 1 : end)]
  }

  /// Whether an entry of this name is there.
  func holds(_ wanted: [UInt8]) -> Bool {
    entries.contains { (wanted.count...wanted.count + 1).contains($0.length) && name(of: $0).elementsEqual(wanted) }
  }

  private static func readEntries(
    at names: UnsafeMutableRawBufferPointer, in folder: Descriptor, _ operations: FileOperations
  ) -> [Entry] {
    guard let base = names.baseAddress else { return [] }
    var entries: [Entry] = []
    var start = 0
    while start < names.count {
      let name = (base + start).assumingMemoryBound(to: CChar.self)
      var length = strlen(name)
      let next = start + length + 1
      let outcome = Result { () throws(Errno) in try operations.status(ofTerminated: name, in: folder) }
      if case .success(let status) = outcome, status.kind == .folder {
        names[start + length] = slash
        length += 1
      }
      entries.append(Entry(start: start, length: length, outcome: outcome))
      start = next
    }
    return entries
  }

  /// The entries in byte order of their names. Small keys are sorted, so that each large entry is moved only once; most
  /// names differ in their first bytes.
  private static func inOrder(_ entries: [Entry], _ names: UnsafeRawBufferPointer) -> [Entry] {
    var keys = entries.indices.map { SortKey(prefix: prefix(of: entries[$0], names), entry: Int32($0)) }
    keys.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return precedes(entries[Int(left.entry)], entries[Int(right.entry)], names)
    }
    return keys.map { entries[Int($0.entry)] }
  }

  /// The first eight bytes of a name as a number. No name holds a NUL, so a shorter name stands before all that begin
  /// with it.
  private static func prefix(of entry: Entry, _ names: UnsafeRawBufferPointer) -> UInt64 {
    var bytes: UInt64 = 0
    withUnsafeMutableBytes(of: &bytes) {
      $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: names[entry.start..<entry.start + min(8, entry.length)]))
    }
    return UInt64(bigEndian: bytes)
  }

  private static func precedes(_ left: Entry, _ right: Entry, _ names: UnsafeRawBufferPointer) -> Bool {
    guard let base = names.baseAddress else { return false }
    let order = memcmp(base + left.start, base + right.start, min(left.length, right.length))
    return order != 0 ? order < 0 : left.length < right.length
  }
}

private let slash = UInt8(ascii: "/")
