import PhotoModel
import TextSurface
import ViewModels

/// A card by itself: its border, its picture, its badge. Drawn on a surface of its own, so that it can slide.
struct CardFace {
  let card: DeckState.Card
  let size: Size

  /// The earlier decision about the photo, as text in the middle of the upper border: at its ends are the sides.
  private var decision: (text: String, role: Theme.Role)? {
    switch card.decision {
    case .keep: (card.issue.category == .browse ? "✓ looked at" : "✓ kept", .keep)
    case .delete: ("✕ in the bin", .delete)
    case .pending: nil
    }
  }

  /// Draws the card on a surface of its own.
  ///
  /// - Parameter tint: The style of the border while the card leaves or comes back; nil at rest.
  func surface(tint: Style?, theme: Theme, now: Duration) -> Surface {
    var face = Surface(size)
    let rect = face.bounds
    face.panel(rect, theme: theme) { _ in tint ?? theme.style(.border) }
    PictureView(picture: card.picture).draw(
      in: rect.inset(columns: 1, rows: 1), theme: theme, now: now, into: &face)
    let bottom = rect.bottom - 1
    // The badge gets all columns of the border that the category leaves: a cut badge would hide that the photo is
    // proposed.
    let space = max(rect.width / 2 - 4, rect.width - displayWidth(card.issue.category.title) - 9)
    let badge = truncated(card.badge, to: max(0, space))
    face.legend(card.issue.category.title, in: rect, y: bottom, style: tint ?? theme.style(.faint))
    face.trailingLegend(badge, in: rect, y: bottom, style: tint ?? theme.style(.text), columns: space + 2)
    if let (text, role) = decision { face.writeCentered(" \(text) ", in: rect, y: 0, style: theme.style(role)) }
    return face
  }
}
