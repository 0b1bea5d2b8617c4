import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// A batch that is looked into.
@MainActor @Suite struct HistoryBatchTests {
  /// Two photos were moved, and the history is open.
  private func movedTwo() async throws -> Bench {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("hhmy")
    bench.press(Key(.enter))
    bench.type("y")
    await bench.work.idle()
    return bench
  }

  @Test func `Enter shows the files of a batch, and it is put back from there`() async throws {
    let bench = try await movedTwo()
    #expect(bench.state.history.months.map(\.bytes) == [ByteCount(9000)])

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .batch)
    #expect(bench.state.history.batch?.files.map(\.name) == ["b1", "b2"])
    bench.press(Key(.down), Key(.down), Key(.down))
    #expect(bench.state.history.batch?.selection == 1)

    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    #expect(bench.state.route == .history && bench.state.history.message?.contains("back where") == true)
    #expect(bench.state.history.rows.map(\.status) == ["put back"])
  }

  private func filter(_ line: String, in bench: Bench) async {
    bench.press(Key("/"))
    bench.type(line)
    bench.press(Key(.enter))
    await bench.work.idle()
  }

  @Test func `a filter shows the batches of which a photo matches, and in a batch the photos`() async throws {
    var facts = CaptureFacts()
    facts.capturedAt = CaptureTime(year: 2023, month: 7, day: 14, hour: 12, minute: 0, second: 0)
    let features = PhotoFeatures(format: .heic, pixelSize: PixelSize(width: 8, height: 8), facts: facts)
    let identity = Sample.photos[0].identity
    let known = ScannedPhoto(path: Sample.path("b1"), identity: identity, features: features)
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.history = {
        ["1", "2"].map {
          BatchSummary(
            id: $0, date: Date(timeIntervalSince1970: 1_800_000_000), photos: 2, restored: 0, bytes: ByteCount(9000))
        }
      }
      dependencies.removal.contents = { id in
        id == "1"
          ? [
            BatchEntry(path: Sample.path("b1"), size: ByteCount(4500), state: .gone, photo: known),
            BatchEntry(path: Sample.path("b2"), size: ByteCount(4500), state: .gone),
          ] : [BatchEntry(path: Sample.path("c1"), size: ByteCount(4500), state: .gone)]
      }
    }
    func rows() -> [String] { bench.state.history.rows.map(\.batchID) }
    func files() -> [String]? { bench.state.history.batch?.files.map(\.name) }
    bench.type("y")
    await bench.work.idle()

    await filter("july heic", in: bench)
    #expect(rows() == ["1"] && bench.state.history.total == 2)
    bench.press(Key(.escape))
    await filter("c1", in: bench)
    #expect(rows() == ["2"])
    bench.press(Key(.escape))
    #expect(rows() == ["1", "2"] && bench.state.route == .history)

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(files() == ["b1", "b2"])
    await filter("2023-07", in: bench)
    #expect(files() == ["b1"] && bench.state.history.batch?.total == 2)
    bench.press(Key(.escape))
    #expect(files() == ["b1", "b2"] && bench.state.route == .batch)
    await filter("nothing like it", in: bench)
    #expect(files() == [])
    bench.press(Key(.enter))
    #expect(bench.state.route == .batch)
  }
}

extension HistoryBatchTests {
  @Test func `a file of a batch has its picture from where it is now, and a gone one says so`() async throws {
    let trashed = ScannedPhoto(path: "/trash/files/b1", identity: Sample.photo("b1", number: 4).identity)
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.history = {
        [
          BatchSummary(
            id: "1", date: Date(timeIntervalSince1970: 1_800_000_000), photos: 2, restored: 0, bytes: ByteCount(9000))
        ]
      }
      dependencies.removal.contents = { _ in
        [
          BatchEntry(path: Sample.path("b1"), size: ByteCount(4500), state: .inTrash, file: trashed),
          BatchEntry(path: Sample.path("b2"), size: ByteCount(4500), state: .gone),
        ]
      }
      dependencies.pictures.preview = { request in
        request.path == "/trash/files/b1" ? .ready(Surface(request.area)) : .unavailable("asked for \(request.path)")
      }
    }
    let area = Size(columns: 30, rows: 10)
    bench.app.setPictureAreas(PictureAreas(card: CardAreas(area), bin: area, batch: area))
    bench.type("y")
    await bench.work.idle()

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.history.batch?.picture == .ready(Surface(area)))

    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.history.batch?.picture == .unavailable("no longer in the trash"))
  }
}

extension HistoryBatchTests {
  /// Three files of a batch: two in the trash, the last in another folder, and one that is gone.
  private nonisolated static func batch(_ states: [BatchEntry.State]) -> [BatchEntry] {
    zip(["b1", "b2", "old/c1"], states).map { name, state in
      let file = ScannedPhoto(
        path: FilePath("/trash/files/\(name)"), identity: Sample.photo("b1", number: 4).identity)
      return BatchEntry(
        path: Sample.path(name), size: ByteCount(4500), state: state, file: state == .gone ? nil : file)
    }
  }

