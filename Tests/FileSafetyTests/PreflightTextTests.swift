import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// What is said of a folder before its photos are looked through.
@Suite struct PreflightTextTests {
  private func text(
    isNetwork: Bool = false, isLikelyRemovable: Bool = false, available: Int64 = 1_000_000_000,
    setAside: FilePath? = nil
  ) -> String {
    let volume = Volume(
      mountID: 1, mountPoint: "/media/card", fileSystemType: "exfat", isReadOnly: false, isNetwork: isNetwork,
      isLikelyRemovable: isLikelyRemovable, capacity: ByteCount(2_000_000_000), available: ByteCount(available))
    return TrashPreflight(trash: .volume, setAside: setAside, volume: volume).message(naming: \.string)
  }

  @Test func `an ordinary disk needs no word`() {
    #expect(text() == "")
  }

  @Test func `a full disk, a network and a card are told, the most dangerous first`() {
    #expect(text(isNetwork: true, isLikelyRemovable: true, available: 10).contains("almost full"))
    #expect(text(isNetwork: true, isLikelyRemovable: true).contains("on the network"))
    #expect(text(isLikelyRemovable: true) == "/media/card can be unplugged: leave it in while photos are moved.")
  }

  @Test func `where no trash can be made the chosen folder is told`() {
    #expect(text(isLikelyRemovable: true, setAside: "/media/card/aside").contains("photos go to /media/card/aside"))
  }
}
