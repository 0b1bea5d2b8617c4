import PhotoModel
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Photos of one set whose names are equal: only their folders tell them apart.
@MainActor @Suite struct SameNameTests {
  private nonisolated static let names = ["2023/Trip/IMG_1.JPG", "2024/Trip/IMG_1.JPG", "2024/Trip/IMG_2.JPG"]

  /// A set of copies; the first is the keeper.
  private func bench(_ names: [String] = names) async throws -> Bench {
    let photos = zip(names, 1...).map { Sample.photo($0, number: UInt64($1), bytes: 7) }
    let bench = try await Bench.opened(photos: photos) { dependencies in
      dependencies.scan.findings = { _, _, _ in
        Findings(
          groups: [Sample.group("X", .duplicate, names)],
          issues: names.dropFirst().map { Sample.issue($0, .duplicate, group: "X") })
      }
    }
    await bench.open(.duplicate)
    return bench
  }

  private func question(_ bench: Bench) -> Question? {
    guard case .question(let question) = bench.state.overlay else { return nil }
    return question
  }

  @Test func `the question about a set says the folder of what stays where others have its name`() async throws {
    let bench = try await bench()
    bench.type("D")
    #expect(question(bench)?.lines.first == "The keeper stays: IMG_1.JPG in 2023/Trip")

    let other = try await self.bench(["a/IMG_1.JPG", "b/IMG_2.JPG"])
    other.type("D")
    #expect(question(other)?.lines.first == "The keeper stays: IMG_1.JPG")
  }

  @Test func `a card says from where its folder is another one, where the name does not tell`() async throws {
    let bench = try await bench()
    #expect(bench.deck.card?.distinguishingFolder == "…/2024/Trip")
    await bench.play("s")
    #expect(bench.card == "IMG_2.JPG" && bench.deck.card?.distinguishingFolder == nil)
  }

  @Test func `a copy says where its keeper is, where that is another folder`() async throws {
    let same = "same bytes as the keeper; 194 details in common"
    func why(_ names: [String], _ text: String) async throws -> String? {
      let photos = zip(names, 1...).map { Sample.photo($0, number: UInt64($1), bytes: 7) }
      let bench = try await Bench.opened(photos: photos) { dependencies in
        dependencies.scan.findings = { _, _, _ in
          var issue = Sample.issue(names[1], .duplicate, group: "X")
          issue.why = text
          return Findings(groups: [Sample.group("X", .duplicate, names)], issues: [issue])
        }
      }
      await bench.open(.duplicate)
      return bench.deck.card?.issue.why
    }

    #expect(
      try await why(["Album/1.JPG", "Inbox/2.JPG"], same)
        == "same bytes as the keeper, in Album; 194 details in common")
    #expect(
      try await why(["Album/1.JPG", "Inbox/2.JPG"], "saved again; the keeper is larger")
        == "saved again; the keeper, in Album, is larger")
    #expect(try await why(["Album/1.JPG", "Album/2.JPG"], same) == same)
  }

  @Test func `the two of a comparison say it as well`() async throws {
    let bench = try await bench()
    await bench.play("c")
    let compare = bench.state.compare
    #expect(compare.left?.distinguishingFolder == "…/2023/Trip" && compare.right?.distinguishingFolder == "…/2024/Trip")
  }

  @Test func `a folder within the other one is told from it`() {
    let paths = ["/p/IMG.JPG", "/p/old/IMG.JPG", "/IMG.JPG"].map { FilePath($0) }
    #expect(distinguishingFolder(of: paths[0], among: Array(paths[0...1])) == "…/p")
    #expect(distinguishingFolder(of: paths[1], among: Array(paths[0...1])) == "…/old")
    #expect(distinguishingFolder(of: paths[2], among: paths) == "/")
    #expect(distinguishingFolder(of: paths[0], among: ["/q/IMG.PNG"]) == nil)
  }
}
