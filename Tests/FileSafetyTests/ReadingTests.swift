import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct ReadingTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test func `all bytes of a file are read, whatever its size`() throws {
    for size in [0, 1, 262_143, 262_144, 262_145, 700_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let path = try TemporaryFolder.write(bytes, to: folder("file\(size)"))

      #expect(try readContents(of: path) == bytes)
      #expect(try contentDigest(of: path) == contentDigest(of: bytes))
    }
  }

  @Test func `the digest is SHA-256`() throws {
    let path = try folder.file("abc", "abc")

    let digest = try contentDigest(of: path)

    // FIPS 180-2, appendix B.1.
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(digest.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
  }

  @Test func `a pipe, a device, a folder and a link are refused without being opened`() throws {
    let pipe = folder("pipe")
    #expect(pipe.withPlatformString { mkfifo($0, 0o644) } == 0)
    try TemporaryFolder.symbolicLink(folder("link"), to: try folder.file("photo.jpg"))
    try folder.folder("sub")

    #expect(throws: FileSafetyError.notARegularFile(pipe, .fifo)) { try readContents(of: pipe) }
    #expect(throws: FileSafetyError.notARegularFile("/dev/null", .characterDevice)) {
      try readContents(of: "/dev/null")
    }
    #expect(throws: FileSafetyError.notARegularFile(folder("sub"), .folder)) { try contentDigest(of: folder("sub")) }
    #expect(throws: FileSafetyError.symbolicLink(folder("link"))) { try openForReading(folder("link")) }
  }

  @Test func `a file that is not the expected one is not read`() throws {
    let path = try folder.file("photo.jpg", "before")
    let identity = try FileIdentity.now(path)
    try TemporaryFolder.write(Array("after!".utf8), to: folder("other"))
    try TemporaryFolder.rename(folder("other"), to: path)

    #expect(throws: FileSafetyError.changed(path)) { try readContents(of: path, expecting: identity) }
    #expect(throws: FileSafetyError.changed(path)) { try contentDigest(of: path, expecting: identity) }
  }

  @Test func `a file that grows while it is read is not believed`() throws {
    let path = try folder.file("photo.jpg", "before")
    let gate = FaultGate(
      .action(before: .read) { _ = try? TemporaryFolder.write(Array("before and after".utf8), to: path) })

    #expect(throws: FileSafetyError.changed(path)) { try readContents(of: path, operations: gate.operations()) }
  }

  @Test func `a size over the limit is refused before anything is read`() throws {
    let path = try folder.file("photo.jpg", "12345")
    let huge = try folder.file("huge.jpg", "")
    #expect(huge.withPlatformString { truncate($0, 3_000_000_000) } == 0)
    let hollow = try folder.file("hollow.jpg", "")
    #expect(hollow.withPlatformString { truncate($0, 1_000_000_000) } == 0)

    #expect(throws: FileSafetyError.tooLarge(path, ByteCount(5), limit: ByteCount(4))) {
      try readContents(of: path, limit: ByteCount(4))
    }
    #expect(throws: FileSafetyError.tooLarge(huge, ByteCount(3_000_000_000), limit: largestReadableFile)) {
      try readContents(of: huge)
    }
    #expect(throws: FileSafetyError.mostlyHoles(hollow, ByteCount(1_000_000_000))) { try contentDigest(of: hollow) }
  }

  @Test func `two files are equal only if every byte is`() throws {
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let first = try TemporaryFolder.write(bytes, to: folder("first"))
    let same = try TemporaryFolder.write(bytes, to: folder("same"))
    var changed = bytes
    changed[599_999] ^= 1
    let last = try TemporaryFolder.write(changed, to: folder("last"))
    let shorter = try TemporaryFolder.write(Array(bytes.dropLast()), to: folder("shorter"))

    #expect(try commonDigest(of: first, and: same) == contentDigest(of: first))
    #expect(try commonDigest(of: first, and: last) == nil)
    #expect(try commonDigest(of: first, and: shorter) == nil)
    #expect(throws: FileSafetyError.vanished(folder("none"))) { try commonDigest(of: first, and: folder("none")) }
  }

  @Test func `reading does not move the access time of an own file`() throws {
    let path = try folder.file("photo.jpg")
    var times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_500_000_000, tv_nsec: 0)]
    #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, &times, 0) } == 0)

    _ = try readContents(of: path)

    #expect(TemporaryFolder.status(path)?.st_atim.tv_sec == 1_000_000_000)
  }
}
