import PhotoModel
import Review
import SystemPackage
import TextSurface

/// The questions before many photos are marked at once, or before nothing of a set would stay.
struct DeckQuestions {
  let review: Review
  let category: IssueCategory
  /// The remembered decisions, some of which are about these photos.
  let ledger: Ledger
  /// Whether photos that were rated, labelled or picked are marked one by one only.
  let ratingsAreSacred: Bool
  let home: FilePath?

  /// A question and the photos that a yes is for, or the reason why there is nothing to ask.
  enum Asking {
    case ask(Question, about: [FilePath])
    case showMessage(String)
  }

  /// The question before the last photo of a set is marked.
  func emptying(_ group: PhotoGroup) -> Question {
    // A photo may be in a set of copies and in one of similar photos, and only one of them is on the screen.
    let set = group.category == category ? "this set" : "its set in \(group.category.title)"
    return Question(
      subject: .emptyGroup(group.id), title: "Mark the last one of \(set)?",
      lines: [
        "\(group.members.count == 2 ? "Both" : "All \(group.members.count)") photos of \(set) would then be in the bin:",
        "none of them would stay in the library.",
      ], safeButton: "Not yet", actButton: "Mark it too")
  }

  /// The question before all open photos of a set are marked, but for those that have to stay.
  ///
  /// - Parameter folderTitle: The text of the folder of a photo.
  func markingGroup(of path: FilePath?, folderTitle: (FilePath) -> String) -> Asking {
    guard let path else { return .showMessage("No photo is on the screen") }
    guard let group = review.group(of: path, in: category) else {
      return .showMessage(review.noSetText(path, in: category))
    }
    let left = group.members.filter { !$0.isKept && $0.path != group.keeper }.map(\.path)
    let marking = MassMarking(
      of: left.filter { !review.isSettled($0, in: category) }, in: category, review, ledger: ledger,
      ratingsAreSacred: ratingsAreSacred, marksSetsToKeep: true)
    let open = marking.paths
    guard !open.isEmpty else { return .showMessage(marking.nothingMarked(" in this set")) }
    let staying = review.survivors(of: group, without: Set(open))
    let stays = staying.contains(group.keeper) ? "The keeper stays: " : "One stays: "
    let first = staying.first ?? group.keeper
    let isNameEnough = distinguishingFolder(of: first, among: group.members.map(\.path)) == nil
    let folder = isNameEnough ? "" : " in \(folderTitle(first))"
    let kinds = Set(open.compactMap(review.setKeptWhole))
    let warning = SetKind.allCases.filter(kinds.contains).map { kind in
      "\(kind.withArticle.prefix(1).uppercased())\(kind.withArticle.dropFirst()) is made to be kept whole."
    }
    let question = Question(
      subject: .markGroup(group.id),
      title: "Mark \(counted(open.count, "photo")) of this \(group.keepWhole?.noun ?? "set")?",
      lines: warning + [stays + nameTitle(first) + folder] + largerLines(than: staying, open) + marking.leftOutLines
        + ["Nothing moves yet; u takes it back."],
      safeButton: "Not yet", actButton: "Mark")
    return .ask(question, about: open)
  }

  /// The line for a photo that stays and has fewer pixels than photos that go; empty where there is none.
  private func largerLines(than staying: [FilePath], _ open: [FilePath]) -> [String] {
    func size(_ path: FilePath) -> PixelSize? { review.photos[path]?.features?.pixelSize }
    guard staying.count == 1, let kept = size(staying[0]) else { return [] }
    let larger = open.compactMap(size).filter { $0.pixels > kept.pixels }
    guard let first = larger.first else { return [] }
    let subject =
      larger.count == open.count ? "What goes is" : "\(larger.count) of them \(larger.count == 1 ? "is" : "are")"
    return ["\(subject) larger: \(first.width)×\(first.height) to \(kept.width)×\(kept.height)."]
  }

