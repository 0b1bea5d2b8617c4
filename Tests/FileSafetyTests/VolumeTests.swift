import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct VolumeTests {
  @Test func `a mount table is read with its escapes`() {
    let text = """
      36 35 98:0 / / rw,noatime - ext4 /dev/root rw
      40 36 8:1 / /media/My\\040Card rw,nosuid shared:1 master:2 - vfat /dev/sdb1 rw,uid=1000
      broken line
      41 36 0:50 / /mnt/nas rw - nfs4 nas:/photos rw

      """
    let table = MountTable(Array(text.utf8))

    #expect(table.mount(id: 36)?.mountPoint == "/")
    #expect(table.mount(id: 40)?.mountPoint == "/media/My Card")
    #expect(table.mount(id: 40)?.fileSystemType == "vfat")
    #expect(table.mount(id: 41)?.fileSystemType == "nfs4")
    #expect(table.mount(id: 42) == nil)
  }

  @Test func `a file and its folder are on one volume with room`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a/photo.jpg")

    let volume = try Volume.containing(path)

    #expect(try Volume.containing(folder("a")).mountID == volume.mountID)
    #expect(path.isInside(volume.mountPoint))
    #expect(volume.capacity.bytes > 0)
    #expect(volume.available <= volume.capacity)
    #expect(!volume.isReadOnly)
    #expect(throws: FileSafetyError.vanished(folder("none"))) { try Volume.containing(folder("none")) }
  }

  @Test func `the process file system is another volume`() throws {
    let proc = try Volume.containing("/proc")
    #expect(proc.fileSystemType == "proc")
    #expect(proc.mountPoint == "/proc")
  }
}
