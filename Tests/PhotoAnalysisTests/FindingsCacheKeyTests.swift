import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

@Suite struct FindingsCacheKeyTests {
  private static var rated: SidecarContents {
    var text = DescriptiveMetadata()
    text.rating = 5
    return SidecarContents(metadata: text)
  }

  private static func digest(_ number: Int) -> ContentDigest? {
    ContentDigest(bytes: (0..<32).map { UInt8(truncatingIfNeeded: number &* 31 &+ $0 &* $0 &* 7) })
  }

  private static func features(_ random: inout SpreadGenerator) -> PhotoFeatures {
    var features = PhotoFeatures(format: .jpeg, pixelSize: PixelSize(width: 4000, height: 3000))
    features.perceptualHash = UInt64.random(in: 0...UInt64.max, using: &random)
    features.descriptor = (0..<512).map { _ in Int8.random(in: -127...127, using: &random) }
    features.lumaThumbnail = (0..<256).map { _ in UInt8.random(in: 0...255, using: &random) }
    features.pdqHash = [1, 2]
    features.windowDescriptors = [3]
    features.sharpness = Double.random(in: 0...1, using: &random)
    features.screenEvidence = 0.1
    features.regionSharpness = (0..<16).map { _ in UInt8.random(in: 0...64, using: &random) }
    features.sharpestRegion = RelativePoint(x: 0.5, y: 0.25)
    features.tones = Tones(mean: 100, shadow: 10, light: 200, nearBlack: 1, clippedWhite: 2)
    features.facts.capturedAt = CaptureTime(
      milliseconds: 1_700_000_000_000 + Int64.random(in: 0..<40, using: &random) * 900)
    (features.facts.make, features.facts.model, features.facts.lens) = ("Maker", "Camera", "Lens")
    (features.facts.software, features.facts.userComment) = ("1.0", "")
    (features.facts.exposureSeconds, features.facts.fNumber) = (0.01, 4)
    (features.facts.iso, features.facts.focalLength, features.facts.exposureBias) = (100, 35, 0)
    return features
  }