  /// The question before a folder is preferred, for all sets and all scans to come.
  func preferring(folderOf path: FilePath?, _ settings: ScanSettings) -> Asking {
    guard let path, review.group(of: path, in: category) != nil else {
      return .showMessage(path.map { review.noSetText($0, in: category) } ?? "No photo is on the screen")
    }
    let folder = path.removingLastComponent()
    let title = pathTitle(folder, home: home)
    guard !settings.preferredFolders.contains(folder) else {
      return .showMessage("Photos in \(title) are preferred already; Settings lists such folders")
    }
    return .ask(
      Question(
        subject: .preferFolder(folder), title: "Prefer the photos in \(nameTitle(folder))?",
        lines: [
          title, "Of copies and similar shots the one there, or in a folder below it, stays,",
          "unless the other is whole, protected, the original, or holds more.",
        ], safeButton: "Not now", actButton: "Prefer them"), about: [])
  }

  /// The question before all open photos of a deck of the category are marked, but for those that have to be reviewed
  /// one by one.
  ///
  /// - Parameter filter: The line that the cards match; empty for all cards of the category.
  func markingCategory(_ order: DeckOrder, matching filter: String) -> Asking {
    // Open photos that are already in the bin are left out: marking them unseen would claim that they were reviewed.
    let unmarked = order.open.filter { !review.isInBin($0) }
    let marking = MassMarking(of: unmarked, in: category, review, ledger: ledger, ratingsAreSacred: ratingsAreSacred)
    let open = marking.paths
    guard !open.isEmpty else { return .showMessage(marking.nothingMarked()) }
    let title = category.title + (filter.isEmpty ? "" : " / \(SafeText(filter).text)")
    let clear = open.count(where: isClear)
    // Where others are left, the title already calls these clear cases.
    let judgement = clear == open.count && clear < unmarked.count ? [] : [judgement(of: open, clear: clear)]
    let question = Question(
      subject: .markCategory(category),
      title: "Mark \(subject(of: open, clear: clear, among: unmarked.count)) left in \(title)?",
      lines: judgement + whatStays(of: open) + marking.leftOutLines + [
        "Nothing moves yet; u takes it back."
      ],
      safeButton: "Not yet", actButton: open.count == unmarked.count ? "Mark all" : "Mark \(groupedDigits(open.count))")
    return .ask(question, about: open)
  }

  /// "all 57 photos", "the 10 clear cases of 57", "10 of the 57 photos": the photos that a yes marks.
  private func subject(of open: [FilePath], clear: Int, among left: Int) -> String {
    let number = groupedDigits(open.count)
    if open.count == left { return left == 1 ? "the one photo" : "all \(counted(left, "photo"))" }
    guard clear == open.count else { return "\(number) of the \(counted(left, "photo"))" }
    return "the \(open.count == 1 ? "one clear case" : "\(number) clear cases") of \(groupedDigits(left))"
  }

  /// Whether Deckle would propose the photo itself.
  private func isClear(_ path: FilePath) -> Bool {
    review.deck(category)?.issue(of: path).map(review.isProposed) == true
  }

  /// The line about what stays. In a category without sets, the number of photos that have neither a copy nor a photo
  /// of their sets that stays.
  private func whatStays(of open: [FilePath]) -> [String] {
    guard !category.isGrouped else { return ["One photo of each set stays."] }
    let alone = open.count { review.exactCopiesStaying(of: $0).isEmpty && review.similarPhotoStaying(of: $0) == nil }
    switch alone {
    case 0: return []
    case 1: return ["\(open.count == 1 ? "It" : "1 of them") is the only one of its kind."]
    default: return ["\(groupedDigits(alone)) of them are the only ones of their kind."]
    }
  }

  /// The sentence about how many of the photos Deckle would propose itself.
  private func judgement(of open: [FilePath], clear: Int) -> String {
    switch (clear, open.count) {
    case (1, 1): "It is a clear case."
    case (0, 1): "It is no clear case; it is yours to judge."
    case (open.count, _): "All of them are clear cases."
    case (0, _): "None of them is a clear case; all are yours to judge."
    case (1, _): "1 is a clear case; the others are yours to judge."
    default: "\(groupedDigits(clear)) are clear cases; the others are yours to judge."
    }
  }
}
