import FileSafety
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

/// What is found is a function of the files: not of the order they were written in, nor of the number of workers, nor of
/// what is remembered of an earlier scan.
@Suite struct DeterminismTests {
  /// Names and contents of a library of its own for each seed: scenes with edits, re-saves and copies, bursts by one
  /// camera, black frames, interfaces, blurred and damaged files, in folders.
  private func library(_ seed: UInt64) -> [(name: String, bytes: [UInt8])] {
    var random = SeededGenerator(seed: seed)
    var files: [(name: String, bytes: [UInt8])] = []
    func add(_ bytes: [UInt8]) {
      let folder = ["", "a/", "b/c/"][Int.random(in: 0..<3, using: &random)]
      files.append(("\(folder)\(Int.random(in: 100...999, using: &random))-\(files.count).jpg", bytes))
    }
    let size = PixelSize(width: 320, height: 240)
    for number in 0..<4 {
      let picture = TestPictures.scene(seed: seed * 100 + UInt64(number), size: size)
      let taken = CaptureTime(milliseconds: 1_700_000_000_000 + Int64(number) * 3_600_000)
      let exif = exifBlock(capturedAt: taken, make: "M", model: "X")
      let original = jpegData(of: picture, quality: 92, exif: number % 2 == 0 ? exif : nil)
      add(original)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: add(original)
        case 1: add(jpegData(of: picture, quality: 92))
        case 2: add(jpegData(of: picture, quality: 50))
        case 3: add(jpegData(of: TestPictures.mirrored(picture), quality: 85))
        case 4: add(jpegData(of: TestPictures.cropped(picture, x: 40, y: 30, width: 240, height: 180), quality: 85))
        case 5: add(jpegData(of: TestPictures.blurred(picture, radius: 5), quality: 85))
        case 6: add(Array(original.prefix(original.count * 8 / 10)))
        default:
          let next = CaptureTime(milliseconds: taken.milliseconds + 700)
          let later = exifBlock(capturedAt: next, make: "M", model: "X")
          add(jpegData(of: TestPictures.brightened(picture, by: 6), quality: 90, exif: later))
        }
      }
    }
    let black = RGBPicture(width: 64, height: 48, pixels: [UInt8](repeating: 0, count: 64 * 48 * 3))
    for quality in [60, 70, 70, 80] { add(jpegData(of: black, quality: quality)) }
    for number in 0..<2 { add(jpegData(of: TestPictures.screen(seed: seed + UInt64(number)), quality: 90)) }
    return files
  }

  private func scene(_ files: [(name: String, bytes: [UInt8])]) throws -> Scene {
    let scene = try Scene()
    for folder in ["a", "b", "b/c"] { try scene.folder.makeFolder("library/" + folder) }
    for (name, bytes) in files { try scene.write(bytes, to: name, modified: 1_000_000) }
    return scene
  }

  /// All findings, each path without the folder of the library, and the names of groups, which are made from the whole
  /// paths, left out.
  private func found(_ report: ScanReport, in scene: Scene) -> [String] {
    let findings = FindingsIndex(photos: report.photos, verified: report.verified).findings(settings: ScanSettings())
    let root = scene.library.string + "/"
    let issues = findings.issues.map { issue in
      var issue = issue
      issue.group = nil
      return "\(issue)"
    }
    return
      (findings.groups.map { "\($0.category) \($0.keeper) \($0.reason) \($0.members)" }
      + issues + report.skipped.map { "\($0)" })
      .map { $0.replacing(root, with: "") }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `the findings depend on neither the order of the files, nor the workers, nor what is remembered`(
    seed: UInt64
  ) async throws {
    let files = library(seed)
    var random = SeededGenerator(seed: seed + 77)
    let first = try scene(files)
    let expected = found(try await first.scan(first.request(jobs: 1)), in: first)

    for jobs in [2, 7] {
      let other = try scene(files.shuffled(using: &random))
      let cache = MemoryCache()
      let cold = try await other.scan(other.request(jobs: jobs, batchSize: jobs * 5), cache: cache)
      let warm = try await other.scan(other.request(jobs: 9 - jobs), cache: cache)
      #expect(found(cold, in: other).difference(from: expected).isEmpty)
      #expect(found(warm, in: other).difference(from: expected).isEmpty)
    }
    // Half of it was known before the rest came.
    let half = try scene(Array(files.shuffled(using: &random).prefix(files.count / 2)))
    let cache = MemoryCache()
    _ = try await half.scan(half.request(jobs: 3), cache: cache)
    for (name, bytes) in files where !half.folder.contains("library/" + name) {
      try half.write(bytes, to: name, modified: 1_000_000)
    }
    let whole = try await half.scan(half.request(jobs: 3), cache: cache)
    #expect(found(whole, in: half).difference(from: expected).isEmpty)

    #expect(expected.count > 12)
  }
}
