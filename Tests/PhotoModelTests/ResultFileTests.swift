import PhotoModel
import SystemPackage
import Testing

/// What fclones and czkawka write, in every form, and what only looks like it.
@Suite struct ResultFileTests {
  private func sets(_ text: String) throws -> [[String]] {
    try ResultFile(Array(text.utf8)).sets.map { $0.paths.map(\.string) }
  }

  private func problem(_ text: String) -> ResultFile.Problem? {
    do throws(ResultFile.Problem) {
      _ = try ResultFile(Array(text.utf8))
      return nil
    } catch { return error }
  }

  static let fclonesText = """
    # Report by fclones 0.34.0
    # Timestamp: 2026-01-31 12:00:00.844 +0100
    # Command: fclones group /pictures
    # Base dir: /home/me
    # Total: 13589 B (13.6 KB) in 3 files in 2 groups
    # Redundant: 6819 B (6.8 KB) in 1 files
    # Missing: 0 B (0 B) in 0 files
    49165422e775f631cca3b09124f8ee89, 6274 B (6.3 KB) * 2:
        /pictures/a b.jpg
        /pictures/back\\\\slash \\n and \\xFF.jpg
    dcf2e11190ccc260f2388d9a5a2ed20e, 41 B (41 B) * 2:
        relative/c.jpg
        /pictures/ trailing 

    """

  @Test func `the mark that programs of Windows put before text is no part of it`() throws {
    #expect(try sets("\u{FEFF}" + Self.fclonesText) == sets(Self.fclonesText))
    #expect(problem("\u{FEFF}") == problem(""))
  }

  @Test func `the text of fclones gives its groups, with names of any bytes`() throws {
    let result = try ResultFile(Array(Self.fclonesText.utf8))

    #expect(result.sets.map(\.line) == [8, 11])
    #expect(result.sets[0].paths[0] == "/pictures/a b.jpg")
    #expect(result.sets[0].paths[1].bytes == Array("/pictures/back\\slash \n and ".utf8) + [0xFF] + Array(".jpg".utf8))
    #expect(result.sets[1].paths == ["/home/me/relative/c.jpg", "/pictures/ trailing "])
    #expect(result.sets.allSatisfy { $0.reference == nil && $0.claim == .sameBytes })
  }

  @Test func `the JSON of fclones says the same`() throws {
    let json = """
      {"header": {"version": "0.34.0", "command": ["fclones", "group"], "base_dir": "/home/me", "stats": null},
       "groups": [
        {"file_len": 41, "file_hash": "dcf2", "files": ["/p/\\u00e4.jpg", "/p/back\\\\\\\\slash.jpg", "c.jpg"]},
        {"file_len": 1, "file_hash": "aa", "files": ["/p/alone.jpg"]}
       ]}
      """

    #expect(try sets(json) == [["/p/ä.jpg", "/p/back\\slash.jpg", "/home/me/c.jpg"]])
  }

