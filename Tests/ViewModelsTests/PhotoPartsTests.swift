import FileSafety
import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// A photo of several files: what goes, what stays, and what the user chose.
@MainActor @Suite struct PhotoPartsTests {
  private static func companion(
    _ name: String, _ role: Companion.Role, _ owner: Companion.Owner, digest: UInt8? = nil, number: UInt64
  ) -> Companion {
    Companion(
      path: Sample.path(name),
      identity: FileIdentity(device: 1, inode: number, size: 10, modified: 0, changed: 0), role: role, owner: owner,
      digest: digest.flatMap { ContentDigest(bytes: [UInt8](repeating: $0, count: 32)) })
  }

  /// The sample with a RAW and sidecars beside `b1`, a RAW beside the copies `a1` and `a2`, and a movie beside `c1`.
  private static let photos: [ScannedPhoto] = Sample.photos.map { photo in
    var photo = photo
    switch photo.path {
    case Sample.path("b1"):
      photo.companions = [
        companion("b1.cr2", .raw, .raw, number: 101), companion("b1.cr2.xmp", .sidecar, .raw, number: 102),
        companion("b1.jpg.json", .sidecar, .shown, number: 103), companion("b1.xmp", .sidecar, .photo, number: 104),
      ]
    case Sample.path("a1"): photo.companions = [companion("a1.cr2", .raw, .raw, digest: 77, number: 111)]
    case Sample.path("a2"): photo.companions = [companion("a2.cr2", .raw, .raw, digest: 77, number: 112)]
    case Sample.path("c1"): photo.companions = [companion("c1.mov", .movie, .shown, number: 121)]
    default: break
    }
    return photo
  }