  private func opened(_ states: Box<[BatchEntry.State]>) async throws -> Bench {
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.history = {
        [
          BatchSummary(
            id: "1", date: Date(timeIntervalSince1970: 1_800_000_000), photos: 2, files: 3, restored: 0,
            bytes: ByteCount(9000))
        ]
      }
      dependencies.removal.contents = { _ in Self.batch(states.value) }
    }
    bench.app.setPictureAreas(PictureAreas(card: .none, bin: .none, batchPhoto: Size(columns: 70, rows: 18)))
    bench.app.setGridCapacity(GridCapacity(columns: 2, tile: Size(columns: 16, rows: 6), rows: 18))
    bench.type("y")
    await bench.work.idle()
    bench.press(Key(.enter))
    await bench.work.idle()
    return bench
  }

  @Test func `a batch is a grid of small pictures, and Enter shows one of them large`() async throws {
    let states = Box<[BatchEntry.State]>([.inTrash, .gone, .inTrash])
    let bench = try await opened(states)
    #expect(bench.state.history.batch?.title.contains("2 photos (3 files)") == true)
    let small = CardPicture.ready(Surface(Size(columns: 16, rows: 6)))
    #expect(bench.state.route == .batch && bench.state.history.batch?.picture == nil)
    // What is gone has no picture, and none is asked for.
    #expect(bench.state.history.batch?.pictures == [0: small, 2: small])

    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .batchPhoto)
    #expect(bench.state.history.batch?.picture == .ready(Surface(Size(columns: 70, rows: 18))))
    bench.press(Key(.right))
    #expect(bench.state.history.batch?.picture == .unavailable("no longer in the trash"))
    bench.press(Key(.enter))
    #expect(bench.state.route == .batch && bench.state.history.batch?.selection == 1)

    // To the folder below, and back into the same column.
    bench.press(Key(.down))
    #expect(bench.state.history.batch?.selection == 2)
    bench.press(Key(.escape))
    #expect(bench.state.route == .history)
  }

  @Test func `back at the window it says anew where the files are, and the batch stays the chosen one`() async throws {
    let states = Box<[BatchEntry.State]>([.inTrash, .inTrash, .inTrash])
    let bench = try await opened(states)
    bench.press(Key(.right))

    states.value = [.inTrash, .gone, .away]
    bench.app.returned()
    await bench.work.idle()

    let batch = try #require(bench.state.history.batch)
    #expect(batch.files.map(\.status) == ["in the trash", "no longer in the trash", "its trash is not there"])
    #expect(batch.files.allSatisfy { $0.shortStatus.count <= 15 } && batch.selection == 1)
    #expect(bench.state.route == .batch)
  }

  @Test func `r puts back the batch that is shown, whatever came above it`() async throws {
    let bench = try await Bench.opened()
    let date = Date(timeIntervalSince1970: 0)
    bench.trash.remember(
      BatchSummary(id: "old", date: date, photos: 1, restored: 0, bytes: ByteCount(10)), paths: [Sample.path("b1")])
    bench.type("y")
    await bench.work.idle()
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .batch)

    bench.trash.remember(
      BatchSummary(id: "new", date: date, photos: 1, restored: 0, bytes: ByteCount(10)), paths: [Sample.path("b2")])
    bench.app.returned()
    await bench.work.idle()
    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()

    #expect(bench.state.route == .history && bench.state.history.selection == 1)
    #expect(bench.trash.now.batches.map(\.restored) == [0, 1])
  }

  @Test func `of the one photo that is looked at, r puts back that one, and the others stay`() async throws {
    let bench = try await movedTwo()
    for key in [Key(.enter), Key(.right), Key(.enter)] {
      bench.press(key)
      await bench.work.idle()
    }
    #expect(bench.state.route == .batchPhoto && bench.state.history.batch?.selected?.name == "b2")

    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()

    #expect(bench.state.route == .batch && bench.state.history.batch?.selection == 1)
    #expect(bench.state.history.message == "1 photo is back where it was, undecided again.")
    #expect(bench.state.history.batch?.files.map(\.status) == ["in the trash", "put back"])
    #expect(bench.state.history.rows.map(\.status) == ["1 of 2 put back"])
    // It is at home: asked once more nothing is put back, and the other one only when it is shown.
    bench.press(Key(.enter))
    bench.type("r")
    await bench.work.idle()
    #expect(bench.state.route == .batchPhoto && bench.state.history.message == "It is not in the trash")
    bench.press(Key(.left))
    bench.type("r")
    await bench.work.idle()
    #expect(bench.state.history.rows.map(\.status) == ["put back"])
  }
}
