import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// The processes that open pictures, as the real program starts and ends them.
@Suite(.waits) struct WorkerProcessTests {
  @Test func `with few open files a long scan reads every photo, so none stays open`() throws {
    let fixture = try CommandFixture()
    try fixture.addFlatPhotos(150)

    let process = try fixture.shell("ulimit -n 48; \"$deckle\" scan photos --no-cache --json --jobs 3 --progress none")

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(try Document(process).part("photos").number("scanned") == 150)
  }

  @Test(.enabled(if: access("/usr/bin/strace", X_OK) == 0, "strace is not installed"))
  func `once it is locked, a process that opens pictures looks for no file`() throws {
    let fixture = try CommandFixture()
    for picture in Self.onePictureOfEachKind() {
      try fixture.folder.write(picture.bytes, to: "photos/\(picture.name)")
    }
    let trace = fixture.folder["trace"]

    let process = try runProcess(
      "/usr/bin/strace",
      [
        "-f", "-o", trace.string, "-e", "trace=%file,prctl,seccomp,exit", deckleBinary.string, "scan",
        fixture.photos.string, "--no-cache", "--json", "--jobs", "1", "--progress", "none",
      ], environment: fixture.environment, directory: fixture.folder.path)

    #expect(process.status == .exited(0), "\(process.errorText)")
    #expect(try Document(process).part("photos").number("scanned") == Double(Self.onePictureOfEachKind().count))
    let lines = String(decoding: try readFile(trace), as: UTF8.self).split(separator: "\n")
    func number(_ line: Substring) -> Substring { line.prefix { $0 != " " } }
    let workers = lines.filter { $0.contains("--inspect-for-parent") }.map(number)
    #expect(!workers.isEmpty)
    for worker in workers {
      let own = lines.filter { number($0) == worker }
      let locked = try #require(
        own.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") || $0.contains("PR_SET_SECCOMP") })
      let later = own[locked...].filter { $0.contains("\"") && !$0.contains("\"\"") }
      #expect(later.isEmpty, "\(later.prefix(5).joined(separator: "\n"))")
    }
  }

  /// A file for each format that is read, and for each way in which one keeps its pixels.
  private static func onePictureOfEachKind() -> [(name: String, bytes: [UInt8])] {
    let scene = TestPictures.scene(seed: 3)
    var lossless = WebPForm()
    lossless.isLossless = true
    var pictures: [(name: String, bytes: [UInt8])] = [
      ("a.jpg", jpegData(of: scene)), ("a.png", pngData(of: scene)), ("a.gif", gifData(of: scene)),
      ("a.bmp", bmpData(of: scene)), ("a.webp", webpData(of: scene)), ("b.webp", webpData(of: scene, form: lossless)),
      ("a.heic", heifData(of: scene, format: .heic)), ("a.avif", heifData(of: scene, format: .avif)),
    ]
    for (number, compression) in TIFFForm.Compression.allCases.enumerated() {
      var form = TIFFForm()
      (form.compression, form.rowsPerStrip) = (compression, 16)
      pictures.append(("\(number).tif", tiffData(of: scene, form: form)))
    }
    var lossy = JXLForm()
    lossy.isLossless = false
    var tiles = JP2Form()
    (tiles.isLossless, tiles.tileSide) = (false, 128)
    pictures += [
      ("a.jxl", jxlData(of: scene)), ("b.jxl", jxlData(of: scene, form: lossy)),
      ("c.jxl", jxlData(ofJPEG: jpegData(of: scene))),
      ("a.jp2", jp2Data(of: scene)), ("b.jp2", jp2Data(of: scene, form: tiles)),
    ].filter { !$0.1.isEmpty }
    return pictures
  }

  @Test func `the number of jobs changes no finding`() throws {
    let fixture = try CommandFixture()
    for number in 0..<12 { try fixture.addPhoto("\(number).jpg", seed: UInt64(number / 2)) }

    let documents = try ["1", "5", "40"].map { jobs in
      try Document(try fixture.deckle("scan", "photos", "--no-cache", "--json", "--measurements", "--jobs", jobs))
    }

    for key in ["groups", "issues", "measurements", "photos"] {
      let values = documents.map { $0.object[key] as? NSObject }
      #expect(values[0] != nil && values.allSatisfy { $0 == values[0] }, "\(key)")
    }
  }

  @Test(arguments: ["KILL", "INT"])
  func `when a scan is ended, the processes that open pictures end with it`(signal: String) throws {
    let fixture = try CommandFixture()
    try fixture.addFlatPhotos(400)

    let process = try fixture.shell(
      """
      "$deckle" scan photos --no-cache --progress none >/dev/null 2>&1 & scan=$!
      child=
      while [ -z "$child" ] && kill -0 $scan; do child=$(pgrep -P $scan -f inspect-for-parent | head -n 1); done
      kill -\(signal) $scan
      timeout 30 tail --pid="$child" -f /dev/null && echo "gone $child"
      """)

    #expect(process.outputText.contains(/gone [0-9]+/), "\(process.errorText)")
  }

  @Test func `a scan that is killed has kept all that it read`() throws {
    let fixture = try CommandFixture()
    try fixture.addFlatPhotos(600)

    let killed = try fixture.shell(
      """
      kept() { "$deckle" cache info | sed -n 's/.*measurements of \\([0-9]*\\) file.*/\\1/p'; }
      "$deckle" scan photos --progress none --jobs 1 >/dev/null 2>&1 & scan=$!
      count=0
      while [ "${count:-0}" -lt 100 ] && kill -0 $scan; do count=$(kept); done
      kill -KILL $scan
      wait $scan 2>/dev/null
      kept
      """)
    let kept = try #require(Int(killed.outputText.trimmingCharacters(in: .whitespacesAndNewlines)))
    let photos = try Document(try fixture.deckle("scan", "photos", "--json")).part("photos")

    #expect((100..<600).contains(kept), "\(killed.errorText)")
    #expect(photos.number("fromCache") == Double(kept))
    #expect(photos.number("scanned") == 600)
  }

  @Test func `the doctor says what holds them, for root and for a plain user`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("doctor", "photos", "--json")
    try check(process)
    let user = PlainUser()
    try user.own(fixture.folder)
    if let process = try user.deckle(fixture, "doctor", "photos", "--json") { try check(process) }
  }

  private func check(_ process: FinishedProcess) throws {
    let line = try #require(try Document(process).list("checks").first { $0.text("name") == "opened in" })
    #expect(line.text("finding")?.contains("locked-down processes") == true)
    // Without seccomp or Landlock in the kernel it is a warning, and never worse.
    #expect(["ok", "warning"].contains(line.text("state")))
    if line.text("finding")?.contains("seccomp yes") == true, line.text("finding")?.contains("limit yes") == true {
      #expect(line.text("state") == "ok", "\(line.text("advice") ?? "")")
    }
  }

  @Test func `a plain user scans as root does`() throws {
    let fixture = try CommandFixture()
    for number in 0..<4 { try fixture.addPhoto("\(number).jpg", seed: UInt64(number)) }
    let user = PlainUser()
    try user.own(fixture.folder)

    guard let process = try user.deckle(fixture, "scan", "photos", "--json") else { return }

    #expect(try Document(process).part("photos").number("scanned") == 4)
  }

  @Test func `the hidden argument alone does nothing, and nobody is asked`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("--inspect-for-parent", "1000000000")

    #expect(process.status == .exited(1))
    #expect(process.output.isEmpty && process.errors.isEmpty)
    #expect(fixture.folder.list().allSatisfy { [Array("home/".utf8), Array("photos/".utf8)].contains($0) })
  }
}
