package import SystemPackage

/// Where other file systems are mounted inside a folder, in byte order; empty where `/proc` is not mounted.
package func mountPoints(inside folder: FilePath, operations: FileOperations = .live) -> [FilePath] {
  MountTable.current(operations).mountPoints
    .filter { $0 != folder && $0.starts(with: folder) }
    .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
}
