import Synchronization
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
      ("~", "~/", nil), ("~/Do", "~/Downloads/", nil), ("~/P", "~/P", "2 folders: Pictures, Public"),
      ("~/Pic", "~/Pictures/", nil), ("~/Pictures/2", "~/Pictures/202", "2 folders: 2023, 2024"),
      ("~/", "~/", "3 folders: Downloads, Pictures, Public"), ("~/.c", "~/.c", "2 folders: .cache, .config"),
      ("/media/", "/media/stick/", nil), ("B", "Bilder/", nil),
      ("~/pic", "~/pic", "No folder there begins like this."),
      ("/none/", "/none/", "No folder there begins like this."),
    ] as [(String, String, String?)])
  func `a path goes on as far as the folders there have it in common`(typed: String, text: String, words: String?) async
  {
    let completion = await completion(typed)
    #expect(completion.text == text && completion.note == words)
  }

  @Test func `names are shown safely and typed as they are`() async {
    #expect(await completion("~/Pictures/").note == "3 folders: 2023, 2024, Ärger\\x1b[2J")
    #expect(await completion("~/Pictures/Ä").text == "~/Pictures/Ärger\u{1B}[2J/")
  }

  @Test func `Tab writes it into the line, the next key takes what was said away, and late answers change nothing`()
    async throws
  {
    let gate = Gate()
    let asked = Mutex(0)
    let bench = try await Bench.opened {
      $0.onboarding.folders = { parent, isWanted in
        asked.withLock { $0 += 1 }
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
    #expect(entry()?.entry.text == "~/Pi" && entry()?.note == nil && asked.withLock { $0 } == 1)

    bench.press(Key(.tab), Key(.tab))
    await bench.work.idle()
    #expect(entry()?.entry.text == "~/Pictures/")
    bench.press(Key(.tab))
    await bench.work.idle()
    #expect(entry()?.note?.hasPrefix("3 folders: ") == true)
    bench.type("2")
    #expect(entry()?.note == nil && entry()?.entry.text == "~/Pictures/2")
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
