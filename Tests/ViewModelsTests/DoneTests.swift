import FileSafety
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// What is shown after a move: pictures of what went, and what is free.
@MainActor @Suite struct DoneTests {
  private let identity = FileIdentity(device: 1, inode: 77, size: 9, modified: 9, changed: 9)
  private let capacity = PictureRow(count: 2, size: Size(columns: 13, rows: 4))

  /// Two photos in the bin, and the question answered with yes.
  private func moved(
    _ capacity: PictureRow, change: (inout Dependencies) -> Void = { _ in }
  ) async throws -> Bench {
    let bench = try await Bench.opened { [identity] dependencies in
      dependencies.pictures.identity = { _ in identity }
      change(&dependencies)
    }
    bench.app.setPictureAreas(PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: .none, done: capacity))
    await bench.open(.duplicate)
    await bench.play("hh")
    await bench.play("m")
    bench.type("y")
    await bench.work.idle()
    return bench
  }

  @Test func `what was moved is shown from where it is now, and after a restore from home`() async throws {
    let drawn = Box<[PictureRequest]>([])
    let bench = try await moved(capacity) { dependencies in
      dependencies.pictures.preview = { request in
        drawn.change { $0.append(request) }
        return .ready(Surface(request.area))
      }
    }
    let ready = CardPicture.ready(Surface(capacity.size))
    #expect(bench.state.route == .done && bench.state.done.moved == 2)
    #expect(
      bench.state.done.thumbnails == [Thumbnail(name: "a2", picture: ready), Thumbnail(name: "a3", picture: ready)])
    let inTrash = drawn.value.filter { $0.area == capacity.size }
    #expect(
      Set(inTrash.map(\.path)) == ["/home/me/.local/share/Trash/files/a2", "/home/me/.local/share/Trash/files/a3"])
    #expect(inTrash.allSatisfy { $0.identity == identity })

    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()

    let home = drawn.value.filter { $0.area == capacity.size }.dropFirst(inTrash.count)
    #expect(bench.state.done.thumbnails.map(\.name) == ["a2", "a3"])
    #expect(Set(home.map(\.path)) == [Sample.path("a2"), Sample.path("a3")])
  }

  @Test func `a key that does nothing leaves what became of the batch`() async throws {
    let bench = try await moved(capacity)
    bench.disk.answerAtOnce()
    bench.type("r")
    await bench.work.idle()
    let sentence = try #require(bench.state.done.message)

    bench.type("r")

    #expect(!bench.state.done.canRestore && bench.state.done.message == sentence)
  }

  @Test func `a picture that is late stands as a place for it from the first moment on`() async throws {
    let gate = Box<[CheckedContinuation<Void, Never>]>([])
    let bench = try await Bench.opened { [identity] dependencies in
      dependencies.pictures.identity = { _ in
        await withCheckedContinuation { waiting in gate.change { $0.append(waiting) } }
        return identity
      }
    }
    bench.app.setPictureAreas(PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: .none, done: capacity))
    await bench.open(.duplicate)
    await bench.play("hh")
    await bench.play("m")
    bench.type("y")
    await bench.until("the move is over") { bench.state.route == .done }

    #expect(bench.state.done.thumbnails.map(\.name) == ["a2", "a3"])
    #expect(bench.state.done.thumbnails.allSatisfy { if case .loading = $0.picture { true } else { false } })

    await bench.until("both were asked about") { gate.value.count == 2 }
    for waiting in gate.value { waiting.resume() }
    await bench.work.idle()
    #expect(
      bench.state.done.thumbnails.map(\.picture) == [.ready(Surface(capacity.size)), .ready(Surface(capacity.size))])
  }

  @Test func `what cannot be found has no picture, and without room nobody asks`() async throws {
    let lost = try await moved(capacity) { $0.pictures.identity = { _ in nil } }
    #expect(
      lost.state.done.thumbnails.map(\.picture) == [.unavailable("it is not there"), .unavailable("it is not there")])

    let asked = Box<[FilePath]>([])
    let none = try await Bench.opened { dependencies in
      dependencies.pictures.identity = { path in
        asked.change { $0.append(path) }
        return nil
      }
    }
    await none.open(.duplicate)
    await none.play("hh")
    await none.play("m")
    none.type("y")
    await none.work.idle()
    #expect(none.state.route == .done && none.state.done.thumbnails.isEmpty && asked.value.isEmpty)

    // A larger window has room for them.
    none.app.setPictureAreas(PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: .none, done: capacity))
    await none.work.idle()
    #expect(none.state.done.thumbnails.count == 2 && asked.value.count == 2)
  }

  @Test func `what is free now is said, and that the move alone freed nothing`() async throws {
    let bench = try await moved(.none)

    let free = ByteCount(588_000_000_000)
    #expect(bench.state.done.locations.map(\.free) == [free])
    #expect(bench.state.done.freeText == "\(free.formatted) free now, as before: moving alone frees nothing")
    #expect(bench.state.done.locationTitles == ["~/.local/share/Trash"])

    let unknown = try await moved(.none) { $0.scan.storage = { _ in nil } }
    #expect(unknown.state.done.freeText == "Moving alone frees nothing")
  }

  @Test func `of several volumes each has its own figure, and what was put back has none`() {
    var done = DoneState()
    done.moved = 3
    done.locations = [
      DoneState.TrashLocation("~/Trash", free: ByteCount(1000)), DoneState.TrashLocation("/media/card/Trash"),
    ]

    #expect(done.freeText == "Moving alone frees nothing")
    #expect(done.locationTitles == ["~/Trash · \(ByteCount(1000).formatted) free now", "/media/card/Trash"])
    done.restored = 3
    #expect(done.freeText == nil)
    done = DoneState()
    #expect(done.freeText == nil, "nothing was moved")
  }
}
