package import PhotoModel

/// Two pictures of a set side by side: the keeper on the left, the one that a key decides about on the right.
package struct CompareState: Equatable, Sendable {
  /// One of the two photos.
  package struct Side: Equatable, Sendable {
    /// The file's name, escaped.
    package var name: String
    /// The folder, shortened and escaped.
    package var folder: String
    /// The end of the folder that distinguishes the two photos, as `DeckState.Card.distinguishingFolder`.
    package var distinguishingFolder: String?
    /// The picture, as far as it has come.
    package var picture: CardPicture
    /// The decision about the photo in the category of the card; `.delete` for a photo in the bin.
    package var decision: UserDecision
  }

  /// A property in which the two differ.
  package struct Row: Hashable, Sendable {
    /// The side that is better by this property alone.
    package enum Better: Hashable, Sendable {
      case neither, left, right
    }

    /// The name of the property: "Sharpness".
    package var label: String
    /// The value of the keeper.
    package var left: String
    /// The value of the photo that would be decided about.
    package var right: String
    /// The side with the better value, if any.
    package var better: Better
    /// The text beside the better value, so that the mark does not stand alone: "sharper".
    package var advantage: String

    /// Creates a row.
    package init(_ label: String, _ left: String, _ right: String, better: Better = .neither, advantage: String = "") {
      self.label = label
      self.left = left
      self.right = right
      self.better = better
      self.advantage = advantage
    }
  }

  /// The content of the right picture, or of the only one where there is space for one.
  package enum View: Hashable, Sendable, CaseIterable {
    case pictures, keeperAlone, map
  }

  /// The arrangement in which the two photos are largest.
  package var form: CompareForm = .beside
  /// All metadata of the photo on the right, in the place of the table; nil while they are closed.
  package var details: [Detail]?
  /// The lines of the details that are scrolled away at the top.
  package var detailsScroll = 0
  /// The category of the card that is compared.
  package var category: IssueCategory = .similar
  /// The keeper of the set; nil before a pair was opened.
  package var left: Side?
  /// The photo that a key decides about; nil before a pair was opened.
  package var right: Side?
  /// The properties in which the two differ, the most telling first.
  package var rows: [Row] = []
  /// The properties that both share, in the same order.
  package var same: [Detail] = []
  /// The parts of the picture in which the two differ; nil where `mapLine` gives the reason why there are none.
  package var map: DifferenceMap?
  /// "They differ in 5 % of the picture, mostly at the top left"; or why there is no map.
  package var mapLine: String = ""
  /// The view that is shown: Tab goes on to the next.
  package var view: View = .pictures
  /// "2 of 5".
  package var position: String = ""
  /// The sentence about the last key; nil where there is none.
  package var message: String?

  /// "the same: format, camera"; nil where nothing is.
  package var sameLine: String? {
    same.isEmpty ? nil : "the same: " + same.map { $0.label.lowercased() }.joined(separator: ", ")
  }

  /// Whether both pictures have come, or the reason why one cannot be shown.
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
  /// The file's name, escaped.
  package var name: String = ""
  /// The part of the photo that is shown, as far as it has come.
  package var picture: CardPicture = .unavailable("no photo")
  /// The part that was shown before, until the next one comes.
  package var earlier: CardPicture?
  /// The zoom that the user chose.
  package var zoom: LoupeZoom = .fit
  /// The scale of the part that is shown.
  package var scale: LoupeScale = .unknown
  /// The sharpness of the photo; nil before the loupe is opened.
  package var sharpness: LoupeSharpness?
  /// "across 42 %, down 31 %"; "the whole photo".
  package var positionTitle: String = ""
  /// Whether the keeper is shown in place of the card.
  package var isKeeper = false
  /// Whether the photo that is shown is in the bin.
  package var isMarked = false
  /// Whether there is a keeper to flip to.
  package var canFlip = false
  /// The facts about sharpness as text, for plain mode.
  package var text: [String] = []
  /// The sentence about the last key; nil where there is none.
  package var message: String?
}

/// The size of a pixel of the photo on the screen, in pixels of the screen.
package enum LoupeZoom: Double, CaseIterable, Hashable, Sendable {
  /// The whole photo, as large as the screen allows.
  case fit = 0
  case half = 0.5
  case full = 1
  case double = 2
  case quadruple = 4

  /// "1:1".
  package var title: String {
    switch self {
    case .fit: "fit"
    case .half: "1:2"
    case .full: "1:1"
    case .double: "2:1"
    case .quadruple: "4:1"
    }
  }

  /// The next larger zoom; nil at the largest.
  package var closer: LoupeZoom? { step(by: 1) }
  /// The next smaller zoom; nil at the smallest.
  package var further: LoupeZoom? { step(by: -1) }

  private func step(by steps: Int) -> LoupeZoom? {
    let all = Self.allCases
    return all.firstIndex(of: self).map { $0 + steps }.flatMap { all.indices.contains($0) ? all[$0] : nil }
  }
}

/// The scale of the loupe: a terminal without pictures has no pixel to show a pixel with.
package enum LoupeScale: Hashable, Sendable {
  /// The scale before the first part has come.
  case unknown
  case pixels(LoupeZoom)
  /// Each character represents this many pixels of the photo.
  case characters(PixelSize)

  /// "1:1"; "1 character = 8×16 px".
  package var title: String {
    switch self {
    case .unknown: "loupe"
    case .pixels(let zoom): zoom.title
    case .characters(let size): "1 character = \(size.width)×\(size.height) px"
    }
  }
}

/// The sharpness of the photo under the loupe, beside that of the other one and the limit of the settings.
package struct LoupeSharpness: Hashable, Sendable {
  /// "0.44"; nil where there is too little detail to tell.
  package var value: String?
  /// "0.81": the sharpness of the other photo; nil where there is none.
  package var other: String?
  /// Whether `other` is the sharpness of the keeper, and not that of the card.
  package var isOtherKeeper: Bool = true
  /// "0.30".
  package var limit: String

  /// "Sharpness 0.44 · the keeper 0.81 · blurry below 0.30".
  package var title: String {
    guard let value else { return "Cannot tell how sharp it is: too dark, too plain, or all fine texture" }
    let beside = other.map { " · \(isOtherKeeper ? "the keeper" : "the other") \($0)" } ?? ""
    return "Sharpness \(value)\(beside) · blurry below \(limit)"
  }

  /// The title for a narrow screen: "Sharp 0.44 · keeper 0.81 · limit 0.30".
  package var shortTitle: String {
    guard let value else { return "Cannot tell how sharp it is" }
    return "Sharp \(value)\(other.map { " · \(isOtherKeeper ? "keeper" : "other") \($0)" } ?? "") · limit \(limit)"
  }
}
