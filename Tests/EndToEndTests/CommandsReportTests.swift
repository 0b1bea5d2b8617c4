import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// `deckle report`: one page that needs nothing but itself, and that never takes the place of a photo.
@Suite(.waits) struct CommandsReportTests {
  private func library() throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.addPhoto("one.jpg", seed: 1)
    try fixture.addPhoto("copy.jpg", seed: 1)
    try fixture.addPhoto("alone.jpg", seed: 2)
    return fixture
  }

  private func page(_ fixture: CommandFixture) throws -> String {
    String(decoding: try readFile(fixture.folder["page.html"]), as: UTF8.self)
  }

  @Test func `shows every finding and its keeper with a picture, and needs nothing from elsewhere`() throws {
    let fixture = try library()
    let before = try fixture.content()

    let process = try fixture.deckle("report", "photos", "--html", "page.html")
    let page = try page(fixture)

    #expect(process.status == .exited(0))
    #expect(page.components(separatedBy: "src=\"data:image/jpeg;base64,").count - 1 == 2)
    #expect(page.components(separatedBy: "src=").count - 1 == 2)
    #expect(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"))
    #expect(page.contains("copy.jpg") && page.contains("one.jpg") && !page.contains("alone.jpg"))
    #expect(page.contains("★ stays") && page.contains("<mark>proposed</mark>"))
    #expect(try fixture.content() == before)
  }

  @Test func `an older page is replaced`() throws {
    let fixture = try library()
    _ = try fixture.deckle("report", "photos", "--html", "page.html")
    let first = try page(fixture)
    try FileManager.default.removeItem(atPath: fixture.folder["photos/copy.jpg"].string)

    let process = try fixture.deckle("report", "photos", "--html", "page.html")

    #expect(process.status == .exited(0))
    #expect(try page(fixture).utf8.count < first.utf8.count)
    #expect(try page(fixture).hasSuffix("</html>\n"))
  }

  @Test func `no other file is ever replaced, and nothing is scanned for it`() throws {
    let fixture = try library()
    #expect(symlink("alone.jpg", fixture.folder["photos/link.html"].string) == 0)
    let before = fixture.folder.list()
    let content = try fixture.content()

    for index in ["photos/alone.jpg", "photos", "photos/link.html", "/dev/null"] {
      let process = try fixture.deckle("report", "photos", "--html", index)
      #expect(process.status == .exited(1), "\(index)")
      #expect(process.errorText.contains("Name another") || process.errorText.contains("name another"))
    }

    #expect(try fixture.content() == content)
    #expect(fixture.folder.list() == before)
  }

  @Test func `a place that is not there is a sentence`() throws {
    let fixture = try library()

    let process = try fixture.deckle("report", "photos", "--html", "none/page.html")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("none/page.html cannot be written"))
  }

  @Test func `names add nothing to the page`() throws {
    let fixture = try CommandFixture()
    let hostile = "<script>alert(1)<" + "img src=x onerror='y'>\"&amp;\u{1B}[2J.jpg"
    try fixture.addPhoto(hostile, seed: 1)
    try fixture.addPhoto("a.jpg", seed: 1)

    _ = try fixture.deckle("report", "photos", "--html", "page.html")
    let page = try page(fixture)

    #expect(page.contains("&lt;script&gt;alert(1)&lt;img src=x onerror=&#39;y&#39;&gt;&quot;&amp;amp;"))
    #expect(!page.contains("<script") && !page.contains("<img src=x") && !page.contains("\u{1B}"))
  }

  @Test func `of a large library the page says how much it leaves out`() throws {
    let fixture = try CommandFixture()
    for seed in UInt64(1)...3 {
      try fixture.addPhoto("a\(seed).jpg", seed: seed)
      try fixture.addPhoto("b\(seed).jpg", seed: seed)
    }

    _ = try fixture.deckle("report", "photos", "--html", "page.html", "--most", "1")

    #expect(try page(fixture).contains("2 more photos not shown here"))
  }

  @Test(arguments: ["-", ""]) func `the page is a file with a name`(name: String) throws {
    let fixture = try library()

    let process = try fixture.deckle("report", "photos", "--html", name)

    #expect(process.status == .exited(64))
    #expect(process.errorText.contains("as in --html findings.html"))
    #expect(process.output.isEmpty)
  }

  @Test func `files that could not be read are listed`() throws {
    let fixture = try library()
    try fixture.folder.write([0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3], to: "photos/broken.jpg")

    let process = try fixture.deckle("report", "photos", "--html", "page.html")

    #expect(process.status == .exited(2))
    #expect(try page(fixture).contains("broken.jpg"))
  }
}
