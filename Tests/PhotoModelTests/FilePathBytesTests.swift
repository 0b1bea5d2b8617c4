import PhotoModel
import SystemPackage
import Testing

@Suite struct FilePathBytesTests {
  @Test func `bytes of any encoding come back as they were`() {
    for bytes: [UInt8] in [
      Array("/a/ä.jpg".utf8), [0x2F, 0xFF, 0xFE, 0x80], Array("/with\nnewline".utf8), Array("a".utf8),
    ] {
      #expect(FilePath(bytes: bytes).bytes == bytes)
    }
  }

  @Test func `the name is what follows the last slash`() {
    #expect(FilePath("/a/b.jpg").nameBytes == Array("b.jpg".utf8))
    #expect(FilePath("b.jpg").nameBytes == Array("b.jpg".utf8))
    #expect(FilePath("/").nameBytes == [])
  }

  @Test func `knows whether text loses nothing`() {
    #expect(FilePath("/ä").isValidUTF8)
    #expect(!FilePath(bytes: [0x2F, 0xFF]).isValidUTF8)
  }

  @Test func `the order is that of the bytes`() {
    #expect(precedesInByteOrder("/B", "/a"))
    #expect(precedesInByteOrder("/a", "/a/b"))
    #expect(!precedesInByteOrder("/a", "/a"))
    #expect(precedesInByteOrder("/z", FilePath(bytes: [0x2F, 0xFF])))
  }
}

@Suite struct IdentityTests {
  @Test func `equal device and inode are one file, whatever the times`() {
    let file = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    #expect(file.isSameFile(as: FileIdentity(device: 1, inode: 2, size: 9, modified: 9, changed: 9)))
    #expect(!file.isSameFile(as: FileIdentity(device: 2, inode: 2, size: 3, modified: 4, changed: 5)))
  }

  @Test func `a digest has 32 bytes or is none`() {
    #expect(ContentDigest(bytes: [UInt8](repeating: 0, count: 32)) != nil)
    #expect(ContentDigest(bytes: []) == nil)
    #expect(ContentDigest(bytes: [UInt8](repeating: 0, count: 31)) == nil)
  }
}

@Suite struct PixelSizeTests {
  @Test func `has a long and a short side`() {
    let size = PixelSize(width: 3, height: 4)
    #expect(size.longSide == 4 && size.shortSide == 3 && size.pixels == 12)
  }

  @Test func `orientations from five on exchange the sides`() {
    #expect(Orientation.allCases.filter(\.exchangesSides).map(\.rawValue) == [5, 6, 7, 8])
  }
}
