import FileSafety
import Foundation
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SessionStore
import SystemPackage

/// Does to a photo what a scan does, one stage after the other, and adds up the processor time of each. Local features
/// are taken of every photo, as in the scan of up to two thousand new ones.
struct StageClock {
  private enum Stage: String, CaseIterable {
    case read = "read and digest"
    case decode = "header, EXIF and decode luma"
    case shrink = "shrink to 1024 px"
    case blur = "blur"
    case measure = "margins, hash, descriptor, tones"
    case screen = "screen evidence (no camera data)"
    case store = "store"
    case local = "local features"
    case closePair = "verification: one pair"
  }

  private let store: FeatureStore
  private var seconds: [Stage: Double] = [:]
  private var photos = 0
  private var readerCost = ReaderCost()
  /// The cost of the JPEGs that the one-pass reader takes: by it alone at 1/8, and in all stages.
  private struct ReaderCost {
    var photos = 0
    var reader = 0.0
    var stages = 0.0
  }

  /// The features of the photo before, for the cost of a pair.
  private var neighbour: LocalFeatures?

  init(database: FilePath) throws(ToolError) {
    guard let store = try? FeatureStore(path: database, timestamp: "measure") else { throw .unusableDatabase(database) }
    self.store = store
  }

  /// A file that is no picture, or damaged, leaves no trace in the sums.
  mutating func scan(_ path: FilePath) {
    var spent: [Stage: Double] = [:]
    func timed<Value>(_ stage: Stage, _ body: () throws -> Value) rethrows -> Value {
      let begin = processorSeconds()
      defer { spent[stage, default: 0] += processorSeconds() - begin }
      return try body()
    }
    do {
      let identity = try fileStatus(of: path).identity
      let (bytes, digest) = try timed(.read) {
        let bytes = try readContents(of: path, expecting: identity)
        return (bytes, contentDigest(of: bytes))
      }
      let decoded = try timed(.decode) { try decodeLuma(bytes, minimumLongSide: 1024) }
      let luma = timed(.shrink) { decoded.luma.areaAveraged(to: decoded.luma.size.fitted(longSide: 1024)) }
      _ = timed(.blur) { BlurMeasures(of: luma) }
      let measured = timed(.measure) { LumaFeatures(of: luma) }
      var features = PhotoFeatures(
        format: decoded.format, pixelSize: decoded.fullSize, facts: decoded.facts, descriptor: measured.descriptor)
      if !decoded.facts.hasCameraMetadata {
        features.screenEvidence = try timed(.screen) {
          screenEvidence(of: try decodePicture(bytes, minimumLongSide: nil).picture)
        }
      }
      let inspection = Inspection(digest: digest, features: features)
      try timed(.store) {
        try store.store(CachedInspection(path: path, identity: identity, inspection: inspection))
      }
      let local = timed(.local) { LocalFeatures(of: luma) }
      if let neighbour { _ = timed(.closePair) { verification(of: neighbour, local) } }
      neighbour = local
      // The stage of luma features includes the blur measures once more.
      spent[.measure, default: 0] -= spent[.blur] ?? 0
      addReaderCost(bytes, stages: spent.values.reduce(0, +))
    } catch { return }
    seconds.merge(spent, uniquingKeysWith: +)
    photos += 1
  }

  private mutating func addReaderCost(_ bytes: [UInt8], stages: Double) {
    let begin = processorSeconds()
    guard (try? onePassLuma(bytes, eighths: 1)) != nil else { return }
    readerCost.reader += processorSeconds() - begin
    readerCost.stages += stages
    readerCost.photos += 1
  }

  /// `{"photos": …, "floor": {"photos": …, "reader": …, "stages": …}, "stages": [{"stage": …, "milliseconds": …}]}`,
  /// stages in milliseconds a photo, the floor in milliseconds of all its photos.
  var document: String {
    let stages = Stage.allCases.map { stage in
      let milliseconds = (seconds[stage] ?? 0) * 1000 / Double(max(1, photos))
      return "{\"stage\": \"\(stage.rawValue)\", \"milliseconds\": \(max(0, milliseconds))}"
    }
    let readerCost =
      "{\"photos\": \(readerCost.photos), \"reader\": \(readerCost.reader * 1000), \"stages\": \(readerCost.stages * 1000)}"
    return "{\"photos\": \(photos), \"floor\": \(readerCost), \"stages\": [\(stages.joined(separator: ", "))]}\n"
  }
}
