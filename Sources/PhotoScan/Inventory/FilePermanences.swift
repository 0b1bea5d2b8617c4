import FileSafety
import PhotoModel
import SystemPackage

/// What the places of a library's files say of them, asked once for each folder and each file system.
struct FilePermanences {
  private let request: ScanRequest
  private let operations: FileOperations
  private var folder: (path: [UInt8], isInCache: Bool)?
  private var isInMemory: [UInt64: Bool] = [:]

  init(_ request: ScanRequest, _ operations: FileOperations) {
    self.request = request
    self.operations = operations
  }

  /// - Parameter device: Of the file: its file system.
  mutating func permanence(of file: FilePath, on device: UInt64) -> FilePermanence {
    // A walk tells the files of a folder one behind the other.
    let folder = folderBytes(of: file)
    let isInCache = self.folder?.path == folder ? self.folder?.isInCache : nil
    var permanence = request.permanence(of: file, isInCache: isInCache)
    self.folder = (folder, permanence.isInCache)
    permanence.isInMemory = isInMemory(device, FilePath(bytes: folder))
    return permanence
  }

  private mutating func isInMemory(_ device: UInt64, _ folder: FilePath) -> Bool {
    if let known = isInMemory[device] { return known }
    let isVolatile = FileSafety.isInMemory(folder, operations: operations)
    isInMemory[device] = isVolatile
    return isVolatile
  }
}
