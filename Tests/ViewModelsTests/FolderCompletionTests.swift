import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Tab in the question for a folder.
@MainActor @Suite struct FolderCompletionTests {
  private nonisolated static let tree = [
    "": ["Bilder"], "~/": ["Pictures", "Public", "Downloads", ".config", ".cache"],
    "~/Pictures/": ["2023", "2024", "Ärger\u{1B}[2J"], "/media/": ["stick"],
  ]

  private func completion(_ typed: String) async -> FolderCompletion {
    await FolderCompletion(of: typed) { parent, isWanted in (Self.tree[parent] ?? []).filter(isWanted) }
  }

  @Test(
    arguments: [
      ("~", "~/", []), ("~/Do", "~/Downloads/", ["~/Downloads"]), ("~/P", "~/P", ["~/Pictures", "~/Public"]),
      ("~/Pic", "~/Pictures/", ["~/Pictures"]),
      ("~/Pictures/2", "~/Pictures/202", ["~/Pictures/2023", "~/Pictures/2024"]),
      ("~/", "~/", ["~/Downloads", "~/Pictures", "~/Public"]), ("~/.c", "~/.c", ["~/.cache", "~/.config"]),
      ("/media/", "/media/stick/", ["/media/stick"]), ("B", "Bilder/", ["Bilder"]), ("~/pic", "~/pic", []),
      ("/none/", "/none/", []),
      ("~/Pictures/Ä", "~/Pictures/Ärger\u{1B}[2J/", ["~/Pictures/Ärger\u{1B}[2J"]),
    ] as [(String, String, [String])])
  func `a path goes on as far as the folders there have it in common`(
    typed: String, text: String, folders: [String]
  ) async {
    let completion = await completion(typed)
    #expect(completion.text == text && completion.folders == folders)
  }

  @Test func `Tab writes it into the line and says where none fits, and late answers change nothing`()
    async throws
  {
    let gate = Gate()
    let bench = try await Bench.opened {
      $0.onboarding.folders = { parent, isWanted in
        await gate.pass()
        return (Self.tree[parent] ?? []).filter(isWanted)
      }
    }
    func entry() -> EntryDialog? { if case .entry(let dialog) = bench.state.overlay { dialog } else { nil } }
    bench.type("o~/P")
    #expect(bench.state.hints.contains { $0.action == .complete })
    bench.press(Key(.tab))
    bench.type("i")
    gate.open()
    await bench.work.idle()
    #expect(entry()?.entry.text == "~/Pi" && entry()?.folders == ["~/Pictures"])

    bench.press(Key(.tab), Key(.tab))
    await bench.work.idle()
    #expect(entry()?.entry.text == "~/Pictures/" && entry()?.problem == nil)
    #expect(entry()?.folders == ["~/Pictures/2023", "~/Pictures/2024", "~/Pictures/Ärger\u{1B}[2J"])
    bench.type("x")
    bench.press(Key(.tab))
    await bench.work.idle()
    #expect(entry()?.problem == "No folder there begins like this." && entry()?.folders == [])
    bench.press(Key(.backspace))
    #expect(entry()?.problem == nil && entry()?.entry.text == "~/Pictures/")
  }

  @Test func `folders are listed as they are typed, earlier libraries first, and arrows choose one`() async throws {
    let bench = try await Bench.opened {
      $0.onboarding.folders = { parent, isWanted in (Self.tree[parent] ?? []).filter(isWanted) }
      $0.onboarding.recent = { ["/home/me/Holiday", Sample.folder, "/old"] }
      $0.onboarding.suggestions = { ["/media/stick", "/old"] }
    }
    func entry() -> EntryDialog? { if case .entry(let dialog) = bench.state.overlay { dialog } else { nil } }
    bench.type("o")
    await bench.work.idle()
    // Neither the library that is open nor anything twice.
    #expect(entry()?.folders == ["~/Holiday", "/old", "/media/stick"] && entry()?.choice == nil)
    bench.press(Key(.up))
    #expect(entry()?.entry.text == "~/Holiday", "the first arrow chooses the first")
    bench.press(Key(.down), Key(.down), Key(.down))
    #expect(entry()?.entry.text == "/media/stick" && entry()?.choice == 2)
    bench.press(.control("u"))
    bench.type("~/P")
    await bench.work.idle()
    #expect(entry()?.folders == ["~/Pictures", "~/Public"] && entry()?.choice == nil)
    bench.press(Key(.down), Key(.down))
    bench.type("/")
    await bench.work.idle()
    #expect(entry()?.entry.text == "~/Public/" && entry()?.folders == [])
    #expect(!bench.state.hints.contains { $0.action == .down }, "arrows are offered where there is a list")
  }

  @Test func `the question for a folder does not name one of several as all of the library`() async throws {
    let bench = try Bench(roots: ["/home/me/lib", "/old"]) {
      $0.onboarding.recent = { [] }
      $0.onboarding.suggestions = { [] }
    }
    await bench.work.idle()
    bench.type("o")
    await bench.work.idle()
    guard case .entry(let dialog) = bench.state.overlay else {
      Issue.record("nothing is asked")
      return
    }
    #expect(dialog.explanation.hasSuffix(" Now it is ~/lib and 1 more."))
  }

  @Test func `where no path is typed Tab is not offered`() async throws {
    let bench = try await Bench.opened()
    bench.type("?keep")
    #expect(!bench.state.hints.contains { $0.action == .complete })
    bench.press(Key(.tab))
    await bench.work.idle()
    guard case .help(let search) = bench.state.overlay else {
      Issue.record("the search is gone")
      return
    }
    #expect(search.entry.text == "keep")
  }
}
