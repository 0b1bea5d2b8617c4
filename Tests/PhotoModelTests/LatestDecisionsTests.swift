import PhotoModel
import SystemPackage
import Testing

@Suite struct LatestDecisionsTests {
  private func item(
    _ path: FilePath, _ category: IssueCategory, _ decision: UserDecision, parts: PhotoParts = .all,
    raw: FilePath? = nil
  ) -> DecisionAction.Item {
    let identity = FileIdentity(device: 1, inode: 7, size: 7, modified: 7, changed: 7)
    return DecisionAction.Item(
      path: path, identity: identity, category: category, decision: decision, previous: .pending, parts: parts,
      stayingRAW: raw.map { StayingFile(path: $0, identity: identity, digest: nil) })
  }

  /// What is marked, and what is kept.
  private func text(_ items: DecisionAction.Item...) -> [Set<FilePath>] {
    let actions = items.enumerated().map { DecisionAction(id: Int64($0) + 1, items: [$1]) }
    let text = LatestDecisions(of: actions) { $0 != "/p/other" }
    return [text.marked, Set(text.kept.keys)]
  }

  @Test func `the last word of each category counts, and a mark in one is a mark`() {
    #expect(text(item("/p/a", .blurry, .delete), item("/p/other", .blurry, .delete)) == [["/p/a"], []])
    #expect(text(item("/p/a", .blurry, .keep), item("/p/a", .similar, .delete)) == [["/p/a"], []])
    #expect(text(item("/p/a", .blurry, .delete), item("/p/a", .blurry, .pending)) == [[], []])
  }

  @Test func `a later word by which it stays ends the marks of all categories`() {
    #expect(text(item("/p/a", .blurry, .delete), item("/p/a", .similar, .keep)) == [[], ["/p/a"]])
    let half = item("/p/a", .similar, .delete, parts: .raw)
    #expect(text(item("/p/a", .blurry, .delete, parts: .raw), half) == [["/p/a"], []])
  }

  @Test func `a RAW that stays beside its photo is marked no more as a photo of its own`() {
    let raw = item("/p/a.cr2", .blurry, .delete)
    #expect(text(raw, item("/p/a.jpg", .blurry, .keep, raw: "/p/a.cr2")) == [[], ["/p/a.jpg"]])
  }
}
