import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import PhotoAnalysis

/// What a photo holds decides what may be proposed in favour of what.
@Suite struct OnlyHereTests {
  private static let scene = Drawn.scene(77, width: 120, height: 90)

  /// One thing that a photo can hold, and how it is put into contents.
  struct Row: Sendable, CustomTestStringConvertible {
    var holding: Holding
    var put: @Sendable (inout PhotoContents) -> Void
    var testDescription: String { holding.rawValue }
  }

  static let rows: [Row] = [
    Row(holding: .frames) { $0.frames = 10 },
    Row(holding: .pages) { $0.pages = 3 },
    Row(holding: .alpha) { $0.alpha = .used },
    Row(holding: .bitsPerChannel) { $0.bitsPerChannel = 16 },
    Row(holding: .gamut) { $0.gamut = .wide },
    Row(holding: .gamut) { $0.gamut = .other },
    Row(holding: .gainMap) { $0.hasGainMap = true },
    Row(holding: .hdr) { $0.isHDR = true },
    Row(holding: .depthMap) { $0.hasDepthMap = true },
    Row(holding: .stereo) { $0.isStereo = true },
    Row(holding: .movieSeconds) { $0.movie = 3000 },
    Row(holding: .sound) { $0.hasSound = true },
    Row(holding: .storedJPEG) { $0.hasStoredJPEG = true },
    Row(holding: .rating) { $0.metadata.rating = 5 },
    Row(holding: .label) { $0.metadata.label = "Red" },
    Row(holding: .favourite) { $0.metadata.isFavourite = true },
    Row(holding: .pick) { $0.metadata.isPicked = true },
    Row(holding: .keywords) { $0.metadata.keywords = ["wedding"] },
    Row(holding: .title) { $0.metadata.title = "Lake" },
    Row(holding: .caption) { $0.metadata.caption = "Grandma at the lake" },
    Row(holding: .people) { $0.metadata.people = ["Anna"] },
    Row(holding: .copyright) { $0.metadata.copyright = "Anna" },
    Row(holding: .gps) { $0.location = PhotoContents.Location(latitude: 48_133_333, longitude: 11_566_667) },
    Row(holding: .time) { $0.timeOffset = 120 },
    Row(holding: .edited) { $0.metadata.edit = "Snapseed" },
  ]

  /// Two photos with the same pixels, of which the first holds more.
  private func pair(_ row: Row, richerFirst: Bool) -> (richer: ScannedPhoto, poorer: ScannedPhoto, VerifiedPairs) {
    var contents = PhotoContents()
    row.put(&contents)
    let richer = scanned(richerFirst ? "/a" : "/b", Self.scene, digest: 1) { $0.contents = contents }
    let poorer = scanned(richerFirst ? "/b" : "/a", Self.scene, digest: 2)
    var verification = PairVerification(
      inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1)
    // Different frames, pages, depth and colour spaces are other pixels, and the first pictures are equal.
    let areSame = ![.frames, .pages, .alpha, .bitsPerChannel, .gamut].contains(row.holding)
    verification.haveSamePixels = areSame
    if !areSame { verification.comparison = PairComparison(colour: 0, region: 0) }
    var verifications: [ContentPair: PairVerification] = [:]
    if let a = richer.digest, let b = poorer.digest, let key = ContentPair(a, b) { verifications[key] = verification }
    return (richer, poorer, VerifiedPairs(verifications))
  }

  @Test(arguments: rows, [true, false])
  func `the richer of two with the same picture is never proposed, and its reason is named`(
    _ row: Row, richerFirst: Bool
  ) throws {
    let (richer, poorer, verified) = pair(row, richerFirst: richerFirst)

    let found = findings(of: [richer, poorer], verified: verified, settings: ScanSettings())

    let issues = found.issues(in: .duplicate)
    #expect(issues.count == 1)
    #expect(!issues.contains { $0.path == richer.path && $0.isPreselected })
    // An edit is another version, whichever of the two it is.
    if row.holding != .edited {
      #expect(found.groups.map(\.keeper) == [richer.path])
      #expect(issues.first?.isPreselected == true)
      #expect(issues.first?.onlyHere == [])
    }
    #expect(onlyHere(richer, beside: poorer, verifications(richer, poorer, verified)).contains(row.holding))
    let obstacle = obstacle(
      toProposing: richer, inFavourOf: poorer, verifications(richer, poorer, verified), isSamePicture: true)
    guard case .holds(let holdings) = obstacle else {
      Issue.record("no reason against the richer one: \(String(describing: obstacle))")
      return
    }
    #expect(holdings.contains(row.holding))
    #expect(obstacle?.text(richer)?.hasPrefix("only here: ") == true)
  }

