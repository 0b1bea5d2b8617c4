import FileSafety

/// Files in the order in which they are best read: as they come, but those of a disk that turns by the numbers of their
/// inodes, which lie on it nearly in that order.
func readingOrder(_ files: [Inventory.File], isRotating: (UInt64) -> Bool) -> [Inventory.File] {
  let devices = Set(files.map(\.identity.device)).filter(isRotating)
  guard !devices.isEmpty else { return files }
  let turning = files.filter { devices.contains($0.identity.device) }
    .sorted { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
  return files.filter { !devices.contains($0.identity.device) } + turning
}
