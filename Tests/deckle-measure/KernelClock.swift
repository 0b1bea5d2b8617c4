import FileSafety
import Foundation
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import SystemPackage
import TextSurface

/// The processor time of single steps: hashes and descriptor of each picture of a folder, and the comparison of two
/// screens.
struct KernelClock {
  private var times: [(kernel: String, milliseconds: [Double])] = []

  /// A file that is no picture is passed over.
  mutating func measure(_ path: FilePath) {
    guard let bytes = try? readContents(of: path),
      let decoded = try? decodeLuma(bytes, minimumLongSide: 1024).luma
    else { return }
    let luma = decoded.areaAveraged(to: decoded.size.fitted(longSide: 1024))
    time("SHA-256 of a file") { contentDigest(of: bytes) }
    time("64-bit hash") { perceptualHash(of: luma) }
    time("PDQ hash") { frequencyHash256(of: luma) }
    time("descriptor") { descriptor(of: luma) }
    time("lightness") { lumaThumbnail(of: luma) }
  }

  /// Screens of 120 × 40 cells: one that stays, and one of which every cell differs.
  mutating func measureScreens() {
    let size = Size(columns: 120, rows: 40)
    var before = Surface(size)
    var after = Surface(size)
    for y in 0..<size.rows {
      let hex = UInt32(y) * 1000
      before.write(String(repeating: "▀", count: size.columns), x: 0, y: y, style: Style(foreground: RGB(hex: hex)))
      after.write(String(repeating: "▄", count: size.columns), x: 0, y: y, style: Style(foreground: RGB(hex: hex)))
    }
    let same = before
    // One frame is too short for the clock: the figure is that of a thousand.
    for _ in 0..<5 {
      time("1000 frames compared, all cells the same") { Self.changes(from: same, to: before) }
      time("1000 frames compared, every cell another") { Self.changes(from: before, to: after) }
    }
  }

  private static func changes(from old: Surface, to new: Surface) -> Int {
    var count = 0
    for _ in 0..<1000 {
      new.forEachChange(since: old, in: new.bounds) { _, _, _ in
        count += 1
        return true
      }
    }
    return count
  }

  /// `[{"kernel": …, "milliseconds": [one for each file or round]}]`.
  var document: String {
    let lines = times.map { "{\"kernel\": \"\($0.kernel)\", \"milliseconds\": \($0.milliseconds)}" }
    return "[\(lines.joined(separator: ",\n"))]\n"
  }

  private mutating func time<Value>(_ kernel: String, _ body: () -> Value) {
    // An unused result might not be computed.
    let milliseconds = processorSeconds { withExtendedLifetime(body()) {} } * 1000
    if let index = times.firstIndex(where: { $0.kernel == kernel }) {
      times[index].milliseconds.append(milliseconds)
    } else {
      times.append((kernel, [milliseconds]))
    }
  }
}