  @Test func `the text of czkawka gives duplicates and similar pictures`() throws {
    let duplicates = """
      Results of searching ["/p"] with excluded directories [] and excluded items []
      -------------------------------------------------Files with same hashes-------------------------------------------------
      Found 2 duplicated files which in 2 groups which takes 6 KiB.

      ---- Size 6.13 KiB (6274) - 2 files
      "/p/a.jpg"
      "/p/say "cheese".jpg"

      ---- Size 1 KiB (1024) - 2 files
      Reference file - "/p/kept/c.jpg"
      "/p/c.jpg"
      """
    let similar = """
      2 images which have similar friends

      Found 2 images which have similar friends
      "/p/d" - 1x1 - e.jpg" - 4032x3024 - 3.1 MiB - Original
      "/p/f.jpg" - 4032x3024 - 3.0 MiB - Very High

      Found 2 images which have similar friends
      /p/old style - 2.jpg - 640x480 - 90 KiB - High
      /p/old.jpg - 640x480 - 90 KiB - High

      """

    #expect(try sets(duplicates) == [["/p/a.jpg", "/p/say \"cheese\".jpg"], ["/p/kept/c.jpg", "/p/c.jpg"]])
    #expect(try ResultFile(Array(duplicates.utf8)).sets.map(\.reference) == [nil, "/p/kept/c.jpg"])
    #expect(
      try sets(similar) == [["/p/d\" - 1x1 - e.jpg", "/p/f.jpg"], ["/p/old style - 2.jpg", "/p/old.jpg"]])
  }

  @Test func `the JSON of czkawka gives lists by size, plain lists and references`() throws {
    let entry = { (path: String) in
      #"{"path": "\#(path)", "size": 41, "width": 4, "height": 3, "modified_date": 1, "hash": [1, -2], "similarity": 0}"#
    }
    let plain = "[[\(entry("/p/a")), \(entry("/p/b"))], [\(entry("/p/c")), \(entry("/p/d"))]]"
    let bySize = "{\"41\": [[\(entry("/p/a")), \(entry("/p/b"))]], \"9\": [[\(entry("/p/c"))]]}"
    let referenced = "[[\(entry("/p/r")), [\(entry("/p/b")), \(entry("/p/c"))]]]"

    #expect(try sets(plain) == [["/p/a", "/p/b"], ["/p/c", "/p/d"]])
    #expect(try sets(bySize) == [["/p/a", "/p/b"]])
    #expect(try sets(referenced) == [["/p/r", "/p/b", "/p/c"]])
    #expect(try ResultFile(Array(referenced.utf8)).sets[0].reference == "/p/r")
  }

  @Test func `only what compares bytes says that they are the same`() throws {
    func claims(_ text: String) throws -> [ResultFile.Claim] { try ResultFile(Array(text.utf8)).sets.map(\.claim) }
    let pair = "\"/p/a.jpg\"\n\"/p/b.jpg\"\n"
    #expect(try claims("{\"groups\": [{\"files\": [\"/a\", \"/b\"]}]}") == [.sameBytes])
    #expect(
      try claims("Found 2 duplicated files which in 1 groups which takes 1 B.\n\n---- Size 1 B\n" + pair) == [
        .sameBytes
      ])
    #expect(try claims("Found 2 images which have similar friends\n" + pair) == [.alike])
    #expect(try claims("----Files with same names----\nFound 2 files\n\n---- Size 1 B\n" + pair) == [.alike])
    for (hash, claim) in [("\"ab12\"", ResultFile.Claim.sameBytes), ("\"\"", .alike), ("[1, 2]", .alike)] {
      let entry = { (path: String) in "{\"path\": \"\(path)\", \"hash\": \(hash)}" }
      #expect(try claims("[[\(entry("/a")), \(entry("/b"))]]") == [claim])
      #expect(try claims("[[\(entry("/a")), [\(entry("/b"))]]]") == [claim])
    }
    #expect(try claims("[[{\"path\": \"/a\"}, {\"path\": \"/b\"}]]") == [.alike])
  }

  @Test func `what is wrong is told with its line`() {
    let lines = Self.fclonesText.split(separator: "\n", omittingEmptySubsequences: false)
    let cut = lines.prefix(9).joined(separator: "\n")
    #expect(problem(cut)?.line == 9)
    #expect(problem(lines.prefix(9).joined(separator: "\n") + "\n# oops\n")?.line == 10)
    #expect(problem(Self.fclonesText + "nonsense\n")?.line == 14)
    #expect(problem(Self.fclonesText.replacing("\\xFF", with: "\\xZZ"))?.line == 10)
    #expect(problem("{\n\"groups\": [\n{\"files\": [1]}]}")?.line == 3)
    #expect(problem("[\n[{\"path\": \"relative.jpg\"}]]")?.line == 2)
    #expect(problem("[\n[1,\n")?.line == 3)
    #expect(problem("{\"groups\": []} x") != nil)
    #expect(problem("")?.text == "it is empty")
    #expect(problem("Dear diary\n/p/a.jpg\n")?.line == 1)
    #expect(
      problem("Found 2 images which have similar friends\n\"/p/a.jpg\" - 1x1 - 1 B - High\nof two lines\n")?.line == 3)
    #expect(problem(String(repeating: "[", count: 100_000)) != nil)
  }
}
