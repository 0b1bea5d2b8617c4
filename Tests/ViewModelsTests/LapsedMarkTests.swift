import PhotoModel
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Marks that were made for a reason that is none any more, or for one that was never sure.
@MainActor @Suite struct LapsedMarkTests {
  @Test(arguments: [PhotoParts.raw, .shown])
  func `once the RAW is not beside it a mark for one half is an open question`(_ parts: PhotoParts) async throws {
    let marking = try await Bench.opened(photos: Sample.withRAWs(["b1"]))
    await marking.open(.blurry)
    await marking.play(parts == .raw ? "pph" : "ph")
    #expect(marking.library.review.parts(of: Sample.path("b1")) == parts)

    var saved = marking.session.now.saved
    saved.bookmarks = [:]
    let bench = try await Bench.opened(saved: saved)

    #expect(bench.marked == [] && bench.library.review.binCount == 0 && bench.library.review.binBytes == .zero)
    #expect(
      bench.state.home.warning
        == "1 photo of which one half was marked is out of the bin, because the RAW is not beside it any more.")
    await bench.open(.blurry)
    #expect(bench.card == "b1")
    let text =
      parts == .raw
      ? "you marked its RAW alone, and no RAW is beside it any more; because"
      : "you marked the JPEG alone, and the RAW that was to stay is not beside it any more; because"
    #expect(bench.deck.card?.issue.why == text)
    // A new word counts as it is said, and taken back the old one is what it was.
    await bench.play("h")
    #expect(bench.library.review.parts(of: Sample.path("b1")) == .all && bench.marked == ["b1"])
    await bench.play("u")
    #expect(bench.marked == [] && bench.deck.card?.issue.why == text)

    // Beside its RAW it is the mark that was made.
    let back = try await Bench.opened(saved: bench.session.now.saved, photos: Sample.withRAWs(["b1"]))
    #expect(back.marked == ["b1"] && back.library.review.parts(of: Sample.path("b1")) == parts)
  }

  @Test func `a RAW that left between two words takes no JPEG along`() throws {
    var review = Review()
    let path = Sample.path("b1")
    review.replaceFindings(Sample.findings, photos: Sample.withRAWs(["b1"]))
    review.apply(try #require(review.action(.delete, for: [path], in: .blurry) { _ in .raw }))
    review.apply(try #require(review.action(.keep, for: [path], in: .blurry)))
    review.replaceFindings(Sample.findings, photos: Sample.photos)
    review.undo()

    #expect(!review.isInBin(path) && review.bin == [])
  }

  @Test func `a photo that was marked as a copy and is none any more is looked at first`() async throws {
    let marking = try await Bench.opened()
    await marking.open(.duplicate)
    await marking.play("h")
    let photos = Sample.photos.map { photo in
      var photo = photo
      // Its copies were edited: nothing has its bytes now.
      if ["a1", "a3"].map(Sample.path).contains(photo.path) {
        photo.identity.modified += 1
        photo.digest = ContentDigest(bytes: [UInt8](repeating: photo.path == Sample.path("a1") ? 90 : 91, count: 32))
      }
      return photo
    }
    var findings = Sample.findings
    let index = try #require(findings.groups.firstIndex { $0.id == PhotoGroup.ID("A") })
    findings.groups[index].category = .similar
    findings.issues = findings.issues.map { issue in
      var issue = issue
      if issue.group == PhotoGroup.ID("A") { issue.category = .similar }
      return issue
    }
    let now = findings
    let bench = try await Bench.opened(saved: marking.session.now.saved, photos: photos) {
      $0.scan.findings = { _, _, _ in now }
    }
    #expect(bench.marked == ["a2"])
    await bench.open(.similar)
    await bench.play("m")

    #expect(bench.state.confirmation.formerCopies == 1 && bench.state.confirmation.similar == 0)
    #expect(bench.state.confirmation.photos == 1)
    // It is asked about beside what it is similar to, and who marks it there has seen that.
    bench.press(Key(.escape))
    bench.press(Key(.escape))
    await bench.open(.similar)
    for _ in 0..<6 where bench.card != "a2" { await bench.play("s") }
    #expect(bench.card == "a2")
    #expect(bench.deck.card?.issue.why == "you marked it as a duplicate, and it is none any more; because")
    await bench.play("hm")
    #expect(bench.state.confirmation.formerCopies == 0 && bench.state.confirmation.similar == 1)
  }

  @Test(arguments: [PhotoParts.raw, .shown])
  func `a half that stays and could not be read is said, and looked at first`(_ parts: PhotoParts) async throws {
    var saved = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3))
    let staying = Sample.path(parts == .raw ? "b1" : "b1.cr2")
    saved.skipped = [SkippedFile(path: staying, reason: .corrupt, message: "The picture is damaged.")]
    let bench = try await Bench.opened(saved: saved, photos: Sample.withRAWs(["b1", "b2"]))
    await bench.open(.blurry)
    await bench.play(parts == .raw ? "pp" : "p")
    #expect(bench.deck.message?.hasSuffix("stays, but it could not be read") == true, "\(bench.deck.message ?? "")")
    await bench.play(parts == .raw ? "hpph" : "hph")
    #expect(bench.marked == ["b1", "b2"])
    await bench.play("m")

    #expect(bench.state.confirmation.unreadRests == 1 && bench.state.confirmation.inPart == 1)
    #expect(bench.library.review.isOnlyOne(Sample.path("b1"), lastCopies: []))
    #expect(!bench.library.review.isOnlyOne(Sample.path("b2"), lastCopies: []))
  }
}
