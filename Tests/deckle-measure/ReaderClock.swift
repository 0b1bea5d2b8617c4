import Foundation
import ImageDecoding
import PhotoModel

/// Reads each JPEG with libjpeg-turbo and with the one-pass reader, each PNG with libpng and inflated at once, each
/// HEIC of tiles with libheif and tile by tile, in turn, and keeps the processor time of both.
struct ReaderClock {
  private struct Pair {
    /// The kind of reading: "1/8", "PNG".
    var kind: String
    var library: Double
    var reader: Double
    var isSame: Bool
  }

  /// The scale at which a JPEG is read.
  private struct Scale {
    var eighths: Int
    var wantsEnergies = false

    var title: String { "\(eighths)/8" + (wantsEnergies ? " with energies" : "") }
  }

  private let scales: [Scale]
  private var pairs: [Pair] = []

  /// - Parameter onlyEnergies: Whether a JPEG is read only at 1/8 with energies.
  init(onlyEnergies: Bool) {
    scales = [Scale(eighths: 1, wantsEnergies: true)] + (onlyEnergies ? [] : (1...7).map { Scale(eighths: $0) })
  }

  /// A file that our own readers leave to the libraries is passed over.
  mutating func read(_ bytes: [UInt8]) {
    if inflatedPixels(ofPNG: bytes) != nil { return readPNG(bytes) }
    if HEIFBoxes(bytes)?.tiles.isEmpty == false { return readHEIC(bytes) }
    guard imageFormat(of: bytes) == .jpeg else { return }
    // The first to read would bring the file into the caches for all others.
    _ = try? libraryLuma(bytes, eighths: 1)
    for scale in scales {
      var (expected, found): (LumaPlane?, LumaPlane?)
      let library = processorSeconds { expected = try? libraryLuma(bytes, eighths: scale.eighths).luma }
      let reader = processorSeconds {
        found = try? onePassLuma(bytes, eighths: scale.eighths, wantsEnergies: scale.wantsEnergies).luma
      }
      guard found != nil else { continue }
      pairs.append(Pair(kind: scale.title, library: library, reader: reader, isSame: expected == found))
    }
  }

  private mutating func readPNG(_ bytes: [UInt8]) {
    var (expected, found): (StoredPicture?, StoredPicture?)
    let library = processorSeconds { expected = try? libraryPixels(ofPNG: bytes).picture }
    let reader = processorSeconds { found = inflatedPixels(ofPNG: bytes) }
    pairs.append(Pair(kind: "PNG", library: library, reader: reader, isSame: expected == found))
  }

  /// Compares the readers of a HEIC; the planes are the same but for the rounding of colours, of which libheif makes
  /// its luma.
  private mutating func readHEIC(_ bytes: [UInt8]) {
    var (expected, found): (LumaPlane?, LumaPlane?)
    let library = processorSeconds { expected = try? libraryLuma(ofHEIC: bytes) }
    let reader = processorSeconds { found = try? decodeLuma(bytes, minimumLongSide: nil).luma }
    var differences = 0
    for (one, other) in zip(expected?.pixels ?? [], found?.pixels ?? []) { differences += abs(Int(one) - Int(other)) }
    let isSame = expected?.size == found?.size && differences < expected?.pixels.count ?? 0
    pairs.append(Pair(kind: "HEIC", library: library, reader: reader, isSame: isSame))
  }

  /// `[{"kind": …, "library": …, "reader": …, "same": …}]`, one for each file and kind; milliseconds.
  var document: String {
    let lines = pairs.map { pair in
      "{\"kind\": \"\(pair.kind)\", \"library\": \(pair.library * 1000), "
        + "\"reader\": \(pair.reader * 1000), \"same\": \(pair.isSame)}"
    }
    return "[\(lines.joined(separator: ",\n"))]\n"
  }
}
