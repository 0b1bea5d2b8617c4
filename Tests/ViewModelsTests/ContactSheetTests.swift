import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// The contact sheet of a set: Space chooses what stays, Enter marks the rest, Esc changes nothing.
@MainActor @Suite struct ContactSheetTests {
  private func bench(_ category: IssueCategory = .similar, readOnly: String? = nil) async throws -> Bench {
    let bench = try await Bench.opened(readOnly: readOnly)
    let tile = GridCapacity(columns: 2, tile: Size(columns: 10, rows: 4), rows: 12)
    bench.app.setGridCapacity(.list, browse: tile, contactSheet: { _ in tile })
    await bench.open(category)
    return bench
  }

  private func sheet(_ bench: Bench) -> ContactSheetState { bench.state.contactSheet }
  private func names(_ bench: Bench) -> [String?] { (0..<3).map { sheet(bench).grid.tiles[$0]?.name } }

  /// Opens the sheet and draws it, with its pictures.
  private func open(_ bench: Bench) async {
    await bench.play("g")
    bench.app.presented()
  }

  /// Presses keys, each on a frame that shows what the key before did.
  private func press(_ bench: Bench, _ keys: Key...) async {
    for key in keys {
      bench.app.presented()
      bench.press(key)
      await bench.work.idle()
    }
  }

  @Test func `g shows the set of the card, with its keeper chosen`() async throws {
    let bench = try await bench()
    await bench.play("s")
    #expect(bench.card == "s2")

    await open(bench)

    #expect(bench.state.route == .contactSheet && names(bench) == ["s1", "s2", "s3"])
    #expect(sheet(bench).grid.chosen == [0] && sheet(bench).grid.cursor == 1)
    #expect(sheet(bench).title == "Set of 3" && sheet(bench).grid.tiles[0]?.facts == ["keeper", "12.0 KB"])
    #expect(sheet(bench).grid.tiles[1]?.mark == .going && sheet(bench).grid.tiles[0]?.mark == .staying)
  }

  @Test func `Space chooses, Enter keeps these and marks the rest, and one undo takes all of it back`() async throws {
    let bench = try await bench()
    await bench.play("s")
    await open(bench)

    await press(bench, Key(" "), Key(.enter))

    #expect(bench.state.route == .deck(.similar) && bench.marked == ["s3"])
    #expect(bench.deck.message == "2 kept, 1 marked; u takes it back" && bench.card == nil)
    #expect(bench.session.now.saved.actions.count == 1 && bench.session.now.saved.bookmarks[.similar] == nil)
    await bench.play("u")
    #expect(bench.marked == [] && bench.library.review.decision(Sample.path("s2"), in: .similar) == .pending)
    #expect(bench.deck.message == "Undone: 3 photos are undecided again" && bench.card == "s2")
    bench.press(.control("r"))
    #expect(bench.marked == ["s3"] && bench.deck.message == "Marked again")
  }

  @Test func `undo comes back to the card and not to the keeper, where all of the set were kept`() async throws {
    let bench = try await bench(.duplicate)
    await bench.play("ss")
    #expect(bench.card == "e2")
    await open(bench)
    await press(bench, Key(" "), Key(.enter))

    await bench.play("u")

    #expect(bench.card == "e2")
  }

  @Test func `Esc leaves everything as it was`() async throws {
    let bench = try await bench()
    await open(bench)

    bench.press(Key(" "), Key(.right), Key(" "), Key(.escape))

    #expect(bench.state.route == .deck(.similar) && bench.marked == [] && bench.session.now.saved.actions == [])
    await open(bench)
    #expect(sheet(bench).grid.chosen == [0, 2], "what was chosen and not confirmed is forgotten")
  }

  @Test func `nothing can be left of no set: the last is marked by itself`() async throws {
    let bench = try await bench()
    await bench.play("s")
    await open(bench)

    await press(bench, Key(.left), Key(" "), Key(.enter))

    #expect(bench.state.route == .contactSheet && bench.marked == [])
    #expect(sheet(bench).message?.hasPrefix("Nothing of this set would stay") == true)
  }

  @Test func `another one than the keeper can stay alone, and undo gives the keeper back`() async throws {
    let bench = try await bench()
    await bench.play("s")
    await open(bench)

    await press(bench, Key(" "), Key(.left), Key(" "), Key(.enter))

    #expect(bench.marked == ["s1", "s3"])
    #expect(bench.library.review.isKeeper(Sample.path("s2")))
    await bench.play("u")
    #expect(bench.marked == [] && bench.library.review.isKeeper(Sample.path("s1")))
  }

  @Test func `a protected photo stays, and Space says why`() async throws {
    let bench = try await bench()
    await open(bench)
    #expect(names(bench) == ["q1", "q2", "p1"] && sheet(bench).grid.chosen == [0, 2])

    bench.press(Key(.down), Key(" "))

    #expect(sheet(bench).grid.cursor == 2 && sheet(bench).grid.chosen == [0, 2])
    #expect(sheet(bench).message == "It lies in a protected folder and stays")
  }

