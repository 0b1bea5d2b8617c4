import PhotoModel
import Shell
import TestSupport
import Testing
import ViewModels

/// Whole sessions in plain mode over a real library, typed by a script.
@MainActor
struct PlainJourneyTests {
  /// Two sets of exact copies, one of three and one of two, and two plain photos.
  private func library(isReadOnly: Bool = false) throws -> RealLibrary {
    try RealLibrary(isReadOnly: isReadOnly) { folder in
      for (seed, names) in [(1, ["a1", "a2", "a3"]), (2, ["b1", "b2"]), (3, ["c"]), (4, ["d"])] {
        let scene = TestPictures.scene(seed: UInt64(seed), size: PixelSize(width: 320, height: 240))
        let bytes = jpegData(of: scene, quality: 90)
        for name in names { _ = try folder.write(bytes, to: "Pictures/\(name).jpg") }
      }
    }
  }

  /// What is said while a script runs to its end.
  private final class Listener {
    var lines: [String] = []
    /// Called with each line, before the next is said.
    var onLine: @MainActor (String) -> Void = { _ in }
  }

  @discardableResult
  private func type(
    _ lines: [String], into library: RealLibrary, isInteractive: Bool = false, lineLimit: Int = .max,
    onLine: @escaping @MainActor (PlainShell, String) -> Void = { _, _ in }
  ) async -> (shell: PlainShell, lines: [String]) {
    let listener = Listener()
    func output(_ lines: [String]) -> Bool {
      guard listener.lines.count < lineLimit else { return false }
      listener.lines += lines
      for line in lines { listener.onLine(line) }
      return true
    }
    let shell = PlainShell(app: library.app, isInteractive: isInteractive, now: { .zero }, output: output)
    listener.onLine = { [unowned shell] line in onLine(shell, line) }
    for line in lines { shell.post(.line(line)) }
    if !isInteractive { shell.post(.endOfInput) }
    await shell.run()
    return (shell, listener.lines)
  }

