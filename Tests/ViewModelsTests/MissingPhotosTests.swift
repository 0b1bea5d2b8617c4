import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Photos that something was said of and that are not there: the bin does not get emptier without a word.
@MainActor @Suite struct MissingPhotosTests {
  private func photos(without names: Set<String>) -> [ScannedPhoto] {
    Sample.photos.filter { !names.contains(String(decoding: $0.path.nameBytes, as: UTF8.self)) }
  }

  /// Marked: a2, a3, s2, b1. Kept: e2, q2, s3.
  private func next(after bench: Bench, without names: Set<String>, unseen: [String] = []) async throws -> Bench {
    let (photos, unseen) = (photos(without: names), unseen.map(Sample.path))
    return try await Bench.opened(saved: bench.session.now.saved) {
      $0.scan.cachedPhotos = { _ in ScannedLibrary(photos: photos, unseen: unseen) }
    }
  }

  private func scan(_ bench: Bench, _ photos: [ScannedPhoto], isInterrupted: Bool = false) async {
    bench.type("s")
    bench.disk.scan.finish(photos, isInterrupted: isInterrupted)
    await bench.work.idle()
  }

  @Test func `what was marked or kept and is not found by a scan is said, until it is back with what was decided`()
    async throws
  {
    let bench = try await Bench.marked()
    #expect(bench.state.home.missing == nil && bench.state.home.binCount == 4)

    await scan(bench, photos(without: ["s2", "b1", "e2"]))

    #expect(bench.state.home.missing == MissingPhotosNotice(marked: 2, kept: 1, folder: "~/Pictures"))
    #expect(
      bench.state.home.missing?.sentence
        == "2 photos that you marked and 1 that you kept were not found in ~/Pictures. What you decided is kept, and "
        + "counts again when they are back.")
    #expect(bench.state.home.binCount == 2)
    bench.type("b")
    #expect(bench.state.bin.missing == MissingPhotosNotice(marked: 2, kept: 0, folder: "~/Pictures"))
    bench.press(Key(.escape))
    await scan(bench, photos(without: ["b1"]))
    #expect(bench.state.home.missing == MissingPhotosNotice(marked: 1, kept: 0, folder: "~/Pictures"))
    await scan(bench, Sample.photos)
    #expect(bench.state.home.missing == nil && bench.state.home.binCount == 4)
  }

  @Test func `at the start it is said of what is marked, and not of what is only not read yet`() async throws {
    let first = try await Bench.marked()

    let bench = try await next(after: first, without: ["s2", "b1", "e2"], unseen: ["s2"])

    #expect(bench.state.home.missing == MissingPhotosNotice(marked: 1, kept: 0, folder: "~/Pictures"))
    #expect(
      bench.state.home.missing?.sentence
        == "1 photo that you marked was not found in ~/Pictures. What you decided is kept, and counts again when it is back."
    )
  }

  @Test func `a library of which nothing is left says what is missing, too`() async throws {
    let bench = try await Bench.marked()

    await scan(bench, [])

    #expect(bench.state.home.notice?.title == "No photos here" && bench.state.home.binCount == 0)
    #expect(bench.state.home.missing == MissingPhotosNotice(marked: 4, kept: 3, folder: "~/Pictures"))
  }

  @Test func `a scan that has not come to the end says of nothing that it is missing`() async throws {
    let known = try await Bench.marked()
    await scan(known, photos(without: ["b1"]), isInterrupted: true)
    #expect(known.state.home.missing == nil && known.state.home.binCount == 4)

    let forgotten = try await next(after: known, without: Set(Sample.names), unseen: Sample.names)
    #expect(forgotten.state.home.isForgotten && forgotten.state.home.missing == nil)
    forgotten.type("s")
    let part = Array(Sample.photos.prefix(3))
    forgotten.disk.scan.notify(.snapshot(ScannedLibrary(photos: part), Sample.findings(in: part)))
    await forgotten.until("the findings are taken over") { forgotten.state.scanning.canReview }
    forgotten.disk.scan.finish(part, isInterrupted: true)
    await forgotten.work.idle()
    #expect(forgotten.library.pathChanges.missing.isEmpty && forgotten.state.home.binCount == 2)
    await scan(forgotten, photos(without: ["b1"]))
    #expect(forgotten.state.home.missing == MissingPhotosNotice(marked: 1, kept: 0, folder: "~/Pictures"))
  }

  @Test func `a mark that is taken back is not missed any more`() async throws {
    let bench = try await Bench.marked()
    await scan(bench, photos(without: ["b1"]))
    #expect(bench.state.home.missing?.marked == 1)

    #expect(bench.library.undo().action != nil)
    await bench.work.idle()
    #expect(bench.library.pathChanges.missing.isEmpty)
    #expect(bench.library.redo().action != nil)
    await bench.work.idle()
    #expect(bench.library.pathChanges.missing.marked == [Sample.path("b1")])
  }

  @Test func `what is left out, has another name, or belongs to another photo is not missed`() async throws {
    let bench = try await Bench.marked()
    var found = photos(without: ["e2", "s2", "b1"])
    if var renamed = Sample.photos.first(where: { $0.path == Sample.path("e2") }) {
      renamed.path = Sample.path("e2 new")
      found.append(renamed)
    }
    let identity = FileIdentity(device: 1, inode: 900, size: 1, modified: 1, changed: 1)
    found[0].companions = [Companion(path: Sample.path("s2"), identity: identity, role: .raw, owner: .raw)]
    bench.library.settings.excludedFolders = ["b1"]

    await scan(bench, found)

    #expect(bench.library.pathChanges.missing.isEmpty, "\(bench.library.pathChanges.missing)")
  }

  @Test func `what lies on a drive that is away as a whole is said with that alone`() async throws {
    let first = try await Bench.marked()
    let away = LibraryRoot(path: Sample.folder, access: .denied, trash: .none, message: "It is away.", isAway: true)

    let bench = try await Bench.opened(saved: first.session.now.saved) {
      $0.scan.cachedPhotos = { _ in ScannedLibrary(photos: Array(Sample.photos.prefix(1))) }
      $0.scan.roots = { _ in [away] }
    }

    #expect(bench.state.home.notice?.title == "The photo folder is away" && bench.state.home.missing == nil)
  }

  @Test func `the place is the folder that all of them were in, else the one with the most`() {
    func location(_ paths: [String], _ roots: [FilePath] = ["/p"]) -> String? {
      MissingPhotos(marked: Set(paths.map { FilePath($0) })).text(below: roots, besides: []) { $0.string }?.folder
    }
    #expect(location([]) == nil)
    #expect(location(["/p/a.jpg"]) == "/p")
    #expect(location(["/p/card/1/a.jpg", "/p/card/2/b.jpg", "/p/card/2/c.jpg"]) == "/p/card")
    #expect(location(["/p/x/a.jpg", "/p/y/b.jpg", "/p/y/c.jpg", "/p/z/d.jpg"]) == "/p/y and 2 other folders")
    #expect(location(["/p/a.jpg", "/q/b.jpg", "/q/c.jpg"], ["/p", "/q"]) == "/q and 1 other folder")
  }
}
