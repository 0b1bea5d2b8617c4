import Glibc
import SystemPackage

/// What is in a folder: each name with what stands behind it, in the byte order of whole paths.
///
/// The names stand in one piece of memory, because a library has hundreds of thousands.
struct FolderEntries {
  struct Entry {
    fileprivate var start: Int
    /// With the slash of a folder.
    fileprivate var length: Int
    var outcome: Result<FileStatus, Errno>
  }

  /// One behind the other, a slash behind that of a folder and a NUL behind any other: sorted so, whole paths come in byte
  /// order.
  private let names: [UInt8]
  let entries: [Entry]

  /// Looks at each name once.
  ///
  /// - Returns: What was read before a failure, with it.
  static func read(_ folder: Descriptor, _ operations: FileOperations) -> (FolderEntries, failure: Errno?) {
    var (names, failure) = operations.terminatedNames(in: folder)
    var entries = names.withUnsafeMutableBytes { look(at: $0, in: folder, operations) }
    names.withUnsafeBytes { names in
      entries.sort { precedes($0, $1, names) }
    }
    return (FolderEntries(names: names, entries: entries), failure)
  }

  /// Without the slash.
  func name(of entry: Entry) -> ArraySlice<UInt8> {
    let end = entry.start + entry.length
    return names[entry.start..<(names[end - 1] == slash ? end - 1 : end)]
  }

  private static func look(
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

  private static func precedes(_ left: Entry, _ right: Entry, _ names: UnsafeRawBufferPointer) -> Bool {
    guard let base = names.baseAddress else { return false }
    let order = memcmp(base + left.start, base + right.start, min(left.length, right.length))
    return order != 0 ? order < 0 : left.length < right.length
  }
}

private let slash = UInt8(ascii: "/")
