import FileSafety
import Foundation
import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// The third verdict: a photo moves to a folder of the user's with the next confirmed move.
@MainActor @Suite struct MoveFolderTests {
  private let family = FilePath("/home/me/Family/2024")

  private func opened() async throws -> Bench {
    let bench = try await Bench.opened { dependencies in
      dependencies.onboarding.folder = { text in
        switch text {
        case "~/New": .folder("/home/me/New")
        case "~/Soon": .missing("/home/me/Soon", "There is no folder ~/Soon.")
        default: .problem("There is no such folder.")
        }
      }
    }
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = ["~/Family/2024", "/media/card/album"] }
    return bench
  }

  @Test func `the history speaks of the folder that photos went to, and not of a trash`() {
    func text(gone: Int = 0, away: Int = 0, folders: Int = 2) -> String {
      var summary = BatchSummary(
        id: "b", date: Date(timeIntervalSince1970: 0), photos: 2, restored: 0, gone: gone, away: away,
        bytes: ByteCount(9))
      summary.folders = folders
      return summary.whereabouts
    }

    #expect(text() == "in your folder")
    #expect(text(gone: 1) == "1 of 2 in your folder")
    #expect(text(gone: 2) == "changed or gone in your folder")
    #expect(text(away: 2) == "its folder is not there")
    #expect(text(folders: 1) == "in the trash and in your folder")
    #expect(text(folders: 0) == "in the trash")
  }

  @Test func `t and a digit mark a photo for a folder, and one undo takes that back`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)

    bench.type("t")
    guard case .folders(let chooser) = bench.state.overlay else {
      Issue.record("no chooser")
      return
    }
    #expect(chooser.options.map(\.title) == ["~/Family/2024", "/media/card/album"])
    #expect(bench.state.hints.first?.key == "1…2")
    bench.type("7")
    #expect(bench.state.overlay != nil, "there is no seventh")
    await bench.play("1")

    #expect(bench.state.overlay == nil && bench.marked == ["b1"])
    #expect(bench.library.review.destination(of: Sample.path("b1")) == family)
    let item = try #require(
      bench.library.review.photos[Sample.path("b1")].flatMap { bench.library.review.removalItem(of: $0) })
    #expect(item.destination == family && item.safeguard == .onlyOne)
    bench.type("u")
    #expect(bench.marked == [] && bench.library.review.destination(of: Sample.path("b1")) == nil)
    bench.press(.control("r"))
    #expect(bench.library.review.destination(of: Sample.path("b1")) == family)
    #expect(bench.deck.message == "To ~/Family/2024 again")
    #expect(bench.library.review.verdicts.allSatisfy { $0.verdict == .none }, "nobody rejected it")
  }

  @Test func `a folder that is missing is made where it is the answer twice, and no other`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)
    func answer(_ text: String) async {
      bench.app.answer(typed: text)
      await bench.work.idle()
    }
    bench.type("t+")
    await answer("~/Soon")
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("no dialog")
      return
    }
    #expect(dialog.problem == "~/Soon is not there yet: the same answer again makes it.")
    await answer("~/Other")
    #expect(bench.marked == [])
    await answer("~/Soon")

    #expect(bench.state.overlay == nil && bench.marked == ["b1"])
    #expect(bench.library.review.destination(of: Sample.path("b1")) == "/home/me/Soon")
    #expect(bench.session.now.preferences.moveFolders.last == "~/Soon")
  }

  @Test func `Esc closes the folders, and nothing is decided`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)

    bench.press(Key("t"), Key(.down), Key(.escape))

    #expect(bench.state.overlay == nil && bench.marked == [] && bench.card == "b1")
  }

  @Test func `plus adds a folder, which takes the photo and is remembered`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)

    bench.type("t+~/New")
    bench.press(Key(.enter))
    await bench.work.idle()

    #expect(bench.library.review.destination(of: Sample.path("b1")) == "/home/me/New")
    #expect(
      bench.session.now.preferences.moveFolders == [
        "~/Family/2024", "/media/card/album", "~/New",
      ])
  }

  @Test func `a folder that is not there is said, and nothing is remembered`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)

    bench.type("t+~/None")
    bench.press(Key(.enter))
    await bench.work.idle()

    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("no entry")
      return
    }
    #expect(dialog.problem == "There is no such folder." && bench.marked == [])
  }

  @Test func `the bin shows both parts, and the question names both`() async throws {
    let bench = try await Bench.marked()
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = ["~/Family/2024"] }
    bench.type("b")
    #expect(bench.state.bin.partsText == nil)

    bench.type("t1")

    #expect(bench.bin == ["a3", "b1", "s2", "a2"])
    #expect(bench.state.bin.partsText == "3 to the trash, 1 to ~/Family/2024")
    #expect(bench.state.bin.items.map(\.folder) == ["~/Pictures", "~/Pictures", "~/Pictures", "to ~/Family/2024"])
    #expect(bench.state.bin.selection == 3 && bench.state.bin.message == "a2 moves to ~/Family/2024; u takes it back")
    bench.type("m")
    await bench.work.idle()
    #expect(bench.state.confirmation.title == "Move 3 to the trash and 1 to ~/Family/2024?")
    #expect(bench.state.confirmation.promise == "All of them can be put back")
    bench.type("y")
    await bench.work.idle()
    let items = try #require(bench.trash.now.asked.last?.items)
    #expect(items.filter { $0.destination == family }.map(\.path) == [Sample.path("a2")])
    #expect(bench.state.route == .done && bench.marked == [])
  }

  @Test func `a keep ends the mark for a folder`() async throws {
    let bench = try await opened()
    await bench.open(.blurry)
    await bench.play("t1")
    bench.type("b")
    bench.press(Key(.enter))
    await bench.work.idle()

    await bench.play("l")

    #expect(bench.marked == [] && bench.library.review.destination(of: Sample.path("b1")) == nil)
  }

  @Test func `a key that a settings file gave to something else is not taken for folders`() throws {
    let table = try KeyTable().remapped([KeyRemapping(.deck, .skip, [Key("t")])])

    #expect(table.action(for: Key("t"), in: .deck) == .skip)
    #expect(table.action(for: Key("t"), in: .bin) == .moveToFolder)
  }

  @Test func `no photo goes to a folder of Deckle's own`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.environment.ownFolders = ["/home/me/.local/state/deckle"]
      dependencies.onboarding.folder = { _ in .folder("/home/me/.local/state/deckle/photos") }
    }
    _ = try bench.session.preferencesDependencies.change { $0.moveFolders = ["~/.local/state/deckle"] }
    await bench.open(.blurry)
    let sentence = "~/.local/state/deckle is Deckle's own, so no photo goes there."

    await bench.play("t1")
    #expect(bench.marked == [] && bench.deck.message == sentence)
    bench.type("t+x")
    bench.press(Key(.enter))
    await bench.work.idle()
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("no entry")
      return
    }
    #expect(dialog.problem == sentence && bench.session.now.preferences.moveFolders.count == 1)
  }
}
