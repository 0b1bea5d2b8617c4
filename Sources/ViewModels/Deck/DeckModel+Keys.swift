import SystemPackage
import TextSurface

extension DeckModel: Screen {
  nonisolated static var context: KeyContext { .deck }

  nonisolated static let keys: [KeyRecord<DeckModel>] = [
    KeyRecord(
      [Key(.left), Key("h")], .delete, "delete", hint: 1, plain: .offered(1, "delete"), unless: { $0.noCard },
      leads: { $0.decide(.delete) }),
    KeyRecord(
      [Key(.right), Key("l")], .keep, "keep", hint: 2, plain: .offered(2, "keep"), unless: { $0.noCard },
      leads: { $0.decide(.keep) }),
    KeyRecord([Key("u")], .undo, "undo", hint: 3, plain: .offered(3, "undo"), leads: { $0.undo() }),
    KeyRecord([.control("r")], .redo, "redo", plain: .unoffered("redo"), leads: { $0.redo() }),
    KeyRecord(
      [Key("s")], .skip, "skip", hint: 4, plain: .offered(4, "skip"), unless: { $0.noCard }, does: { $0.skip() }),
    KeyRecord(
      [Key(.up), Key("k")], .previousInGroup, "previous in the set", hint: 12, as: "in the set",
      plain: .unoffered("previous"), unless: { $0.noSet },
      does: { $0.browse(by: -1) }),
    KeyRecord(
      [Key(.down), Key("j")], .nextInGroup, "next in the set", hint: 12, as: "in the set", plain: .unoffered("next"),
      unless: { $0.noSet },
      does: { $0.browse(by: 1) }),
    KeyRecord(
      [Key(" "), Key("z")], .loupe, "loupe", hint: 5, plain: .offered(10, "loupe", as: "sharpness in words"),
      unless: { $0.noCard }, leads: { _ in .go(.loupe) }),
    KeyRecord(
      [Key("c")], .compare, "compare", hint: 6, plain: .offered(9, "compare", as: "compare with the keeper"),
      unless: { $0.noSet }, leads: { _ in .go(.compare) }),
    KeyRecord(
      [Key("g")], .showSet, "the set as a grid", hint: 9, as: "the set", plain: .unoffered("set", as: "the whole set"),
      unless: { $0.noSetAtAll },
      leads: { $0.library.setShown(of: $0.current) }),
    KeyRecord(
      [Key("*")], .makeKeeper, "make it the keeper", hint: 9, plain: .unoffered("keeper"), unless: { $0.noSet },
      does: { $0.makeKeeper() }),
    KeyRecord(
      [Key("n")], .notSame, "not the same", plain: .unoffered("not the same", as: "not the same as its keeper"),
      unless: { $0.noSet }, does: { $0.refuse() }),
    KeyRecord(
      [Key("F")], .preferFolder, "prefer this folder",
      plain: .unoffered("prefer folder", as: "prefer the photos in this folder (asks)"), unless: { $0.noSet },
      leads: { $0.askToPrefer() }),
    KeyRecord(
      [Key("i")], .toggleDetails, "details", hint: 10, plain: .offered(5, "details", "info"), unless: { $0.noCard },
      does: { $0.toggleDetails() }),
    KeyRecord([Key(.pageUp)], .pageUp, "details up", unless: { $0.noDetails }, does: { $0.scrollDetails(by: -5) }),
    KeyRecord([Key(.pageDown)], .pageDown, "details down", unless: { $0.noDetails }, does: { $0.scrollDetails(by: 5) }),
    KeyRecord(
      [Key("p")], .chooseParts, "JPEG, RAW or both", hint: 5, plain: .offered(8, "parts"),
      unless: { $0.state.card?.hasParts == true ? nil : "no RAW beside it" }, does: { $0.chooseParts() }),
    KeyRecord(
      [Key("o")], .changeOrder, "clearest or largest", plain: .unoffered("order", as: "clearest or largest first"),
      unless: { $0.obstacleToChangingOrder },
      does: { $0.changeOrder() }),
    KeyRecord(
      [Key("D")], .deleteGroup, "mark rest of this set",
      plain: .unoffered("mark set", as: "mark all left in this set (asks)"), unless: { $0.noSet },
      leads: { $0.askToMarkGroup() }),
    KeyRecord(
      [Key("A")], .deleteCategory, "mark all left here", plain: .unoffered("mark all", as: "mark all left here (asks)"),
      unless: { $0.obstacleToMarkingAll },
      leads: { $0.askToMarkCategory() }),
    KeyRecord(
      [Key("a")], .acceptRemaining, "accept the rest", hint: 4,
      plain: .offered(11, "accept", as: "accept the rest like these"), unless: { $0.obstacleToAccepting },
      leads: { $0.acceptPressed() }),
    KeyRecord(
      [Key("t")], .moveToFolder, "move to a folder", hint: 7, as: "to a folder", plain: .unoffered("move to folder"),
      unless: { $0.noCard },
      leads: { $0.moveToFolderPressed() }),
    KeyRecord([Key("/")], .search, "filter", hint: 9, plain: .unoffered("filter"), leads: { _ in .go(.filter) }),
    KeyRecord([Key("b")], .showBin, "bin", hint: 11, plain: .offered(6, "bin"), leads: { _ in .go(.bin) }),
    KeyRecord(
      [Key("m")], .moveToTrash, "move to trash", hint: 8, plain: .offered(7, "move"), leads: { _ in .go(.confirmation) }
    ),
    KeyRecord(
      [Key(.enter)], .open, "go on", plain: .offered(12, "continue", "", as: "go on with what was skipped"),
      unless: { $0.obstacleToGoingOn }, leads: { $0.goOnPressed() }),
    KeyRecord([Key(.escape)], .back, "back", hint: 6, leads: { $0.backPressed() }),
  ]

