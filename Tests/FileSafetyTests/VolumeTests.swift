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

  @Test func `a place in a file system is one, however often and from where it is mounted`() {
    let text = """
      1 0 98:0 / / rw - ext4 /dev/root rw
      2 1 98:0 /home/ann/kept /srv/a rw - ext4 /dev/root rw
      3 1 98:0 /home/ann/kept/my\\040year /srv/b rw - ext4 /dev/root rw
      4 1 8:1 / /media/card rw - vfat /dev/sdb1 rw
      """
    let table = MountTable(Array(text.utf8))
    func location(_ path: FilePath, _ mount: UInt64) -> String? {
      table.origin(of: path, mount: mount).map { "\($0.device) \($0.path)" }
    }

    #expect(location("/home/ann/kept/my year/x", 1) == "98:0 /home/ann/kept/my year/x")
    #expect(location("/srv/a/my year/x", 2) == "98:0 /home/ann/kept/my year/x")
    #expect(location("/srv/b/x", 3) == "98:0 /home/ann/kept/my year/x")
    #expect(location("/srv/a", 2) == "98:0 /home/ann/kept")
    #expect(location("/media/card", 4) == "8:1 /")
    #expect(location("/media/card/x", 4) == "8:1 /x")
    #expect(location("/elsewhere", 4) == nil && location("/x", 9) == nil)
    func others(_ path: FilePath, _ mount: UInt64) -> [String] {
      table.otherNames(of: path, mount: mount).map(\.path.string).sorted()
    }
    #expect(others("/home/ann/kept", 1) == ["/srv/a", "/srv/b"])
    #expect(others("/home/ann/kept/my year", 1) == ["/srv/a/my year", "/srv/b"])
    #expect(others("/srv/b", 3) == ["/home/ann/kept/my year", "/srv/a/my year"])
    #expect(others("/home/ann/other", 1) == [] && others("/media/card", 4) == [])
  }

  @Test func `a folder of a server is one by whatever mount it is reached`() {
    let text = """
      1 0 98:0 / / rw - ext4 /dev/root rw
      2 1 0:50 / /mnt/nas rw - nfs4 nas:/export rw
      3 1 0:51 / /mnt/again rw - nfs nas:/export/photos rw
      4 1 0:52 / /mnt/other rw - nfs4 pi:/export rw
      5 1 0:53 /best /mnt/share rw - cifs //nas/photos rw
      6 1 0:54 / /mnt/images rw - fuse.squashfuse squashfuse rw
      7 1 0:55 / /mnt/more rw - fuse.squashfuse squashfuse rw
      """
    let table = MountTable(Array(text.utf8))

    #expect(table.origin(of: "/mnt/nas/photos/a", mount: 2) == table.origin(of: "/mnt/again/a", mount: 3))
    #expect(table.origin(of: "/mnt/nas/x", mount: 2) != table.origin(of: "/mnt/other/x", mount: 4))
    #expect(table.origin(of: "/mnt/share/x", mount: 5)?.path == "/nas/photos/best/x")
    #expect(table.origin(of: "/mnt/images", mount: 6) != table.origin(of: "/mnt/more", mount: 7))
    #expect(table.otherNames(of: "/mnt/nas/photos/best", mount: 2).map(\.path) == ["/mnt/again/best"])
  }

  @Test func `files of one inode are in doubt where one is on a file system that may show the other`() {
    func file(_ device: UInt64, _ inode: UInt64, size: Int64 = 5) -> FileIdentity {
      FileIdentity(device: device, inode: inode, size: size, modified: Int64(device), changed: Int64(device))
    }
    let views = MountViews(devices: [50])

    #expect(views.mayBeOneFile(file(1, 7), file(50, 7)) && views.mayBeOneFile(file(50, 7), file(2, 7)))
    #expect(!views.mayBeOneFile(file(1, 7), file(50, 8)) && !views.mayBeOneFile(file(1, 7), file(50, 7, size: 6)))
    // Two disks number their files alike.
    #expect(!views.mayBeOneFile(file(1, 7), file(2, 7)))
    #expect(!views.mayBeOneFile(file(1, 0), file(50, 0)))
    #expect(MountViews(devices: nil).mayBeOneFile(file(1, 7), file(2, 7)))
    #expect(views.mayBeOneFile(file(1, 7), file(1, 7)) && !views.isInDoubt(file(1, 7), file(1, 7)))
  }

  @Test func `a file and its folder are on one volume with room`() throws {
    let folder = TemporaryFolder()
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
