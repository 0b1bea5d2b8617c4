import Testing
import TextSurface
import ViewModels

@Suite struct KeyRemappingTests {
  @Test func `a remapped action has its new keys everywhere keys are named, and not its old ones`() throws {
    let table = try KeyTable().remapped([KeyRemapping(.deck, .delete, [Key("x"), Key(.home)])])

    #expect(table.action(for: Key("x"), in: .deck) == .delete && table.action(for: Key(.home), in: .deck) == .delete)
    #expect(table.action(for: Key("h"), in: .deck) == nil && table.action(for: Key(.left), in: .deck) == nil)
    #expect(table.title(of: .delete, in: .deck) == "x")
    #expect(table.hints(in: .deck).contains(Hint(key: "x", title: "delete", action: .delete)))
    #expect(table.help(first: .deck)[0].hints.contains(Hint(key: "x Home", title: "delete", action: .delete)))
  }

  @Test func `two actions may change places`() throws {
    let table = try KeyTable().remapped([
      KeyRemapping(.deck, .delete, [Key(.right)]), KeyRemapping(.deck, .keep, [Key(.left)]),
    ])

    #expect(table.action(for: Key(.right), in: .deck) == .delete)
    #expect(table.action(for: Key(.left), in: .deck) == .keep)
  }

  @Test func `a key that would mean two things in one place is refused with both names`() {
    #expect {
      try KeyTable().remapped([KeyRemapping(.deck, .delete, [Key("u")])])
    } throws: { error in
      (error as? KeyRemappingError)?.sentence
        == "\"u\" would be both deck.delete and deck.undo. Give one of them another key."
    }
  }

  @Test(arguments: [
    (KeyContext.entry, Action.confirm, "a"), (.entry, .up, "backspace"), (.help, .open, "x"), (.folders, .up, "3"),
    (.confirmation, .confirm, "5"), (.confirmation, .decline, "backspace"),
  ])
  func `a key that is typed in a place is refused there`(context: KeyContext, action: Action, name: String) throws {
    let key = try #require(Key(named: name))
    #expect {
      try KeyTable().remapped([KeyRemapping(context, action, [Key(.function(5)), key])])
    } throws: { error in
      (error as? KeyRemappingError)?.sentence
        == "\"\(name)\" is for typing in \(context.rawValue). Give \(context.rawValue).\(action.rawValue) another key."
    }
  }

  @Test func `what is not typed in a place may be a key there`() throws {
    for (context, name) in [(KeyContext.entry, "ctrl-a"), (.folders, "0"), (.folders, "x"), (.confirmation, "x")] {
      let action = try #require(KeyTable.standard.first { $0.context == context }?.action)
      let key = try #require(Key(named: name))
      let table = try KeyTable().remapped([KeyRemapping(context, action, [key])])
      #expect(table.action(for: key, in: context) == action)
    }
  }

  @Test func `no key that came later makes a settings file of before an error`() throws {
    let later: [(KeyContext, Action, String)] = [
      (.home, .scan, "afeoz/"), (.deck, .keep, "Fpogat/"), (.bin, .takeOut, "iutg/"), (.apps, .askAdvice, "acxi"),
    ]
    for (context, action, keys) in later {
      for key in keys.unicodeScalars.map({ Key($0) }) {
        #expect(KeyTable().action(for: key, in: context) != nil, "\(key.name)")
        let table = try KeyTable().remapped([KeyRemapping(context, action, [key])])
        #expect(table.action(for: key, in: context) == action, "\(key.name)")
      }
    }
  }

  @Test func `a screen's new key may not hide one that counts everywhere, and the other way round`() {
    #expect(throws: KeyRemappingError.self) { try KeyTable().remapped([KeyRemapping(.deck, .skip, [Key("q")])]) }
    #expect(throws: KeyRemappingError.self) { try KeyTable().remapped([KeyRemapping(.everywhere, .quit, [Key("s")])]) }
    // Where nothing gets through anyway it hides nothing.
    #expect(throws: Never.self) { try KeyTable().remapped([KeyRemapping(.question, .confirm, [Key("1")])]) }
  }

  @Test func `an action that a place does not have is refused`() {
    #expect(throws: KeyRemappingError.noSuchAction(.home, .delete)) {
      try KeyTable().remapped([KeyRemapping(.home, .delete, [Key("x")])])
    }
  }

  @Test func `the standard table in its own words is the standard table`() throws {
    let remappings = KeyTable.standard.map { KeyRemapping($0.context, $0.action, $0.keys) }

    #expect(try KeyTable().remapped(remappings) == KeyTable())
  }

  @Test func `every key of the table has a name that is read back`() {
    for key in KeyTable.standard.flatMap(\.keys) { #expect(Key(named: key.name) == key, "\(key.name)") }
  }

  @Test(arguments: ["", "ctrl-", "ctrl-1", "f0", "f13", "lefty", "xy", "ctrl-left", "ctrl-c", "ctrl-M", " ", "\u{7}"])
  func `what is no key has no key`(name: String) { #expect(Key(named: name) == nil) }

  @Test func `names are read as people write them`() {
    #expect(Key(named: "Ctrl-R") == .control("r") && Key(named: "LEFT") == Key(.left))
    #expect(Key(named: "D") == Key("D") && Key(named: "d") == Key("d") && Key(named: "alt-x")?.alt == true)
    #expect(Key(named: "Page-Down") == Key(.pageDown) && Key(named: "space") == Key(" "))
  }
}
