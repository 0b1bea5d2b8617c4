import FileSafety
import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan
import SystemPackage

/// Every pair of pictures that a scan would verify, with the values that its verification is based on.
struct PairTable {
  private var photos: [ScannedPhoto] = []
  private var keypoints: [LocalFeatures] = []
  private let decoder = LocalPhotoDecoder(naming: \.string)

  /// A file that is no picture is passed over.
  mutating func add(_ path: FilePath) {
    guard let identity = try? fileStatus(of: path).identity, let bytes = try? readContents(of: path) else { return }
    let inspection = decoder.inspect(bytes)
    guard inspection.features != nil,
      let features = decoder.keypointFeatures(bytes, KeypointFeatures.Options(features: true, pixelDigest: false))
        .features
    else { return }
    photos.append(
      ScannedPhoto(path: path, identity: identity, digest: inspection.digest, features: inspection.features))
    keypoints.append(features)
  }

  /// `first,second,gradient_distance,…,proof`, a line a pair. Flat pictures, which have no descriptor, are left out.
  var document: String {
    let names = [
      "first", "second", "gradient_distance", "inliers", "spread", "agreement", "correlation", "same_frame", "mirrored",
      "proof",
    ]
    let lines = verificationCandidates(of: photos).pairs.filter(\.needsFeatures).map(line)
    return ([names.joined(separator: ",")] + lines).joined(separator: "\n") + "\n"
  }

  private func line(_ pair: CandidatePair) -> String {
    let (first, second) = (photos[pair.first], photos[pair.second])
    let distance =
      1 - Double(cosineSimilarity(first.features?.descriptor ?? [], second.features?.descriptor ?? []))
    let found = verification(of: keypoints[pair.first], keypoints[pair.second])
    let values = [
      "\(distance)", "\(found.inliers)", "\(found.spread)", "\(found.agreement)", "\(found.correlation)",
      found.isOnSameFrame ? "1" : "0", found.isMirrored ? "1" : "0", "\(found.proof(gradientDistance: distance))",
    ]
    return ([first, second].map { inCSV($0.path.lastComponent?.string ?? "") } + values).joined(separator: ",")
  }
}

/// A name as a field of a table.
func inCSV(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
