import FileSafety
import ImageDecoding
import PhotoModel
import PhotoScan
import SystemPackage

/// The processor time of inspecting pictures, local features included, beside the time that is allowed for their format
/// and size.
struct LimitTable {
  private var lines: [String] = []
  private var leastSpace: [ImageFormat: Double] = [:]

  /// A file that cannot be read is passed over.
  mutating func add(_ path: FilePath) {
    guard let bytes = try? readContents(of: path), let header = try? pictureHeader(of: bytes) else { return }
    let decoder = LocalPhotoDecoder { $0.string }
    var isRead = false
    let seconds = processorSeconds {
      let digest = contentDigest(of: bytes)
      isRead = decoder.inspection(of: bytes, digest: digest, Inspection.Measures(localFeatures: true)).features != nil
    }
    guard isRead else { return }
    // An ordinary picture may take ten seconds, whatever its size.
    let allowed = max(10, allowedProcessorSeconds(for: header.format, pixels: header.size.pixels))
    let headroom = Double(allowed) / seconds
    leastSpace[header.format] = min(leastSpace[header.format] ?? .infinity, headroom)
    let megapixels = Double(header.size.pixels) / 1_000_000
    lines.append(
      "\(header.format.title), \(Self.number(megapixels)) MP: \(Self.number(seconds)) s of \(allowed) s, "
        + "\(Self.number(headroom)) times; \(path.lastComponent?.string ?? "")")
  }

  /// The table: a line for each picture, and the least head room of each format.
  var document: String {
    let formats = leastSpace.sorted { $0.key.rawValue < $1.key.rawValue }
    let least = formats.map { "\($0.key.title): at least \(Self.number($0.value)) times what was taken" }
    return (lines + least).map { $0 + "\n" }.joined()
  }

  private static func number(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
