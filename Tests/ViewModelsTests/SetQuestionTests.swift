import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// What `D` and `A` ask about photos that are made to be kept whole.
@MainActor @Suite struct SetQuestionTests {
  /// The sample, with a kind of set for some members of the similar groups.
  private func bench(_ sets: [String: SetKind], proposed: Set<String> = []) async throws -> Bench {
    let bench = try await Bench.opened { dependencies in
      dependencies.scan.findings = { library, _, _ in
        var findings = Sample.findings(in: library.photos)
        for index in findings.groups.indices where findings.groups[index].category == .similar {
          for member in findings.groups[index].members.indices {
            let path = findings.groups[index].members[member].path
            findings.groups[index].members[member].set = sets.first { Sample.path($0.key) == path }?.value
          }
        }
        for index in findings.issues.indices {
          let path = findings.issues[index].path
          findings.issues[index].isPreselected = proposed.contains { Sample.path($0) == path }
        }
        return findings
      }
    }
    await bench.open(.similar)
    return bench
  }

  private func question(_ bench: Bench) throws -> Question {
    guard case .question(let question) = bench.state.overlay else {
      throw NotAsked(message: bench.deck.message)
    }
    return question
  }

  private struct NotAsked: Error { var message: String? }

  @Test(arguments: [["s1": SetKind.panorama, "s2": .panorama], [:]])
  func `what is kept with its set, or was kept, stays out of a mass mark in another category`(
    sets: [String: SetKind]
  ) async throws {
    let bench = try await bench(sets, proposed: ["s2", "b1", "b2"])
    for _ in 0..<8 where bench.card != "s2" { await bench.play("l") }
    if sets.isEmpty { await bench.play("l") }
    bench.press(Key(.escape))

    await bench.open(.blurry)
    bench.type("A")
    let asked = try question(bench)
    bench.type("y")

    #expect(
      asked.lines.contains(
        sets.isEmpty
          ? "1 photo stays unmarked: you kept it, or a file of it, before."
          : "1 photo of sets to keep whole stays unmarked."))
    #expect(bench.marked == ["b1", "b2"])
  }

  @Test(arguments: SetKind.allCases) func `marking the rest of a set to keep names what it is, and only a yes marks`(
    kind: SetKind
  ) async throws {
    let bench = try await bench(["s1": kind, "s2": kind, "s3": kind])
    await bench.play("l")
    #expect(bench.card == "s2" && bench.deck.setTitle == kind.title(of: 3))

    bench.type("D")
    let asked = try question(bench)
    bench.press(Key(.enter))

    #expect(asked.title == "Mark 2 photos of this \(kind.noun)?")
    #expect(asked.lines.first?.hasSuffix("\(kind.noun) is made to be kept whole.") == true)
    #expect(asked.lines[1] == "The keeper stays: s1")
    #expect(!asked.isActFocused && bench.marked == [])
    bench.type("Dy")
    #expect(bench.marked == ["s2", "s3"])
    bench.type("u")
    #expect(bench.marked == [])
  }

  @Test(
    arguments: [
      ([:], nil), (["s1": 2], "What goes is larger: 4032×3024 to 2016×1512."),
      (["s1": 2, "s2": 2], "1 of them is larger: 4032×3024 to 2016×1512."), (["s1": 2, "s2": 2, "s3": 2], nil),
    ] as [([String: Int], String?)])
  func `where what goes is larger than what stays the question says so`(smaller: [String: Int], line: String?)
    async throws
  {
    var photos = Sample.photos
    for (name, part) in smaller {
      for index in photos.indices where photos[index].path == Sample.path(name) {
        photos[index].features?.pixelSize = PixelSize(width: 4032 / part, height: 3024 / part)
      }
    }
    let bench = try await Bench.opened(photos: photos)
    await bench.open(.similar)
    while bench.card?.hasPrefix("s") != true { await bench.play("s") }

    bench.type("D")

    #expect(try question(bench).lines.filter { $0.contains("larger") } == [line].compactMap(\.self))
  }

  @Test func `a group of which only some are a set has no title, and the question still warns`() async throws {
    let bench = try await bench(["s1": .panorama, "s2": .panorama])
    await bench.play("l")

    bench.type("D")

    #expect(bench.deck.setTitle == nil)
    let asked = try question(bench)
    #expect(asked.title == "Mark 2 photos of this set?")
    #expect(asked.lines.first == "A panorama is made to be kept whole.")
  }

  @Test func `marking all that is left leaves the sets out and says so`() async throws {
    let bench = try await bench(["s1": .bracket, "s2": .bracket, "s3": .bracket])

    bench.type("A")
    let asked = try question(bench)
    bench.type("y")

    #expect(asked.title == "Mark 1 of the 3 photos left in Similar?" && asked.actButton == "Mark 1")
    #expect(asked.lines.contains("It is no clear case; it is yours to judge."))
    #expect(asked.lines.contains("2 photos of sets to keep whole stay unmarked."))
    #expect(bench.marked == ["q2"])
  }

  @Test func `where only sets are left nothing is asked and nothing marked`() async throws {
    let bench = try await bench(["s1": .bracket, "s2": .bracket, "s3": .bracket])
    await bench.play("l")

    bench.type("A")

    #expect(bench.state.overlay == nil && bench.marked == [])
    #expect(bench.deck.message == "What is left is made to be kept whole; mark it one by one")
  }

  @Test func `what stays out of marking all is counted with its reason, in sets too`() async throws {
    let bench = try await bench([:])
    // The keeper goes, so that one of the others has to stay.
    await bench.play("skh")
    #expect(bench.marked == ["s1"])

    bench.type("A")
    let asked = try question(bench)
    bench.type("y")

    #expect(asked.title == "Mark 2 of the 3 photos left in Similar?" && bench.marked.count == 3)
    #expect(bench.card == "s2", "what stayed unmarked comes next")
    #expect(asked.lines.contains("1 photo stays unmarked: it is the last of its set."), "\(asked.lines)")
  }

  @Test func `the rest of a set that cannot go together says why`() async throws {
    let bench = try await Bench.opened()
    await bench.open(.duplicate)
    await bench.play("ll")
    #expect(bench.card == "e2")
    await bench.play("kh")
    #expect(bench.marked == ["e1"] && bench.card == "e2")

    bench.type("D")

    #expect(bench.state.overlay == nil && bench.marked == ["e1"])
    #expect(bench.deck.message == "What is left in this set is the last of it; mark it one by one")
  }

  @Test func `a protected photo is no part of the number that is asked about`() async throws {
    let bench = try await bench([:])
    #expect(bench.card == "q2")

    bench.type("D")
    let asked = try question(bench)
    bench.type("y")

    #expect(asked.title == "Mark 1 photo of this set?" && bench.marked == ["q2"])
    #expect(asked.lines.contains("1 photo stays unmarked: protected."))
  }

  @Test func `the safe button of every question of the deck changes nothing and says so`() async throws {
    for keys in ["khh", "D", "A"] {
      let bench = try await Bench.opened { dependencies in
        dependencies.scan.findings = { library, _, _ in
          var findings = Sample.findings(in: library.photos)
          for index in findings.issues.indices { findings.issues[index].isPreselected = true }
          return findings
        }
      }
      await bench.open(.duplicate)
      await bench.play("ll" + keys)
      let before = bench.library.review.actions
      let asked = try question(bench)

      bench.press(Key(.enter))

      #expect(asked.safeButton == "Not yet" && bench.state.overlay == nil)
      #expect(bench.library.review.actions == before)
    }
  }

  @Test(
    arguments: [
      ([], "None of them is a clear case; all are yours to judge."),
      (["s2"], "1 is a clear case; the others are yours to judge."),
      (["s2", "s3"], "2 are clear cases; the others are yours to judge."),
      (["q2", "s2", "s3"], "All of them are clear cases."),
    ] as [(Set<String>, String)])
  func `the question says how many are clear cases`(proposed: Set<String>, sentence: String) async throws {
    let bench = try await bench([:], proposed: proposed)

    bench.type("A")

    let asked = try question(bench)
    #expect(asked.title == "Mark all 3 photos left in Similar?" && asked.lines.first == sentence)
  }
}
