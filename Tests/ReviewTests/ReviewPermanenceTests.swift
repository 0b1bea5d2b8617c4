import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import Review

/// In the review, too, what may vanish or is a backup gives no promise that something stays.
@Suite struct ReviewPermanenceTests {
  /// `a1`, `a2` and `a3` have the same bytes.
  private func review(_ permanences: [String: FilePermanence]) -> Review {
    var review = Review()
    let photos = Sample.photos.map { photo in
      var photo = photo
      photo.permanence = permanences[String(decoding: photo.path.nameBytes, as: UTF8.self), default: .lasting]
      return photo
    }
    review.replaceFindings(Sample.findings, photos: photos)
    return review
  }

  private func marking(_ names: [String], in review: Review) throws -> Review {
    var review = review
    let action = try #require(review.action(.delete, for: names.map(Sample.path), in: .duplicate))
    review.apply(action)
    return review
  }

  private static let weak = [
    FilePermanence(isInCache: true), FilePermanence(isInMemory: true), FilePermanence(name: .trashed),
  ]

  @Test(arguments: weak) func `a copy that does not last is none that stays`(permanence: FilePermanence) throws {
    let review = try marking(["a1", "a2"], in: review(["a3": permanence]))

    #expect(review.lastCopies.count == 1 && !review.lastCopies.contains(Sample.path("a3")))
    let lastCopy = try #require(review.lastCopies.first)
    let gone = lastCopy == Sample.path("a1") ? "a2" : "a1"
    #expect(
      review.exactCopiesStaying(of: Sample.path(gone), including: review.lastCopies).map(\.path) == [lastCopy])
    #expect(review.exactCopiesStaying(of: Sample.path(gone)).isEmpty)
  }

  @Test(arguments: weak) func `marking a set at once leaves one that lasts`(permanence: FilePermanence) {
    let review = review(["a2": permanence, "a3": permanence])

    #expect(review.groupEmptied(by: Sample.path("a1"))?.id.text == "A")
    let marked = review.markable(["a1", "a2", "a3"].map(Sample.path))
    #expect(!marked.contains(Sample.path("a1")) && marked.count == 2)
  }

  @Test func `among copies that may all vanish one stays as among any`() throws {
    let cached = FilePermanence(isInCache: true)
    let review = try marking(["a1", "a2", "a3"], in: review(["a1": cached, "a2": cached, "a3": cached]))

    #expect(review.lastCopies.count == 1)
  }
}
