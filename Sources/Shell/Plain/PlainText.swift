package import PhotoModel
import Review
import TextSurface
package import ViewModels

/// The request of a typed line in plain mode.
package enum PlainRequest: Hashable, Sendable {
  case perform(Action)
  /// Home: the deck of a category.
  case review(IssueCategory)
  /// A quick pass, by its index in the list.
  case openGoal(Int)
  /// A folder to move to, by its index in the list.
  case chooseFolder(Int)
  /// Bin, history and settings: the next or the previous page of the list.
  case turnPage(by: Int)
  /// Prints the lines of the screen once more.
  case showAgain
  /// Prints all commands.
  case showCommands
}

/// A command of plain mode: the texts that may be typed, and the request that they make.
package struct PlainChoice: Hashable, Sendable {
  /// The texts in lower case; the first is the one that is offered. An empty one is Enter alone.
  package var names: [String]
  /// The request.
  package var request: PlainRequest
  /// The title in the line of choices and in the answer to `?`.
  package var title: String
  /// Whether the command is in the line of choices; others only in the answer to `?`.
  package var isOffered: Bool

  init(_ names: [String], _ request: PlainRequest, _ title: String, isOffered: Bool = true) {
    self.names = names
    self.request = request
    self.title = title
    self.isOffered = isOffered
  }

  /// The text of the command in the line of choices: "s: skip". Key and title are separate, because a screen reader
  /// reads "[s]kip" as neither. A word that is its own title is printed alone.
  package var offer: String {
    title == names[0] ? title : "\(names[0]): \(title)"
  }
}

