import Shell
import Testing
import TextSurface
import ViewModels

/// What a typed line asks for.
struct PlainTextTests {
  @Test func `a letter that the user gave to an action is typed for it here too, and for nothing else`() throws {
    let keys = try KeyTable().remapped([
      KeyRemapping(.deck, .delete, [Key("k")]), KeyRemapping(.deck, .previousInGroup, [Key(.up)]),
    ])

    #expect(PlainText.request(for: "k", in: .deck, keys: keys)?.request == .perform(.delete))
    #expect(PlainText.request(for: "delete", in: .deck, keys: keys)?.request == .perform(.delete))
    #expect(PlainText.request(for: "h", in: .deck, keys: keys) == nil)
    #expect(PlainText.request(for: "keep", in: .deck, keys: keys)?.request == .perform(.keep))
    #expect(PlainText.choices(in: .deck, keys: keys).first { $0.request == .perform(.delete) }?.names.first == "k")
  }

  /// Letters of lines only; no screen has them, so that they can be mistaken for nothing.
  private static let letterOfLinesAlone: Set<String> = ["w"]

  // In the help of the screen letters are searched for; lines have no such help.
  @Test(arguments: KeyContext.allCases.filter { ![.confirmation, .question, .help].contains($0) })
  func `a letter means in a line what it means on the screen`(context: KeyContext) throws {
    let table = KeyTable()
    for choice in PlainText.choices(in: context) {
      for name in choice.names where name.count == 1 && name.first?.isLetter == true {
        let key = Key(try #require(name.unicodeScalars.first))
        if let action = table.action(for: key, in: context) {
          #expect(choice.request == .perform(action), "\(name) on \(context)")
        } else {
          #expect(Self.letterOfLinesAlone.contains(name), "\(name) on \(context)")
          #expect(!table.bindings.contains { $0.keys.contains(key) }, "\(name) on \(context)")
        }
      }
    }
    let typed = PlainText.choices(in: .deck).flatMap(\.names)
    #expect(Set(["h", "l", "u", "s", "k", "j", "z", "c", "*", "n", "i", "p", "o", "a", "b", "m"]).isSubset(of: typed))
  }

  /// Keys that go from row to row, as numbers do in lines, the one for a row that is cut, as no line is, and those of the
  /// panel of an app.
  private static let keysAlone: Set<Action> = [
    .up, .down, .left, .right, .pageUp, .pageDown, .first, .last, .showRow, .copyCommand, .runRemoval,
  ]

  @Test(arguments: KeyContext.allCases.filter(\.isList))
  func `what a key of a list does, a line does too`(context: KeyContext) {
    let requests = PlainText.choices(in: context).map(\.request)
    for binding in KeyTable.standard where binding.context == context && !Self.keysAlone.contains(binding.action) {
      #expect(requests.contains(.perform(binding.action)), "\(binding.action) in \(context)")
    }
  }

  @Test(arguments: KeyContext.allCases)
  func `no word means two things in one place`(context: KeyContext) {
    let text = PlainText.choices(in: context).flatMap(\.names)
    #expect(Set(text).count == text.count, "\(text)")
    #expect(text.allSatisfy { $0 == $0.lowercased() })
  }

  @Test func `letters and words mean the same, in capitals too`() {
    for line in ["h", "H", "delete", " Delete "] {
      #expect(PlainText.request(for: line, in: .deck)?.request == .perform(.delete))
    }
  }

  @Test func `a letter that marks a set on the screen marks nothing here, whichever its size`() {
    for line in ["d", "D", "A"] {
      #expect(PlainText.request(for: line, in: .deck)?.request != .perform(.delete), "\(line)")
      #expect(PlainText.request(for: line, in: .compare)?.request != .perform(.delete), "\(line)")
    }
  }

  @Test(arguments: [KeyContext.confirmation, .question])
  func `only the whole word is a yes`(context: KeyContext) {
    for line in ["yes", "YES", " yes "] {
      #expect(PlainText.request(for: line, in: context)?.request == .perform(.confirm))
    }
    for line in ["", "y", "ye", "yes yes", "yes 1", "no", "q", "?", "1", "m"] {
      #expect(PlainText.request(for: line, in: context)?.request == .perform(.decline), "\(line)")
    }
  }

  @Test func `a number is a row where there is a list, and a category at Home`() {
    let alone = PlainText.request(for: "12", in: .bin)
    #expect(alone?.row == 11)
    #expect(alone?.request == .showAgain)
    let taken = PlainText.request(for: "x 3", in: .bin)
    #expect(taken?.row == 2)
    #expect(taken?.request == .perform(.takeOut))
    #expect(PlainText.request(for: "1", in: .home)?.request == .review(.duplicate))
    for line in ["0", "-1", "m 3", "x 3 4", "3 x"] {
      #expect(PlainText.request(for: line, in: .bin) == nil, "\(line)")
    }
    #expect(PlainText.request(for: "h 3", in: .deck) == nil)
  }

  @Test func `what is offered says what it does, with its letter and without`() {
    func offers(_ context: KeyContext, _ keys: KeyTable = KeyTable()) -> [String] {
      PlainText.choices(in: context, keys: keys).filter(\.isOffered).map(\.offer)
    }

    #expect(offers(.moving).first == "q: stop after this photo")
    let letterless = KeyTable(bindings: KeyTable.standard.filter { $0.context != .moving })
    #expect(offers(.moving, letterless).first == "stop: stop after this photo")
    for context in KeyContext.allCases {
      for offer in offers(context) {
        let text = offer.split(separator: " ")
        #expect(zip(text, text.dropFirst()).allSatisfy { $0 != $1 }, "\(offer)")
      }
    }
  }

  @Test func `back from the first steps is said to skip them`() {
    let back = PlainText.choices(in: .onboarding).filter { $0.request == .perform(.back) }

    #expect(back.map(\.title) == ["skip all of them"] && back.first?.names == ["skip all", "w", "back"])
  }

  @Test func `nothing that marks many photos is a single letter`() {
    let many: [Action] = [.deleteGroup, .deleteCategory, .confirm]
    for choice in KeyContext.allCases.flatMap({ PlainText.choices(in: $0) }) {
      guard case .perform(let action) = choice.request, many.contains(action) else { continue }
      #expect(choice.names.allSatisfy { $0.count > 1 }, "\(choice.names)")
    }
  }
}
