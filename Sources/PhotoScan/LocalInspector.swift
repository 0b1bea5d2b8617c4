import FileSafety
import ImageDecoding
import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// Reads and decodes in this process.
package struct LocalInspector: PhotoInspector {
  /// The largest file whose pixels are read. A larger one is listed, and not matched.
  package static let largestPicture = ByteCount(1_000_000_000)
  /// Long side of the luma that everything is measured on.
  private static let workingSide = 1024
  /// Native pixels are looked at for a screenshot only up to here: no screen is larger.
  private static let largestScreen = 40_000_000

  private let naming: @Sendable (FilePath) -> String

  /// - Parameter naming: Makes a path fit for a message.
  package init(naming: @escaping @Sendable (FilePath) -> String) { self.naming = naming }

  package func inspect(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    let bytes: [UInt8]
    do {
      bytes = try readContents(of: path, expecting: identity, limit: Self.largestPicture)
    } catch {
      return Inspection(
        problem: Inspection.Problem(reason: error.skipReason, message: error.sentence(naming: naming)))
    }
    return inspect(bytes)
  }

  /// The pure half: from the bytes of a file to what is stored about it.
  package func inspect(_ bytes: [UInt8]) -> Inspection {
    guard !bytes.isEmpty else {
      return Inspection(problem: Inspection.Problem(reason: .corrupt, message: "The file is empty (0 bytes)."))
    }
    let digest = contentDigest(of: bytes)
    do throws(DecodingError) {
      return Inspection(digest: digest, features: try features(of: bytes))
    } catch {
      return Inspection(
        digest: digest, problem: Inspection.Problem(reason: error.skippedReason, message: error.sentence))
    }
  }

  private func features(of bytes: [UInt8]) throws(DecodingError) -> PhotoFeatures {
    let decoded = try decodeLuma(bytes, minimumLongSide: Self.workingSide)
    var luma = decoded.luma
    if luma.size.longSide > Self.workingSide {
      luma = luma.areaAveraged(to: luma.size.fitted(longSide: Self.workingSide))
    }
    let measured = LumaFeatures(of: luma)
    var features = PhotoFeatures(
      format: decoded.format, pixelSize: decoded.fullSize, facts: decoded.facts.plausible,
      decodeWarnings: decoded.warnings,
      perceptualHash: measured.perceptualHash, descriptor: measured.descriptor, lightness: measured.lightness,
      sharpness: measured.sharpness)
    // A camera took it: then it is no screenshot, whatever the pixels say, and the dear look is saved.
    if !decoded.facts.hasCameraMetadata, decoded.fullSize.pixels <= Self.largestScreen {
      features.screenEvidence = screenEvidence(of: try decodePicture(bytes, minimumLongSide: nil).picture)
    }
    return features
  }
}
