import FileSafety
import Foundation
import PhotoModel
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The batches that were moved, and the way back from there.
@MainActor @Suite struct HistoryJourneyTests {
  @Test(arguments: [
    (0, 0, 0, "in the trash", true), (0, 2, 0, "no longer in the trash", false), (0, 1, 0, "1 of 2 in the trash", true),
    (1, 0, 0, "1 of 2 put back", true), (1, 1, 0, "1 of 2 put back", false), (2, 0, 0, "put back", false),
    (0, 0, 2, "its trash is not there", false), (0, 1, 1, "its trash is not there", false),
    (0, 0, 1, "1 of 2 in the trash", true), (1, 0, 1, "1 of 2 put back", false),
  ])
  func `the history says where the photos of a batch are`(
    restored: Int, gone: Int, away: Int, status: String, canRestore: Bool
  ) async throws {
    let bench = try await Bench.opened()
    let batch = BatchSummary(
      id: "one", date: Date(timeIntervalSince1970: 0), photos: 2, restored: restored, gone: gone, away: away,
      bytes: ByteCount(10))
    bench.trash.remember(batch, paths: [])

    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.history.rows.map(\.status) == [status])
    #expect(bench.state.history.rows.map(\.canRestore) == [canRestore])
  }

  @Test(arguments: [
    (0, 0, "made smaller"), (0, 2, "made smaller, the originals gone"), (0, 1, "1 of 2 originals in the trash"),
    (1, 0, "1 of 2 put back"),
  ])
  func `of photos that were made smaller only the originals are said to be in the trash`(
    restored: Int, gone: Int, status: String
  ) {
    var batch = BatchSummary(
      id: "one", date: Date(timeIntervalSince1970: 0), photos: 2, restored: restored, gone: gone, bytes: ByteCount(10))
    batch.smaller = 2

    #expect(batch.whereabouts == status)
    #expect(BatchEntry.State.originalInTrash.text == "smaller, the original in the trash")
  }

  @Test(arguments: [
    (0, "", ""),
    (4, " · \(ByteCount(4).formatted) of it no longer there", " · \(ByteCount(4).formatted) gone since"),
    (10, " · all of it no longer there", " · all gone since"),
  ])
  func `what left the trash is said to be gone, and no more`(gone: Int, text: String, short: String) async throws {
    let bench = try await Bench.opened()
    let batch = BatchSummary(
      id: "one", date: Date(timeIntervalSince1970: 0), photos: 2, restored: 0, bytes: ByteCount(10),
      goneBytes: ByteCount(Int64(gone)))
    bench.trash.remember(batch, paths: [])

    bench.type("y")
    await bench.work.idle()

    let history = bench.state.history
    #expect(history.summary == "\(ByteCount(10).formatted) moved to the trash in 1 batch\(text)")
    #expect(history.shortSummary == "\(ByteCount(10).formatted) moved\(short)")
  }

  @Test func `the total says what became of the photos`() async throws {
    let bench = try await Bench.opened()
    func batch(_ id: String, _ bytes: Int64, _ change: (inout BatchSummary) -> Void) {
      var batch = BatchSummary(
        id: id, date: Date(timeIntervalSince1970: 0), photos: 2, restored: 0, bytes: ByteCount(bytes))
      change(&batch)
      bench.trash.remember(batch, paths: [])
    }
    batch("folder", 20) { ($0.folders, $0.folderBytes) = (2, ByteCount(20)) }
    await bench.play("y")
    #expect(bench.state.history.summary == "20 bytes moved to folders in 1 batch")
    batch("smaller", 30) { $0.smaller = 2 }
    batch("trash", 10) { _ in }
    bench.press(Key(.escape))
    await bench.play("y")
    #expect(
      bench.state.history.summary
        == "10 bytes moved to the trash, 20 bytes to folders, 30 bytes less in smaller files in 3 batches")
  }

  @Test func `the figures of a filter follow the list, also where its photos are read after the first line`()
    async throws
  {
    let bench = try await Bench.opened()
    for (id, photo) in [("one", "b1"), ("two", "s1"), ("three", "b1")] {
      bench.trash.remember(
        BatchSummary(id: id, date: Date(timeIntervalSince1970: 0), photos: 1, restored: 0, bytes: ByteCount(10)),
        paths: [Sample.path(photo)])
    }
    await bench.play("y/")
    bench.type("s")
    await bench.work.idle()

    #expect(bench.state.history.rows.map(\.batchID) == ["two"])
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("nothing is typed")
      return
    }
    #expect(dialog.note == "1 of 3 batches · 10 bytes")
  }

  @Test func `who comes to the history finds the newest batch highlighted, also after a move`() async throws {
    let bench = try await Bench.opened()
    func remember(_ id: String) {
      bench.trash.remember(
        BatchSummary(id: id, date: Date(timeIntervalSince1970: 0), photos: 1, restored: 0, bytes: ByteCount(10)),
        paths: [Sample.path("b1")])
    }
    remember("first")
    remember("second")
    await bench.play("y")
    #expect(bench.state.history.rows.map(\.batchID) == ["second", "first"] && bench.state.history.selection == 0)
    // A batch that comes while the list is looked at does not move the highlight to another.
    remember("third")
    bench.app.history.refresh()
    await bench.work.idle()
    #expect(bench.state.history.selection == 1)
    bench.press(Key(.escape))
    remember("fourth")
    await bench.play("y")
    #expect(bench.state.history.rows.first?.batchID == "fourth" && bench.state.history.selection == 0)
  }

  @Test(arguments: [(0, ""), (3, ": 3 changed or missing")])
  func `the history says when a batch was last verified, and what was wrong`(faults: Int, text: String) async throws {
    let bench = try await Bench.opened { $0.environment.formatDate = { _ in "today 14:02" } }
    var batch = BatchSummary(
      id: "one", date: Date(timeIntervalSince1970: 0), photos: 2, restored: 0, bytes: ByteCount(10))
    batch.verification = BatchVerification(secondsSince1970: 10, faults: faults)
    bench.trash.remember(batch, paths: [])

    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.history.rows.map(\.status) == ["in the trash, verified today 14:02\(text)"])
  }

  @Test func `an empty history offers nothing to open`() async throws {
    let bench = try Bench()

    bench.type("y")
    #expect(bench.state.history.isReading, "that nothing was moved is not known before the list has come")
    await bench.work.idle()

    #expect(bench.state.history.rows.isEmpty && !bench.state.history.isReading)
    #expect(!bench.state.hints.contains { $0.action == .open || $0.action == .restore })
  }

  @Test func `what an app left behind is listed as that, and counts for nothing`() async throws {
    let bench = try await Bench.opened()
    bench.trash.remember(
      BatchSummary(
        id: "one", date: Date(timeIntervalSince1970: 0), app: "Gimp\u{1B}[2J", photos: 2, restored: 0,
        bytes: ByteCount(10)), paths: [])

    bench.type("y")
    await bench.work.idle()

    let row = try #require(bench.state.history.rows.first)
    #expect(row.count == "2 folders" && row.canRestore)
    #expect(row.status.hasPrefix("left by Gimp") && row.status.hasSuffix(", in the trash"))
    #expect(!row.status.contains("\u{1B}"))
    #expect(bench.state.history.totalBytes == .zero && bench.state.history.months.allSatisfy { $0.bytes == .zero })
  }

  @Test func `the history lists batches and puts one back`() async throws {
    let bench = try await Bench.opened()
    bench.disk.answerAtOnce()
    let date = Date(timeIntervalSince1970: 86_400 * 100)
    for (id, restored) in [("old", 2), ("new", 0)] {
      bench.trash.remember(
        BatchSummary(id: id, date: date, photos: 2, restored: restored, bytes: ByteCount(10)),
        paths: [Sample.path("b1"), Sample.path("b2")])
    }

    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.route == .history && bench.state.history.totalBytes == ByteCount(10))
    #expect(bench.state.history.rows.map(\.status) == ["in the trash", "put back"])
    #expect(
      bench.state.history.summary == "\(ByteCount(10).formatted) moved to the trash in 1 batch")
    #expect(bench.state.history.months.map { $0.title.contains("-") } == [true])
    #expect(bench.state.history.rows.map(\.date) == ["day 100", "day 100"])
    bench.press(Key(.down))
    bench.type("r")
    #expect(bench.state.route == .history && bench.state.history.message == "All of it is back")
    bench.press(Key(.up))
    bench.type("r")
    #expect(bench.state.route == .moving)
    await bench.work.idle()

    #expect(bench.state.route == .history && bench.state.history.rows.map(\.status) == ["put back", "put back"])
    #expect(bench.state.history.message == "2 photos are back where they were, undecided again.")
    // Of what is back nothing is away, and no month has anything to show.
    #expect(bench.state.history.summary == "every photo is back" && bench.state.history.months == [])
    #expect(!bench.state.hints.contains { $0.action == .restore })
    bench.press(Key(.escape))
    #expect(bench.state.route == .home)
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.history.message == nil)
  }
}