  @Test(arguments: rows)
  func `a blurry photo is not proposed for its first picture where its file holds more, or words`(_ row: Row) {
    var contents = PhotoContents()
    row.put(&contents)
    let photo = scanned("/a", Self.scene, digest: 1) {
      $0.contents = contents
      $0.sharpness = 0.01
    }
    let isOfPicture: Set<Holding> = [
      .alpha, .bitsPerChannel, .gamut, .gainMap, .hdr, .depthMap, .storedJPEG, .copyright, .gps, .time, .edited,
    ]
    let isProposed = isOfPicture.contains(row.holding)
    let issue = findings(of: [photo], settings: ScanSettings()).issues(in: .blurry).first
    #expect(issue?.isPreselected == isProposed)
    #expect(issue?.why.contains("also in this file: ") == (!isProposed && !photo.isChosen))
  }

  @Test func `a blurry photo is not proposed where part of it is missing, or something may belong to it`() {
    func blurry(_ change: (inout ScannedPhoto) -> Void) -> PhotoIssue? {
      var photo = scanned("/a", Self.scene, digest: 1) { $0.sharpness = 0.01 }
      change(&photo)
      return findings(of: [photo], settings: ScanSettings()).issues(in: .blurry).first
    }
    #expect(blurry { _ in }?.isPreselected == true)
    let damaged = blurry { $0.features?.decodeWarnings = 1 }
    #expect(damaged?.isPreselected == false && damaged?.why.contains("missing or damaged") == true)
    let commented = blurry { $0.features?.contents.annotations = ["a comment"] }
    #expect(commented?.isPreselected == false && commented?.why.contains("words that somebody wrote") == true)
    for (reason, text) in [
      (NamesakeFile.Reason.byChance, "a text or a sound of its name may belong to it"),
      (.apart, "a sidecar in a folder below may belong to it"), (.list, "a list in its folder says something about it"),
      (.ambiguous, "a file of its name may belong to it"),
    ] {
      let doubted = blurry { $0.namesakes = [NamesakeFile(path: "/a.wav", reason: reason)] }
      #expect(doubted?.isPreselected == false && doubted?.why.contains(text) == true)
    }
    let paired = blurry { photo in
      photo.companions = [Companion.Role.raw, .sidecar].map { role in
        Companion(path: FilePath("/a.\(role.rawValue)"), identity: photo.identity, role: role, owner: .shown)
      }
    }
    #expect(paired?.isPreselected == false && paired?.why.contains("was not judged: RAW and sidecar") == true)
  }

  @Test
  func
    `of two equal photos the one that a list or a text may say something about is kept, and neither goes where both are`()
  {
    func issues(_ namesakes: [NamesakeFile], _ others: [NamesakeFile]) -> (proposed: [FilePath], why: String) {
      var photos = [scanned("/a", Self.scene, digest: 1), scanned("/b", Self.scene, digest: 1)]
      (photos[0].namesakes, photos[1].namesakes) = (namesakes, others)
      let issues = findings(of: photos, settings: ScanSettings()).issues(in: .duplicate)
      return (issues.filter(\.isPreselected).map(\.path), issues.map(\.why).joined())
    }
    let list = NamesakeFile(path: "/descript.ion", reason: .list)
    let text = NamesakeFile(path: "/a.txt", reason: .byChance)
    #expect(issues([], []).proposed == ["/b"] && issues([list], []).proposed == ["/b"])
    #expect(issues([], [list]).proposed == ["/a"] && issues([], [text]).proposed == ["/a"])
    let both = issues([list], [list])
    #expect(both.proposed.isEmpty && both.why.contains("a list in its folder says something about it"))
    #expect(issues([text], [text]).proposed == ["/b"])
  }

  @Test func `of two equal photos the one with tags of the desktop is kept, and neither goes where both have some`() {
    func issues(_ hasTags: Bool, _ otherHasTags: Bool) -> (proposed: [FilePath], why: String) {
      var photos = [scanned("/a", Self.scene, digest: 1), scanned("/b", Self.scene, digest: 1)]
      (photos[0].hasTags, photos[1].hasTags) = (hasTags, otherHasTags)
      let found = findings(of: photos, settings: ScanSettings())
      let issues = found.issues(in: .duplicate)
      return (issues.filter(\.isPreselected).map(\.path), issues.map(\.why).joined())
    }
    #expect(issues(true, false).proposed == ["/b"] && issues(false, true).proposed == ["/a"])
    let both = issues(true, true)
    #expect(both.proposed.isEmpty && both.why.contains("tags, stars or a comment of your desktop"))
  }

