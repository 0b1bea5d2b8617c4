import Glibc
import PhotoModel
import TestSupport
import Testing
import TextSurface

/// The program is killed in the middle of the first scan.
@Suite(.waits) struct StoppedScanTests {
  /// Copies that are found at once, and pictures after them that take their time, each with bytes of its own.
  private func library() throws -> TrialLibrary {
    let library = try TrialLibrary(samples: [])
    let copy = jpegData(of: TestPictures.scene(seed: 1), quality: 90)
    for number in 10..<50 { _ = try library.folder.write(copy, to: "Pictures/a\(number).jpg") }
    let (width, height) = (8000, 5000)
    let gray = RGBPicture(width: width, height: height, pixels: [UInt8](repeating: 90, count: width * height * 3))
    let large = jpegData(of: gray)
    for number in 10..<40 {
      let own = [UInt8](repeating: 0, count: number)
      _ = try library.folder.write(large + own, to: "Pictures/z\(number).jpg")
    }
    return library
  }

  @Test func `what was marked while the first scan ran is in the bin after a kill and a new start`() throws {
    let library = try library()
    let first = try library.open()
    try #require(first.waitFor("Ready when you are"), "\(first.text)")
    first.send("s")
    try #require(first.waitFor("so far", timeout: .seconds(120)), "\(first.text)")
    first.send(Key(.enter))
    try waitForCard("a11.jpg", in: first)
    first.send("h")
    try #require(first.waitFor("bin 1"), "\(first.text)")
    first.signal(SIGKILL)
    #expect(first.exitStatus() == .signaled(SIGKILL))

    let second = try library.open()
    try #require(second.waitFor("1 photo in the bin"), "\(second.text)")
    second.send("q")
    #expect(second.exitStatus() == .exited(0))

    let plain = try library.run(["--plain", library.pictures.string], input: "b\nq\n")
    #expect(plain.outputText.contains("Bin: 1 photo,"), "\(plain.outputText)")
  }
}
