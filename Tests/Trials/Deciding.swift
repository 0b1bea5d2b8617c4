import Glibc
import PhotoModel
import Review
import SystemPackage
import ViewModels

/// Decides at random, as fast as the disk takes it, and says before and after each decision how everything stands: to be
/// killed at any moment, and asked again.
@MainActor
enum Deciding {
  /// "open STATE" of the session as it was found; then for each decision "will STATE" and, as soon as it is on the disk,
  /// "did STATE".
  static func run(session: FilePath, seed: UInt64, count: Int) async throws {
    let library = try await DecisionLibrary(session: session)
    var random = SplitMix64(seed: seed)
    printLine("open", library.model.review, library.paths)
    for _ in 0..<count {
      let review = library.model.review
      var next = review
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1:
        guard review.nextUndo != nil else { continue }
        next.undo()
        printLine("will", next, library.paths)
        guard library.model.undo().problem == nil else { return }
      case 2:
        guard review.nextRedo != nil else { continue }
        next.redo()
        printLine("will", next, library.paths)
        guard library.model.redo().problem == nil else { return }
      default:
        guard let action = action(in: review, library, &random) else { continue }
        next.apply(action)
        printLine("will", next, library.paths)
        guard library.model.decide(action) == nil else { return }
      }
      printLine("did", library.model.review, library.paths)
      await library.settle()
    }
  }

  private static func action(
    in review: Review, _ library: DecisionLibrary, _ random: inout SplitMix64
  ) -> DecisionAction? {
    let group = library.groups[Int.random(in: 0..<library.groups.count, using: &random)]
    let members = (review.group(of: group.keeper, in: group.category) ?? group).members.map(\.path)
    let one = members[Int.random(in: 0..<members.count, using: &random)]
    let parts = PhotoParts.allCases[Int.random(in: 0..<PhotoParts.allCases.count, using: &random)]
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: review.action(.delete, for: members, in: group.category)
    case 1: review.takingOut(one)
    case 2: review.refusal(of: one, in: group.category)
    case 3: review.group(of: one, in: group.category).flatMap { review.action(choosing: one, of: $0) }
    case 4: review.action(.keep, for: [one], in: .blurry)
    case 5: review.action(.delete, for: [one], in: .blurry) { _ in parts }
    case 6, 7: review.action(.keep, for: [one], in: group.category)
    default: review.action(.delete, for: [one], in: group.category) { _ in parts }
    }
  }

  /// One line at once, so that a kill leaves none half written.
  private static func printLine(_ label: String, _ review: Review, _ paths: [FilePath]) {
    let line = Array("\(label) \(review.binCount)-\(String(fingerprint(review, paths), radix: 16))\n".utf8)
    _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }

  /// All that a user could see of the decisions, in 64 bits (FNV-1a over numbers in place of bytes).
  private static func fingerprint(_ review: Review, _ paths: [FilePath]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ value: Int) { hash = (hash ^ UInt64(truncatingIfNeeded: value)) &* 0x100_0000_01B3 }
    for (number, path) in paths.enumerated() {
      for category in IssueCategory.allCases {
        // 7, 4 or 6: pending, keep, delete.
        add(review.decision(path, in: category).rawValue.utf8.count)
      }
      add(review.isKeeper(path) ? 1 : 0)
      add(review.isInBin(path) ? PhotoParts.allCases.firstIndex(of: review.parts(of: path)) ?? -1 : -2)
      if review.nextUndo?.items.first?.path == path { add(number) }
      if review.nextRedo?.items.first?.path == path { add(-number) }
    }
    add(Int(review.binBytes.bytes))
    return hash
  }
}
