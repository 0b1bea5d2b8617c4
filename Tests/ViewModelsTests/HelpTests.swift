import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

@MainActor @Suite struct HelpTests {
  @Test func `what is typed leaves the keys that have it, and lets go in two steps`() async throws {
    let bench = try await Bench.opened()
    bench.type("?")
    func titles() -> [String] { bench.state.help.flatMap(\.hints).map(\.title) }
    func chosen() -> [String] { bench.state.help.flatMap(\.hints).filter(\.isChosen).map(\.title) }
    let all = titles()
    #expect(chosen().isEmpty, "Enter that was meant for something else closes the help")
    bench.type("trash")

    #expect(titles().contains("move to trash") && !titles().contains("keep") && !titles().contains("scan"))
    #expect(chosen().count == 1)
    // Letters go into the search and are no keys: q did not quit.
    bench.type("q")
    #expect(titles().isEmpty && !bench.app.wantsToQuit)
    bench.press(Key(.backspace))
    for _ in titles() { bench.press(Key(.down)) }
    guard case .help(let search) = bench.state.overlay else { throw fullDisk }
    #expect(search.choice == titles().count - 1, "the choice stops at the last one")
    bench.press(Key(.escape))
    #expect(bench.state.overlay == .help() && titles() == all)
    bench.type("loupe")
    bench.press(.control("u"))
    #expect(bench.state.overlay == .help() && titles() == all)
    bench.press(Key(.escape))
    #expect(bench.state.overlay == nil)
  }

  @Test func `Enter in the help does what the chosen key does, and a key of another screen says where it works`()
    async throws
  {
    let bench = try await Bench.opened()
    bench.type("?preferences")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .settings && bench.state.overlay == nil)

