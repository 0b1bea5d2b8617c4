/// The command of a key in plain mode, where lines are typed.
package struct PlainCommand: Hashable, Sendable {
  /// The texts that may be typed, in lower case; the first is the one that is offered. An empty one is Enter alone.
  package var names: [String]
  /// The title in lines; nil where it is that of the key.
  package var title: String?
  /// The rank in the line of choices, 1 first; nil for a command that stands only in the answer to `?`.
  package var rank: Int?

  /// A command in the line of choices.
  static func offered(_ rank: Int, _ names: String..., as title: String? = nil) -> Self {
    Self(names: names, title: title, rank: rank)
  }

  /// A command that stands only in the answer to `?`.
  static func unoffered(_ names: String..., as title: String? = nil) -> Self { Self(names: names, title: title) }
}
