package import PhotoModel

/// Two pictures of a set side by side: the keeper on the left, the one that a key decides about on the right.
package struct CompareState: Equatable, Sendable {
  /// One of the two.
  package struct Side: Equatable, Sendable {
    package var name: String
    package var folder: String
    package var picture: CardPicture
    package var decision: UserDecision

    package init(name: String, folder: String, picture: CardPicture, decision: UserDecision) {
      self.name = name
      self.folder = folder
      self.picture = picture
      self.decision = decision
    }
  }

  /// A property in which the two differ.
  package struct Row: Hashable, Sendable {
    /// Which of the two is to be preferred by this property alone.
    package enum Better: Hashable, Sendable {
      case neither, left, right
    }

    package var label: String
    package var left: String
    package var right: String
    package var better: Better
    /// "sharper": said beside the better one, so that a mark is not all there is.
    package var word: String

    package init(_ label: String, _ left: String, _ right: String, better: Better = .neither, word: String = "") {
      self.label = label
      self.left = left
      self.right = right
      self.better = better
      self.word = word
    }
  }

  /// What the right picture shows, and, where there is room for one alone, the only one.
  package enum View: Hashable, Sendable, CaseIterable {
    case pictures, keeperAlone, map
  }

  package var category: IssueCategory = .similar
  package var left: Side?
  package var right: Side?
  /// The most telling first.
  package var rows: [Row] = []
  /// "the same: format, camera".
  package var sameLine: String?
  package var map: DifferenceMap?
  /// "They differ in 12 of 256 fields, mostly at the top left"; or why there is no map.
  package var mapLine: String = ""
  package var view: View = .pictures
  /// "2 of 5".
  package var position: String = ""
  package var message: String?

  package init() {}

  /// Both pictures stand, if only as the reason why one does not.
  package var isShown: Bool {
    [left, right].allSatisfy { side in
      guard let side else { return false }
      if case .loading = side.picture { return false }
      return true
    }
  }
}

/// A photo at its own resolution.
package struct LoupeState: Equatable, Sendable {
  package var name: String = ""
  package var picture: CardPicture = .unavailable("no photo")
  /// What stood there before, until the next part comes.
  package var earlier: CardPicture?
  package var zoom: LoupeZoom = .full
  /// "across 42 %, down 31 %".
  package var placeTitle: String = ""
  /// The keeper is shown in place of the card.
  package var isKeeper = false
  /// There is a keeper to flip to.
  package var canFlip = false
  /// What there is to see, in words, for who cannot see it.
  package var words: [String] = []
  package var message: String?

  package init() {}
}

/// How large a pixel of the photo is on the screen.
package enum LoupeZoom: Double, CaseIterable, Hashable, Sendable {
  case half = 0.5
  case full = 1
  case double = 2

  /// "1:1".
  package var title: String {
    switch self {
    case .half: "1:2"
    case .full: "1:1"
    case .double: "2:1"
    }
  }

  package var closer: LoupeZoom? { self == .half ? .full : self == .full ? .double : nil }
  package var further: LoupeZoom? { self == .double ? .full : self == .full ? .half : nil }
}
