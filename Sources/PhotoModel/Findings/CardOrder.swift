/// In which order the cards of a deck come. The photos of one set stay together.
package enum CardOrder: String, CaseIterable, Hashable, Sendable {
  /// The surest proposal first.
  case certainty
  /// What frees most first.
  case bytes

  /// "surest first", for the header.
  package var title: String {
    switch self {
    case .certainty: "surest first"
    case .bytes: "largest first"
    }
  }

  package var next: CardOrder { self == .certainty ? .bytes : .certainty }
}
