import PhotoModel
import Removal
import SystemPackage

/// The possible gain by shrinking the photos of a scan.
struct Shrinkable {
  /// The photos that could be made smaller in one way.
  struct Gain {
    var photos = 0
    var bytes = ByteCount.zero
    var bytesAfter = ByteCount.zero

    init(_ measured: RemovalReceipt) {
      (photos, bytes, bytesAfter) = (measured.moved.count, measured.bytes, measured.bytes - measured.freed)
    }
  }

  let lossless: Gain
  /// The gain with a long side of at most `longSide`.
  let fit: Gain

  /// The pixels that `fit` is measured for.
  static let longSide = 3072

  /// Measures the photos in both ways; those that a filter leaves, where there is one.
  init(
    _ scanned: ScanOptions.Scanned, _ filtered: FilteredPhotos?, _ options: ScanOptions, _ program: Program,
    _ console: Console
  ) {
    let photos = scanned.report.photos.filter { filtered?.contains($0) != false }
    let shrunk = (try? program.readableSession()?.shrunkContents()) ?? []
    func gain(_ way: ShrinkWay) -> Gain {
      let selection = ShrinkSelection(photos, by: way, keptWhole: scanned.findings.keptWhole, shrunk: shrunk)
      return Gain(
        ShrinkWork(way, program: program, console: console, progress: options.progress, jobs: options.jobs)
          .measure(selection.items))
    }
    lossless = gain(.lossless)
    fit = gain(.fit(longSide: Self.longSide, byteLimit: nil))
  }

  /// The figures as sentences.
  var lines: [String] {
    [
      sentence(lossless, "without loss", "deckle shrink"),
      sentence(fit, "at most \(Self.longSide) pixels wide or high, visibly", "deckle shrink --fit \(Self.longSide)"),
    ].compactMap(\.self).map { $0 + " Free once the trash is emptied." } + [""]
  }

  private func sentence(_ gain: Gain, _ way: String, _ command: String) -> String? {
    guard gain.photos > 0 else { return nil }
    return
      "\(counted(gain.photos, "photo")) of \(gain.bytes.formatted) could be \(gain.bytesAfter.formatted), \(way): \(command)."
  }
}