  /// Scenes with near and exact copies of them.
  private static func photo(_ number: Int, _ random: inout SpreadGenerator) -> ScannedPhoto {
    var scene = SpreadGenerator(seed: UInt64(500 + number / 4))
    var features = features(&scene)
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      features.descriptor[Int.random(in: 0..<512, using: &random)] = Int8.random(in: -90...90, using: &random)
    }
    features.sharpness = Double.random(in: 0...1, using: &random)
    var photo = ScannedPhoto(
      path: FilePath("/p/\(number)"),
      identity: FileIdentity(
        device: 1, inode: UInt64(number + 1), size: Int64.random(in: 1...9000, using: &random), modified: 5, changed: 6),
      digest: digest(number % 5 == 1 ? number - 1 : number), features: features)
    photo.isProtected = Int.random(in: 0..<9, using: &random) == 0
    return photo
  }

  private static func library(_ photos: [ScannedPhoto], _ random: inout SpreadGenerator) -> ScannedLibrary {
    let digests = photos.compactMap(\.digest)
    var verified = VerifiedPairs.none
    for (a, b) in zip(digests, digests.dropFirst()) where Bool.random(using: &random) {
      guard let key = ContentPair(a, b) else { continue }
      let verification = PairVerification(
        inliers: 90, spread: 0.5, firstOverlap: 1, secondOverlap: 1, correlation: 0.9, agreement: 0.9,
        haveSamePixels: Bool.random(using: &random))
      verified.add(verification, of: key)
    }
    return ScannedLibrary(photos: photos, verified: verified)
  }

  private func findingsKey(
    _ library: ScannedLibrary, _ settings: ScanSettings = ScanSettings(), _ ledger: Ledger = Ledger()
  ) -> FindingsCacheKey { FindingsCacheKey(of: library, settings: settings, ledger: ledger, maker: [1]) }

  @Test func `findings that were kept are those that would be made, whatever came, went, changed or was set`() throws {
    var random = SpreadGenerator(seed: 47)
    var photos = (0..<40).map { Self.photo($0, &random) }
    var library = Self.library(photos, &random)
    var settings = ScanSettings()
    var ledger = Ledger()
    var kept: [FindingsCacheKey: [UInt8]] = [:]
    var known = 0
    for step in 0..<60 {
      switch Int.random(in: 0..<7, using: &random) {
      case 0: photos.removeAll { _ in Int.random(in: 0..<12, using: &random) == 0 }
      case 1: photos.append(Self.photo(100 + step, &random))
      case 2:
        if let index = photos.indices.randomElement(using: &random) { photos[index].isProtected.toggle() }
      case 3: settings.similarThreshold = [0.60, 0.80, 0.90].randomElement(using: &random) ?? 0.8
      case 4: settings.keeperOrder = [KeeperRule.standardOrder, [.shorterPath]].randomElement(using: &random) ?? []
      case 5:
        let contents = photos.compactMap(\.digest)
        if let a = contents.first, let b = contents.last, let pair = ContentPair(a, b) {
          ledger.refusals =
            Bool.random(using: &random)
            ? []
            : [Ledger.Refusal(id: 1, pair: pair, photo: "/a", keeper: "/b", decidedAt: Date(timeIntervalSince1970: 0))]
        }
      default: break
      }
      library.photos = photos
      let made = FindingsIndex(photos: photos, verified: library.verified).findings(settings: settings, ledger: ledger)
      let findingsKey = findingsKey(library, settings, ledger)
      if let bytes = kept[findingsKey] {
        known += 1
        #expect(Findings(bytes: bytes, photos: photos) == made)
      }
      let bytes: [UInt8] = try #require(made.bytes(of: photos))
      kept[findingsKey] = bytes
    }
    #expect(known > 5 && kept.count > 20)
  }

  @Test func `every value that findings are made from changes the basis`() throws {
    var random = SpreadGenerator(seed: 48)
    let photos = (0..<4).map { Self.photo($0, &random) }
    let key = try #require(Self.digest(2).flatMap { a in Self.digest(3).flatMap { ContentPair(a, $0) } })
    let base = ScannedLibrary(photos: photos, verified: VerifiedPairs([key: PairVerification(haveSamePixels: false)]))
    func photo(_ change: @escaping (inout ScannedPhoto) -> Void) -> ScannedLibrary {
      var library = base
      change(&library.photos[1])
      return library
    }
    func features(_ change: @escaping (inout PhotoFeatures) -> Void) -> ScannedLibrary {
      photo {
        if var features = $0.features {
          change(&features)
          $0.features = features
        }
      }
    }
    func verification(_ change: (inout PairVerification) -> Void) -> ScannedLibrary {
      var library = base
      var verification = library.verified[key] ?? .nothing
      change(&verification)
      library.verified.add(verification, of: key)
      return library
    }
    func companion(_ change: (inout Companion) -> Void) -> ScannedLibrary {
      var companion = Companion(path: "/p/1.mov", identity: base.photos[0].identity, role: .movie, owner: .shown)
      change(&companion)
      return photo { [companion] in $0.companions = [companion] }
    }
    let libraries: [ScannedLibrary] = [
      base, photo { $0.path = "/p/x" }, photo { $0.identity.device = 9 }, photo { $0.identity.inode = 99 },
      photo { $0.identity.size += 1 }, photo { $0.identity.modified += 1 }, photo { $0.identity.changed += 1 },
      photo { $0.digest = nil }, photo { $0.digest = Self.digest(77) }, photo { $0.features = nil },
      photo { $0.isProtected.toggle() }, photo { $0.permanence.isInCache = true },
      photo { $0.permanence.isInMemory = true },
      photo { $0.permanence.name = .trashed }, photo { $0.permanence.name = .backup(ending: 1) },
      photo { $0.permanence.name = .backup(ending: 2) }, photo { $0.hasOtherNames.toggle() },
      photo { $0.hasTags.toggle() },
      photo { $0.namesakes = [NamesakeFile(path: "/p/descript.ion", reason: .list)] },
      photo { $0.namesakes = [NamesakeFile(path: "/p/descript.ion", reason: .unread)] },
      companion { _ in }, companion { $0.path = "/p/2.mov" }, companion { $0.identity.size += 1 },
      companion { $0.role = .sidecar }, companion { $0.owner = .photo }, companion { $0.owner = .raw },
      companion { $0.digest = Self.digest(3) }, companion { $0.hasOtherNames = true },
      companion { $0.contents = SidecarContents() }, companion { $0.contents = Self.rated },
      features { $0.format = .png }, features { $0.pixelSize.width += 1 }, features { $0.pixelSize.height += 1 },
      features { $0.decodeWarnings += 1 }, features { $0.isPartial = true }, features { $0.perceptualHash = nil },
      features { $0.perceptualHash? += 1 },
      features { $0.descriptor[511] ^= 1 }, features { $0.lumaThumbnail[0] ^= 1 }, features { $0.pdqHash[1] ^= 1 },
      features { $0.windowDescriptors[0] ^= 1 }, features { $0.windowDescriptors = [] },
      features { $0.sharpness = nil },
      features { $0.screenEvidence = 0.2 }, features { $0.regionSharpness[15] ^= 1 },
      features { $0.sharpestRegion?.x = 0.6 }, features { $0.sharpestRegion?.y = 0.6 }, features { $0.tones = nil },
      features { $0.tones?.mean = 1 }, features { $0.tones?.shadow = 1 }, features { $0.tones?.light = 1 },
      features { $0.tones?.nearBlack = 9 }, features { $0.tones?.clippedWhite = 9 },
      features { $0.facts.orientation = .down }, features { $0.facts.capturedAt = nil },
      features { $0.facts.capturedAt?.milliseconds += 1 }, features { $0.facts.make = "x" },
      features { $0.facts.model = "x" }, features { $0.facts.lens = "x" }, features { $0.facts.software = "x" },
      features { $0.facts.userComment = nil }, features { $0.facts.exposureSeconds = 1 },
      features { $0.facts.fNumber = 1 }, features { $0.facts.iso = 1 }, features { $0.facts.focalLength = 1 },
      features { $0.facts.exposureBias = 1 },
      verification { $0.inliers += 1 }, verification { $0.spread = 0.1 }, verification { $0.isMirrored.toggle() },
      verification { $0.scale = 2 },
      verification { $0.rotation = 2 }, verification { $0.across = 2 }, verification { $0.down = 2 },
      verification { $0.firstOverlap = 0.2 },
      verification { $0.secondOverlap = 0.2 }, verification { $0.correlation = 0.2 },
      verification { $0.agreement = 0.2 },
      verification { $0.haveSamePixels = nil }, verification { $0.hasFirstMoreParts = true },
      verification { $0.hasSecondMoreParts = true },
      verification { $0.projective = .nothing }, verification { $0.areOfText = true },
      verification { $0.projective = ProjectiveMatch(inliers: 0, share: 0.1, spread: 0, shift: 0) },
      verification { $0.projective = ProjectiveMatch(inliers: 9, spread: 0, shift: 0) },
      verification { $0.projective = ProjectiveMatch(inliers: 0, spread: 0.1, shift: 0) },
      verification { $0.projective = ProjectiveMatch(inliers: 0, spread: 0, shift: 0.1) },
      ScannedLibrary(photos: base.photos.dropLast(), verified: base.verified),
      ScannedLibrary(photos: base.photos.reversed(), verified: base.verified),
    ]
    #expect(Set(libraries.map { findingsKey($0) }).count == libraries.count)

    var moved = [ScanSettings](repeating: ScanSettings(), count: 6)
    moved[1].blurThreshold = 0.4
    moved[2].duplicateThreshold = 0.9
    moved[3].similarThreshold = 0.9
    moved[4].keeperOrder = [.older]
    moved[5].preferredFolders = ["/best"]
    #expect(Set(moved.map { findingsKey(base, $0) }).count == moved.count)
    #expect(
      FindingsCacheKey(of: base, settings: moved[0], ledger: Ledger(), maker: [2]) != findingsKey(base))
  }

  @Test func `what says nothing about findings leaves the basis alone`() throws {
    var random = SpreadGenerator(seed: 49)
    let base = Self.library((0..<6).map { Self.photo($0, &random) }, &random)
    var settings = ScanSettings()
    (settings.batchSize, settings.excludedFolders, settings.measuresWhole) = (7, ["*/old"], true)
    var known = base
    // So many that they are summed up in pieces.
    func stranger() -> ContentDigest? {
      ContentDigest(bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    for _ in 0..<9000 {
      let (a, b) = (stranger(), stranger())
      known.verified.add(.nothing, of: try #require(a.flatMap { a in b.flatMap { ContentPair(a, $0) } }))
    }

    #expect(findingsKey(base, settings) == findingsKey(base))
    #expect(findingsKey(known) == findingsKey(base))
  }

  /// Whoever adds a property finds here that the basis has to know it.
  @Test func `no property is left out`() throws {
    func names(_ value: Any) -> [String] {
      let children = Mirror(reflecting: value).children
      return children.compactMap(\.label).sorted()
    }
    var random = SpreadGenerator(seed: 50)
    let photo = Self.photo(1, &random)
    #expect(
      names(photo) == [
        "companions", "digest", "features", "hasOtherNames", "hasTags", "identity", "isProtected", "namesakes", "path",
        "permanence",
      ])
    #expect(names(photo.permanence) == ["isInCache", "isInMemory", "name"])
    #expect(names(photo.identity) == ["changed", "device", "inode", "modified", "size"])
    // Of features the basis has all bytes, whatever they are.
    #expect(
      names(Companion(path: "/a", identity: photo.identity, role: .raw, owner: .raw)) == [
        "contents", "digest", "hasOtherNames", "identity", "owner", "path", "role",
      ])
    #expect(Mirror(reflecting: PairVerification.nothing).children.count == 17)
    #expect(Mirror(reflecting: ProjectiveMatch.nothing).children.count == 4)
    #expect(Mirror(reflecting: PairComparison(colour: 0, region: 0)).children.count == 8)
    #expect(
      names(ScanSettings()) == [
        "batchSize", "blurThreshold", "duplicateThreshold", "excludedFolders", "ignoredPlaces", "keeperOrder",
        "measuresWhole", "preferredFolders", "ratingsAreSacred", "similarThreshold",
      ])
    #expect(names(Ledger()) == ["groupSnapshots", "keeps", "refusals"])
  }

  @Test func `damaged bytes are no findings`() throws {
    var random = SpreadGenerator(seed: 51)
    let library = Self.library((0..<40).map { Self.photo($0, &random) }, &random)
    let made = findings(of: library.photos, verified: library.verified, settings: ScanSettings())
    let bytes = try #require(made.bytes(of: library.photos))
    #expect(!made.groups.isEmpty && !made.issues.isEmpty)
    #expect(Findings(bytes: bytes, photos: library.photos) == made)

    for _ in 0..<200 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      #expect(Findings(bytes: damaged, photos: library.photos) == nil)
      #expect(
        Findings(bytes: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random))), photos: library.photos)
          == nil)
    }
    #expect(Findings(bytes: bytes, photos: Array(library.photos.prefix(1))) == nil)
  }
}