  static let rejections: [Row] = [
    Row(holding: .rating) { $0.metadata.rating = -1 }, Row(holding: .pick) { $0.metadata.isPicked = false },
  ]

  @Test(arguments: rejections, [true, false])
  func `a photo that somebody rejected stays for no copy that nobody did, nor is it proposed itself`(
    _ row: Row, rejectedFirst: Bool
  ) throws {
    let (rejected, other, verified) = pair(row, richerFirst: rejectedFirst)

    let found = findings(of: [rejected, other], verified: verified, settings: ScanSettings())

    #expect(found.groups.map(\.keeper) == [other.path] && found.groups[0].reason.hasPrefix("not rejected"))
    #expect(found.issues(in: .duplicate).map(\.isPreselected) == [false])
    let obstacle = obstacle(
      toProposing: other, inFavourOf: rejected, verifications(other, rejected, verified), isSamePicture: true)
    #expect(obstacle == .isKeeperRejected)
  }

  @Test func `what is rejected by two marks is called so once`() {
    let photo = scanned("/a", Self.scene, digest: 1) {
      ($0.contents.metadata.rating, $0.contents.metadata.isPicked) = (-1, false)
    }
    #expect(holdingsTitle([.rating, .pick], in: photo) == "rejected")
  }

  @Test(arguments: [true, false]) func `of two with the same pixels the one with unknown parts is kept`(
    isFirst: Bool
  ) throws {
    let richer = scanned(isFirst ? "/a" : "/b", Self.scene, digest: 1)
    let poorer = scanned(isFirst ? "/b" : "/a", Self.scene, digest: 2)
    func found(_ change: (inout PairVerification) -> Void) throws -> Findings {
      var verification = PairVerification(
        inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1, haveSamePixels: true)
      change(&verification)
      let key = try #require(richer.digest.flatMap { a in poorer.digest.flatMap { ContentPair(a, $0) } })
      return findings(
        of: [richer, poorer], verified: VerifiedPairs([key: verification]), settings: ScanSettings())
    }
    let isRicherFirst = richer.digest.map { a in poorer.digest.map { a < $0 } == true } == true

    let one = try found { ($0.hasFirstMoreParts, $0.hasSecondMoreParts) = (isRicherFirst, !isRicherFirst) }
    #expect(one.groups.map(\.keeper) == [richer.path])
    #expect(one.issues(in: .duplicate).map(\.isPreselected) == [true])

    // Each has something of its own: both are listed, and neither is proposed.
    let both = try found { ($0.hasFirstMoreParts, $0.hasSecondMoreParts) = (true, true) }
    #expect(both.issues(in: .duplicate).map(\.isPreselected) == [false])
  }

  @Test(arguments: [true, false]) func `a photo with another date than that of its camera goes for no copy without it`(
    richerFirst: Bool
  ) {
    let row = Row(holding: .time) { $0.annotations = [PhotoContents.dateMark + "1a"] }
    let (richer, poorer, verified) = pair(row, richerFirst: richerFirst)

    let found = findings(of: [richer, poorer], verified: verified, settings: ScanSettings())

    #expect(found.groups.map(\.keeper) == [richer.path])
    #expect(found.issues(in: .duplicate).map(\.isPreselected) == [true])
    let verification = verifications(richer, poorer, verified)
    #expect(onlyHere(richer, beside: poorer, verification) == [.time])
    #expect(onlyHere(poorer, beside: richer, verification).isEmpty)
    // A date is not carried over with the time of the camera.
    for keeperHasMetadata in [false, true] {
      let obstacle = obstacle(
        toProposing: richer, inFavourOf: poorer, verification, isSamePicture: true,
        keeperHasMetadata: keeperHasMetadata)
      #expect(obstacle != nil)
    }
  }

  @Test(arguments: [true, false]) func `a copy that somebody wrote into is never proposed, whoever was made from it`(
    isOriginal: Bool
  ) throws {
    let annotated = scanned("/b", Self.scene, digest: 1) { $0.contents.annotations = ["city"] }
    let bare = scanned("/a", Self.scene, digest: 2)
    var verification = PairVerification(
      inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1)
    var comparison = PairComparison(colour: 0, region: 0)
    let isFirst = try #require(annotated.digest) < #require(bare.digest)
    // The share of the one that was made from the other.
    if isOriginal == isFirst { comparison.secondOnFirst = 0.8 } else { comparison.firstOnSecond = 0.8 }
    verification.comparison = comparison

    let obstacle = obstacle(toProposing: annotated, inFavourOf: bare, verification, isSamePicture: true)
    #expect(obstacle == .holdsOtherParts)
    #expect(PhotoAnalysis.obstacle(toProposing: bare, inFavourOf: bare, verification, isSamePicture: true) == nil)
  }

