import FileSafety
import PhotoModel
import PhotoScan
import Review
import SystemPackage
import TestSupport
import Testing

@testable import Removal
@testable import ViewModels

/// The parts of the model of a removal, each by itself.
@MainActor @Suite struct RemovalPartsTests {
  private let folders = LibraryFolders(roots: [Sample.folder], protected: ["/protected"])

  private func review(marking names: [String], in category: IssueCategory, _ photos: [ScannedPhoto] = Sample.photos)
    throws -> Review
  {
    var review = Review()
    review.replaceFindings(Sample.findings, photos: photos)
    let action = try #require(review.action(.delete, for: names.map(Sample.path), in: category))
    review.apply(action)
    return review
  }

  private func names(_ items: [RemovalItem]) -> [String] { items.compactMap { $0.photo.lastComponent?.string } }

  @Test func `the last of a set of copies stays, and what is protected is only counted`() throws {
    var photos = Sample.photos
    var review = try review(marking: ["a1", "a2", "a3"], in: .duplicate)
    let index = try #require(photos.firstIndex { $0.path == Sample.path("a2") })
    photos[index].isProtected = true
    review.replaceFindings(Sample.findings, photos: photos)

    let checked = CheckedRemoval(review, in: folders)

    #expect(checked.request.roots == [Sample.folder] && checked.request.protectedFolders == ["/protected"])
    #expect(checked.protectedCount == 1 && checked.excluded[Sample.path("a2")] != nil)
    #expect(Set(names(checked.going)) == ["a1", "a3"], "a2 is a copy that stays")
    #expect(checked.listedAsStaying.isEmpty && Set(checked.staying.keys) == [Sample.path("a2")])

    let all = CheckedRemoval(try self.review(marking: ["a1", "a2", "a3"], in: .duplicate), in: folders)
    #expect(Set(names(all.going)) == ["a2", "a3"] && Set(all.listedAsStaying.keys) == [Sample.path("a1")])
  }

  @Test func `what the checks refuse stays, and is not listed where the whole library is away`() throws {
    var checked = CheckedRemoval(try review(marking: ["b1", "b2"], in: .blurry), in: folders)
    let preflight = RemovalPreflight(refused: [Sample.path("b1"): "It has changed."])

    checked.apply(preflight, isLibraryAway: false)
    #expect(names(checked.going) == ["b2"] && names(checked.confirmed.items) == ["b2"])
    #expect(checked.staying == preflight.refused && checked.listedAsStaying == preflight.refused)
    checked.apply(preflight, isLibraryAway: true)
    #expect(checked.staying == preflight.refused && checked.listedAsStaying.isEmpty)
  }

  @Test func `a photo of which only the RAW goes is named by that`() throws {
    let review = try review(marking: ["b1"], in: .blurry, Sample.withRAWs(["b1"]))
    var checked = CheckedRemoval(review, in: folders)
    #expect(checked.raws.isEmpty)
    var parts = Review()
    parts.replaceFindings(Sample.findings, photos: Sample.withRAWs(["b1"]))
    let action = parts.action(.delete, for: [Sample.path("b1")], in: .blurry) { _ in .raw }
    parts.apply(try #require(action))

    checked = CheckedRemoval(parts, in: folders)

    #expect(checked.raws == [Sample.path("b1"): Sample.path("b1.cr2")])
    #expect(checked.refusals([Sample.path("b1"): "Why."]) == [Refusal(name: "b1.cr2", reason: "Why.")])
    let (photos, files) = checked.request.parts(of: [Sample.path("b1")])
    #expect(photos.isEmpty && files == [Sample.path("b1"): [Sample.path("b1.cr2")]])
  }

  @Test func `pictures below the question show first what should be checked, as many as there is space for`() throws {
    let items = CheckedRemoval(try review(marking: ["b1", "b2", "c1", "s3"], in: .blurry), in: folders).going
    #expect(items.count == 4)
    var pictures = QuestionPictures()
    let isCaution: (RemovalItem) -> Bool = { $0.photo == Sample.path("s3") }

    pictures.choose(among: items, cautions: 1, needsCheck: isCaution)
    #expect(pictures.chosen.isEmpty)
    pictures.capacity = PictureRow(count: 3, size: .none)
    pictures.choose(among: items, cautions: 1, needsCheck: isCaution)

    #expect(pictures.chosen.map(\.photo) == ["s3", "b1", "b2"].map(Sample.path))
    #expect(pictures.chosen.map(\.needsCheck) == [true, false, false])
  }

  @Test func `a moved file is asked about once, and its picture is of the file that was found`() {
    var pictures = BatchPictures()
    let identity = Sample.photos[0].identity
    pictures.show([("one", "/trash/one"), ("two", "/trash/two"), ("three", "/trash/three")])
    #expect(pictures.toAsk().isEmpty)
    pictures.capacity = PictureRow(count: 2, size: .none)

    #expect(pictures.toAsk() == ["/trash/one", "/trash/two"] && pictures.toAsk().isEmpty)
    #expect(pictures.answered(identity, about: "/trash/one") && pictures.answered(nil, about: "/trash/two"))
    var asked: [ScannedPhoto] = []
    let shown = pictures.thumbnails(since: .zero) { photo in
      asked.append(photo)
      return .loading(since: .zero)
    }
    #expect(asked.map(\.path) == ["/trash/one"] && asked.map(\.identity) == [identity])
    #expect(shown.map(\.name) == ["one", "two"] && shown[1].picture == .unavailable("it is not there"))
    pictures.show([])
    #expect(pictures.isEmpty && !pictures.answered(identity, about: "/trash/one"), "nobody waits for it any more")
  }

  @Test func `a move that is stopped raises its flag`() {
    var move = RunningMove(of: RemovalRequest(items: [], protectedFolders: []))
    move.apply(RemovalProgress(done: 1, total: 3, current: "/photos/a.jpg"))
    move.stop()
    #expect(
      move.cancellation.isRaised && move.state.isStopping && move.state.done == 1 && move.state.currentName == "a.jpg")
  }
}
