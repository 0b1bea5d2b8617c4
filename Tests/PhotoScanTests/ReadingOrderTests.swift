import FileSafety
import Glibc
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

@Suite struct ReadingOrderTests {
  /// - Parameter size: Nil for one of its own.
  private func file(
    _ name: String, device: UInt64 = 1, inode: UInt64, size: Int64? = nil, needsSniffing: Bool = false
  ) -> Inventory.File {
    let size = size ?? 1000 + Int64(inode)
    let identity = FileIdentity(device: device, inode: inode, size: size, modified: 0, changed: 0)
    return Inventory.File(
      path: FilePath("/p/\(name)"), identity: identity, needsSniffing: needsSniffing, mountID: 0, isProtected: false)
  }

  @Test func `files of a disk that turns come by their inodes, others as they are`() {
    let files = [
      file("a", device: 1, inode: 9), file("b", device: 2, inode: 8), file("c", device: 1, inode: 3),
      file("d", device: 2, inode: 1),
    ]

    #expect(readingOrder(files, isRotating: { _ in false }).map(\.path) == files.map(\.path))
    #expect(readingOrder(files, isRotating: { $0 == 1 }).map(\.path) == ["/p/b", "/p/d", "/p/c", "/p/a"])
  }

  @Test func `files of one size come first, and later ones when the first of them was read`() {
    let alone = (0..<30).map { file("alone \($0)", inode: UInt64($0)) }
    let first = (0..<3).map { file("a \($0)", inode: UInt64(100 + $0), size: Int64($0)) }
    let copies = (0..<3).map { file("b \($0)", inode: UInt64(200 + $0), size: Int64($0)) }
    let more = file("c 1", inode: 300, size: 1)
    let unknown = file("letter", inode: 400, size: 1, needsSniffing: true)

    let order = readingOrder([unknown] + alone + first + copies + [more], isRotating: { _ in false }).map(\.path)

    let others = [unknown] + alone
    let expected =
      first + others[..<14] + [copies[0], others[14], copies[1], more, others[15], copies[2]] + others[16...]
    #expect(order == expected.map(\.path))
  }

  @Test func `on a disk that turns a few files of one size come first, and the rest as it lies there`() {
    let count = setsToBeginWith + 50
    let first = (0..<count).map { file("a \($0)", inode: UInt64($0), size: Int64($0)) }
    let copies = (0..<count).map { file("b \($0)", inode: UInt64(1000 + $0), size: Int64($0)) }

    let order = readingOrder(copies + first, isRotating: { _ in true }).map(\.path)

    #expect(order[..<photosBeforeCopies] == first[..<photosBeforeCopies].map(\.path)[...])
    let soon = Set(order[..<(2 * setsToBeginWith + photosBeforeCopies)])
    #expect(soon.isSuperset(of: (first[..<setsToBeginWith] + copies[..<setsToBeginWith]).map(\.path)))
    let others = Set((first[setsToBeginWith...] + copies[setsToBeginWith...]).map(\.path))
    #expect(order.filter(others.contains) == (first[setsToBeginWith...] + copies[setsToBeginWith...]).map(\.path))
  }

  @Test func `every file is read once, whatever sizes there are`() {
    var random = SeededGenerator(seed: 5)
    for count in [0, 1, 2, 15, 16, 17, 100] {
      let files = (0..<count).map { number in
        file(
          "\(number)", device: .random(in: 1...2, using: &random), inode: UInt64(number),
          size: .random(in: 0...Int64(max(1, count / 2)), using: &random), needsSniffing: .random(using: &random))
      }
      let order = readingOrder(files, isRotating: { $0 == 2 })
      #expect(order.map(\.path.string).sorted() == files.map(\.path.string).sorted())
    }
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
