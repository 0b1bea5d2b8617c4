import PhotoModel
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
    ("*.{png,PNG}", "/b/a.PNG", true), ("*.{png,PNG}", "/b/a.Png", false), ("{a,{b,c}d}e", "/cde", true),
    ("{a,b}{c,d}", "/bc", true), ("{a,b}{c,d}", "/ab", false), ("{a,}b", "/b", true), ("{a}", "/{a}", true),
    ("{a}", "/a", false), ("{a,b", "/{a,b", true), ("\\{a,b}", "/{a,b}", true), ("\\{a,b}", "/a", false),
    ("{a\\,b}", "/{a,b}", true), ("{{a,b}", "/{b", true), ("a{b,/c}", "/x/ab", true),
  ])
  func `a pattern matches what a shell would match`(_ pattern: String, _ path: String, _ expected: Bool) {
    let bytes = Array(path.utf8)
    let name = path.split(separator: "/").last.map { Array($0.utf8) } ?? []
    #expect(Glob(pattern).matches(path: bytes, name: name, rootLength: 1) == expected)
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

  @Test(arguments: [
    "Phone/*", "Phone/**", "./Phone", "./Phone/", "././Phone", "Phone/Turned", "Phone/Tur*", "./Phone/{Turned,Old}",
    "{Old,Phone/Turned}", "P*/a.jpg", "/p/lib/Phone/Turned", "*/Phone/*",
  ])
  func `a pattern with a slash is held against the path below the root, too`(_ pattern: String) {
    let excluded = ExcludedNames([pattern])

    #expect(excluded.leaveOut("/p/lib/Phone/Turned/a.jpg", below: ["/p/lib"]))
    // From a folder that no scan began with every folder may be the root.
    #expect(excluded.leaveOut("/p/lib/Phone/Turned/a.jpg", below: []))
    #expect(!excluded.leaveOut("/p/lib/Camera/Turned/b.jpg", below: ["/p/lib"]))
    #expect(!excluded.leaveOut("/p/lib/Phone2/b.jpg", below: ["/p/lib"]))
  }

  @Test(arguments: ["./Phone", "Phone/Turned", "./"])
  func `a pattern below the root says nothing of the same names deeper down`(_ pattern: String) {
    #expect(!ExcludedNames([pattern]).leaveOut("/p/lib/Old/Phone/Turned/a.jpg", below: ["/p/lib"]))
  }

  @Test func `so many braces that nobody means them are taken as they are written`() {
    let pattern = String(repeating: "{a,b}", count: 40)

    #expect(ExcludedNames([pattern]).leaveOut(FilePath("/p/\(pattern)"), below: ["/p"]))
    #expect(!ExcludedNames([pattern]).leaveOut(FilePath("/p/" + String(repeating: "a", count: 40)), below: ["/p"]))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a walk comes to exactly the files that the patterns do not leave out`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = TemporaryFolder(in: TemporaryFolder.memory)
    let names = ["a", "b", "c"]
    var files: Set<FilePath> = []
    for _ in 0..<12 {
      let index = (0..<Int.random(in: 1...4, using: &random)).map { _ in names.randomElement(using: &random)! + "d" }
      files.insert(try folder.file("lib/" + (index + [names.randomElement(using: &random)!]).joined(separator: "/")))
    }
    let patterns = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      ["", "./", "*/", "/*/"].randomElement(using: &random)!
        + ["ad", "bd/", "ad/bd", "bd/*", "{a,c}", "cd/{ad,b}", "*d/a", "??/c"].randomElement(using: &random)!
    }
    let folders = Set(files.map { $0.removingLastComponent() }).sorted(by: precedesInByteOrder)
    let roots = ([folder("lib")] + folders.shuffled(using: &random).prefix(2)).shuffled(using: &random)

    var walked: Set<FilePath> = []
    TreeWalk(excludedGlobs: patterns).walk(roots) { entry in
      if case .file(let path, _) = entry { walked.insert(path) }
      return .proceed
    }

    let excluded = ExcludedNames(patterns)
    #expect(walked == files.filter { !excluded.leaveOut($0, below: roots) }, "\(patterns) \(roots)")
  }

  @Test func `one byte is one byte, whatever the encoding`() {
    let latin: [UInt8] = [97, 0xFF, 98]
    let isMatch = Glob("a?b").matches(path: [], name: latin, rootLength: 0)
    #expect(isMatch)
    let isMatchOfTwo = Glob("a??b").matches(path: [], name: Array("aéb".utf8), rootLength: 0)
    #expect(isMatchOfTwo)
  }
}
