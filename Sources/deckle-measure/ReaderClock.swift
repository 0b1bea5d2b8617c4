import Foundation
import ImageDecoding
import PhotoModel

/// Reads each JPEG with libjpeg-turbo and with the one-pass reader, in turn, and keeps the processor time of both.
struct ReaderClock {
  private struct Pair {
    var kind: Kind
    var library: Double
    var reader: Double
    var isSame: Bool
  }

  /// What is read.
  private enum Kind: String, CaseIterable {
    case eighth = "1/8"
    case energies = "1/8 with energies"
    case quarter = "2/8"
    case threeEighths = "3/8"

    var eighths: Int {
      switch self {
      case .eighth, .energies: 1
      case .quarter: 2
      case .threeEighths: 3
      }
    }
  }

  private var pairs: [Pair] = []

  /// A file that the one-pass reader leaves to libjpeg is passed over.
  mutating func read(_ bytes: [UInt8]) {
    guard (try? onePassLuma(bytes, eighths: 1)) != nil else { return }
    for kind in Kind.allCases {
      var (expected, found): (LumaPlane?, LumaPlane?)
      let library = seconds { expected = try? libraryLuma(bytes, eighths: kind.eighths).luma }
      let reader = seconds {
        found = try? onePassLuma(bytes, eighths: kind.eighths, wantsEnergies: kind == .energies).luma
      }
      pairs.append(Pair(kind: kind, library: library, reader: reader, isSame: expected == found))
    }
  }

  /// `[{"kind": …, "library": …, "reader": …, "same": …}]`, one for each file and kind; milliseconds.
  var document: String {
    let lines = pairs.map { pair in
      "{\"kind\": \"\(pair.kind.rawValue)\", \"library\": \(pair.library * 1000), "
        + "\"reader\": \(pair.reader * 1000), \"same\": \(pair.isSame)}"
    }
    return "[\(lines.joined(separator: ",\n"))]\n"
  }

  private func seconds(_ body: () -> Void) -> Double {
    let begin = processorSeconds()
    body()
    return processorSeconds() - begin
  }
}