  @Test func `what was marked moves to the trash after a yes, and comes back`() async throws {
    let library = try library()
    let before = library.contents

    let moved = await type(["s", "review", "h", "l", "u", "h", "m", "yes"], into: library).lines

    #expect(moved.contains("Move 2 photos to the trash?"), "\(moved)")
    #expect(moved.contains("2 photos moved"))
    #expect(library.trashed.count == 2)
    for (name, bytes) in before { #expect((library.contents[name] == bytes) != (library.trashed[name] == bytes)) }

    let restored = await type(["r", "home", "history", "q"], into: library).lines
    #expect(restored.contains("2 photos are back where they were, undecided again."), "\(restored)")
    #expect(restored.last == "Every decision is kept.")
    #expect(library.contents == before)
    #expect(library.trashed.isEmpty)
  }

  @Test func `a mark for a folder is said, and a filter that leaves nothing`() async throws {
    let library = try library()
    let folder = try library.folder.makeFolder("Family").string

    let lines = await type(["s", "review", "t", folder, "/", "zzz", "/", "", "q"], into: library).lines

    let printed = lines.filter { $0.contains(" with the next move; u takes it back") }
    #expect(printed == ["a2.jpg moves to \(folder) with the next move; u takes it back"], "\(lines)")
    #expect(lines.contains { $0.contains("No photo matches; an empty filter shows all again") }, "\(lines)")
    #expect(lines.last { $0.hasPrefix("Duplicates, photo") } != nil)
  }

  @Test func `one photo of a batch comes back by itself`() async throws {
    let library = try library()
    let before = library.contents
    _ = await type(["s", "review", "h", "l", "u", "h", "m", "yes"], into: library)

    let lines = await type(
      ["home", "history", "look 1", "restore 2", "look 2", "restore", "look 2", "q"], into: library
    ).lines

    #expect(lines.contains("“restore 2” is no choice here; ? says what is."), "\(lines)")
    #expect(lines.contains("1 photo is back where it was, undecided again."), "\(lines)")
    #expect(lines.contains { $0.hasSuffix(", put back") } && library.trashed.count == 1, "\(lines)")
    for (name, bytes) in before { #expect((library.contents[name] == bytes) != (library.trashed[name] == bytes)) }
  }

  @Test func `compare says what differs, decides and goes back, and a quick pass is chosen by its number`()
    async throws
  {
    let library = try library()

    let lines = await type(["s", "review", "c", "h", "w", "o", "a", "home", "f", "1", "h", "q"], into: library)
      .lines

    #expect(lines.contains { $0.hasPrefix("Compare, Duplicates, ") }, "\(lines)")
    #expect(lines.contains("The same bytes: nothing differs"))
    #expect(lines.contains { $0.hasPrefix("Marked for the bin: ") })
    #expect(lines.contains("Cards come largest first"))
    #expect(lines.contains { $0.hasSuffix("left in Duplicates, too few to accept at once") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("1 Up to ten minutes: ") })
    #expect(lines.contains { $0.hasPrefix("Up to ten minutes, about ") }, "\(lines)")
    #expect(library.app.library.review.binCount == 2 && library.trashed.isEmpty)
  }

  @Test func `undo in the bin says what it took back`() async throws {
    let library = try library()

    let lines = await type(["s", "review", "h", "h", "b", "u", "redo", "u", "u", "u", "q"], into: library).lines

    #expect(lines.count { $0.hasPrefix("Undone in Duplicates: ") && $0.hasSuffix(" is undecided again") } == 3)
    #expect(lines.contains { $0.hasPrefix("Redone in Duplicates: ") } && lines.contains("Nothing to undo"), "\(lines)")
    #expect(library.app.library.review.binCount == 0)
  }

  @Test func `of each card everything is said once, and choices only where they are others`() async throws {
    let library = try library()

    let lines = await type(["s", "review", "i", "h", "j", "c", "c", "", "h", "h", "q"], into: library).lines

    #expect(lines.count { $0.hasPrefix("Written: ") } == 1, "details belong to one card: \(lines)")
    #expect(!lines.contains { $0.hasPrefix("Name: ") || $0.hasPrefix("Why: ") }, "the card has said it")
    #expect(lines.contains("Proposed: same bytes as the keeper"), "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("keeper: ") || $0.contains("match: ") }, "\(lines)")
    let cards = lines.count { $0.hasPrefix("Duplicates, photo ") }
    let choices = lines.count { $0.hasPrefix("Choices: h: delete; l: keep; u: undo; s: skip") }
    // At the first card, after the comparison, and because Enter asks for it.
    #expect(cards > 4 && choices == 3, "\(lines)")
    for (line, next) in zip(lines, lines.dropFirst()) { #expect(line != next) }
  }

  @Test func `the loupe says in words how sharp a photo is beside its keeper`() async throws {
    let library = try library()

    let lines = await type(["s", "review", "z", "c", "w", "q"], into: library).lines

    #expect(lines.contains { $0.hasPrefix("Loupe, a") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Loupe, the keeper, a") }, "\(lines)")
    #expect(
      lines.contains {
        $0.hasPrefix("Sharpness 0.") && $0.contains(" of 1, blurry below 0.") && $0.contains("; the keeper has 0.")
      }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Top: ") })
    #expect(lines.contains { $0.hasPrefix("Beside the keeper: sharper in 0, softer in 0 of ") })
    #expect(library.app.library.review.binCount == 0)
  }

  @Test func `a change in the settings is said in one line, and the list only when it is asked for`() async throws {
    let library = try library()

    let lines = await type(["s", "settings", "+ 1", "6", "change 6", "- 6", "0 1", "q"], into: library).lines

    let list = lines.drop { !$0.hasPrefix("Settings;") }
    #expect(lines.count { $0.hasPrefix("Settings;") } == 1, "\(lines)")
    #expect(list.contains("1 Blurry: 0.30 (chosen)") && list.contains("Sensitivity:"), "\(lines)")
    #expect(list.contains("6 Sharper: on, second in the order"), "\(lines)")
    // A number at the beginning is the row's; a second one would be taken for it.
    #expect(!list.contains { $0.wholeMatch(of: /\d+ +[\d–].*/) != nil }, "\(lines)")
    #expect(!list.contains { $0.contains("Enter") }, "\(lines)")
    #expect(!list.contains { $0.hasSuffix(": ") || $0.contains(": .") || $0.contains("  ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Blurry: 0.35, ") && $0.contains(" photo") }, "\(lines)")
    #expect(
      lines.contains(
        "6 Sharper: on, second in the order. Only by more than noise, and at comparable size; - earlier, + later, "
          + "change switches it off"), "\(lines)")
    #expect(lines.contains("Sharper: off."), "\(lines)")
    #expect(lines.contains("More pixels: on, first in the order."), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Blurry: 0.30, ") }, "\(lines)")
  }

  @Test(arguments: ["no", "y", "", "m", "q"])
  func `anything but yes moves nothing`(answer: String) async throws {
    let library = try library()
    let before = library.contents

    let lines = await type(["s", "review", "h", "m", answer], into: library).lines

    #expect(lines.contains("Nothing was moved."), "\(lines)")
    #expect(library.contents == before)
    #expect(library.app.state.deck.binCount == 1)
  }

  @Test func `the end of the input answers no question`() async throws {
    let library = try library()
    let before = library.contents
    for lines in [["s", "review", "h", "m"], ["mark all"]] { await type(lines, into: library) }
    #expect(library.contents == before)

    await type(["no", "home", "review", "mark all"], into: library)

    #expect(library.app.state.overlay != nil)
    #expect(library.app.library.review.bin.count == 1)
  }

  @Test func `what cannot be done is said`() async throws {
    let library = try library()
    let script = ["1", "s", "4", "frobnicate \u{1B}[31m", "review", "u", "b", "x", "x 5"]
    let lines = await type(script, into: library).lines
    #expect(lines.contains("Nothing is listed under Duplicates."))
    #expect(lines.contains("Nothing is listed under Screenshots."))
    #expect(lines.contains("“frobnicate” is no choice here; ? says what is."), "\(lines)")
    #expect(lines.contains("Nothing to undo"))
    let bin = try #require(lines.firstIndex(of: "Bin: empty"))
    #expect(lines[bin...].contains("The bin is empty"), "\(lines[bin...])")
    #expect(lines.contains("There is no row 5."))
  }

  @Test func `an arrow key does what it does on the screen, and no key of any kind is answered by its bytes`()
    async throws
  {
    let library = try library()
    let (left, right, up, down) = ("\u{1B}[D", "\u{1B}OC", "\u{1B}[A", "\u{1B}[B")
    let script = [
      left, "s", "review", left, right, left, left + left, "\u{1B}[15~", "b", down, down, down, up, "home", "settings",
      right, "\u{1B}[5~", "home", "o" + left, "\u{07}",
    ]

    let lines = await type(script, into: library).lines

    #expect(lines.contains("← does nothing here; ? says what does."), "\(lines)")
    #expect(lines.count { $0.hasPrefix("Marked for the bin: ") } == 2, "\(lines)")
    #expect(lines.count { $0.hasPrefix("Kept: ") } == 1)
    #expect(lines.contains("“←←” is no choice here; ? says what is."), "one at a time")
    #expect(lines.count { $0 == "That key is no choice here; ? says what is." } == 2)
    #expect(lines.contains { $0.hasPrefix("2 ") && $0.hasSuffix("(chosen)") })
    #expect(lines.contains("That is the last row."))
    #expect(lines.contains { $0.hasPrefix("Blurry: 0.35") }, "\(lines)")
    #expect(lines.contains("There is no further page."))
    #expect(lines.contains("“←o” is no choice here; ? says what is."), "\(lines)")
    #expect(!lines.contains { $0.contains("\\x1b") || $0.contains("[D") || $0.contains("\\x07") }, "\(lines)")
    #expect(library.trashed.isEmpty)
  }

  @Test(arguments: ["\u{1B}[D", "\u{1B}[C"]) func `an arrow key is no yes`(arrow: String) async throws {
    let library = try library()
    let before = library.contents

    let lines = await type(["s", "review", "h", "m", arrow], into: library).lines

    #expect(lines.contains("Nothing was moved."), "\(lines)")
    #expect(library.contents == before)
  }

  @Test func `the bin gives back the row that was named`() async throws {
    let library = try library()
    let lines = await type(["s", "review", "h", "h", "h", "b", "2", "x 1"], into: library).lines
    let names = lines.filter { $0.hasPrefix("Marked for the bin: ") }.map { $0.dropFirst(20) }
    #expect(names.count == 3, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("2 ") && $0.hasSuffix("(chosen)") })
    #expect(lines.contains { $0.hasPrefix("Out of the bin: ") })
    #expect(library.app.library.review.bin.count == 2)
  }

  @Test func `the last photo of a set is only marked after a yes`() async throws {
    let library = try library()
    // One marked, then the keeper, and so the third one is the last.
    let script = ["s", "review", "h", "h", "u", "j", "h", "h"]

    let refused = await type(script + ["no"], into: library).lines
    #expect(refused.contains("Mark the last one of this set?"), "\(refused)")
    #expect(refused.contains("Not yet."))
    #expect(library.app.library.review.bin.count == 2)

    let marked = await type(["h", "yes"], into: library).lines
    #expect(marked.contains { $0.hasPrefix("Marked for the bin: ") }, "\(marked)")
    #expect(library.app.library.review.bin.count == 3)
  }

  @Test func `plain mode says that a read-only session refuses a decision`() async throws {
    let library = try library(isReadOnly: true)
    let lines = await type(["s", "review", "h"], into: library).lines
    #expect(lines.contains("Read-only"), "\(lines)")
    #expect(library.app.library.review.bin.isEmpty)
  }

  @Test func `a signal leaves without a word and keeps the decisions`() async throws {
    let library = try library()
    let (shell, lines) = await type(["s"], into: library, isInteractive: true) { shell, line in
      if line.hasPrefix("1 Duplicates: 3 photos") { shell.post(.line("review")) }
      if line.hasPrefix("Duplicates, photo 1 of 3") { shell.post(.line("h")) }
      if line.hasPrefix("Marked for the bin") { shell.post(.terminate(signal: 15)) }
    }
    #expect(shell.terminatingSignal == 15)
    #expect(shell.hasLeft)
    #expect(lines.last?.hasPrefix("Set of ") == true, "\(lines)")
    #expect(library.app.library.review.bin.count == 1)
  }

  @Test func `what was typed before something changed by itself decides nothing`() async throws {
    let library = try library()
    let (_, lines) = await type(["s"], into: library, isInteractive: true) { shell, line in
      if line.hasPrefix("1 Duplicates: 3 photos") { shell.post(.line("review")) }
      if line.hasPrefix("Duplicates, photo 1 of 3") {
        // Another card comes up, and before it is said somebody answers the one that was.
        _ = library.app.perform(.skip)
        shell.post(.line("h"))
      }
      if line.hasPrefix("Not used") { shell.post(.endOfInput) }
    }
    #expect(lines.contains("Not used, because it was typed before this: “h”"), "\(lines)")
    #expect(library.app.library.review.bin.isEmpty)
  }

  @Test func `at a terminal a yes counts only after the counts were said`() async throws {
    let library = try library()
    let before = library.contents
    let (_, lines) = await type(["s"], into: library, isInteractive: true) { shell, line in
      if line.hasPrefix("1 Duplicates: 3 photos") { shell.post(.line("review")) }
      if line.hasPrefix("Duplicates, photo 1 of 3") { shell.post(.line("h")) }
      if line.hasPrefix("Duplicates, photo 2 of 3") { for line in ["m", "yes"] { shell.post(.line(line)) } }
      if line.hasPrefix("Not used") { shell.post(.endOfInput) }
    }
    #expect(lines.contains("Move 1 photo to the trash?"))
    #expect(lines.contains("Not used, because it was typed before this: “yes”"), "\(lines)")
    #expect(library.contents == before)
  }

  @Test func `at a terminal a pasted text decides about no card that was not said`() async throws {
    let library = try library()
    let (_, lines) = await type(["s"], into: library, isInteractive: true) { shell, line in
      if line.hasPrefix("1 Duplicates: 3 photos") { shell.post(.line("review")) }
      if line.hasPrefix("Duplicates, photo 1 of 3") {
        // The reader may be slower than what comes of the first line.
        var pasted = ["l", "D", "b", "x 1", "q"]
        shell.postTypedLines = {
          for line in pasted.drain() { shell.post(.line(line)) }
          shell.post(.endOfInput)
        }
        shell.post(.line("h"))
      }
    }
    #expect(library.app.wantsToQuit, "what only leaves is obeyed: \(lines)")
    for line in ["l", "D", "x 1"] {
      #expect(lines.contains("Not used, because it was typed before this: “\(line)”"), "\(lines)")
    }
    #expect(library.app.library.review.bin.count == 1)
  }

  @Test func `after the last line that is heard nothing more is obeyed`() async throws {
    let library = try library()
    let before = library.contents
    let (shell, _) = await type(["s", "review", "h", "m", "yes"], into: library, lineLimit: 12)
    #expect(shell.isOutputClosed)
    #expect(shell.hasLeft)
    #expect(library.contents == before)
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `whatever is typed but yes, nothing moves and only text is said`(seed: UInt64) async throws {
    let library = try library()
    let before = library.contents
    var random = SeededGenerator(seed: seed)
    let inputs =
      KeyContext.allCases.flatMap { PlainText.choices(in: $0) }.flatMap(\.names)
      .filter { !["yes", "q", "quit", "exit"].contains($0) } + ["1", "2", "x 1", "look 1", "9", "\u{1B}[2J", "\u{7}"]
    let lines = ["s", "review"] + (0..<80).map { _ in inputs.randomElement(using: &random) ?? "h" }

    let printed = await type(lines, into: library).lines

    #expect(library.contents == before)
    #expect(library.trashed.isEmpty)
    for line in printed { #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }, "\(line)") }
  }
}

extension Array {
  fileprivate mutating func drain() -> [Element] {
    defer { removeAll() }
    return self
  }
}