/// The commands of plain mode, for dispatch, the line of choices and the answer to `?`.
///
/// Words (`PlainCommand`) and letters come from the key table, so that a letter means the same on the screen and in a
/// line; only numbers, pages, `again` and `help` are no keys. Capitals make no difference: with Caps Lock on, a letter
/// must not mean something larger. Actions that mark many photos at once have no letter, only a word; but for `a`, which
/// shows ten of them one by one first, and asks.
package enum PlainText {
  /// The commands that may be typed in a context, in the order in which they are offered.
  ///
  /// - Parameter keys: A letter that does something on the screen is typed for the same here, and for nothing else.
  package static func choices(in context: KeyContext, keys: KeyTable = KeyTable()) -> [PlainChoice] {
    if answersOnly.contains(context) { return standard(in: context) }
    let letters = letters(in: context, of: keys)
    let given = Set(letters.values.joined())
    return standard(in: context).compactMap { choice in
      guard case .perform(let action) = choice.request, let own = letters[action] else { return choice.without(given) }
      var choice = choice
      choice.names.removeAll(where: given.contains)
      // A sign in the table of words is clearer than the letter: "+ more".
      let index = choice.names.first?.count == 1 ? 1 : 0
      choice.names.insert(contentsOf: own, at: index)
      return choice
    }
  }

  /// The letters of the key table by action, without capitals, which make no difference here, and without figures,
  /// which name rows.
  private static func letters(in context: KeyContext, of keys: KeyTable) -> [Action: [String]] {
    var letters: [Action: [String]] = [:]
    var taken: Set<String> = []
    for other in [context, .everywhere] {
      for binding in keys.bindings where binding.context == other && binding.action != .showHelp {
        let typed = binding.keys.compactMap(\.plainLetter).filter { !taken.contains($0) }
        if letters[binding.action] == nil, !typed.isEmpty { letters[binding.action] = typed }
        taken.formUnion(typed)
      }
    }
    return letters
  }

  /// The commands with the words that do not depend on keys: of a screen, and those that count everywhere.
  private static func standard(in context: KeyContext) -> [PlainChoice] {
    let hasPages = context.isList && context != .onboarding
    let own = numbers(in: context) + ofKeys(in: context) + (hasPages ? pages : [])
    return switch context {
    case .question, .confirmation, .entry: own
    case .goals, .folders, .moving: own + [help]
    default: own + everywhere.compactMap { $0.without(own.flatMap(\.names)) }
    }
  }

  /// The commands that keys have: those that are offered by their rank, then the others as the help has them.
  private static func ofKeys(in context: KeyContext) -> [PlainChoice] {
    let commands = KeyTable.standard.filter { $0.context == context }.compactMap { binding in
      binding.plain.map { (command: $0, binding: binding) }
    }
    return commands.sorted { $0.command.rank ?? .max < $1.command.rank ?? .max }.map { command, binding in
      PlainChoice(
        command.names, .perform(binding.action), command.title ?? binding.title, isOffered: command.rank != nil)
    }
  }

  /// The numbers that stand for a category, a quick pass or a folder.
  private static func numbers(in context: KeyContext) -> [PlainChoice] {
    switch context {
    case .home:
      zip(1..., IssueCategory.allCases).map { number, category in
        PlainChoice(["\(number)", category.title.lowercased()], .review(category), category.title, isOffered: false)
      }
    case .goals:
      DeckGoal.offered.indices.map { index in
        PlainChoice(["\(index + 1)"], .openGoal(index), "the deck with this number", isOffered: false)
      }
    case .folders:
      (0..<FolderChooser.most).map { index in
        PlainChoice(["\(index + 1)"], .chooseFolder(index), "the folder with this number", isOffered: false)
      }
    default: []
    }
  }

  private static let everywhere =
    ofKeys(in: .everywhere) + [PlainChoice(["again", ""], .showAgain, "say this again", isOffered: false), help]

  private static let help = PlainChoice(["?", "help"], .showCommands, "all choices")

  private static let pages = [
    PlainChoice(["next", ">"], .turnPage(by: 1), "next page", isOffered: false),
    PlainChoice(["previous", "<"], .turnPage(by: -1), "previous page", isOffered: false),
  ]

  /// Whether a word of a context stands for an action.
  static func offers(_ action: Action, in context: KeyContext, keys: KeyTable) -> Bool {
    choices(in: context, keys: keys).contains { $0.request == .perform(action) }
  }

  /// The request of a line; nil where the context has no such command.
  ///
  /// A number names a line of the list: alone it chooses that line, behind a command it is the object of the command.
  package static func request(
    for line: String, in context: KeyContext, keys: KeyTable = KeyTable()
  ) -> (row: Int?, request: PlainRequest)? {
    let parts = line.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
    let choices = choices(in: context, keys: keys)
    if let choice = choices.first(where: { $0.names.contains(parts.joined(separator: " ")) }) {
      return (nil, choice.request)
    }
    // Only the whole word is a yes; any other text is a no.
    if answersOnly.contains(context) { return (nil, .perform(.decline)) }
    guard context.isList, let number = parts.last.flatMap(Int.init), number > 0 else { return nil }
    if parts.count == 1 { return (number - 1, .showAgain) }
    let name = parts.dropLast().joined(separator: " ")
    return choices.first { $0.names.contains(name) && $0.isAboutRow(in: context) }.map { (number - 1, $0.request) }
  }

  /// Contexts in which one question waits for its answer.
  static let answersOnly: Set<KeyContext> = [.question, .confirmation]
}

extension Key {
  /// The letter that is typed in place of the key; nil for keys that no line can contain, or that mean something else
  /// there.
  fileprivate var plainLetter: String? {
    guard case .character(let scalar) = code, !control, !alt, scalar.properties.generalCategory != .decimalNumber,
      scalar != " ", String(scalar).lowercased() == String(scalar)
    else { return nil }
    return String(scalar)
  }
}

extension PlainChoice {
  /// The choice without the names that mean something else here; nil where none is left.
  fileprivate func without(_ taken: some Sequence<String>) -> PlainChoice? {
    var choice = self
    choice.names.removeAll { taken.contains($0) }
    return choice.names.isEmpty ? nil : choice
  }

  /// Whether the number of a row may follow the command.
  func isAboutRow(in context: KeyContext) -> Bool {
    // The list is of photos, and what comes back is all of them.
    if context == .batch, request == .perform(.restore) { return false }
    return [
      .perform(.takeOut), .perform(.open), .perform(.restore), .perform(.left), .perform(.right),
      .perform(.resetSetting), .perform(.forget), .perform(.choosePhoto), .perform(.showSet), .perform(.compare),
    ]
    .contains(request)
  }
}

extension AppState {
  /// The context that a typed line belongs to.
  package var plainContext: KeyContext {
    if case .help = overlay { context } else { overlay?.context ?? context }
  }
}
