import TextSurface

/// A key of a screen: its title, when it does nothing, and its action.
struct KeyRecord<Model: Screen>: Sendable {
  /// The standard keys; empty where only a click, a typed word or a key that counts everywhere asks for the action.
  let keys: [Key]
  let action: Action
  /// The title of the action in the help and, where there is no shorter one, in the hint line.
  let title: String
  /// The rank in the hint line, 1 first; 0 for a key in the help only.
  let hintRank: Int
  /// The title in the hint line; keys with the same one share a hint.
  let hintTitle: String?
  /// The command in plain mode; nil where lines have none.
  let plain: PlainCommand?
  /// The reason for which the action would do nothing now; nil where it does something.
  let obstacle: @MainActor @Sendable (Model) -> String?
  let perform: @MainActor @Sendable (Model) -> KeyOutcome

  /// Creates the record of an action that may lead elsewhere.
  init(
    _ keys: [Key], _ action: Action, _ title: String = "", hint: Int = 0, as hintTitle: String? = nil,
    plain: PlainCommand? = nil,
    unless obstacle: @escaping @MainActor @Sendable (Model) -> String? = { _ in nil },
    leads perform: @escaping @MainActor @Sendable (Model) -> KeyOutcome
  ) {
    self.keys = keys
    self.action = action
    self.title = title
    hintRank = hint
    self.hintTitle = hintTitle
    self.plain = plain
    self.obstacle = obstacle
    self.perform = perform
  }

  /// Creates the record of an action that changes its own screen.
  init(
    _ keys: [Key], _ action: Action, _ title: String = "", hint: Int = 0, as hintTitle: String? = nil,
    plain: PlainCommand? = nil,
    unless obstacle: @escaping @MainActor @Sendable (Model) -> String? = { _ in nil },
    does change: @escaping @MainActor @Sendable (Model) -> Void
  ) {
    self.init(
      keys, action, title, hint: hint, as: hintTitle, plain: plain, unless: obstacle,
      leads: { model in
        change(model)
        return .stay
      })
  }
}

extension KeyRecord {
  /// The key that shows the highlighted row with nothing cut, until the next key.
  static var wholeRow: KeyRecord {
    KeyRecord(
      [Key("i")], .showRow, "the whole row", unless: { $0.rowText == nil ? "no row is here" : nil },
      does: { $0.showMessage($0.rowText) })
  }
}

extension Array {
  /// The keys of a list: arrows and letters by a row, page keys by a page, Home and End, and one that shows the row
  /// with nothing cut.
  ///
  /// - Parameters:
  ///   - page: The rows of a page.
  ///   - hints: The ranks of up and down in the hint line.
  ///   - rows: Moves by rows, where a row has several items; nil where it is one.
  ///   - move: Moves by items, and no further than to the first and the last.
  static func list<Model: Screen>(
    page: @escaping @MainActor @Sendable (Model) -> Int = { _ in 10 }, hints: (up: Int, down: Int) = (0, 0),
    rows: (@MainActor @Sendable (Model, Int) -> Void)? = nil, move: @escaping @MainActor @Sendable (Model, Int) -> Void
  ) -> [Element] where Element == KeyRecord<Model> {
    let moveRows = rows ?? move
    let all = 1 << 40
    return [
      KeyRecord([Key(.up), Key("k")], .up, "up", hint: hints.up, does: { moveRows($0, -1) }),
      KeyRecord([Key(.down), Key("j")], .down, "down", hint: hints.down, does: { moveRows($0, 1) }),
      KeyRecord([Key(.pageUp)], .pageUp, "page up", does: { moveRows($0, -page($0)) }),
      KeyRecord([Key(.pageDown)], .pageDown, "page down", does: { moveRows($0, page($0)) }),
      KeyRecord([Key(.home)], .first, "to the first", does: { move($0, -all) }),
      KeyRecord([Key(.end)], .last, "to the last", does: { move($0, all) }),
      .wholeRow,
    ]
  }

  /// The keys of a grid: to the sides by a cell, up and down by a row of cells.
  static func grid<Model: Screen>(
    page: @escaping @MainActor @Sendable (Model) -> Int, move: @escaping @MainActor @Sendable (Model, Int) -> Void,
    moveRows: @escaping @MainActor @Sendable (Model, Int) -> Void
  ) -> [Element] where Element == KeyRecord<Model> {
    [
      KeyRecord([Key(.left), Key("h")], .left, "to the left", does: { move($0, -1) }),
      KeyRecord([Key(.right), Key("l")], .right, "to the right", does: { move($0, 1) }),
    ] + list(page: page, rows: moveRows, move: move)
  }
}