  @Test func `of a lossless picture and an equal one in a format that may be lossless neither is the original`() throws
  {
    let png = scanned("/b", Self.scene, digest: 1) { $0.format = .png }
    func obstacles(_ other: ScannedPhoto) throws -> [ProposalObstacle?] {
      let same = PairVerification(haveSamePixels: true)
      return [(png, other), (other, png)].map { photo, keeper in
        obstacle(toProposing: photo, inFavourOf: keeper, same, isSamePicture: true)
      }
    }
    let webp = scanned("/a", Self.scene, digest: 2) { $0.format = .webp }
    #expect(try obstacles(webp) == [.isOriginUnknown, .isOriginUnknown])
    // What a device wrote was there first.
    let heic = scanned("/a", Self.scene, digest: 2) {
      $0.format = .heic
      $0.facts.model = "iPhone 15"
    }
    #expect(try obstacles(heic) == [nil, .holdsCameraData])
  }

  @Test(arguments: [(ImageFormat.jpeg, ImageFormat.heic), (.heic, .jpeg), (.webp, .avif), (.png, .heic)])
  func `of two formats that look the same neither is the original`(format: ImageFormat, other: ImageFormat) {
    let first = scanned("/a", Self.scene, digest: 1) { $0.format = format }
    let second = scanned("/b", Self.scene, digest: 2) { $0.format = other }
    var verification = PairVerification(
      inliers: 100, spread: 1, firstOverlap: 1, secondOverlap: 1, correlation: 1, agreement: 1, haveSamePixels: false)
    verification.comparison = PairComparison(colour: 0, region: 0)
    #expect(obstacle(toProposing: first, inFavourOf: second, verification, isSamePicture: true) == .isOriginUnknown)
  }

  private func verifications(_ a: ScannedPhoto, _ b: ScannedPhoto, _ verified: VerifiedPairs) -> PairVerification? {
    a.digest.flatMap { x in b.digest.flatMap { ContentPair(x, $0) } }.flatMap { verified[$0] }
  }

  /// The keeper has a place, people and a copyright, which this one has not.
  @Test(arguments: rows)
  func `a photo that its words alone hold back may be proposed with these at the keeper`(_ row: Row) throws {
    var (richer, poorer, verified) = pair(row, richerFirst: true)
    poorer.features?.contents.location = PhotoContents.Location(latitude: 1, longitude: 1)
    poorer.features?.contents.metadata.people = ["Ada", "Grace"]
    poorer.features?.contents.metadata.copyright = "Ada"

    let found = findings(of: [richer, poorer], verified: verified, settings: ScanSettings())

    let issue = try #require(found.issues(in: .duplicate).first)
    guard issue.path == richer.path else {
      #expect(issue.path == poorer.path && !issue.isPreselected && issue.proposal == .none)
      return
    }
    #expect(issue.onlyHere.contains(row.holding) && !issue.isPreselected)
    #expect((issue.proposal == .withMetadataAtKeeper) == issue.onlyHere.allSatisfy(\.isCarriable))
    let read = Findings(bytes: try #require(found.bytes(of: [richer, poorer])), photos: [richer, poorer])
    #expect(read == found)
  }

  @Test func `a photo that somebody rated is proposed nowhere but beside its equal`() {
    var contents = PhotoContents()
    contents.metadata.rating = 3
    let rated = scanned("/rated", Self.scene, digest: 1) {
      $0.contents = contents
      $0.sharpness = 0.01
    }
    var settings = ScanSettings()

    #expect(findings(of: [rated], settings: settings).issues(in: .blurry).map(\.isPreselected) == [false])
    settings.ratingsAreSacred = false
    #expect(findings(of: [rated], settings: settings).issues(in: .blurry).map(\.isPreselected) == [true])
    let copy = scanned("/x/rated", Self.scene, digest: 1) { $0.contents = contents }
    #expect(
      findings(of: [rated, copy], settings: ScanSettings()).issues(in: .duplicate).map(\.isPreselected) == [true])
  }

  @Test func `what is made of numbers stands as stars`() {
    #expect(stars(4) == "★★★★☆")
    #expect(stars(9) == "★★★★★")
    var text = DescriptiveMetadata()
    (text.rating, text.isFavourite, text.label) = (5, true, "Red\u{1B}[31m")
    #expect(chosenText(text) == "★★★★★, favourite, label Red[31m")
  }
}