  var message: String? { state.message }
  var photosToMove: [FilePath] { [current?.path].compactMap(\.self) }
  func libraryChanged() { refresh() }
  func refreshPictures() { refresh() }
  func complete(_ subject: inout FrameSubject) { subject.see(state.card) }

  func keyPressed() {
    state.motion = nil
    state.message = nil
    dropGrip()
  }

  /// The hint of undo names the deck that it leads to, where that is another one.
  var hintTitles: [Action: String] {
    if agreements.sampling?.agreedTo.isEmpty == true { return [.undo: "leave the samples"] }
    var titles: [Action: String] = state.category == .browse ? [.keep: "looked at"] : [:]
    if let deck = undoElsewhere { titles[.undo] = "undo in \(deck.title)" }
    return titles
  }

  /// In the deck of a category the hint line is full without these.
  var hiddenHints: Set<Action> {
    state.category == .browse || isFiltered ? [] : [.moveToFolder, .showSet, .search]
  }

  private var noCard: String? { state.card == nil ? "no photo is left" : nil }
  private var noSet: String? { state.filmstrip.isEmpty ? "no set here" : nil }
  private var noSetAtAll: String? { noCard ?? library.obstacleToShowingSet(of: current) }
  private var noDetails: String? { state.details == nil ? "only while the details are open" : nil }

  private var obstacleToGoingOn: String? {
    state.card == nil ? nil : "\(keys.title(of: .open, in: .deck)) works at the end of the cards"
  }

  private var obstacleToMarkingAll: String? {
    if let photoByPhoto { return photoByPhoto }
    return state.decided >= state.total ? "nothing is left to mark" : nil
  }

  /// The reason why nothing is marked at once in a deck that is no category's; nil in one of a category.
  var photoByPhoto: String? {
    if isOfCategory { return nil }
    return state.category == .browse
      ? "among all photos nothing is proposed: each is looked at by itself" : "a quick pass goes photo by photo"
  }

  private var obstacleToChangingOrder: String? {
    chosen == nil ? nil : isFiltered ? "only without a filter" : "photos that were chosen keep their order"
  }

  private var obstacleToAccepting: String? {
    if case .offered = state.acceptance { return nil }
    if let photoByPhoto { return photoByPhoto }
    if !state.category.hasProposals { return "nothing is proposed in \(state.category.title)" }
    if isFiltered { return "only without a filter" }
    return agreements.offer == nil ? "only after twenty agreements in a row" : "hardly any like these are left"
  }

  private func askToPrefer() -> KeyOutcome { ask(questions.preferring(folderOf: current?.path, library.settings)) }
  private func askToMarkGroup() -> KeyOutcome {
    ask(questions.markingGroup(of: current?.path, folderTitle: { library.folderTitle(of: $0) }))
  }

  private func askToMarkCategory() -> KeyOutcome {
    if let photoByPhoto { return ask(.showMessage(photoByPhoto.sentence)) }
    return ask(questions.markingCategory(order, matching: filterLine))
  }

  private func goOnPressed() -> KeyOutcome {
    if state.total == 0, isFiltered { return backPressed() }
    guard state.isAllDecided else {
      startOver()
      return .stay
    }
    return library.review.binCount > 0 ? .go(.confirmation) : backPressed()
  }

  /// Closes the details, leaves the samples, or leaves the deck.
  private func backPressed() -> KeyOutcome {
    if state.details != nil {
      toggleDetails()
    } else if agreements.sampling != nil {
      leaveSampling()
    } else if !filterLine.isEmpty {
      filter("")
    } else {
      return .go(.back)
    }
    return .stay
  }
}
