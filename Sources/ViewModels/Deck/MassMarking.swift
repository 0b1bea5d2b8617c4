import PhotoModel
import Review
import SystemPackage

/// The photos that one key marks, and the number of those that are left out, by reason.
struct MassMarking {
  /// The reason why a photo has to be reviewed by itself.
  enum Reason: CaseIterable {
    case keptWhole, refused, protected, keptBefore, chosen, holdsMore, unsure, lastOfSet
  }

  /// The photos to mark, in the order in which they were given.
  let paths: [FilePath]
  private let left: [Reason: Int]

  /// Divides open photos into those to mark and those that are left out.
  ///
  /// - Parameters:
  ///   - open: Photos that are not decided yet.
  ///   - ratingsAreSacred: Whether photos that were rated, labelled or picked are left out.
  ///   - marksSetsToKeep: Whether sets that are made to be kept whole are marked, because the user chose the set and is
  ///     warned.
  ///   - carriesMetadata: Whether metadata that only these photos have is written beside their keepers.
  init(
    of open: [FilePath], in category: IssueCategory, _ review: Review, ledger: Ledger, ratingsAreSacred: Bool,
    marksSetsToKeep: Bool = false, carriesMetadata: Bool = false
  ) {
    let refused = Set(ledger.refusals.flatMap { [$0.pair.first, $0.pair.second] })
    var left: [Reason: Int] = [:]
    let free = open.filter { path in
      let photo = review.photos[path]
      let reason: Reason? =
        if photo?.isProtected == true {
          .protected
        } else if review.stayingReasonBefore(path) != nil || review.isKept(path) {
          .keptBefore
        } else if photo?.digest.map(refused.contains) == true {
          // The membership in sets is in doubt.
          .refused
        } else if !marksSetsToKeep, review.setKeptWhole(with: path) != nil {
          .keptWhole
        } else {
          photo.flatMap {
            Self.reason(
              against: $0, in: category, review, ratingsAreSacred: ratingsAreSacred, isSetSeen: marksSetsToKeep,
              carriesMetadata: carriesMetadata)
          }
        }
      if let reason { left[reason, default: 0] += 1 }
      return reason == nil
    }
    paths = review.markable(free)
    if free.count > paths.count { left[.lastOfSet] = free.count - paths.count }
    self.left = left
  }

  /// The reason against marking a photo by a guess, from its contents; nil where there is none. That another shot is of
  /// another moment is no reason.
  private static func reason(
    against photo: ScannedPhoto, in category: IssueCategory, _ review: Review, ratingsAreSacred: Bool, isSetSeen: Bool,
    carriesMetadata: Bool
  ) -> Reason? {
    let isChosen = ratingsAreSacred && photo.isChosen
    guard let group = review.group(of: photo.path, in: category),
      let member = group.members.first(where: { $0.path == photo.path }), let keeper = review.photos[group.keeper]
    else { return isChosen ? .chosen : nil }
    // Where the person chose another keeper, the two were never compared by their pixels.
    let isProposedKeeper = member.similarity != nil
    if category == .similar, isChosen { return .chosen }
    if carriesMetadata { return nil }
    if !review.holdings(of: photo, beside: keeper, in: group).isEmpty { return .holdsMore }
    if category == .similar { return nil }
    // A set that the user marks is on the screen; of sets that were not shown only clear cases are marked.
    let issue = review.deck(category)?.issue(of: photo.path)
    return !isSetSeen && isProposedKeeper && issue?.isPreselected == false ? .unsure : nil
  }

  /// The numbers of photos that are left out, a line for each reason; empty where all are marked.
  var leftOutLines: [String] {
    Reason.allCases.compactMap { reason in
      guard let count = left[reason] else { return nil }
      let subject = counted(count, "photo")
      let stays = count == 1 ? "stays" : "stay"
      return switch reason {
      case .keptWhole: "\(subject) of sets to keep whole \(stays) unmarked."
      case .refused: "\(subject) \(stays) unmarked: “not the same” was said of \(count == 1 ? "it" : "them")."
      case .protected: "\(subject) \(stays) unmarked: protected."
      case .keptBefore:
        "\(subject) \(stays) unmarked: you kept \(count == 1 ? "it, or a file of it," : "them, or files of theirs,") before."
      case .chosen: "\(subject) \(stays) unmarked: you rated or picked \(count == 1 ? "it" : "them")."
      case .holdsMore:
        "\(subject) \(stays) unmarked: \(count == 1 ? "it holds" : "each holds") what the keeper does not."
      case .unsure: "\(subject) \(stays) unmarked: \(count == 1 ? "it is" : "they are") no clear case."
      case .lastOfSet:
        "\(subject) \(stays) unmarked: \(count == 1 ? "it is" : "each is") the last of its set."
      }
    }
  }

  /// The sentence about why nothing is marked although photos are left.
  ///
  /// - Parameter location: The end of "what is left": " in this set"; empty for the category.
  func nothingMarked(_ location: String = "") -> String {
    let reasons = Reason.allCases.filter { left[$0] != nil }
    guard !reasons.isEmpty else { return "Nothing is left to mark\(location)" }
    let text = reasons.map { reason in
      switch reason {
      case .keptWhole: "is made to be kept whole"
      case .refused: "was called “not the same” before"
      case .protected: "is protected"
      case .keptBefore: "was kept before, itself or a file of it"
      case .chosen: "is rated or picked"
      case .holdsMore: "holds what the keeper does not"
      case .unsure: "is no clear case"
      case .lastOfSet:
        location.isEmpty ? "is the last of its set" : "is the last of it"
      }
    }.joined(separator: " or ")
    return "What is left\(location) \(text)" + (reasons == [.protected] ? "" : "; mark it one by one")
  }
}