    bench.type("1?loupe")
    let before = bench.app.attention
    let loupe = bench.state.help.flatMap(\.hints).first(where: \.isChosen)
    #expect(loupe?.obstacle == "works in: Review" && !bench.state.hints.contains { $0.action == .open })
    bench.press(Key(.enter))
    #expect(bench.app.attention == before + 1 && bench.state.overlay != nil, "the help stays")
  }

  @Test func `a decision by the help is the one of its key, and can be taken back`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    let card = try #require(bench.card)
    bench.type("?delete")
    #expect(bench.state.help.flatMap(\.hints).first(where: \.isChosen)?.action == .delete)
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.marked.count == 1 && bench.card != card)
    await bench.play("u")
    #expect(bench.marked.isEmpty)
  }

  @Test(arguments: [
    ("zoom", "loupe"), ("Restore", "put this batch back"), ("uninstall", "remove (asks)"), ("exif", "details"),
    ("preferences", "settings"), ("skipped", "files not read"),
  ]) func `the search finds a key by what people call it, and shows its own words`(wanted: String, title: String)
    async throws
  {
    let bench = try await Bench.opened()
    bench.type("?" + wanted)
    let hints = bench.state.help.flatMap(\.hints)

    #expect(hints.map(\.title).contains(title))
    #expect(!hints.contains { ($0.title + $0.key).contains("exif") })
  }

  @Test func `of what is found its own words come first, then what people call it, the nearest first`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    bench.type("?restore")
    let found = bench.state.help.flatMap(\.hints)
    #expect(found.first?.action == .undo, "it stands where it always does")
    #expect(found.first(where: \.isChosen)?.action == .restore)

    bench.press(Key(.escape))
    bench.type("keep")
    let titles = bench.state.help.flatMap(\.hints).filter { $0.foundAt == 0 }.map(\.title)
    #expect(titles.contains("keep") && !titles.contains("take out"))
  }

  @Test func `every synonym belongs to an action that its place has`() {
    for (context, text) in KeySynonyms.own {
      for action in text.keys {
        #expect(KeyTable.standard.contains { $0.context == context && $0.action == action }, "\(context) \(action)")
      }
    }
  }

  @Test func `where Esc leads back to all keys the hint says so, and else that it closes`() async throws {
    let bench = try await Bench.opened()
    func titles(_ action: Action) -> [String] { bench.state.hints.filter { $0.action == action }.map(\.title) }
    bench.type("?")
    #expect(titles(.back) == ["close"] && titles(.open) == [])
    bench.type("scan")
    #expect(titles(.back) == ["all keys"] && titles(.open) == ["do it"])

    bench.press(Key(.escape))

    #expect(titles(.back) == ["close"] && bench.state.overlay == .help())
  }

  @Test func `a key that would do nothing says why in the help, and is not in the hints`() async throws {
    let bench = try await Bench.opened()
    bench.type("b?")

    let removalHint = bench.state.help[0].hints.first { $0.action == .takeOut }
    #expect(removalHint?.obstacle == "the bin is empty")
    bench.press(Key(.escape))
    #expect(!bench.state.hints.contains { $0.action == .takeOut })
  }

  @Test func `at the end of a deck the help says of every deciding key why it does nothing`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    while bench.card != nil { await bench.play("l") }
    bench.type("?")

    let deciding: [Action] = [.delete, .keep, .skip, .deleteGroup, .deleteCategory, .makeKeeper, .notSame, .compare]
    for hint in bench.state.help[0].hints where hint.action.map(deciding.contains) == true {
      #expect(hint.obstacle != nil, "\(hint.title)")
    }
  }

  @Test func `a key that does nothing now says why where it is pressed, as often as it is pressed, until the next key`()
    async throws
  {
    let bench = try await Bench.opened { $0.apps.list = { [] } }
    bench.type("e")
    #expect(bench.state.home.remark == "Every file could be read")
    bench.type("e")
    #expect(bench.state.home.remark == "Every file could be read")
    bench.press(Key(.right))
    #expect(bench.state.home.remark == nil)
    bench.type("e2")
    await bench.work.idle()
    bench.type("o")
    #expect(bench.state.apps.message == "No app is listed")
    bench.type("1")
    #expect(bench.state.home.remark == nil)

    bench.type("3")
    await bench.work.idle()
    bench.press(Key(.enter))
    #expect(bench.state.settings.message == "Not for this row")
    bench.press(Key(.enter))
    #expect(bench.state.settings.message == "Not for this row")
    bench.press(Key(.down))
    #expect(bench.state.settings.message == nil)
  }

  @Test func `a key without a meaning asks for attention, one with a meaning does not`() async throws {
    let bench = try await Bench.opened()
    let before = bench.app.attention

    bench.type("b")
    #expect(bench.app.attention == before)
    bench.type("w")
    #expect(bench.app.attention == before + 1)
  }

  @Test func `a key without a meaning says so on the screen, and the bin of Home why it has nothing to move`()
    async throws
  {
    let bench = try await Bench.opened()
    bench.type("w")
    #expect(bench.state.home.remark == "w does nothing on this screen; ? lists its keys")
    bench.type("c")
    #expect(bench.state.home.remark == "c does nothing on this screen; ? lists its keys")
    bench.type("m")
    #expect(bench.state.home.remark == "The bin is empty" && bench.state.route == .home)
    await bench.open(.duplicate)
    bench.type("x")
    #expect(bench.deck.message == "x does nothing on this screen; ? lists its keys")
    await bench.play("cx")
    #expect(bench.state.compare.message == "x does nothing on this screen; ? lists its keys")
    await bench.play("c")
    await bench.play("h")
    bench.press(Key(.escape))
    await bench.play("m")

    #expect(bench.state.route == .confirmation)
    bench.type("w")
    #expect(bench.state.confirmation.message == "w does nothing here")
    bench.type("?")
    #expect(bench.state.confirmation.message?.contains("y move, or type number · b bin · n not yet") == true)
    #expect(bench.state.hints.last == Hint(key: "?", title: "all keys"))
  }

  @Test func `a question lists its keys, and its hints name the key for that`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("A")
    func message() -> String? {
      if case .question(let question) = bench.state.overlay { question.message } else { nil }
    }

    #expect(bench.state.hints.last == Hint(key: "?", title: "all keys"))
    bench.type("x")
    #expect(message() == "x does nothing here")
    bench.type("?")
    #expect(message()?.hasSuffix("Enter press the button · y yes · n no") == true)
    bench.press(Key(.right))
    #expect(bench.state.overlay != nil && message() == nil)
  }
}