  @Test func `what was not on the screen is not marked`() async throws {
    let bench = try await bench()
    let small = GridCapacity(columns: 1, tile: Size(columns: 10, rows: 4), rows: 6)
    bench.app.setGridCapacity(.list, contactSheet: { _ in small })
    await bench.play("s")
    await open(bench)
    bench.press(Key(.up))
    await bench.work.idle()
    bench.app.presented()
    bench.press(Key(.down))
    bench.app.presented()

    bench.press(Key(.enter))

    #expect(bench.marked == [] && sheet(bench).message == "s3 was not on the screen yet; look at it first")
    #expect(sheet(bench).grid.cursor == 2)
    await bench.work.idle()
    bench.app.presented()
    bench.press(Key(.enter))
    #expect(bench.marked == ["s2", "s3"])
  }

  @Test func `Enter before the choice was drawn does nothing`() async throws {
    let bench = try await bench()
    await bench.play("s")
    await open(bench)

    bench.press(Key(" "), Key(.enter))

    #expect(bench.state.route == .contactSheet && bench.marked == [])
    #expect(sheet(bench).message == "The choice was not on the screen yet; once more does it")
    bench.app.presented()
    bench.press(Key(.enter))
    #expect(bench.marked == ["s3"])
  }

  @Test func `a click moves the cursor, and a second one chooses`() async throws {
    let bench = try await bench()
    await open(bench)

    bench.app.selectPhoto(0)
    #expect(sheet(bench).grid.cursor == 0 && sheet(bench).grid.chosen == [0, 2])
    bench.app.selectPhoto(0)
    #expect(sheet(bench).grid.chosen == [2])
  }

  @Test func `from the bin and from all photos g leads to the set and back`() async throws {
    let bench = try await bench(.duplicate)
    await bench.play("hb")
    #expect(bench.state.route == .bin)
    await open(bench)
    #expect(bench.state.route == .contactSheet && names(bench) == ["a1", "a2", "a3"])
    #expect(sheet(bench).grid.chosen == [0] && sheet(bench).grid.tiles[1]?.facts.contains("in the bin") == true)
    bench.press(Key(.enter))
    #expect(bench.state.route == .bin && bench.state.bin.message == "1 kept, 1 marked; u takes it back")
    #expect(bench.marked == ["a2", "a3"])
    bench.press(Key(.escape), Key(.escape))
    await bench.play("a")
    bench.press(Key(.right))
    await open(bench)
    #expect(bench.state.route == .contactSheet && sheet(bench).category == "Duplicates")
    bench.press(Key(.escape))
    #expect(bench.state.route == .browse)
  }

  @Test func `a photo without a set says so, and a session that is read only too`() async throws {
    let bench = try await bench(.screenshot)
    await bench.play("g")
    #expect(bench.state.route == .deck(.screenshot) && bench.deck.message == "This photo belongs to no set")

    let reading = try await self.bench(readOnly: "Read-only: you can look, but not decide.")
    await open(reading)
    reading.press(Key(.enter))
    #expect(sheet(reading).message == "Read-only: you can look, but not decide." && reading.marked == [])
  }

  @Test func `a photo of another category leads to its set, and the deck stays on its card`() async throws {
    let bench = try await bench(.blurry)
    await bench.play("ll")
    #expect(bench.card == "s2")
    await open(bench)
    #expect(sheet(bench).category == "Similar" && sheet(bench).grid.cursor == 1)

    bench.press(Key(" "))
    bench.app.presented()
    bench.press(Key(.enter))

    // To keep it in its set says nothing about its sharpness.
    #expect(bench.state.route == .deck(.blurry) && bench.card == "s2" && bench.marked == ["s3"])
  }

  @Test func `a set that is made to be kept whole is asked about first`() async throws {
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.findings = { library, _, _ in
        var findings = Sample.findings
        for group in findings.groups.indices where findings.groups[group].id == PhotoGroup.ID("S") {
          for member in findings.groups[group].members.indices {
            findings.groups[group].members[member].set = .bracket
          }
        }
        findings.keptWhole = ["s1", "s2", "s3"].reduce(into: [:]) { $0[Sample.path($1)] = .bracket }
        return findings
      }
    }
    await bench.open(.similar)
    await bench.play("sg")
    #expect(sheet(bench).title == SetKind.bracket.title(of: 3))

    bench.press(Key(.enter))

    guard case .question(let question) = bench.state.overlay else {
      Issue.record("nothing was asked")
      return
    }
    #expect(question.title == "Mark 2 photos of this \(SetKind.bracket.noun)?" && !question.isActFocused)
    bench.press(Key(.escape))
    #expect(bench.state.route == .contactSheet && bench.marked == [])
    bench.press(Key(.enter), Key("y"))
    #expect(bench.state.route == .deck(.similar) && bench.marked == ["s2", "s3"])
  }

  @Test func `a key that a settings file gave to something else is not taken for the set`() throws {
    let table = try KeyTable().remapped([KeyRemapping(.deck, .skip, [Key("g")])])

    #expect(table.action(for: Key("g"), in: .deck) == .skip && table.action(for: Key("g"), in: .bin) == .showSet)
  }
}
