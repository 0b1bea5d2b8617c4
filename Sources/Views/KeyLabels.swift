import TextSurface
import ViewModels

/// The keys that screens name in their own words, as the key table has them.
enum KeyLabel {
  static let scan = label(.scan, in: .home)
  static let bin = label(.showBin, in: .home)
  static let review = label(.open, in: .scanning)
  static let move = label(.moveToTrash, in: .deck)
  static let again = label(.open, in: .deck)
  static let restore = label(.restore, in: .done)
  static let home = label(.open, in: .done)
  static let accept = label(.acceptRemaining, in: .deck)
  static let back = label(.back, in: .everywhere)

  private static func label(_ action: Action, in context: KeyContext) -> String {
    KeyTable.standard.first { $0.context == context && $0.action == action }?.keys.first?.title ?? ""
  }
}
