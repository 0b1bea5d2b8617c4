import FileSafety
import PhotoModel
import SystemPackage

/// The permanence of a library's files by their folders, determined once for each folder and each file system.
struct FilePermanences {
  private let request: ScanRequest
  private let operations: FileOperations
  private var folder: (path: [UInt8], isInCache: Bool)?
  private var kinds: [UInt64: FileSystemKind] = [:]

  init(_ request: ScanRequest, _ operations: FileOperations) {
    self.request = request
    self.operations = operations
  }

  /// - Parameter device: The device number of the file.
  mutating func permanence(of file: FilePath, on device: UInt64) -> FilePermanence {
    // A walk visits the files of a folder one after the other.
    let folder = folderBytes(of: file)
    let isInCache = self.folder?.path == folder ? self.folder?.isInCache : nil
    var permanence = request.permanence(of: file, isInCache: isInCache)
    self.folder = (folder, permanence.isInCache)
    permanence.isInMemory = kind(of: device, FilePath(bytes: folder)).isInMemory
    return permanence
  }

  /// Whether attributes of a file are asked for: only on disks of this computer, for a server is asked for each file.
  ///
  /// - Parameter device: The device number of the file.
  mutating func mayHaveTags(_ file: FilePath, on device: UInt64) -> Bool {
    kind(of: device, FilePath(bytes: folderBytes(of: file))).isLocal
  }

  private mutating func kind(of device: UInt64, _ folder: FilePath) -> FileSystemKind {
    if let known = kinds[device] { return known }
    let kind = fileSystemKind(of: folder, operations: operations)
    kinds[device] = kind
    return kind
  }
}
