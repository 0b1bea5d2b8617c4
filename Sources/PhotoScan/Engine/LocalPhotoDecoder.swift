import FileSafety
import ImageDecoding
package import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// Reads and decodes photos in this process.
package struct LocalPhotoDecoder: PhotoDecoder {
  /// The largest file whose pixels are read. A larger one is listed, and not matched.
  package static let largestPicture = ByteCount(1_000_000_000)
  /// The largest sidecar that is read. Those of editors who keep masks in them have a few megabytes.
  package static let largestSidecar = ByteCount(16_000_000)
  /// Long side of the luma that everything is measured on.
  private static let workingSide = 1024
  /// The long side in pixels from which the inspection gives local features. A smaller photo is quickly decoded again,
  /// at the scale that suits them best: one match in twenty depends on it.
  private static let largePhoto = 2048
  /// The largest picture whose native pixels are measured for a screenshot: no screen is larger.
  private static let largestScreen = 40_000_000
  /// The largest transparent picture, in pixels, that is kept in memory twice, on white and on black.
  private static let largestTransparent = 16_000_000

  private let naming: @Sendable (FilePath) -> String

  /// - Parameter naming: The text of a path, fit for a message.
  package init(naming: @escaping @Sendable (FilePath) -> String) { self.naming = naming }

  /// Reads the file and measures its photo; where `wants.known` has the content nothing is decoded.
  package func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
    let bytes: [UInt8]
    do {
      bytes = try readContents(of: path, expecting: identity, limit: Self.largestPicture)
    } catch {
      return Inspection(
        problem: Inspection.Problem(reason: error.skipReason, message: error.sentence(naming: naming)))
    }
    let digest = digest(of: bytes)
    return digest.flatMap(wants.known) ?? inspection(of: bytes, digest: digest, wants.measures)
  }

  /// Reads the file again and finds its keypoints.
  package func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures
  {
    do {
      return keypointFeatures(try readContents(of: path, expecting: identity, limit: Self.largestPicture), wants)
    } catch {
      return .failed(Inspection.Problem(reason: error.skipReason, message: error.sentence(naming: naming)))
    }
  }

  /// Reads the file again and finds its scale-invariant keypoints.
  package func siftFeatures(of path: FilePath, identity: FileIdentity) async -> SIFTFeatures? {
    (try? readContents(of: path, expecting: identity, limit: Self.largestPicture)).map(siftFeatures)
  }

  /// The scale-invariant keypoints of the picture in a file; none where it cannot be decoded.
  package func siftFeatures(_ bytes: [UInt8]) -> SIFTFeatures {
    (try? decodeLuma(bytes, minimumLongSide: SIFTFeatures.workingSide)).map { SIFTFeatures(of: $0.luma) } ?? .none
  }

  /// Reads the file again and decodes the pixels for a comparison.
  package func comparedPixels(of path: FilePath, identity: FileIdentity) async -> ComparedPixels? {
    (try? readContents(of: path, expecting: identity, limit: Self.largestPicture)).flatMap(comparedPixels)
  }

  /// The pixels of a file for a comparison. Nil for a RAW: its preview is not the picture of the RAW itself.
  package func comparedPixels(_ bytes: [UInt8]) -> ComparedPixels? {
    func whole(ground: UInt8) throws(DecodingError) -> DecodedPicture {
      var decoded = try decodePicture(bytes, minimumLongSide: ComparedPixels.side, ground: ground)
      decoded.picture = decoded.picture.areaAveraged(to: decoded.picture.size.fitted(longSide: ComparedPixels.side))
      return decoded
    }
    guard let decoded = try? whole(ground: 255), decoded.warnings == 0, decoded.format != .raw,
      let part = try? decodeDetail(bytes, around: RelativePoint(x: 0.5, y: 0.5), size: ComparedPixels.partSize)
    else { return nil }
    let onBlack = decoded.alpha == .used ? try? whole(ground: 0).picture : nil
    return ComparedPixels(
      picture: decoded.picture, onBlack: onBlack, part: part.picture.luma, area: part.area, fullSize: part.fullSize,
      orientation: decoded.facts.orientation, steps: decoded.format == .jpeg ? lumaSteps(ofJPEG: bytes) : [])
  }

  /// Reads a sidecar of at most `largestSidecar`.
  package func readSidecar(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    do {
      let bytes = try readContents(of: path, expecting: identity, limit: Self.largestSidecar)
      return Inspection(digest: digest(of: bytes), sidecar: sidecarContents(of: bytes))
    } catch {
      return Inspection(
        problem: Inspection.Problem(reason: error.skipReason, message: error.sentence(naming: naming)))
    }
  }

  /// Reads the facts of a movie of at most `FolderPairing.largestMovie`.
  package func movieFacts(of path: FilePath, identity: FileIdentity) async -> MovieFacts? {
    guard let bytes = try? readContents(of: path, expecting: identity, limit: FolderPairing.largestMovie) else {
      return nil
    }
    return ImageDecoding.movieFacts(size: bytes.count) { Array(bytes[$0]) }
  }

  /// Keypoints and pixel digest from the bytes of a file; nil where they cannot be had.
  package func keypointFeatures(_ bytes: [UInt8], _ wants: KeypointFeatures.Options) -> KeypointFeatures {
    var keypoints = KeypointFeatures(wasRead: true)
    if wants.features {
      keypoints.features = wants.ofThumbnail ? thumbnailFeatures(of: bytes) : localFeatures(of: bytes)
    }
    if wants.pixelDigest, let digest = pixelDigest(of: bytes) {
      keypoints.pixelDigest = digest
      keypoints.partsBesidePixels = partsBesidePixels(of: bytes)
    }
    return keypoints
  }

  /// The keypoints of a photo; those of a large one are found in the same pixels as during the inspection, so that
  /// both give the same ones.
  private func localFeatures(of bytes: [UInt8]) -> LocalFeatures? {
    guard let size = try? pictureHeader(of: bytes).size else { return nil }
    let side = size.longSide >= Self.largePhoto ? Self.workingSide : LocalFeatures.workingSide
    return (try? decodeLuma(bytes, minimumLongSide: side)).map { LocalFeatures(of: Self.working($0.luma)) }
  }

  /// The long side of the thumbnail that phones embed in a HEIC, in pixels.
  package static let thumbnailSide = 320

  /// The keypoints of the embedded thumbnail, where a photo would be measured in part; else of the picture at that
  /// size.
  private func thumbnailFeatures(of bytes: [UInt8]) -> LocalFeatures? {
    let inside = withTiledPicture(of: bytes) { $0.thumbnail }
    let luma = inside ?? (try? decodeLuma(bytes, minimumLongSide: Self.thumbnailSide))?.luma
    return luma.map { LocalFeatures(of: $0.areaAveraged(to: $0.size.fitted(longSide: Self.thumbnailSide))) }
  }

  /// The embedded thumbnail, in colour; nil where there is none, or where it shows another picture.
  package func thumbnail(of bytes: [UInt8]) -> RGBPicture? {
    withTiledPicture(of: bytes) { picture in
      isThumbnail(
        picture.thumbnail, of: picture.tiles, size: picture.header.size, luma: picture.luma(ofTile:))
        ? picture.coloredThumbnail : nil
    }
  }

  /// The digest of the first picture, on white and, where it is transparent, on black; of every frame and page after
  /// it; and of the depth and the class of the colour space.
  ///
  /// - Returns: Nil where the file is damaged, because a decoder's filling is no part of the picture; for a RAW, of
  ///   which only the preview is decoded; and where a following picture cannot be read.
  private func pixelDigest(of bytes: [UInt8]) -> ContentDigest? {
    guard let decoded = try? decodePicture(bytes, minimumLongSide: nil), decoded.warnings == 0, decoded.format != .raw
    else { return nil }
    var parts: [ContentDigest?] = [contentDigest(of: decoded.picture.pixels)]
    if decoded.alpha == .used {
      parts.append(
        (try? decodePicture(bytes, minimumLongSide: nil, ground: 0)).flatMap { contentDigest(of: $0.picture.pixels) })
    }
    let contents = photoContents(of: bytes)
    guard forEachFollowingPicture(of: bytes, contents, { parts.append(contentDigest(of: $0)) }) else { return nil }
    // A picture without a colour space is read as sRGB.
    let gamut = contents.gamut == .none ? PhotoContents.Gamut.srgb : contents.gamut
    var all: [UInt8] = []
    for part in parts {
      guard let part else { return nil }
      all += withUnsafeBytes(of: part) { Array($0) }
    }
    for number in [decoded.picture.width, decoded.picture.height, contents.bitsPerChannel, Int(gamut.rawValue)] {
      for byte in 0..<4 { all.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    return contentDigest(of: all)
  }

  private func partsBesidePixels(of bytes: [UInt8]) -> [Int] {
    var parts: Set<Int> = []
    forEachPartBesidePixels(of: bytes) { kind, part in
      guard let digest = contentDigest(of: Array(kind.utf8) + [0] + part) else { return }
      parts.insert(Int(digest.prefix >> 1))
    }
    return parts.sorted()
  }

  /// The inspection of the bytes of a file, without any access to the disk.
  package func inspect(_ bytes: [UInt8]) -> Inspection {
    inspection(of: bytes, digest: digest(of: bytes), Inspection.Measures())
  }

  /// The digest by which the bytes of a file are recognised; nil for an empty file and for a pointer of Git LFS, which
  /// are no pictures to recognise.
  package func digest(of bytes: [UInt8]) -> ContentDigest? {
    bytes.isEmpty || bytes.starts(with: Self.pointerOfGitLFS) ? nil : contentDigest(of: bytes)
  }

  /// The inspection of a file, by its bytes.
  ///
  /// - Parameter digest: SHA-256 of the bytes; becomes the digest of the result.
  package func inspection(of bytes: [UInt8], digest: ContentDigest?, _ measures: Inspection.Measures) -> Inspection {
    guard !bytes.isEmpty else {
      let message = "The file is empty (0 bytes): there is no picture in it."
      return Inspection(problem: Inspection.Problem(reason: .corrupt, message: message))
    }
    if bytes.starts(with: Self.pointerOfGitLFS) {
      let message = "The file is a pointer of Git LFS, a text in place of the picture; git lfs pull brings the picture."
      return Inspection(digest: digest, problem: Inspection.Problem(reason: .unsupported, message: message))
    }
    do throws(DecodingError) {
      if measures.mayBePartial, let features = measuredInPart(bytes) {
        return Inspection(digest: digest, features: features)
      }
      let measured = try measured(bytes, measures.localFeatures)
      var inspection = Inspection(digest: digest, features: measured.features)
      inspection.localFeatures = measured.local
      return inspection
    } catch {
      return Inspection(
        digest: digest, problem: Inspection.Problem(reason: error.skippedReason, message: error.sentence))
    }
  }

  /// The beginning of the first line, by the specification of Git LFS.
  private static let pointerOfGitLFS = Array("version https://git-lfs.github.com/spec/v1".utf8)

  private struct Measured {
    var features: PhotoFeatures
    var local: LocalFeatures?
  }

  private func measured(_ bytes: [UInt8], _ wantsLocalFeatures: Bool) throws(DecodingError) -> Measured {
    if let measured = try measuredNatively(bytes, wantsLocalFeatures) { return measured }
    let decoded = try decodeLuma(bytes, minimumLongSide: Self.workingSide)
    var measured = measured(
      decoded.luma, decoded.format, decoded.fullSize, decoded.facts, decoded.warnings, wantsLocalFeatures)
    addContents(of: bytes, alpha: decoded.alpha, to: &measured.features)
    // A photo with camera metadata is no screenshot, whatever the pixels are, so the expensive measurement is saved.
    // The preview of a RAW has no native pixels.
    if !decoded.facts.hasCameraMetadata, decoded.fullSize.pixels <= Self.largestScreen, decoded.format != .raw {
      measured.features.screenEvidence = nativeEvidence(try decodePicture(bytes, minimumLongSide: nil), of: bytes)
    }
    return measured
  }

  /// The features of a tiled photo, measured from its thumbnail and as few tiles as possible. Nil where all tiles are
  /// needed: also without camera metadata, because then native pixels are measured for a screenshot.
  private func measuredInPart(_ bytes: [UInt8]) -> PhotoFeatures? {
    withTiledPicture(of: bytes) { picture in
      let header = picture.header
      guard header.facts.hasCameraMetadata, header.size.longSide >= Self.largePhoto,
        let measured = partialFeatures(
          thumbnail: picture.thumbnail, size: header.size, tiles: picture.tiles, luma: picture.luma(ofTile:))
      else { return nil }
      var features = Self.features(measured, header.format, header.size, header.facts)
      features.isPartial = true
      addContents(of: bytes, alpha: .none, to: &features)
      return features
    }
  }

  private static func features(
    _ measured: LumaFeatures, _ format: ImageFormat, _ size: PixelSize, _ facts: CaptureFacts
  ) -> PhotoFeatures {
    PhotoFeatures(
      format: format, pixelSize: size, facts: facts.plausible, perceptualHash: measured.perceptualHash,
      descriptor: measured.descriptor, lumaThumbnail: measured.lumaThumbnail, pdqHash: measured.pdqHash,
      windowDescriptors: measured.windowDescriptors, sharpness: measured.sharpness,
      regionSharpness: measured.regionSharpness,
      sharpestRegion: measured.sharpestRegion, tones: measured.tones)
  }

  /// The measurement at native size. All formats but JPEG and RAW cost as much small as native: where native pixels are
  /// needed for the screenshot, one decode gives everything. Nil for a photo of another kind.
  private func measuredNatively(_ bytes: [UInt8], _ wantsLocalFeatures: Bool) throws(DecodingError) -> Measured? {
    guard let format = imageFormat(of: bytes), format != .jpeg, format != .raw else { return nil }
    let header = try pictureHeader(of: bytes)
    guard !header.facts.hasCameraMetadata, header.size.pixels <= Self.largestScreen else { return nil }
    let decoded = try decodePicture(bytes, minimumLongSide: nil)
    let luma = decoded.picture.luma
    var measured = measured(
      luma, decoded.format, decoded.fullSize, decoded.facts, decoded.warnings, wantsLocalFeatures)
    addContents(of: bytes, alpha: decoded.alpha, to: &measured.features)
    measured.features.screenEvidence = nativeEvidence(decoded, of: bytes, luma: luma)
    return measured
  }

  /// The evidence of the pixels of a screen; a transparent picture is laid on black, too, where memory allows both.
  private func nativeEvidence(_ decoded: DecodedPicture, of bytes: [UInt8], luma: LumaPlane? = nil) -> Double {
    let isSeenThrough = decoded.alpha == .used && decoded.picture.size.pixels <= Self.largestTransparent
    let onBlack = isSeenThrough ? try? decodePicture(bytes, minimumLongSide: nil, ground: 0).picture : nil
    return screenEvidence(of: decoded.picture, luma: luma, onBlack: onBlack)
  }

  /// Adds the contents of the file beside its first picture.
  private func addContents(of bytes: [UInt8], alpha: PhotoContents.Alpha, to features: inout PhotoFeatures) {
    var contents = photoContents(of: bytes)
    contents.alpha = alpha
    if hasMissingParts(bytes, contents) { features.decodeWarnings += 1 }
    if features.facts.capturedAt == nil { features.facts.capturedAt = contents.capturedAt }
    if features.facts.userComment == nil {
      let texts = [contents.systemMark, contents.metadata.caption, contents.metadata.title]
      features.facts.userComment = texts.lazy.compactMap { $0 }.first(where: isNothingButScreenshotName)
    }
    features.contents = contents.limited
  }

  /// The plane at the size that everything is measured at.
  private static func working(_ luma: LumaPlane) -> LumaPlane {
    luma.areaAveraged(to: luma.size.fitted(longSide: workingSide))
  }

  private func measured(
    _ luma: LumaPlane, _ format: ImageFormat, _ fullSize: PixelSize, _ facts: CaptureFacts, _ warnings: Int,
    _ wantsLocalFeatures: Bool
  ) -> Measured {
    let working = Self.working(luma)
    let measured = LumaFeatures(of: working)
    // A RAW with only a thumbnail inside: its sharpness cannot be judged.
    let isThumbnail = luma.size.longSide * 2 < min(Self.workingSide, fullSize.longSide)
    var features = Self.features(measured, format, fullSize, facts)
    features.decodeWarnings = warnings
    if isThumbnail { (features.sharpness, features.regionSharpness) = (nil, []) }
    // A flat picture is compared by its pixels only.
    let isWanted = wantsLocalFeatures && features.descriptorCount > 0 && fullSize.longSide >= Self.largePhoto
    return Measured(features: features, local: isWanted ? LocalFeatures(of: working) : nil)
  }
}
