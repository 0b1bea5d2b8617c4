import PhotoModel
import Review
import SystemPackage
import TextSurface

/// The contact sheet: all photos of a set beside each other. What is chosen is kept and the rest goes to the bin, as
/// one step of undo; until then nothing is changed.
@MainActor
package final class ContactSheetModel {
  /// The state that the sheet is drawn from.
  package internal(set) var state = ContactSheetState()
  let library: LibraryModel
  private let pictures: PictureLoader
  private let deck: DeckModel
  /// The photo that the sheet was opened for: its set is shown.
  private var anchor: IssueKey?
  /// Whether the sheet is shown over the deck, which then goes on behind the set.
  private var isOverDeck = false
  private var members: [FilePath] = []
  /// The photos whose pictures were on the screen: unseen photos are not marked.
  private var seen: [FilePath: FileIdentity] = [:]
  /// The photos of the open question: a yes is for these and for no others, whatever a scan brings meanwhile.
  private var asked: [FilePath] = []

  /// Creates the model without a set.
  init(library: LibraryModel, pictures: PictureLoader, deck: DeckModel) {
    (self.library, self.pictures, self.deck) = (library, pictures, deck)
  }

  /// The space for the grid by the number of photos, set whenever the terminal's size changes.
  package var capacity: (Int) -> GridCapacity = { _ in .list } {
    didSet {
      state.grid.capacity = capacity(members.count)
      refreshPictures()
    }
  }

  /// Shows the set of a photo, with the cursor on it.
  func open(_ key: IssueKey, isOverDeck: Bool) {
    anchor = key
    self.isOverDeck = isOverDeck
    (members, seen, asked) = ([], [:], [])
    state = ContactSheetState()
    refresh()
    if let index = members.firstIndex(of: key.path) { select(index) }
  }

  private var group: PhotoGroup? { anchor.flatMap { library.review.set(with: $0.path, in: $0.category) } }
  private var chosen: Set<FilePath> { Set(state.grid.chosen.map { members[$0] }) }
  var going: [FilePath] { members.indices.filter { !state.grid.chosen.contains($0) }.map { members[$0] } }

  // MARK: The state

  /// Follows the review: chosen photos stay chosen, new members are chosen as in a set that is opened.
  func refresh() {
    let review = library.review
    let group = group
    let found = group?.members ?? []
    let known = Set(members)
    let chosenBefore = chosen
    let cursor = members.indices.contains(state.grid.cursor) ? members[state.grid.cursor] : nil
    members = found.map(\.path)
    state.grid.capacity = capacity(members.count)
    state.grid.replace(count: members.count, cursor: cursor.flatMap(members.firstIndex) ?? 0)
    state.grid.choose(
      Set(
        found.indices.filter { index in
          guard let group else { return false }
          let member = found[index]
          return known.contains(member.path) && !isLocked(member.path)
            ? chosenBefore.contains(member.path)
            : review.stays(member, of: group, ratingsAreSacred: library.settings.ratingsAreSacred)
        }))
    state.title = group?.keepWhole?.title(of: members.count) ?? "Set of \(members.count)"
    state.category = group?.category.title ?? ""
    state.rows = members.map { path in
      "\(nameTitle(path))\(review.photos[path].map { ", \(facts(of: $0).joined(separator: ", "))" } ?? "")"
    }
    refreshPictures()
  }

  /// Makes the tiles anew, with their pictures as far as they have come.
  func refreshPictures() {
    let review = library.review
    state.bytes = going.map { review.photos[$0]?.size(of: deck.cards.parts(of: $0)) ?? .zero }.total
    state.grid.tiles = pictures.tiles(
      of: state.grid, photo: { review.photos[members[$0]] },
      tile: { number, photo in
        PhotoGrid.Tile(
          name: nameTitle(photo.path), facts: facts(of: photo),
          size: photo.size(of: deck.cards.parts(of: photo.path)).formatted,
          mark: state.grid.chosen.contains(number) ? .staying : .going)
      })
  }

  private func facts(of photo: ScannedPhoto) -> [String] {
    let review = library.review
    let stars = photo.contents?.metadata.rating ?? 0
    let parts = deck.cards.parts(of: photo.path)
    return [
      group?.keeper == photo.path ? "keeper" : nil, photo.isProtected ? "protected" : nil,
      review.isInBin(photo.path) ? "in the bin" : nil, photo.size(of: parts).formatted,
      parts == .all ? nil : parts == .raw ? "RAW only" : "without its RAW",
      stars > 0 ? String(repeating: "★", count: stars) : nil,
    ].compactMap(\.self)
  }

  /// Notes that the present state was drawn: the photos whose pictures stand there have been seen.
  func presented() {
    for (number, tile) in state.grid.tiles where tile.isSeen {
      seen[members[number]] = library.review.photos[members[number]]?.identity
    }
  }

  /// Whether the picture of a photo stood on the screen, and is of the file that is there now. Without space for
  /// pictures names are enough, as in plain mode.
  private func isSeen(_ path: FilePath) -> Bool {
    state.grid.capacity.tile.rows == 0 || seen[path] != nil && seen[path] == library.review.photos[path]?.identity
  }

  private func isLocked(_ path: FilePath) -> Bool { library.review.photos[path]?.isProtected == true }

  // MARK: Keys

  func move(by photos: Int) { select(state.grid.cursor + photos) }

  func moveRows(by rows: Int) {
    state.grid.moveRows(by: rows)
    refreshPictures()
  }

  /// Moves the cursor to a photo, clamped to the set.
  func select(_ photo: Int) {
    state.grid.select(photo)
    refreshPictures()
  }

  /// A click: moves the cursor to a photo; on the photo under the cursor the same as Space.
  func selectPhoto(_ photo: Int) {
    if photo == state.grid.cursor { choosePressed() } else { select(photo) }
  }

  /// Space: keeps the photo under the cursor, or no longer.
  func choosePressed() {
    guard members.indices.contains(state.grid.cursor) else { return }
    guard !isLocked(members[state.grid.cursor]) else {
      return showMessage("It lies in a protected folder and stays")
    }
    state.grid.toggleChosen()
    refreshPictures()
  }

  /// Enter: keeps the chosen photos and marks the rest; asks first about a set that is made to be kept whole.
  func keepPressed() -> KeyOutcome {
    guard let group else { return refuse("It is in no set any more") }
    guard !chosen.isEmpty else {
      return refuse("Nothing of this set would stay; the last one can only be marked by itself, in the deck")
    }
    let review = library.review
    let marking = going.filter { !review.isInBin($0) }
    if let unseen = marking.first(where: { !isSeen($0) }) { return refuse(toMarkUnseen: unseen, of: marking) }
    guard let choice = review.choice(of: chosen, from: group, parts: deck.cards.parts), choice.action != nil else {
      return .go(.backWith("Nothing to change in this set"))
    }
    guard let kind = choice.marked.lazy.compactMap(review.setKeptWhole).first else { return record(choice) }
    asked = choice.marked
    return .ask(
      Question(
        subject: .keepChosen(group.id),
        title: "Mark \(counted(choice.marked.count, "photo")) of this \(kind.noun)?",
        lines: [
          "\(kind.withArticle.prefix(1).uppercased())\(kind.withArticle.dropFirst()) is made to be kept whole.",
          "\(counted(state.staying, "photo")) of it \(state.staying == 1 ? "stays" : "stay").",
          "Nothing moves yet; u takes it back.",
        ], safeButton: "Not yet", actButton: "Mark"))
  }

  /// Performs the confirmed choice, where it is still about the same photos.
  func confirmed() -> KeyOutcome {
    guard let group, let choice = library.review.choice(of: chosen, from: group, parts: deck.cards.parts),
      choice.marked == asked
    else { return refuse("The set has changed; look at it again") }
    return record(choice)
  }

  private func record(_ choice: SetChoice) -> KeyOutcome {
    // Among all photos the set is that of another category than the photo's.
    let first = group.flatMap { group in anchor.map { IssueKey($0.path, group.category) } }
    guard let action = choice.action?.beginning(with: first) else {
      return .go(.backWith("Nothing to change in this set"))
    }
    if let problem = isOverDeck ? deck.record(ofSet: action) : library.decide(action) { return refuse(problem) }
    return .go(.backWith(text(about: choice)))
  }

  /// The message about a choice: "2 kept, 5 marked; u takes it back".
  private func text(about choice: SetChoice) -> String {
    let open =
      switch choice.leftOpen.count {
      case 0: ""
      case 1: "; \(nameTitle(choice.leftOpen[0])) stays a question: nothing like it would be left"
      default: "; \(counted(choice.leftOpen.count, "photo")) stay questions: nothing like them would be left"
      }
    let marked = choice.marked.isEmpty ? "" : ", \(choice.marked.count) marked"
    return "\(state.staying) kept\(marked); u takes it back\(open)"
  }

  private func refuse(toMarkUnseen unseen: FilePath, of marking: [FilePath]) -> KeyOutcome {
    if let index = members.firstIndex(of: unseen) {
      select(index)
      if case .gone? = state.grid.tiles[index]?.picture {
        return refuse("\(nameTitle(unseen)) is not as it was found, so it cannot be marked; Space keeps it")
      }
    }
    let count = marking.count { !isSeen($0) }
    return refuse(
      count == 1
        ? "\(nameTitle(unseen)) was not on the screen yet; look at it first"
        : "\(counted(count, "photo")) were not on the screen yet; look at them first")
  }

  private func refuse(_ text: String) -> KeyOutcome {
    showMessage(text)
    return .stay
  }
}

extension PhotoGrid.Tile {
  /// Whether the picture has come, or the reason why there is none, and the file is as it was found.
  fileprivate var isSeen: Bool {
    switch picture {
    case .ready, .unavailable: true
    case .loading, .gone, nil: false
    }
  }
}

extension LibraryModel {
  /// The contact sheet of the set that a photo is in, as the outcome of a key; nothing where it is in none.
  func setShown(of photo: IssueKey?) -> KeyOutcome {
    guard let photo, obstacleToShowingSet(of: photo) == nil else { return .stay }
    return .go(.contactSheet(photo))
  }

  /// The reason why no set can be shown; nil where one can.
  func obstacleToShowingSet(of photo: IssueKey?) -> String? {
    photo.flatMap { review.set(with: $0.path, in: $0.category) } == nil ? "this photo belongs to no set" : nil
  }
}
