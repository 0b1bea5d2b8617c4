import ImageDecoding
package import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// Decodes one file and returns its measurements.
///
/// The engine knows only this protocol, so that decoding can move out of the process without the engine noticing.
package protocol PhotoDecoder: Sendable {
  /// - Parameters:
  ///   - path: A regular file.
  ///   - identity: The identity that the walk found; a file with another one gives a `.vanished` problem.
  func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection

  /// The keypoints of a photo that others resemble, and where asked a digest of the decoded pixels.
  ///
  /// - Returns: Without values where the file cannot be read any more, or is no longer this one; then `problem` has
  ///   the reason.
  func readKeypoints(at path: FilePath, identity: FileIdentity, wants: KeypointFeatures.Options) async
    -> KeypointFeatures

  /// The scale-invariant keypoints of a photo that takes part in a pair in doubt: none of a picture that cannot be
  /// decoded. Nil where the file cannot be read any more, or is no longer this one.
  func siftFeatures(of path: FilePath, identity: FileIdentity) async -> SIFTFeatures?

  /// The pixels of a photo for the comparison with a near copy. Nil where they cannot be had, or the file is damaged.
  func comparedPixels(of path: FilePath, identity: FileIdentity) async -> ComparedPixels?

  /// Reads the metadata from a file that belongs to a photo without being a picture.
  ///
  /// - Returns: The digest and the contents, or the problem.
  func readSidecar(_ path: FilePath, identity: FileIdentity) async -> Inspection

  /// The facts of a movie; nil where it cannot be read.
  func movieFacts(of path: FilePath, identity: FileIdentity) async -> MovieFacts?
}

extension PhotoDecoder {
  /// Measures anew all that is stored about a photo.
  package func inspect(_ path: FilePath, identity: FileIdentity) async -> Inspection {
    await inspect(path, identity: identity, wants: Inspection.Options())
  }
}

/// The keypoints and the pixel digest of one photo; they are in memory as long as the scan compares.
package struct KeypointFeatures: Equatable, Sendable, Codable {
  /// The values that are wanted.
  package struct Options: Hashable, Sendable, Codable {
    /// Whether keypoints are wanted.
    package var features: Bool
    /// Whether a digest of the decoded pixels is wanted.
    package var pixelDigest: Bool
    /// Whether the keypoints are those of the thumbnail, whatever the format, for comparison with a photo measured in
    /// part.
    package var ofThumbnail: Bool

    /// Creates options.
    package init(features: Bool, pixelDigest: Bool, ofThumbnail: Bool = false) {
      self.features = features
      self.pixelDigest = pixelDigest
      self.ofThumbnail = ofThumbnail
    }
  }

  /// The keypoints; nil where not wanted, or not to be had.
  package var features: LocalFeatures?
  /// SHA-256 of the decoded, upright RGB and its size: equal for two files that show exactly the same. Nil where not
  /// wanted, or not to be had.
  package var pixelDigest: ContentDigest?
  /// The parts of the file that make none of its pixels, each by the first 63 bits of its digest; with a pixel digest
  /// only.
  package var partsBesidePixels: [Int] = []

  /// Whether the whole file was read: a nil then means that the file does not give the value. Else nothing is known.
  package var wasRead = false

  /// The reason why the file was not read. Only the process that opened the file may set it: it never comes from a
  /// decode worker.
  package var problem: Inspection.Problem?

  private enum CodingKeys: String, CodingKey { case features, pixelDigest, partsBesidePixels, wasRead }

  /// The result for a file that could not be read.
  package static func failed(_ problem: Inspection.Problem) -> KeypointFeatures {
    var keypoints = KeypointFeatures()
    keypoints.problem = problem
    return keypoints
  }
}