@MainActor @Suite struct PictureGridTests {
  @Test func `rows follow the folders, and up and down keep to the column`() {
    let grid = PictureGrid(folders: ["a", "a", "a", "a", "b", "c", "c"], columns: 3)

    #expect(
      grid.lines == [.folder(0), .tiles(0..<3), .tiles(3..<4), .folder(4), .tiles(4..<5), .folder(5), .tiles(5..<7)])
    #expect(grid.neighbour(of: 2, by: 1) == 3 && grid.neighbour(of: 3, by: 1) == 4 && grid.neighbour(of: 4, by: 1) == 5)
    #expect(
      grid.neighbour(of: 0, by: -1) == 0 && grid.neighbour(of: 6, by: 1) == 6 && grid.neighbour(of: 6, by: -9) == 1)
  }

  @Test func `whatever is chosen stands on the screen, and no more than fits`() {
    let grid = PictureGrid(folders: (0..<100).map { "folder \($0 / 7)" }, columns: 4)
    let capacity = GridCapacity(columns: 4, tile: Size(columns: 16, rows: 6), rows: 18)
    for item in 0..<100 {
      let visible = grid.visible(around: item, in: capacity)

      #expect(visible.contains { if case .tiles(let range) = $0.line { range.contains(item) } else { false } })
      #expect(
        visible.allSatisfy { line, y in if case .folder = line { y + 1 <= 18 } else { y + capacity.tileRows <= 18 } })
    }
  }

  @Test func `the grid decodes what is on the screen and nothing else`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.blurry)
    await bench.play("hh")
    bench.app.setPictureAreas(PictureAreas(card: .none, bin: .none))
    bench.app.setGridCapacity(GridCapacity(columns: 1, tile: Size(columns: 16, rows: 6), rows: 10))
    bench.type("b")
    await bench.work.idle()

    #expect(bench.state.bin.items.count == 2 && bench.state.bin.pictures.count == 1)
    bench.press(Key(.down))
    await bench.work.idle()
    #expect(bench.state.bin.selection == 1)
    #expect(bench.state.bin.pictures.keys.map { $0 } == [1])
    bench.press(Key(.left))
    #expect(bench.state.bin.selection == 0)
  }
}

@MainActor @Suite struct FolderEntryTests {
  private func bench(_ answer: FolderAnswer) async throws -> Bench {
    let bench = try await Bench.opened { $0.onboarding.folder = { _ in answer } }
    bench.type("o")
    return bench
  }

  @Test func `another folder is typed, checked, and becomes the library`() async throws {
    let other = FilePath("/home/me/Photos")
    let bench = try await bench(.folder(other))
    guard case .entry(let dialog)? = bench.state.overlay else { throw fullDisk }
    #expect(dialog.entry.text.isEmpty && dialog.explanation.hasSuffix("Now it is ~/Pictures."))

    bench.type("/home/me/Photos")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.state.overlay == nil && bench.library.roots == [other])
    #expect(bench.state.home.libraryTitle == "~/Photos")
    #expect(bench.session.now.lastLibrary == [other], "the next start opens it, scanned or not")
  }

  @Test func `a folder that cannot be remembered is not taken`() async throws {
    let bench = try await bench(.folder("/home/me/Photos"))
    bench.session.refuse()

    bench.type("/home/me/Photos")
    bench.press(Key(.enter))
    await bench.work.idle()

    guard case .entry(let dialog)? = bench.state.overlay else { throw fullDisk }
    #expect(dialog.problem != nil && bench.library.roots == [Sample.folder])
  }

  @Test func `looking on remembers nothing`() async throws {
    let bench = try await Bench.opened(readOnly: "Read-only.") { $0.onboarding.folder = { _ in .folder("/other") } }
    bench.type("o/other")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.library.roots == ["/other"] && bench.session.now.writes == 0)
  }

  @Test func `a folder that is none keeps the question open and says why`() async throws {
    let bench = try await bench(.problem("There is no folder there."))

    bench.type("/there")
    bench.press(Key(.enter))
    await bench.work.idle()

    guard case .entry(let dialog)? = bench.state.overlay else { throw fullDisk }
    #expect(dialog.problem == "There is no folder there." && bench.library.roots == [Sample.folder])
    bench.press(Key(.escape))
    #expect(bench.state.overlay == nil)
  }

  @Test func `a scan under way is not taken away its folder`() async throws {
    let bench = try await bench(.folder(FilePath("/else")))
    bench.press(Key(.escape))
    bench.type("s")
    #expect(bench.library.change(roots: [FilePath("/else")]) != nil && bench.library.roots == [Sample.folder])
    bench.disk.scan.finish(Sample.photos)
    await bench.work.idle()
  }
}
