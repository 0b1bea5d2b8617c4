import Testing
import TextSurface
import ViewModels

@Suite struct KeyTableTests {
  private let table = KeyTable()

  @Test func `no two bindings of a context share a key`() {
    for context in KeyContext.allCases {
      let keys = table.bindings.filter { $0.context == context }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(context)")
    }
  }

  /// The keys that users rely on.
  static let promised: [(KeyContext, Key, Action)] = [
    (.everywhere, Key("1"), .showPhotos), (.everywhere, Key("2"), .showApps), (.everywhere, Key("3"), .showSettings),
    (.everywhere, Key("["), .previousTab), (.everywhere, Key("]"), .nextTab), (.everywhere, Key("?"), .showHelp),
    (.everywhere, Key(.function(1)), .showHelp), (.everywhere, Key(.escape), .back), (.everywhere, Key("q"), .quit),
    (.everywhere, .control("z"), .suspend), (.everywhere, .control("l"), .redraw),
    (.home, Key(.left), .left), (.home, Key(.right), .right), (.home, Key(.up), .up), (.home, Key(.down), .down),
    (.home, Key(.enter), .open), (.home, Key("s"), .scan), (.home, Key("b"), .showBin), (.home, Key("y"), .showHistory),
    (.scanning, Key(.escape), .cancelScan), (.scanning, Key(.enter), .open),
    (.deck, Key(.left), .delete), (.deck, Key("h"), .delete), (.deck, Key(.right), .keep), (.deck, Key("l"), .keep),
    (.deck, Key("u"), .undo), (.deck, .control("r"), .redo), (.deck, Key("s"), .skip),
    (.deck, Key(.up), .previousInGroup), (.deck, Key("k"), .previousInGroup), (.deck, Key(.down), .nextInGroup),
    (.deck, Key("j"), .nextInGroup), (.deck, Key("*"), .makeKeeper), (.deck, Key("i"), .toggleDetails),
    (.deck, Key("n"), .notSame), (.deck, Key("F"), .preferFolder), (.ledger, Key("x"), .forget),
    (.apps, Key(.enter), .open),
    (.apps, Key("t"), .askAdvice),
    (.apps, Key("o"), .changeOrder), (.apps, Key(.up), .up), (.apps, Key(.down), .down), (.apps, Key(.escape), .back),
    (.settings, Key(.enter), .open),
    (.deck, Key("D"), .deleteGroup), (.deck, Key("A"), .deleteCategory), (.deck, Key("b"), .showBin),
    (.deck, Key("m"), .moveToTrash),
    (.bin, Key(.up), .up), (.bin, Key(.down), .down), (.bin, Key(.enter), .open), (.bin, Key("x"), .takeOut),
    (.bin, Key(.backspace), .takeOut), (.bin, Key("m"), .moveToTrash),
    (.confirmation, Key("y"), .confirm), (.confirmation, Key(.enter), .open), (.confirmation, Key("n"), .decline),
    (.confirmation, Key(.escape), .decline), (.confirmation, Key(.left), .left), (.confirmation, Key(.right), .right),
    (.question, Key("y"), .confirm), (.question, Key(.enter), .open), (.question, Key("n"), .decline),
    (.question, Key(.escape), .decline),
    (.done, Key("r"), .restore), (.done, Key(.enter), .open), (.history, Key("r"), .restore),
    (.settings, Key(.up), .up), (.settings, Key(.down), .down), (.settings, Key(.left), .left),
    (.settings, Key(.right), .right), (.settings, Key("0"), .resetSetting),
  ]

  @Test func `every promised key does what is promised`() {
    for (context, key, action) in Self.promised {
      #expect(table.action(for: key, in: context) == action, "\(key.title) in \(context)")
    }
  }

  @Test(arguments: KeyContext.allCases) func `suspending and redrawing work wherever the user is`(context: KeyContext) {
    #expect(table.action(for: .control("z"), in: context) == .suspend)
    #expect(table.action(for: .control("l"), in: context) == .redraw)
  }

  @Test(arguments: [KeyContext.question, .confirmation, .moving]) func `an answer is needed before anything else`(
    context: KeyContext
  ) {
    for key in [Key("1"), Key("2"), Key("3"), Key("?"), Key("["), Key("]")] {
      #expect(table.action(for: key, in: context) == nil, "\(key.title)")
    }
  }

  @Test(arguments: KeyContext.allCases.filter { $0 != .entry }) func `Esc and q lead out of wherever the user is`(
    context: KeyContext
  ) {
    let waysOut: [Action] = [.back, .quit, .decline, .stopMove, .cancelScan]
    // In the help letters are searched for.
    for key in context == .help ? [Key(.escape)] : [Key(.escape), Key("q")] {
      let action = table.action(for: key, in: context)
      #expect(action.map(waysOut.contains) == true, "\(key.title) in \(context)")
    }
    // While something waits for an answer, leaving is the answer that changes nothing.
    if [.question, .confirmation, .moving].contains(context) {
      #expect(table.action(for: Key("q"), in: context) == table.action(for: Key(.escape), in: context))
    }
  }

  @Test(arguments: KeyContext.allCases) func `every hint is bound and has words`(context: KeyContext) {
    let hints = table.hints(in: context)

    #expect(!hints.isEmpty)
    for hint in hints {
      #expect(!hint.title.isEmpty)
      let shared = table.bindings.filter {
        ($0.context == context || $0.context == .everywhere) && ($0.hintTitle ?? $0.title) == hint.title
          && $0.hintRank > 0
      }
      let titles = shared.map { $0.keys[0].title }
      #expect([titles.joined(), titles.joined(separator: " ")].contains(hint.key), "\(hint.key) in \(context)")
      for binding in shared { #expect(table.action(for: binding.keys[0], in: context) == binding.action) }
    }
    #expect(Set(hints.map(\.key)).count == hints.count)
  }

  @Test(arguments: KeyContext.allCases.filter { $0 != .everywhere })
  func `the help begins with where the user is and holds every binding`(
    context: KeyContext
  ) {
    let help = table.help(first: context)

    #expect(help.first?.title == context.title)
    #expect(help.flatMap(\.hints).count == table.bindings.count)
    #expect(Set(help.map(\.title)).count == help.count)
  }

  @Test func `all directions of the loupe are one hint`() throws {
    #expect(table.hints(in: .loupe).contains { $0.key == "←→↑↓" && $0.title == "look around" })
    #expect(table.hints(in: .loupe, without: [.up]).contains { $0.key == "←→↓" })
    let letters = try KeyTable().remapped(
      zip([Action.left, .right, .up, .down], ["a", "d", "w", "x"]).map { KeyRemapping(.loupe, $0, [Key($1)]) })
    #expect(letters.hints(in: .loupe).contains { $0.key == "a d w x" && $0.title == "look around" })
  }

  @Test func `every action has a key`() {
    #expect(Set(table.bindings.map(\.action)) == Set(Action.allCases))
  }

  @Test func `a screen's own key comes before the one that counts everywhere`() {
    #expect(table.action(for: Key(.escape), in: .scanning) == .cancelScan)
    #expect(table.action(for: Key(.escape), in: .deck) == .back)
    #expect(table.action(for: Key("x"), in: .home) == nil)
  }
}