/// The result of decoding one file. A damaged photo is a result, not an error.
package struct Inspection: Hashable, Sendable, Codable {
  /// SHA-256 of the file; nil where it could not be read to its end.
  package var digest: ContentDigest?
  /// The measured features; nil where the pixels could not be read, for the reason in `problem`, and for files that
  /// are no pictures.
  package var features: PhotoFeatures?
  /// The reason why the file could not be judged; nil where it was.
  package var problem: Problem?
  /// The facts of a movie beside a photo. Only the caller that asked for them may set them.
  package var movie: MovieFacts?
  /// The keypoints, where they were asked for; they live until the pairs of the photo are known, and are not cached.
  package var localFeatures: LocalFeatures?
  /// The contents of a sidecar, which has no features.
  package var sidecar: SidecarContents?

  /// The values that are to be measured.
  package struct Measures: Hashable, Sendable, Codable {
    /// Whether keypoints are measured, too, where they can be had: while the pixels are decoded they cost a third of
    /// decoding again.
    package var localFeatures: Bool
    /// Whether a picture of tiles may be measured in part (`PhotoFeatures.isPartial`).
    package var mayBePartial: Bool

    /// Creates measures; those of a whole photo without keypoints unless stated otherwise.
    package init(localFeatures: Bool = false, mayBePartial: Bool = false) {
      self.localFeatures = localFeatures
      self.mayBePartial = mayBePartial
    }
  }

  /// The request for an inspection.
  package struct Options: Sendable {
    /// The values that are to be measured.
    package var measures: Measures
    /// A lookup by content, called once the bytes are read: where it finds an inspection nothing is decoded. Called
    /// on any thread.
    package var known: @Sendable (ContentDigest) -> Inspection?

    /// Creates a request; without arguments every content is measured.
    package init(
      _ measures: Measures = Measures(), known: @escaping @Sendable (ContentDigest) -> Inspection? = { _ in nil }
    ) {
      self.measures = measures
      self.known = known
    }
  }

  /// The reason why a file was not judged.
  package struct Problem: Hashable, Sendable, Codable {
    /// The kind of the problem.
    package var reason: SkippedFile.Reason
    /// One sentence for the user.
    package var message: String
    /// The number of decode workers that have ended over this file, in this scan and in earlier ones.
    package var crashes = 0

    /// The number of crashes after which a file is not decoded again until it changes.
    package static let crashLimit = 2

    /// Creates a problem.
    package init(reason: SkippedFile.Reason, message: String, crashes: Int = 0) {
      self.reason = reason
      self.message = message
      self.crashes = crashes
    }

    /// Whether the problem is one of the file itself: decoding again gives the same, so the result may be cached.
    package var isLasting: Bool {
      if crashes > 0 { return crashes >= Self.crashLimit }
      return switch reason {
      case .corrupt, .unsupported, .tooLarge: true
      case .permissionDenied, .specialFile, .vanished, .timedOut, .readError: false
      }
    }

    /// Whether the file was left unread by another build, without a library that this one has.
    var isOfAnotherBuild: Bool { reason == .unsupported && Self.messagesOfOtherBuilds.contains(message) }

    private static let messagesOfOtherBuilds = Set(
      ImageFormat.allCases.filter(FormatSupport.isBuiltIn).map { DecodingError.notBuiltIn($0).sentence })

    /// Worth writing down: an answer for the next scan, or a mark against the file.
    var isRemembered: Bool { isLasting || crashes > 0 }
  }

  /// A file that has just ended a process may have done so before.
  mutating func count(earlierCrashes: Int) {
    if let problem, problem.crashes > 0 { self.problem?.crashes = problem.crashes + earlierCrashes }
  }

  /// The result for a file without an ending that is no picture: it is neither listed nor read again.
  package static let ofNoPicture = Inspection()

  var isOfNoPicture: Bool { !isMatchable && problem == nil }

  /// Whether all was measured without a problem: the same would be measured in any file of this content.
  package var isWhole: Bool { digest != nil && features != nil && problem == nil }

  /// Whether the features suffice for these settings.
  func serves(_ settings: ScanSettings) -> Bool { settings.allowPartialFeatures || features?.isPartial != true }

  /// Whether anything is known by which the photo can be compared with others.
  var isMatchable: Bool { digest != nil || features != nil }

  /// Creates an inspection without movie and keypoints.
  package init(
    digest: ContentDigest? = nil, features: PhotoFeatures? = nil, problem: Problem? = nil,
    sidecar: SidecarContents? = nil
  ) {
    self.digest = digest
    self.features = features
    self.problem = problem
    self.sidecar = sidecar
  }
}