  private func review() -> Review {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: Self.photos)
    return review
  }

  private func item(_ name: String, _ parts: PhotoParts, in category: IssueCategory) throws -> RemovalItem {
    var review = review()
    review.apply(try #require(review.action(.delete, for: [Sample.path(name)], in: category) { _ in parts }))
    let photo = try #require(review.photos[Sample.path(name)])
    return try #require(review.removalItem(of: photo))
  }

  private func names(_ item: RemovalItem) -> [String] {
    item.files.map { String(decoding: $0.path.nameBytes, as: UTF8.self) }
  }

  @Test func `the JPEG alone leaves the RAW every sidecar that may be its, and the other way round`() throws {
    let all = try item("b1", .all, in: .blurry)
    let shown = try item("b1", .shown, in: .blurry)
    let raw = try item("b1", .raw, in: .blurry)

    #expect(names(all) == ["b1", "b1.cr2", "b1.cr2.xmp", "b1.jpg.json", "b1.xmp"])
    #expect(all.safeguard == .onlyOne)
    #expect(names(shown) == ["b1", "b1.jpg.json"])
    #expect(names(raw) == ["b1.cr2", "b1.cr2.xmp"])
    guard case .similar(let keptRAW) = shown.safeguard, case .similar(let keptJPEG) = raw.safeguard else {
      Issue.record("the other half must stay: \(shown.safeguard), \(raw.safeguard)")
      return
    }
    #expect(keptRAW.path == Sample.path("b1.cr2"))
    #expect(keptJPEG.path == Sample.path("b1"))
  }

  @Test func `without a RAW there is nothing to choose from`() throws {
    #expect(names(try item("c1", .raw, in: .screenshot)) == ["c1", "c1.mov"])
  }

  @Test func `a copy's RAW is guarded by the RAW that stays`() throws {
    let item = try item("a2", .all, in: .duplicate)

    #expect(item.companions.map { $0.survivors.map(\.path) } == [[Sample.path("a1.cr2")]])
  }

  @Test func `a photo whose RAW goes alone stays in the library and in its set`() throws {
    var review = review()
    let paths = ["a1", "a2", "a3"].map(Sample.path)
    review.apply(try #require(review.action(.delete, for: paths, in: .duplicate) { _ in .raw }))

    #expect(!review.isShownFileLeaving(paths[0]))
    // Without a RAW, a3 goes as a whole, and its copies stay.
    #expect(review.isShownFileLeaving(paths[2]))
    #expect(review.exactCopiesStaying(of: paths[2]).map(\.path) == [paths[0], paths[1]])
    // Both RAWs have the same bytes: one of them stays.
    #expect(review.lastCopies == [paths[0]])
  }

  @Test func `of a RAW that is beside one photo and is another photo itself one stays`() throws {
    var photos = Self.photos
    let own = try #require(photos.firstIndex { $0.path == Sample.path("c1") })
    photos[own].digest = ContentDigest(bytes: [UInt8](repeating: 77, count: 32))
    let other = try #require(photos.firstIndex { $0.path == Sample.path("a2") })
    photos[other].companions = []
    var review = review()
    review.replaceFindings(Sample.findings(in: photos), photos: photos)
    let marked = ["a1", "c1"].map(Sample.path)
    for path in marked {
      let isListed: (IssueCategory) -> Bool = { review.deck($0)?.issues.contains { $0.path == path } == true }
      let category = IssueCategory.allCases.first(where: isListed) ?? .similar
      if let action = review.action(.delete, for: [path], in: category) { review.apply(action) }
    }
    #expect(marked.allSatisfy(review.isShownFileLeaving))
    #expect(!review.lastCopies.isDisjoint(with: marked))
  }

  @Test func `parts are undone and redone with their decision`() throws {
    var review = review()
    let path = Sample.path("b1")
    review.apply(try #require(review.action(.delete, for: [path], in: .blurry) { _ in .shown }))
    review.apply(try #require(review.action(.delete, for: [path], in: .blurry) { _ in .raw }))
    #expect(review.parts(of: path) == .raw && review.binBytes == ByteCount(20))

    review.undo()
    #expect(review.parts(of: path) == .shown)
    review.undo()
    #expect(!review.isInBin(path) && review.parts(of: path) == .all)
    review.redo()
    #expect(review.parts(of: path) == .shown)
    review.apply(try #require(review.takingOut(path)))
    review.undo()
    #expect(review.parts(of: path) == .shown)
  }

  @Test func `the card says what is beside the photo, and p goes round what delete takes`() async throws {
    let bench = try await Bench.opened(photos: Self.photos)
    await bench.open(.blurry)
    #expect(
      bench.deck.card?.facts.contains("JPEG + RAW · 3 sidecars") == true, "\(String(describing: bench.deck.card))")
    #expect(bench.deck.card?.facts.contains("4.0 KB") == true)

    await bench.play("p")
    #expect(bench.deck.card?.badge.hasPrefix("JPEG only") == true)
    #expect(bench.deck.message?.contains("the RAW stays") == true)
    await bench.play("p")
    #expect(bench.deck.card?.badge.hasPrefix("RAW only") == true)
    await bench.play("h")

    #expect(bench.session.now.saved.actions.last?.items.map(\.parts) == [.raw])
    #expect(bench.marked == ["b1"])
    #expect(bench.library.review.binBytes == ByteCount(20))
    await bench.play("m")
    #expect(bench.state.confirmation.inPart == 1)
    #expect(bench.state.confirmation.companions == [.raw: 1, .sidecar: 1])
    await bench.play("y")

    #expect(bench.state.done.moved == 1)
    let left = try #require(bench.library.review.photos[Sample.path("b1")])
    #expect(left.companions.map(\.path) == [Sample.path("b1.jpg.json"), Sample.path("b1.xmp")])
    #expect(!bench.library.review.isInBin(Sample.path("b1")))
  }

  @Test func `making it the keeper takes all of it out of the bin, and undo puts back what of it went`() throws {
    var review = review()
    let path = Sample.path("a2")
    review.apply(try #require(review.action(.delete, for: [path], in: .duplicate) { _ in .raw }))
    let group = try #require(review.group(of: path, in: .duplicate))

    review.apply(try #require(review.action(choosing: path, of: group)))
    #expect(!review.isInBin(path))
    review.undo()
    #expect(review.isInBin(path) && review.parts(of: path) == .raw)
  }

  @Test(arguments: Array(1...60) as [UInt64]) func `a review that is opened again stands as it was left`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var review = review()
    for step in 0..<60 {
      let path = Sample.path(try #require(["a1", "a2", "a3", "b1"].randomElement(using: &random)))
      let category = try #require([IssueCategory.duplicate, .blurry].randomElement(using: &random))
      let parts = try #require(PhotoParts.allCases.randomElement(using: &random))
      let action: DecisionAction?
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        review.undo()
        action = nil
      case 1:
        review.redo()
        action = nil
      case 2, 3: action = review.group(of: path, in: category).flatMap { review.action(choosing: path, of: $0) }
      case 4: action = review.takingOut(path)
      case 5: action = review.action(.keep, for: [path], in: category)
      default: action = review.action(.delete, for: [path], in: category) { _ in parts }
      }
      if let action { review.apply(action) }

      var saved = SavedSession()
      saved.actions = review.actions + review.undone.reversed()
      saved.chosenKeepers = review.chosenKeepers
      var again = Review(saved: saved)
      again.replaceFindings(Sample.findings, photos: Self.photos)
      for photo in Self.photos {
        #expect(again.parts(of: photo.path) == review.parts(of: photo.path), "step \(step)")
        #expect(again.isInBin(photo.path) == review.isInBin(photo.path), "step \(step)")
        #expect(again.isKeeper(photo.path) == review.isKeeper(photo.path), "step \(step)")
      }
      #expect(again.binBytes == review.binBytes && again.binCount == review.binCount, "step \(step)")
    }
  }

  @Test func `once the RAW is gone the choice is, too, and the last of a set is asked about`() async throws {
    let bench = try await Bench.opened(photos: Self.photos)
    await bench.open(.duplicate)
    await bench.play("pphmy")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.library.review.photos[Sample.path("a2")]?.raw == nil)

    await bench.open(.duplicate)
    // All the others of its set first, the keeper among them.
    for name in ["a1", "a3"] {
      for _ in 0..<4 where bench.card != name { await bench.play("j") }
      if bench.card == name { await bench.play("h") }
    }
    // You are at the end: again from what was passed over.
    await bench.play("s")
    bench.press(Key(.enter))
    await bench.work.idle()
    bench.app.presented()
    #expect(bench.card == "a2" && bench.state.overlay == nil)
    await bench.play("h")

    #expect(bench.state.overlay?.isQuestion == true, "\(String(describing: bench.deck.message))")
    #expect(!bench.marked.contains("a2"))
  }

  @Test func `p does nothing to a photo without a RAW`() async throws {
    let bench = try await Bench.opened(photos: Self.photos)
    await bench.open(.screenshot)
    let before = bench.deck.card

    await bench.play("p")

    #expect(bench.deck.card == before)
    #expect(bench.deck.message == "No RAW stands beside this photo, so it goes as a whole")
    #expect(!bench.state.hints.contains { $0.key == "p" })
  }

  @Test func `a copy that takes along what has no copy is told before the move`() async throws {
    let bench = try await Bench.opened(
      photos: Self.photos.map { photo in
        var photo = photo
        if photo.path == Sample.path("a1") { photo.companions = [] }
        return photo
      })
    await bench.open(.duplicate)
    await bench.play("hm")

    #expect(bench.state.confirmation.exactCopies == 1)
    #expect(bench.state.confirmation.losing == 1)
    #expect(bench.state.confirmation.companions == [.raw: 1])
  }

  @Test func `another shot takes its own RAW along, and is not said to be looked at first`() async throws {
    let shot = Sample.path("s2")
    let bench = try await Bench.opened(
      photos: Self.photos.map { photo in
        var photo = photo
        if photo.path == shot, let raw = Self.photos.compactMap(\.raw).first { photo.companions = [raw] }
        return photo
      })
    await bench.open(.similar)
    while bench.card != "s2" { await bench.play("s") }
    await bench.play("hm")

    #expect(bench.state.confirmation.similar == 1 && bench.state.confirmation.companions == [.raw: 1])
    #expect(bench.state.confirmation.losing == 0)
    #expect(bench.state.bin.cautions == 0)
  }
}

extension Overlay {
  fileprivate var isQuestion: Bool { if case .question = self { true } else { false } }
}
