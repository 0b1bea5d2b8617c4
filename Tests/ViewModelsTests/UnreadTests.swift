import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The files that a scan could not judge: said once, listed with their reasons, and known after a restart.
@MainActor @Suite struct UnreadTests {
  private let damaged = SkippedFile(path: Sample.path("x1"), reason: .corrupt, message: "The picture is damaged.")
  private let closed = SkippedFile(
    path: Sample.path("closed").appending("x2"), reason: .permissionDenied, message: "x2 may not be read.\u{1B}[2J")
  private let folder = SkippedFile(
    path: Sample.path("sealed"), reason: .permissionDenied, message: "May not be read.", isFolder: true)

  @Test func `a line of Home opens the list, with each name, folder and reason`() async throws {
    let bench = try await Bench.opened()
    bench.type("s")
    bench.disk.scan.finish(Sample.photos, skipped: [closed, folder, damaged])
    await bench.work.idle()
    #expect(bench.state.home.unread == SkippedCount(files: 2, parentFolders: 2, folders: 1))
    #expect(bench.state.home.warning == nil)

    bench.type("e")

    #expect(bench.state.route == .unread)
    #expect(bench.state.unread.title == "2 files in 2 folders · 1 folder that could not be opened")
    #expect(bench.state.unread.rows.map(\.name) == ["x2", "sealed/", "x1"])
    #expect(bench.state.unread.rows.map(\.folder) == ["closed", "~/Pictures", "~/Pictures"])
    #expect(bench.state.unread.rows.allSatisfy { !$0.reason.unicodeScalars.contains("\u{1B}") })
    bench.press(Key(.down), Key(.down), Key(.down))
    #expect(bench.state.unread.selection == 2)
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
  }

  @Test func `i shows a row with nothing cut, until the next key`() async throws {
    let bench = try await Bench.opened()
    bench.type("e")
    bench.type("s")
    bench.disk.scan.finish(Sample.photos, skipped: [closed, damaged])
    await bench.work.idle()
    bench.type("e")
    bench.press(Key(.down))

    bench.type("i")
    #expect(bench.state.unread.message == "x1 in ~/Pictures: The picture is damaged.")
    bench.press(Key(.up))
    #expect(bench.state.unread.message == nil)
  }

  @Test func `after a restart it is known as before, until a scan can read the file`() async throws {
    let first = try await Bench.opened()
    first.type("s")
    first.disk.scan.finish(Sample.photos, skipped: [damaged])
    await first.work.idle()

    let bench = try await Bench.opened(saved: first.session.now.saved)
    #expect(bench.state.home.unread == SkippedCount(files: 1))
    bench.type("es")
    #expect(bench.state.route == .scanning)
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()

    #expect(bench.state.home.unread == nil && bench.session.now.saved.skipped == [])
    bench.type("e")
    #expect(bench.state.route == .home)
  }

  @Test func `a scan that was stopped, or missed a folder, forgets nothing of what it did not come to`() async throws {
    let saved = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3))
    var known = saved
    known.skipped = [damaged]
    let stopped = try await Bench.opened(saved: known)
    stopped.type("s")
    stopped.disk.scan.finish(Array(Sample.photos.prefix(2)), isInterrupted: true)
    await stopped.work.idle()
    #expect(stopped.library.skipped == [damaged])

    let folder = SkippedFile(
      path: Sample.path("closed"), reason: .permissionDenied, message: "May not be read.", isFolder: true)
    known.skipped = [closed, damaged]
    let partial = try await Bench.opened(saved: known)
    partial.type("s")
    partial.disk.scan.finish(Sample.photos, skipped: [folder])
    await partial.work.idle()
    #expect(partial.library.skipped == [folder, closed])
  }

  @Test func `other folders have their own`() async throws {
    var saved = SavedSession(lastScan: Sample.lastScan, lastScanElapsed: .seconds(3))
    saved.skipped = [damaged]
    let known = saved
    let bench = try await Bench.opened { dependencies in
      dependencies.session.load = { $0 == [Sample.folder] ? known : SavedSession() }
    }
    #expect(bench.state.home.unread != nil)

    #expect(bench.library.change(roots: ["/home/me/Other"]) == nil)
    await bench.work.idle()

    #expect(bench.library.skipped == [])
  }
}
