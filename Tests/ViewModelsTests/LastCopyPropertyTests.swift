import FileSafety
import Foundation
import PhotoModel
import Removal
import Review
import SystemPackage
import TestSupport
import Testing
import TextSurface
import ViewModels

/// Whatever is decided, taken back and moved, in whatever order: of every content one copy stays, and a set of similar
/// photos goes only after a question that says that nothing of it is left.
@MainActor @Suite struct LastCopyPropertyTests {
  /// scripts/torture asks for more, and for others each time.
  private static let scripts = number("DECKLE_SCRIPTS") ?? 60
  private static let first = number("DECKLE_SCRIPTS_FROM") ?? 1

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `no script of decisions and moves empties a set without the question that says so`() async throws {
    var moves = 0
    var emptied = 0
    for seed in Self.first..<(Self.first + Self.scripts) {
      let (moved, emptiedSets) = try await play(seed)
      moves += moved
      emptied += emptiedSets
    }
    #expect(moves > Int(Self.scripts) / 2, "hardly anything was moved")
    #expect(emptied > 0, "the question that says so was never asked")
  }

  /// One script. Gives how many photos were moved, and how many sets were emptied with the user's knowledge.
  private func play(_ seed: UInt64) async throws -> (moved: Int, emptied: Int) {
    var random = SeededGenerator(seed: seed)
    let known = RandomLibrary(&random)
    let bench = try await Bench.opened(photos: known.photos) { dependencies in
      dependencies.scan.findings = { library, _, _ in
        let paths = Set(library.photos.map(\.path))
        return known.findings { paths.contains($0) }
      }
    }
    var left = LibraryPhotos(known.photos)
    var result = (moved: 0, emptied: 0)
    for _ in 0..<30 {
      await decide(in: bench, &random)
      guard Int.random(in: 0..<6, using: &random) == 0, !bench.library.review.bin.isEmpty else { continue }
      let before = left
      let groups = bench.library.review.groups.values
      goHome(bench)
      bench.type("bm")
      await bench.work.idle()
      let question = bench.state.confirmation
      let counted = [
        question.exactCopies, question.duplicates, question.similar, question.keepersLeaving, question.onlyOnes,
        question.inPart, question.unreadRests, question.formerCopies, question.lastCopies, question.otherKeepers,
      ]
      #expect(counted.reduce(0, +) == question.photos, "seed \(seed)")
      bench.type("y")
      await bench.work.idle()
      let request = try #require(bench.trash.now.asked.last, "seed \(seed)")
      let gone = Set(before.values.map(\.path)).subtracting(bench.library.review.photos.values.map(\.path))
      left.remove(gone)
      result.moved += gone.count

      checkCopies(before, left, seed)
      checkSafeguards(request, gone, left, seed)
      let plan = RemovalPlan.acceptable(of: request.items, environment: Self.environment).plan
      var afterPlan = before
      afterPlan.remove(Set((plan?.items ?? []).map(\.path)))
      checkCopies(before, afterPlan, seed)
      for group in groups where group.members.allSatisfy({ left[$0.path] == nil }) {
        // For each of them something that stands for it stays somewhere else; that it does was looked at above.
        let members = Set(group.members.map(\.path))
        if request.items.allSatisfy({ !members.contains($0.path) || $0.safeguard != .onlyOne }) { continue }
        result.emptied += 1
        #expect(question.onlyOnes > 0, "seed \(seed): \(group.id) was emptied without a word")
      }
    }
    return result
  }

  private static let environment = TrashEnvironment(homeFolder: "/home/me", userID: 1000) {
    DeletionDate(secondsSince1970: 0)
  }

  private func goHome(_ bench: Bench) {
    for _ in 0..<6 where bench.state.route != .home || bench.state.overlay != nil { bench.press(Key(.escape)) }
  }

  /// One decision, or one taken back, done again, or all of a category at once.
  private func decide(in bench: Bench, _ random: inout SeededGenerator) async {
    let library = bench.library
    let category = IssueCategory.allCases.randomElement(using: &random) ?? .similar
    let paths = library.review.photos.values.map(\.path).sorted { $0.string < $1.string }
    guard let path = paths.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: _ = library.undo()
    case 1: _ = library.redo()
    case 2: if let action = library.review.takingOut(path) { _ = library.decide(action) }
    case 3:
      let group = library.review.groups.values.min { $0.id.text < $1.id.text }
      if let group, let member = group.members.last {
        if let action = library.review.action(choosing: member.path, of: group) { _ = library.decide(action) }
      }
    case 4:
      goHome(bench)
      await bench.open(category)
      bench.type(["Ay", "D", "g"].randomElement(using: &random) ?? "D")
      if bench.state.route == .contactSheet {
        for _ in 0..<Int.random(in: 0..<4, using: &random) { bench.press(Key(" "), Key(.down)) }
        bench.press(Key(.enter))
      }
      await bench.work.idle()
    default:
      let decision: UserDecision = [.delete, .delete, .delete, .keep].randomElement(using: &random) ?? .delete
      if let action = library.review.action(decision, for: [path], in: category) { _ = library.decide(action) }
    }
  }

  /// Of every content of which there were two files, one is left. Names of one file are one.
  private func checkCopies(_ before: LibraryPhotos, _ after: LibraryPhotos, _ seed: UInt64) {
    for (digest, photos) in Dictionary(grouping: before.values, by: \.digest) where digest != nil {
      guard Set(photos.map(\.identity.inode)).count > 1 else { continue }
      #expect(after.values.contains { $0.digest == digest }, "seed \(seed): the last of \(photos.map(\.path)) went")
    }
  }

  /// What was said to stay is there.
  private func checkSafeguards(
    _ request: RemovalRequest, _ gone: Set<FilePath>, _ left: LibraryPhotos, _ seed: UInt64
  ) {
    for item in request.items where gone.contains(item.path) {
      switch item.safeguard {
      case .onlyOne: break
      case .similar(let keeper): #expect(left[keeper.path] != nil, "seed \(seed): \(keeper.path)")
      case .exactCopy(let survivors):
        #expect(survivors.contains { left[$0.path] != nil }, "seed \(seed): no copy of \(item.path) is left")
      }
    }
  }
}
