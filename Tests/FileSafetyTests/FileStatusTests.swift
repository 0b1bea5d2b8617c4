import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct FileStatusTests {
  let folder: TemporaryFolder

  init() throws { folder = TemporaryFolder() }

  @Test func `a status agrees with lstat`() throws {
    let path = try folder.file("a/photo.jpg", "12345")

    let status = try fileStatus(of: path)

    let expected = try #require(TemporaryFolder.status(path))
    #expect(status.kind == .regular)
    #expect(status.identity.inode == expected.st_ino)
    #expect(status.identity.size == 5)
    #expect(
      status.identity.modified == Int64(expected.st_mtim.tv_sec) * 1_000_000_000 + Int64(expected.st_mtim.tv_nsec))
    #expect(status.permissions == 0o644 & ~0)
    #expect(status.owner == geteuid())
    #expect(status.linkCount == 1)
  }

  @Test func `a symbolic link is itself at the end and an obstacle on the way`() throws {
    let real = try folder.folder("real")
    try folder.file("real/photo.jpg")
    try TemporaryFolder.symbolicLink(folder("link"), to: real)

    #expect(try fileStatus(of: folder("link")).kind == .symbolicLink)
    #expect(throws: FileSafetyError.symbolicLink(folder("link/photo.jpg"))) {
      try fileStatus(of: folder("link/photo.jpg"))
    }
  }

  @Test func `what is not there, or is relative, has its own error`() {
    #expect(throws: FileSafetyError.vanished(folder("none"))) { try fileStatus(of: folder("none")) }
    #expect(throws: FileSafetyError.vanished(folder("none/none"))) { try fileStatus(of: folder("none/none")) }
    #expect(throws: FileSafetyError.notAbsolute("photo.jpg")) { try fileStatus(of: "photo.jpg") }
  }

  @Test func `a typed path keeps its last name and loses links in its folders`() throws {
    let real = try folder.folder("real")
    try folder.file("real/photo.jpg")
    try TemporaryFolder.symbolicLink(folder("link"), to: real)
    try TemporaryFolder.symbolicLink(real.appending(name: "self"), to: "photo.jpg")

    #expect(try pathWithRealFolders(folder("link/photo.jpg")) == real.appending(name: "photo.jpg"))
    #expect(try pathWithRealFolders(folder("link/self")) == real.appending(name: "self"))
    #expect(throws: FileSafetyError.notAbsolute(folder("link/.."))) { try pathWithRealFolders(folder("link/..")) }
  }

  @Test func `questions about a path are answered by its bytes`() {
    #expect(FilePath("/a/b").parentFolder == "/a")
    #expect(FilePath("/a").parentFolder == "/")
    #expect(FilePath("/").parentFolder == "/")
    #expect(FilePath("a").parentFolder == "")
    #expect(FilePath("/a/b").isInside("/a"))
    #expect(FilePath("/a").isInside("/a"))
    #expect(FilePath("/a").isInside("/"))
    #expect(!FilePath("/ab").isInside("/a"))
    #expect(FilePath("/a/b").isPlainAbsolute)
    #expect(!FilePath("/a/../b").isPlainAbsolute)
    #expect(!FilePath("/").isPlainAbsolute)
    #expect(FilePath("/a/..b").isPlainAbsolute)
  }
}
