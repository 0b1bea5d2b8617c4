package import Foundation
package import SystemPackage

/// Decisions that outlive a scan: they are about contents, so that a new name, another folder or a lost cache do not
/// touch them.
package struct Ledger: Hashable, Sendable {
  /// A photo that was kept.
  package struct Keep: Hashable, Sendable {
    /// Grows with time, never used twice.
    package var id: Int64
    /// The content that was kept.
    package var digest: ContentDigest
    /// The category in which the photo was kept.
    package var category: IssueCategory
    /// The path of the photo when it was decided.
    package var path: FilePath
    /// The time of the decision.
    package var decidedAt: Date
    /// The group that the photo was reviewed in, as a key of `groupSnapshots`; nil where the category has no groups.
    package var groupSnapshot: Int64?
    /// The keeper that the photo was compared with; nil where there was none.
    package var keeper: ContentDigest?

    /// Creates a keep.
    package init(
      id: Int64, digest: ContentDigest, category: IssueCategory, path: FilePath, decidedAt: Date,
      groupSnapshot: Int64? = nil,
      keeper: ContentDigest? = nil
    ) {
      self.id = id
      self.digest = digest
      self.category = category
      self.path = path
      self.decidedAt = decidedAt
      self.groupSnapshot = groupSnapshot
      self.keeper = keeper
    }
  }

  /// A photo that the user declared not to be the same as its keeper.
  package struct Refusal: Hashable, Sendable {
    /// Grows with time, never used twice.
    package var id: Int64
    /// The contents of the photo and the keeper.
    package var pair: ContentPair
    /// The path of the photo when it was decided.
    package var photo: FilePath
    /// The path of the keeper when it was decided.
    package var keeper: FilePath
    /// The time of the decision.
    package var decidedAt: Date

    /// Creates a refusal.
    package init(id: Int64, pair: ContentPair, photo: FilePath, keeper: FilePath, decidedAt: Date) {
      self.id = id
      self.pair = pair
      self.photo = photo
      self.keeper = keeper
      self.decidedAt = decidedAt
    }
  }

  /// The photos that were kept, oldest first.
  package var keeps: [Keep]
  /// The contents of a group at the moment of a decision, its keeper too, by number: each content as often as it was
  /// there.
  package var groupSnapshots: [Int64: [ContentDigest]]
  /// The pairs that are not the same, oldest first.
  package var refusals: [Refusal]

  /// Creates a ledger; empty without arguments.
  package init(keeps: [Keep] = [], groupSnapshots: [Int64: [ContentDigest]] = [:], refusals: [Refusal] = []) {
    self.keeps = keeps
    self.groupSnapshots = groupSnapshots
    self.refusals = refusals
  }

  /// The number of the newest "keep"; 0 where there is none.
  package var newestKeep: Int64 { keeps.map(\.id).max() ?? 0 }

  /// The ledger without the keeps after the given number. Refusals stay: they count at once.
  package func keeps(upTo id: Int64) -> Ledger {
    var ledger = self
    ledger.keeps.removeAll { $0.id > id }
    return ledger
  }
}

extension IssueCategory {
  /// Whether both categories ask "which of these stays?": a photo kept as one of similar photos is kept as a
  /// duplicate, too, when a slider lists the same photos there.
  package func sharesKeeps(with other: IssueCategory) -> Bool { self == other || isGrouped && other.isGrouped }
}

/// The entries that one action writes into the ledger.
package struct LedgerChange: Hashable, Sendable {
  /// A photo that is kept, with the group it was reviewed in.
  package struct Kept: Hashable, Sendable {
    /// The path of the photo.
    package var path: FilePath
    /// The content of the photo.
    package var digest: ContentDigest
    /// The category in which the photo is kept.
    package var category: IssueCategory
    /// The contents of the group, in any order; empty where the category has no groups.
    package var groupSnapshot: [ContentDigest]
    /// The keeper that the photo was compared with; nil where there was none.
    package var keeper: ContentDigest?

    /// Creates the entry of a kept photo.
    package init(
      path: FilePath, digest: ContentDigest, category: IssueCategory, groupSnapshot: [ContentDigest] = [],
      keeper: ContentDigest? = nil
    ) {
      self.path = path
      self.digest = digest
      self.category = category
      self.groupSnapshot = groupSnapshot
      self.keeper = keeper
    }
  }

  /// A photo with a later decision than a keep: earlier keeps of it no longer count. Keeps of its copies do.
  package struct Reopened: Hashable, Sendable {
    /// The path of the photo.
    package var path: FilePath
    /// The identity of the photo's file, which tells a renamed photo from a copy of it.
    package var identity: FileIdentity
    /// The content of the photo.
    package var digest: ContentDigest
    /// The category of the decision; keeps count no longer in all categories that ask the same.
    package var category: IssueCategory
    /// The paths that have this content in the library now: a keep recorded at one of these paths is of another photo.
    package var copies: [FilePath]

    /// Creates the entry of a reopened photo.
    package init(
      path: FilePath, identity: FileIdentity, digest: ContentDigest, category: IssueCategory, copies: [FilePath] = []
    ) {
      self.path = path
      self.identity = identity
      self.digest = digest
      self.category = category
      self.copies = copies
    }
  }

  /// A photo that is not the same as its keeper.
  package struct Refused: Hashable, Sendable {
    /// The contents of the photo and the keeper.
    package var pair: ContentPair
    /// The path of the photo.
    package var photo: FilePath
    /// The path of the keeper.
    package var keeper: FilePath

    /// Creates the entry of a refused pair.
    package init(pair: ContentPair, photo: FilePath, keeper: FilePath) {
      self.pair = pair
      self.photo = photo
      self.keeper = keeper
    }
  }

  /// The time of the decision.
  package var decidedAt: Date
  /// The photos that are kept.
  package var kept: [Kept]
  /// The photos whose earlier keeps no longer count.
  package var reopened: [Reopened]
  /// The pair that the action refuses; nil for none.
  package var refused: Refused?

  /// Creates a change; whatever is not given is not written.
  package init(decidedAt: Date, kept: [Kept] = [], reopened: [Reopened] = [], refused: Refused? = nil) {
    self.decidedAt = decidedAt
    self.kept = kept
    self.reopened = reopened
    self.refused = refused
  }
}

/// The part of the ledger that the user asks to forget.
package enum LedgerSelection: Hashable, Sendable {
  /// The keeps of this content, in this category and in those that share its keeps.
  case keep(ContentDigest, IssueCategory)
  case refusal(ContentPair)
  case everything
}
