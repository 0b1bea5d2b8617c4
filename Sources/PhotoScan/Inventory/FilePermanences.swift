import FileSafety
import PhotoModel
import SystemPackage

/// The permanence of a library's files by their folders, determined once for each folder and each file system.
struct FilePermanences {
  private let request: ScanRequest
  private let operations: FileOperations
  private var folder: (path: [UInt8], isInCache: Bool)?
  private var isInMemory: [UInt64: Bool] = [:]

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
