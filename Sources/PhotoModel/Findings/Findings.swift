package import SystemPackage

/// The stable name of a group: a hash of its category and the paths of its members, so that it survives a rescan of
/// the same tree.
package struct GroupID: Hashable, Sendable, Codable {
  /// 16 hexadecimal digits.
  package let text: String
  /// Creates an id from its stored text; nothing is checked.
  package init(_ text: String) { self.text = text }
}

/// Photos of one `duplicate` or `similar` set. Never fewer than two; the keeper is one of them.
package struct PhotoGroup: Hashable, Sendable {
  /// A photo of a group.
  package struct Member: Hashable, Sendable {
    /// The photo.
    package var path: FilePath
    /// The similarity to the keeper, 0…1; 1 for the keeper itself. Nil where the photo was not compared with the
    /// present keeper.
    package var similarity: Double?
    /// The size of all files of the photo.
    package var size: ByteCount
    /// Whether the photo was kept in an earlier review of this group, and needs no decision any more.
    package var isKept: Bool
    /// Whether the photo was not there when others of the group were kept.
    package var isNew: Bool
    /// The kind of a set that only makes sense whole and that the photo belongs to; nil for none.
    package var set: SetKind?
    /// Everything that the photo has and the keeper lacks or contradicts.
    package var onlyHere: [Holding]

    /// Creates a member.
    package init(
      path: FilePath, similarity: Double?, size: ByteCount, isKept: Bool = false, isNew: Bool = false,
      set: SetKind? = nil, onlyHere: [Holding] = []
    ) {
      self.path = path
      self.similarity = similarity
      self.size = size
      self.isKept = isKept
      self.isNew = isNew
      self.set = set
      self.onlyHere = onlyHere
    }
  }

  /// Spelled `PhotoGroup.ID` elsewhere: the system package has a `GroupID` of its own.
  package typealias ID = GroupID

  /// The stable name of the group.
  package var id: ID
  /// `duplicate` or `similar`.
  package var category: IssueCategory
  /// The photo that Deckle proposes to keep, or that the user chose; one of `members`.
  package var keeper: FilePath
  /// The reason why this member is proposed to stay, as text.
  package var reason: String
  /// The photos: the keeper first, then by similarity, falling; ties in byte order of the path.
  package var members: [Member]

  /// Creates a group; `members` are in the order described there.
  package init(id: GroupID, category: IssueCategory, keeper: FilePath, reason: String, members: [Member]) {
    self.id = id
    self.category = category
    self.keeper = keeper
    self.reason = reason
    self.members = members
  }

  /// The kind of set that every member belongs to: keep all. Nil where only some do, or none.
  package var keepWhole: SetKind? {
    guard let kind = members.first?.set else { return nil }
    return members.allSatisfy { $0.set == kind } ? kind : nil
  }
}

/// A photo in one category, for the user to review.
package struct PhotoIssue: Hashable, Sendable {
  /// The photo.
  package var path: FilePath
  /// The category in which the photo is listed.
  package var category: IssueCategory
  /// The distance from the threshold, 0…1.
  package var confidence: Double
  /// The measured value, on the scale of `threshold`: similarity for groups, sharpness for blurry, evidence for
  /// screenshots.
  package var score: Double
  /// The limit at which the category lists photos: that of the slider, or a fixed one for screenshots.
  package var threshold: Double
  /// The size of all files of the photo.
  package var size: ByteCount
  /// The group of the photo; nil in categories without groups.
  package var group: GroupID?
  /// Whether Deckle proposes the photo for the bin.
  package var proposal: Proposal
  /// The holdings that the photo of a group has and the keeper lacks or contradicts.
  package var onlyHere: [Holding]
  /// The evidence and its margin in one line for the user.
  package var why: String { didSet { plainText = nil } }
  /// The line without figures; nil where nothing of it is left.
  private var plainText: String?
  /// The decision of the user; `pending` until there is one.
  package var decision: UserDecision

  /// Creates an issue that the user has not decided unless stated.
  package init(
    path: FilePath, category: IssueCategory, confidence: Double, score: Double, threshold: Double, size: ByteCount,
    group: GroupID? = nil, isPreselected: Bool = false, onlyHere: [Holding] = [], why: String = "",
    decision: UserDecision = .pending
  ) {
    self.path = path
    self.category = category
    self.confidence = confidence
    self.score = score
    self.threshold = threshold
    self.size = size
    self.group = group
    proposal = isPreselected ? .preselected : .none
    self.onlyHere = onlyHere
    self.why = why
    self.decision = decision
  }

  /// Whether Deckle proposes the photo for the bin, or would under a condition.
  package enum Proposal: Int64, Hashable, Sendable {
    case none
    /// The score is beyond the strict limit of the category.
    case preselected
    /// Preselected if the keeper had the metadata that only this photo has.
    case withMetadataAtKeeper
  }

  /// Whether Deckle proposes the photo for the bin as things are; false takes any proposal back.
  package var isPreselected: Bool {
    get { proposal == .preselected }
    set { proposal = newValue ? .preselected : .none }
  }

  /// The line without figures, for narrow columns.
  package var whyText: String { plainText ?? why }

  /// Sets the line.
  ///
  /// - Parameter text: The same line without figures; empty where nothing is left without them.
  package mutating func explain(_ line: String, asText text: String) {
    why = line
    plainText = text.isEmpty || text == line ? nil : text
  }

  /// Changes the line with figures and the one without in the same way.
  package mutating func reword(_ change: (String) -> String) { explain(change(why), asText: change(whyText)) }

  /// "3.1 MB".
  package var fileSizeFormatted: String { size.formatted }
}

/// All that a library has to review, derived from stored features and the settings alone.
package struct Findings: Hashable, Sendable {
  /// The groups, by category, then by the keeper's path.
  package var groups: [PhotoGroup]
  /// The issues, by category; inside one, group by group, then by confidence, falling.
  package var issues: [PhotoIssue]
  /// The photos that belong to a set that only makes sense whole, whether or not their group is reviewed: none of
  /// them is proposed. An exact copy of such a photo is not among them.
  package var keptWhole: [FilePath: SetKind]

  /// Creates findings; none without arguments.
  package init(groups: [PhotoGroup] = [], issues: [PhotoIssue] = [], keptWhole: [FilePath: SetKind] = [:]) {
    self.groups = groups
    self.issues = issues
    self.keptWhole = keptWhole
  }

  /// The issues of one category, in their order; O(issues).
  package func issues(in category: IssueCategory) -> [PhotoIssue] { issues.filter { $0.category == category } }

  /// The findings about some photos: the sets with one of them, each whole, with all its issues, and the issues of
  /// these photos that belong to no set.
  ///
  /// - Parameter isIncluded: Whether a photo is one of them.
  package func limited(to isIncluded: (FilePath) -> Bool) -> Findings {
    var limited = self
    limited.groups.removeAll { !$0.members.contains { isIncluded($0.path) } }
    let groups = Set(limited.groups.map(\.id))
    limited.issues.removeAll { issue in !(issue.group.map(groups.contains) ?? isIncluded(issue.path)) }
    return limited
  }

  /// The number of issues of each category; absent for none.
  package var counts: [IssueCategory: Int] {
    // By index: to hand out each issue would count the references of all its parts.
    issues.indices.reduce(into: [:]) { counts, index in counts[issues[index].category, default: 0] += 1 }
  }
}
