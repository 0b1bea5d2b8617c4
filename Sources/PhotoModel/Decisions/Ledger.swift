package import Foundation
package import SystemPackage

/// Two contents of which the user said that they are not the same. The order in which they are named does not matter.
package struct RefusedPair: Hashable, Sendable {
  /// The smaller one in byte order.
  package let first: ContentDigest
  package let second: ContentDigest

  /// Nil of one and the same content: that is the same, whatever anybody says.
  package init?(_ a: ContentDigest, _ b: ContentDigest) {
    guard a != b else { return nil }
    let isInOrder = a.bytes.lexicographicallyPrecedes(b.bytes)
    first = isInOrder ? a : b
    second = isInOrder ? b : a
  }
}

/// Decisions that outlive a scan: they are about contents, so that a new name, another folder or a lost cache do not
/// touch them.
package struct Ledger: Hashable, Sendable {
  /// A photo that was kept.
  package struct Keep: Hashable, Sendable {
    /// Grows with time, never used twice.
    package var id: Int64
    package var digest: ContentDigest
    package var category: IssueCategory
    /// Where the photo lay when it was decided.
    package var path: FilePath
    package var decidedAt: Date
    /// What it was looked at with, as a key of `groupSnapshots`; nil where the category has no groups.
    package var groupSnapshot: Int64?
    /// The keeper it was held against.
    package var keeper: ContentDigest?

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

  /// A photo that does not belong with another one.
  package struct Refusal: Hashable, Sendable {
    package var id: Int64
    package var pair: RefusedPair
    /// Where the two lay when it was decided.
    package var photo: FilePath
    package var keeper: FilePath
    package var decidedAt: Date

    package init(id: Int64, pair: RefusedPair, photo: FilePath, keeper: FilePath, decidedAt: Date) {
      self.id = id
      self.pair = pair
      self.photo = photo
      self.keeper = keeper
      self.decidedAt = decidedAt
    }
  }

  /// Oldest first.
  package var keeps: [Keep]
  /// The contents of a group at the moment of a decision, its keeper too: each as often as it was there.
  package var groupSnapshots: [Int64: [ContentDigest]]
  /// Oldest first.
  package var refusals: [Refusal]

  package init(keeps: [Keep] = [], groupSnapshots: [Int64: [ContentDigest]] = [:], refusals: [Refusal] = []) {
    self.keeps = keeps
    self.groupSnapshots = groupSnapshots
    self.refusals = refusals
  }

  /// The number of the newest "keep"; 0 where there is none.
  package var newestKeep: Int64 { keeps.map(\.id).max() ?? 0 }

  /// Without what was kept after the given number. What is "not the same" stays: it counts at once.
  package func keeps(upTo id: Int64) -> Ledger {
    var ledger = self
    ledger.keeps.removeAll { $0.id > id }
    return ledger
  }
}

extension IssueCategory {
  /// Both are the question "which of these stays?": a photo kept as one of similar photos is kept as a duplicate, too,
  /// when a slider calls the same photos so.
  package func asksTheSame(as other: IssueCategory) -> Bool { self == other || isGrouped && other.isGrouped }
}

/// What one action writes into the ledger.
package struct LedgerChange: Hashable, Sendable {
  /// A photo that is kept, in the company it was looked at with.
  package struct Kept: Hashable, Sendable {
    package var path: FilePath
    package var digest: ContentDigest
    package var category: IssueCategory
    /// In any order; empty where the category has no groups.
    package var groupSnapshot: [ContentDigest]
    package var keeper: ContentDigest?

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

  /// A photo about which something else was decided than to keep it: an earlier "keep" of it counts no more. One of a
  /// copy does.
  package struct Reopened: Hashable, Sendable {
    package var path: FilePath
    /// Tells a photo that was renamed since from a copy of it.
    package var identity: FileIdentity
    package var digest: ContentDigest
    package var category: IssueCategory
    /// Where the library has this content now: what was kept there is another photo.
    package var copies: [FilePath]

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

  /// A photo that does not belong with its keeper.
  package struct Refused: Hashable, Sendable {
    package var pair: RefusedPair
    package var photo: FilePath
    package var keeper: FilePath

    package init(pair: RefusedPair, photo: FilePath, keeper: FilePath) {
      self.pair = pair
      self.photo = photo
      self.keeper = keeper
    }
  }

  package var decidedAt: Date
  package var kept: [Kept]
  package var reopened: [Reopened]
  package var refused: Refused?

  package init(decidedAt: Date, kept: [Kept] = [], reopened: [Reopened] = [], refused: Refused? = nil) {
    self.decidedAt = decidedAt
    self.kept = kept
    self.reopened = reopened
    self.refused = refused
  }
}

/// What the user lets the ledger forget.
package enum LedgerSelection: Hashable, Sendable {
  /// That photos of this content were kept, in this category and in those that ask the same.
  case keep(ContentDigest, IssueCategory)
  case refusal(RefusedPair)
  case everything
}
