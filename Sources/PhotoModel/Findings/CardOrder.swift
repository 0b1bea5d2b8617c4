/// The order in which the cards of a deck come. The photos of one set stay together.
package enum CardOrder: String, CaseIterable, Hashable, Sendable {
  /// The surest proposal comes first.
  case certainty
  /// The proposal that frees most comes first.
  case bytes

  /// "clearest first", for the header.
  package var title: String {
    switch self {
    case .certainty: "clearest first"
    case .bytes: "largest first"
    }
  }

  /// The other order, for a key that switches.
  package var next: CardOrder { self == .certainty ? .bytes : .certainty }
}
