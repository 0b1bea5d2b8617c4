import FileSafety
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// What the question before a move says is what a yes does.
@MainActor @Suite struct ConfirmationTests {
  @Test func `what needs a look stands first in the row of pictures, as many as there is room for`() async throws {
    let bench = try await Bench.opened()
    bench.app.setPictureAreas(
      PictureAreas(
        card: CardAreas(Size(columns: 40, rows: 20)), bin: Size(columns: 20, rows: 10),
        confirmation: PictureRow(count: 2, size: Size(columns: 8, rows: 3))))
    await bench.open(.duplicate)
    await bench.play("hh")
    bench.press(Key(.escape))
    await bench.open(.blurry)
    await bench.play("hm")
    #expect(bench.state.route == .confirmation && bench.state.confirmation.photos == 3)

    let thumbnails = bench.state.confirmation.thumbnails
    #expect(thumbnails.map(\.name) == ["b1", "a2"] && thumbnails.map(\.needsCheck) == [true, false])
    #expect(thumbnails.allSatisfy { $0.picture == .ready(Surface(Size(columns: 8, rows: 3))) })

    bench.app.setPictureAreas(
      PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: Size(columns: 20, rows: 10)))
    #expect(bench.state.confirmation.thumbnails.isEmpty)
  }

  private func mark(_ names: [String], as category: IssueCategory, on bench: Bench) throws {
    let paths = names.map(Sample.path)
    let action = try #require(bench.library.review.action(.delete, for: paths, in: category))
    #expect(bench.library.decide(action) == nil)
  }

  private func ask(_ bench: Bench) async -> ConfirmationState {
    bench.type("bm")
    await bench.work.idle()
    return bench.state.confirmation
  }

  @Test func `one set whose keeper goes along says nothing about the others`() async throws {
    let bench = try await Bench.opened()
    // q1 stays and is the keeper of q2; s1 is the keeper of s2 and goes along, so that s3 is what stays.
    try mark(["q2", "s1", "s2"], as: .similar, on: bench)

    let state = await ask(bench)

    #expect(state.photos == 3 && state.similar == 1 && state.keepersLeaving == 2 && state.onlyOnes == 0)
  }

  @Test func `duplicates that are no copies byte for byte are told from similar photos`() async throws {
    var photos = Sample.photos
    for index in photos.indices where photos[index].path == Sample.path("e2") {
      photos[index].digest = ContentDigest(bytes: [UInt8](repeating: 77, count: 32))
    }
    let bench = try await Bench.opened(photos: photos)
    try mark(["a2", "e2"], as: .duplicate, on: bench)
    try mark(["s2"], as: .similar, on: bench)

    let state = await ask(bench)

    #expect(state.exactCopies == 1 && state.duplicates == 1 && state.similar == 1 && state.photos == 3)
  }

  @Test func `what only looks as if it belonged to a photo is named in the question`() async throws {
    var photos = Sample.photos
    for index in photos.indices where ["a2", "s2"].contains(where: { photos[index].path == Sample.path($0) }) {
      let movie = FilePath(photos[index].path.string + ".mov")
      photos[index].namesakes = [NamesakeFile(path: movie, reason: .anotherDay)]
    }
    let bench = try await Bench.opened(photos: photos)
    try mark(["a2"], as: .duplicate, on: bench)
    #expect(await ask(bench).remark == "a2.mov stays: it was taken on another day.")
    bench.press(Key(.escape))

    try mark(["a2", "a3"], as: .duplicate, on: bench)

    #expect(await ask(bench).remark == "a2.mov stays: it was taken on another day.", "s2 does not go")
  }

  @Test func `the bin marks what is the only one of its kind, also before the question`() async throws {
    let bench = try await Bench.opened()
    func onlyOnes() -> [String] { bench.state.bin.items.filter(\.isOnlyOne).map(\.name) }
    try mark(["b1"], as: .blurry, on: bench)
    try mark(["a1", "a2", "a3"], as: .duplicate, on: bench)
    try mark(["s2"], as: .similar, on: bench)

    bench.type("b")
    #expect(onlyOnes() == ["b1"], "of copies one stays in every case")
    try mark(["s1", "s3"], as: .similar, on: bench)

    #expect(onlyOnes() == ["b1", "s1", "s2", "s3"])
  }

  @Test func `the question leads to the first photo of the bin that it warns of`() async throws {
    let bench = try await Bench.opened()
    try mark(["a2", "a3", "b1"], as: .duplicate, on: bench)
    try mark(["s1", "s2"], as: .similar, on: bench)
    _ = await ask(bench)
    #expect(bench.state.hints.contains { $0.action == .showBin })

    bench.type("b")

    let items = bench.state.bin.items
    #expect(bench.state.route == .bin && items.filter(\.needsCheck).map(\.name) == ["b1", "s1", "s2"])
    #expect(items[bench.state.bin.selection].name == "b1" && items.last?.caution?.contains("keeper") == true)
    #expect(bench.marked == ["a2", "a3", "b1", "s1", "s2"])
  }

  @Test func `from the question of a deck the bin leads back to that deck`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("hmb")
    #expect(bench.state.route == .bin)

    bench.press(Key(.escape))

    #expect(bench.state.route == .deck(.blurry))
  }

  @Test func `a library that is away as a whole is one sentence, and none about its photos`() async throws {
    let sentence = "~/Pictures is not there. Is the drive plugged in? Nothing of it is taken for deleted."
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.roots = { roots in
        roots.map { LibraryRoot(path: $0, access: .denied, trash: .none, message: sentence, isAway: true) }
      }
      dependencies.removal.preflight = { request in
        RemovalPreflight(
          refused: Dictionary(uniqueKeysWithValues: request.items.map { ($0.path, "It is not there any more.") }))
      }
    }
    try mark(["a2", "b1"], as: .duplicate, on: bench)

    let state = await ask(bench)

    #expect(state.obstacle == sentence && state.refused == [])
    #expect(bench.state.home.trashLine == "no access" && bench.marked == ["a2", "b1"])
  }

  @Test func `a keeper that goes is told from a set that goes altogether`() async throws {
    let bench = try await Bench.opened()
    try mark(["s1", "s2", "s3", "b1"], as: .similar, on: bench)

    let state = await ask(bench)

    #expect(state.photos == 4 && state.similar == 0 && state.keepersLeaving == 0 && state.onlyOnes == 4)
  }

  @Test func `what is protected after it was marked stays, is counted apart, and counts as what stays`() async throws {
    let source = try await Bench.opened()
    try mark(["a1", "a2", "b1"], as: .duplicate, on: source)
    try mark(["q1", "q2"], as: .similar, on: source)
    var photos = Sample.photos
    for index in photos.indices where ["a1", "q1", "b1"].map(Sample.path).contains(photos[index].path) {
      photos[index].isProtected = true
    }
    let bench = try await Bench.opened(saved: source.session.now.saved, photos: photos)
    #expect(bench.marked.count == 5)

    let state = await ask(bench)

    #expect(state.photos == 2 && state.protected == 3 && state.refused == [])
    #expect(state.exactCopies == 1 && state.similar == 1 && state.keepersLeaving == 0 && state.onlyOnes == 0)
    #expect(state.bytes == ["a2", "q2"].map(Sample.size).total)
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.done.moved == 2 && bench.state.done.refused.count == 3)
    #expect(bench.marked.sorted() == ["a1", "b1", "q1"])
  }

  @Test func `a bin in which all is protected can say why nothing goes`() async throws {
    let source = try await Bench.opened()
    try mark(["b1"], as: .blurry, on: source)
    var photos = Sample.photos
    for index in photos.indices { photos[index].isProtected = true }
    let bench = try await Bench.opened(saved: source.session.now.saved, photos: photos)

    let state = await ask(bench)

    #expect(state.photos == 0 && state.protected == 1 && !state.isChecking && state.obstacle != nil)
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && bench.trash.now.asked.isEmpty && bench.trash.now.batches.isEmpty)
  }

  // MARK: The backup

  /// A backup that lacks some photos, and holds every other one.
  private func opened(lacking names: [String], problem: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.backup = RemovalDependencies.Backup(title: "~/Backup") { request, _, notify in
        notify(BackupProgress(files: 9, done: request.items.count, total: request.items.count))
        if let problem { throw UserFacingError(problem) }
        var missing: [FilePath: String] = [:]
        for name in names { missing[Sample.path(name)] = "\(name) is not in the backup." }
        let asked = Set(request.items.map(\.photo))
        let copies = request.items.filter { missing[$0.photo] == nil }.map {
          ($0.path, Survivor(path: "/backup/x", identity: $0.identity))
        }
        return BackupProof(
          folder: "/backup", photos: asked.count, missing: missing.filter { asked.contains($0.key) },
          copies: Dictionary(uniqueKeysWithValues: copies))
      }
    }
    try mark(["a2", "b1", "b2"], as: .blurry, on: bench)
    return bench
  }

  private var question: (Bench) -> Question? {
    { if case .question(let question)? = $0.state.overlay { question } else { nil } }
  }

  @Test func `what is not in the backup is asked about before the move, and held back unless the user says otherwise`()
    async throws
  {
    let bench = try await opened(lacking: ["b2"])
    var state = await ask(bench)

    let asked = try #require(question(bench))
    #expect(asked.title == "1 of 3 photos is not in the backup. Move it, too?" && !asked.isActFocused)
    #expect(asked.lines.first == "2 are in ~/Backup, byte for byte.")
    #expect(state.photos == 2 && state.backup == .known(present: 2, missing: 1, isHolding: true))
    bench.press(Key(.enter))
    #expect(bench.state.overlay == nil && bench.trash.now.batches.isEmpty)
    state = bench.state.confirmation
    #expect(state.photos == 2 && state.onlyOnes == 1 && state.exactCopies == 1)
    bench.type("y")
    await bench.work.idle()

    #expect(bench.state.done.moved == 2 && bench.marked == ["b2"])
    #expect(bench.state.done.refused == [Refusal(name: "b2", reason: "b2 is not in the backup.")])
  }

  @Test func `a yes on its way to the question below lets nothing go that is not in the backup`() async throws {
    let bench = try await opened(lacking: ["b2"])
    _ = await ask(bench)

    bench.type("yy")
    await bench.work.idle()

    #expect(question(bench)?.isActFocused == true)
    #expect(bench.state.confirmation.backup == .known(present: 2, missing: 1, isHolding: true))
    #expect(bench.trash.now.batches.isEmpty)
  }

  @Test func `all of it goes after the button for it, and nothing before the next yes`() async throws {
    let bench = try await opened(lacking: ["b2"])
    _ = await ask(bench)

    bench.press(Key(.right), Key(.enter))
    await bench.work.idle()

    #expect(bench.state.route == .confirmation && bench.trash.now.batches.isEmpty)
    #expect(bench.state.confirmation.photos == 3)
    #expect(bench.state.confirmation.backup == .known(present: 2, missing: 1, isHolding: false))
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.done.moved == 3 && bench.marked == [])
  }

  @Test func `a yes that came before the backup was looked into moves nothing that is not in it`() async throws {
    let bench = try await opened(lacking: ["b2"])
    bench.type("bmy")
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && bench.trash.now.batches.isEmpty && question(bench) != nil)

    let whole = try await opened(lacking: [])
    whole.type("bmy")
    await whole.work.idle()
    #expect(whole.state.route == .done && whole.state.done.moved == 3)
  }

  @Test func `the copy in the backup is what the move relies on where nothing else stays`() async throws {
    let moved = Switch()
    let relying = try await Bench.opened { dependencies in
      let move = dependencies.removal.move
      dependencies.removal.move = { request, isStopped, notify in
        if case .exactCopy(let survivors)? = request.items.first?.safeguard, survivors.first?.path == "/backup/x" {
          moved.turnOn()
        }
        return await move(request, isStopped, notify)
      }
      dependencies.removal.backup = RemovalDependencies.Backup(title: "~/Backup") { request, _, _ in
        let item = request.items[0]
        let copy = Survivor(path: "/backup/x", identity: item.identity)
        return BackupProof(folder: "/backup", photos: 1, missing: [:], copies: [item.path: copy])
      }
    }
    try mark(["b1"], as: .blurry, on: relying)

    let state = await ask(relying)
    #expect(state.onlyOnes == 1 && state.exactCopies == 0)
    relying.type("y")
    await relying.work.idle()

    #expect(moved.isOn && relying.state.done.moved == 1)
  }

  @Test func `a folder that is no backup stops the move with its reason`() async throws {
    let bench = try await opened(lacking: [], problem: "b1 lies in ~/Backup itself, so that folder is no backup of it.")

    let state = await ask(bench)

    #expect(state.obstacle?.contains("is no backup of it") == true && state.backup == nil)
    bench.type("y")
    await bench.work.idle()
    #expect(bench.state.route == .confirmation && bench.trash.now.batches.isEmpty)
  }

  @Test func `leaving the question ends the look into the backup, and its answer asks nothing any more`() async throws {
    let (gates, gate) = AsyncStream.makeStream(of: Void.self)
    let stopped = Switch()
    let bench = try await Bench.opened { dependencies in
      dependencies.removal.backup = RemovalDependencies.Backup(title: "~/Backup") { request, isStopped, _ in
        for await _ in gates { break }
        if isStopped() { stopped.turnOn() }
        return BackupProof(
          folder: "/backup", photos: request.items.count, missing: [Sample.path("b1"): "not there"])
      }
    }
    try mark(["b1"], as: .blurry, on: bench)
    bench.type("bm")
    await bench.until("the backup is looked into") { bench.state.confirmation.backup != nil }
    #expect(bench.state.confirmation.isChecking)

    bench.press(Key(.escape))
    gate.yield()
    await bench.work.idle()

    #expect(stopped.isOn && bench.state.route == .bin && bench.state.overlay == nil)
  }
}
