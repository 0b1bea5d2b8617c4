package import SystemPackage

/// The stable name of a group: made from its members, so that it survives a rescan of the same tree.
package struct GroupID: Hashable, Sendable, Codable {
  package let text: String
  package init(_ text: String) { self.text = text }
}

/// Photos of one `duplicate` or `similar` set. Never fewer than two; the keeper is one of them.
package struct PhotoGroup: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package var path: FilePath
    /// To the keeper, 0…1; the keeper's own is 1. Nil where nobody compared it with the keeper of now.
    package var similarity: Double?
    package var size: ByteCount
    /// It was kept in an earlier review of this group and is no question any more.
    package var isKept: Bool
    /// It was not there when others of the group were kept.
    package var isNew: Bool
    /// It belongs to a set that only makes sense whole.
    package var set: SetKind?
    /// What the photo holds and the keeper lacks or contradicts.
    package var onlyHere: [Holding]

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

  package var id: ID
  package var category: IssueCategory
  package var keeper: FilePath
  /// Why this member is proposed to stay, in words.
  package var reason: String
  /// The keeper first, then by similarity, falling; ties in byte order of the path.
  package var members: [Member]

  package init(id: GroupID, category: IssueCategory, keeper: FilePath, reason: String, members: [Member]) {
    self.id = id
    self.category = category
    self.keeper = keeper
    self.reason = reason
    self.members = members
  }

  /// Every member belongs to a set of this kind: keep all. Nil where only some do, or none.
  package var keepWhole: SetKind? {
    guard let kind = members.first?.set else { return nil }
    return members.allSatisfy { $0.set == kind } ? kind : nil
  }
}

/// A photo in one category: what the user reviews.
package struct PhotoIssue: Hashable, Sendable {
  package var path: FilePath
  package var category: IssueCategory
  /// 0…1: how far from the threshold.
  package var confidence: Double
  /// On the scale of `threshold`: similarity for groups, sharpness for blurry, evidence for screenshots.
  package var score: Double
  package var threshold: Double
  package var size: ByteCount
  package var group: GroupID?
  /// Deckle would propose it for the bin: the strict point of its category.
  package var isPreselected: Bool
  /// In a group: what the photo holds and the keeper lacks or contradicts.
  package var onlyHere: [Holding]
  /// The evidence and its margin in one line that a person understands.
  package var why: String { didSet { plainText = nil } }
  /// The same without figures; nil where it has none.
  private var plainText: String?
  package var decision: UserDecision

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
    self.isPreselected = isPreselected
    self.onlyHere = onlyHere
    self.why = why
    self.decision = decision
  }

  /// `why` in words alone, for where there is no room for figures.
  package var whyText: String { plainText ?? why }

  /// - Parameter words: The same line without figures; empty where it says nothing without them.
  package mutating func explain(_ line: String, asText words: String) {
    why = line
    plainText = words.isEmpty || words == line ? nil : words
  }

  /// Changes the line, and the one in words alone, in the same way.
  package mutating func reword(_ change: (String) -> String) { explain(change(why), asText: change(whyText)) }

  /// "3.1 MB", as people read it.
  package var fileSizeFormatted: String { size.formatted }
}

/// All that a library has to review, derived from stored features and the settings alone.
package struct Findings: Hashable, Sendable {
  /// By category, then by the keeper's path.
  package var groups: [PhotoGroup]
  /// By category; inside one, group by group, then by confidence, falling.
  package var issues: [PhotoIssue]
  /// Photos that belong to a set that only makes sense whole, in whatever group, or in none that is a question: nothing
  /// proposes one of them. An exact copy of one is none.
  package var keptWhole: [FilePath: SetKind]

  package init(groups: [PhotoGroup] = [], issues: [PhotoIssue] = [], keptWhole: [FilePath: SetKind] = [:]) {
    self.groups = groups
    self.issues = issues
    self.keptWhole = keptWhole
  }

  package func issues(in category: IssueCategory) -> [PhotoIssue] { issues.filter { $0.category == category } }

  /// How many issues there are of each category; absent for none.
  package var counts: [IssueCategory: Int] {
    // By place: to hand out each issue would count the references of all that it holds.
    issues.indices.reduce(into: [:]) { counts, index in counts[issues[index].category, default: 0] += 1 }
  }
}