/// Caches measured features, so that a file that did not change is never decoded twice.
///
/// Disposable: whatever goes wrong here costs time, not truth.
package protocol FeatureCache: Sendable {
  /// All inspections of files below these folders, made by this `analysisVersion`, without window descriptors: these
  /// are most of the features of a photo, and only a search for candidates needs them. Vectors may be read later, and
  /// be lost by then (`PhotoFeatures.hasVectors`).
  func inspections(under roots: [FilePath]) throws -> CachedInspections
  /// The window descriptors of these contents, as far as they are stored. A search asks for neighbours in the order
  /// of contents, many at a time, and more than once.
  func windowDescriptors(of contents: Set<ContentDigest>) throws -> [ContentDigest: [UInt8]]
  /// The paths at which these files are stored, by `onAnyDevice`. Reads all records.
  func paths(ofFiles files: Set<FileIdentity>) throws -> [FileIdentity: FilePath]
  /// The inspection of a file, with the window descriptors: it can be stored under another path.
  func inspection(at path: FilePath) throws -> CachedInspection?
  /// The inspection of some file with this content, whatever its path. Nil where none could be decoded.
  func inspection(of content: ContentDigest) throws -> Inspection?
  /// Stores an inspection, before the call returns.
  func store(_ inspection: CachedInspection) throws
  /// Stores several inspections together.
  func store(_ inspections: [CachedInspection]) throws

  /// The verifications of all pairs among these contents, made by this `analysisVersion`.
  func verifications(among contents: ContentSet) throws -> VerifiedPairs
  /// Stores verifications, before the call returns.
  func store(_ pairs: VerifiedPairs) throws

  /// The largest set of these contents that was searched for candidates together, and verified, each with its reach.
  func searched(among contents: ContentSet) throws -> [ContentDigest: Int]
  /// Stores contents that were searched together, before the call returns.
  func store(searched contents: [ContentDigest: Int]) throws

  /// The number of pairs of the search with this key, if it ended with all of them verified; nil else.
  func pairsOfSearch(_ key: [UInt8]) throws -> Int?
  /// Stores the end of a search, before the call returns.
  func store(endOfSearch key: [UInt8], pairs: Int) throws

  /// The same features, out of memory where there are too many for it.
  func pooled(_ features: PhotoFeatures) -> PhotoFeatures
  /// Allocates space outside of memory for large tables.
  var spillAllocator: SpillAllocator { get }

  /// The store in which a scan keeps keypoints until all pairs are verified. A scan that was stopped left it.
  ///
  /// - Parameters:
  ///   - scope: `ScanRequest.scope`.
  ///   - isToBegin: Makes a store where none was left.
  /// - Returns: Nil where there is none, or no space for it, or another scan uses it.
  func keypointStore(of scope: [UInt8], isToBegin: Bool) -> (any KeypointStore)?
}

extension FeatureCache {
  /// Stores an inspection. The parts that the cache gives back on demand are removed from memory.
  ///
  /// - Returns: Whether the inspection is in the cache now.
  func remember(_ inspection: inout Inspection, of path: FilePath, _ identity: FileIdentity) -> Bool {
    guard (try? store(CachedInspection(path: path, identity: identity, inspection: inspection))) != nil else {
      return false
    }
    if inspection.digest != nil { forgetWindows(of: &inspection) }
    return true
  }

  func forgetWindows(of inspection: inout Inspection) {
    inspection.features?.windowDescriptors = []
    inspection.features = inspection.features.map(pooled)
  }

  /// The features as they are, in memory.
  package func pooled(_ features: PhotoFeatures) -> PhotoFeatures { features }
  /// No store.
  package var spillAllocator: SpillAllocator { { _ in nil } }
  /// An allocator that never allocates.
  package func keypointStore(of scope: [UInt8], isToBegin: Bool) -> (any KeypointStore)? { nil }
}

/// An inspection and the file that it belongs to. It counts only while the identity of that file is the same.
package struct CachedInspection: Hashable, Sendable {
  /// The path of the file.
  package let packedPath: PackedPath
  /// The file that was inspected.
  package var identity: FileIdentity
  /// The result.
  package var inspection: Inspection

  /// The path as a `FilePath`, made anew each time.
  package var path: FilePath { packedPath.path }

  /// Creates the inspection of a file.
  package init(path: FilePath, identity: FileIdentity, inspection: Inspection) {
    self.init(packed: PackedPath(path), identity: identity, inspection: inspection)
  }

  /// Creates the inspection of a file whose path is packed already.
  package init(packed path: PackedPath, identity: FileIdentity, inspection: Inspection) {
    packedPath = path
    self.identity = identity
    self.inspection = inspection
  }
}

/// The version of everything in the cache. Raised by one whenever a measure changes its meaning, other formats are
/// recognised by their first bytes, or the cache gets another schema.
package let analysisVersion = 22
