import SystemPackage
import Testing

@testable import FileSafety

@Suite struct GlobTests {
  @Test(arguments: [
    ("Backup", "/a/Backup", true), ("Backup/", "/a/Backup", true), ("Backup", "/a/Backups", false),
    ("*.xcf", "/a/b.xcf", true), ("*.xcf", "/a.xcf/b.jpg", false), ("IMG_????.jpg", "/IMG_0042.jpg", true),
    ("IMG_????.jpg", "/IMG_42.jpg", false), ("/a/*/c", "/a/b/c", true), ("/a/*", "/a/b/c", true),
    ("*/old/*", "/x/old/y.jpg", true), ("[a-c]x", "/bx", true), ("[!a-c]x", "/bx", false), ("[!a-c]x", "/dx", true),
    ("[]x]y", "/]y", true), ("[ab", "/[ab", true), ("a\\*b", "/a*b", true), ("a\\*b", "/axb", false),
    ("*a*a*a*b", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("", "/a", false), ("*", "/a", true),
  ])
  func `a pattern matches what a shell would match`(_ pattern: String, _ path: String, _ expected: Bool) {
    let bytes = Array(path.utf8)
    let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
    #expect(Glob(pattern).matches(path: bytes, name: name) == expected)
  }

  @Test(arguments: [
    ("Old", "/p/lib/Old/2019/a.jpg", true), ("Old", "/p/lib/Older/a.jpg", false), ("*.jpg", "/p/lib/a.jpg", true),
    // Names of the roots themselves count for nothing, as in a walk.
    ("lib", "/p/lib/a.jpg", false), ("p", "/p/lib/p/a.jpg", true), ("lib", "/q/lib/a.jpg", true),
    ("/p/lib/Old", "/p/lib/Old/a.jpg", true), ("/p/*", "/p/lib/a.jpg", true), ("Sub", "/p/lib/Sub/x/a.jpg", false),
  ])
  func `a known file is left out where a walk would not come to it`(
    _ pattern: String, _ path: FilePath, _ expected: Bool
  ) {
    // One of the two roots leads there past the folder Sub.
    #expect(ExcludedNames([pattern]).leaveOut(path, below: ["/p/lib", "/p/lib/Sub/x"]) == expected)
  }

  @Test func `one byte is one byte, whatever the encoding`() {
    let latin: [UInt8] = [97, 0xFF, 98]
    let isMatch = Glob("a?b").matches(path: [], name: latin)
    #expect(isMatch)
    let isMatchOfTwo = Glob("a??b").matches(path: [], name: Array("aéb".utf8))
    #expect(isMatchOfTwo)
  }
}
