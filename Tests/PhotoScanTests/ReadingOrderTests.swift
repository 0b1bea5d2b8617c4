import FileSafety
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

@Suite struct ReadingOrderTests {
  private func file(_ name: String, device: UInt64, inode: UInt64) -> Inventory.File {
    Inventory.File(
      path: FilePath("/p/\(name)"),
      identity: FileIdentity(device: device, inode: inode, size: 1, modified: 0, changed: 0), needsSniffing: false,
      mountID: 0, isProtected: false)
  }

  @Test func `files of a disk that turns come by their inodes, others as they are`() {
    let files = [
      file("a", device: 1, inode: 9), file("b", device: 2, inode: 8), file("c", device: 1, inode: 3),
      file("d", device: 2, inode: 1),
    ]

    #expect(readingOrder(files, isRotating: { _ in false }).map(\.path) == files.map(\.path))
    #expect(readingOrder(files, isRotating: { $0 == 1 }).map(\.path) == ["/p/b", "/p/d", "/p/c", "/p/a"])
  }

  @Test func `a disk is told by its number, a partition by its disk`() throws {
    let folder = TemporaryFolder()
    try folder.write("1\n", to: "disk/queue/rotational")
    try folder.write("0\n", to: "other/queue/rotational")
    try folder.write("", to: "disk/part/start")
    for (name, target) in [("8:0", "disk"), ("8:1", "disk/part"), ("8:16", "other")] {
      let link = folder[name].withPlatformString { link in
        folder[target].withPlatformString { symlink($0, link) }
      }
      try #require(link == 0)
    }
    let disks = RotatingDisks(devices: folder.path)

    #expect(disks.contains(device: 8 << 32) && disks.contains(device: 8 << 32 | 1))
    #expect(!disks.contains(device: 8 << 32 | 16) && !disks.contains(device: 42))
  }
}
