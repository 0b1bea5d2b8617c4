import PhotoAnalysis
import PhotoModel
import Review
import SystemPackage
import TextSurface

/// The Compare screen: the top card of the deck beside the keeper of its set. Decisions are made by the deck.
@MainActor
package final class CompareModel {
  /// The state that the Compare screen is drawn from.
  package private(set) var state = CompareState()
  private let library: LibraryModel
  private let pictures: PictureLoader
  let deck: DeckModel

  /// Creates the model with nothing to compare.
  package init(library: LibraryModel, pictures: PictureLoader, deck: DeckModel) {
    self.library = library
    self.pictures = pictures
    self.deck = deck
  }

  /// The cells for each of the two pictures, in each form.
  package var areas = CompareAreas.none
  private var showsDetails = false
  /// The photo on the right.
  private var shown: IssueKey?
  /// Whether an action is being performed: between its steps the two photos may be no pair.
  private(set) var isPerforming = false

  /// Opens the comparison with the top card; where that is the keeper, with the next photo of its set.
  ///
  /// - Returns: The reason why there is nothing to compare; nil where there is a pair.
  func open() -> String? {
    guard let key = deck.current, let group = library.review.group(of: key.path, in: key.category) else {
      return deck.current.map { library.review.noSetText($0.path, in: $0.category) } ?? "No photo is on the screen"
    }
    state = CompareState()
    showsDetails = false
    if group.keeper == key.path { deck.browse(by: 1) }
    refresh()
    return nil
  }

  /// Whether the top card of the deck has a keeper to be compared with.
  var isOpen: Bool {
    guard let key = deck.current, let group = library.review.group(of: key.path, in: key.category) else { return false }
    return group.keeper != key.path
  }

  /// Makes the state anew from the top card of the deck and the keeper of its set; leaves it as it is where the two are
  /// no pair.
  package func refresh() {
    guard let key = deck.current, let group = library.review.group(of: key.path, in: key.category),
      group.keeper != key.path, let photo = library.review.photos[key.path],
      let keeper = library.review.photos[group.keeper]
    else { return }
    if shown != key {
      // Another photo has to be seen before anything is decided about it.
      shown = key
      state.view = .pictures
    }
    state.category = key.category
    state.form = areas.form(of: [keeper, photo].map { $0.features?.pixelSize }, cell: pictures.cell)
    state.details = showsDetails ? deck.cards.details(of: key) : nil
    state.left = side(keeper, beside: photo, in: key.category)
    state.right = side(photo, beside: keeper, in: key.category)
    let facts = ComparedFacts(keeper, photo, cards: deck.cards)
    state.rows = facts.rows
    state.same = facts.same
    let index = group.members.firstIndex { $0.path == key.path } ?? 0
    state.position = "\(index + 1) of \(group.members.count)"
    showDeckMessage()
    compare(keeper, photo)
  }

  /// Takes over the sentence of the deck, which makes the decisions.
  func showDeckMessage() { state.message = deck.state.message }

  /// Makes a decision about the photo on the right, if the screen shows it.
  func deciding(_ decide: (DeckModel) -> KeyOutcome) -> KeyOutcome {
    guard let key = deck.current, isSeen(key) else { return .stay }
    let outcome = inDeck(decide)
    state.message = deck.state.message ?? deck.state.decisionMessage
    return outcome
  }

  /// Performs something in the deck, which is not on the screen; the comparison is refreshed once, at the end.
  func inDeck(_ body: (DeckModel) -> KeyOutcome) -> KeyOutcome {
    isPerforming = true
    defer { isPerforming = false }
    return deck.current == nil ? .stay : body(deck)
  }

  /// Makes the photo on the right the keeper; the former keeper is then on the right, so that the two are still
  /// compared.
  func makeKeeper() -> KeyOutcome {
    guard let key = deck.current, isSeen(key),
      let former = library.review.group(of: key.path, in: key.category)?.keeper
    else { return .stay }
    return inDeck { deck in
      deck.makeKeeper()
      if library.review.group(of: key.path, in: key.category)?.keeper == key.path {
        deck.show(IssueKey(former, key.category), isRemembered: false)
        deck.showMessage("The two changed places: this one was the keeper; u takes it back")
      }
      return .stay
    }
  }

  /// Whether the screen shows the photo to decide about; where it shows the keeper alone or the map, switches to the
  /// pictures with a message.
  private func isSeen(_ key: IssueKey) -> Bool {
    guard state.view == .pictures else {
      state.view = .pictures
      showMessage("It is about \(nameTitle(key.path)), this one: press the key again")
      return false
    }
    if !state.isShown { deck.showMessage("The pictures are not there yet") }
    return state.isShown
  }

  // MARK: Private

  private func side(
    _ photo: ScannedPhoto, beside other: ScannedPhoto, in category: IssueCategory
  ) -> CompareState.Side {
    CompareState.Side(
      name: nameTitle(photo.path), folder: library.folderTitle(of: photo.path),
      distinguishingFolder: distinguishingFolder(of: photo.path, among: [other.path]),
      picture: pictures.picture(of: photo, in: areas.area(state.form)),
      decision: library.review.isInBin(photo.path) ? .delete : library.review.decision(photo.path, in: category))
  }

  /// Goes on to another photo of the set, past the keeper, which is on the left already.
  func browse(by step: Int) {
    isPerforming = true
    defer { isPerforming = false }
    guard let start = deck.current else { return }
    repeat { deck.browse(by: step) } while !isOpen && deck.current != start
    if deck.current == start { deck.showMessage("These two are all of the set") }
  }

  func turnView() { state.view = nextView }

  /// Opens or closes the details of the photo on the right.
  func toggleDetails() {
    showsDetails.toggle()
    state.detailsScroll = 0
    refresh()
  }

  func scrollDetails(by rows: Int) {
    // Rows that wrap are more than entries; the view stops at the last one.
    state.detailsScroll = min(max(0, state.detailsScroll + rows), (state.details?.count ?? 0) * 3)
  }

  /// Closes the details, or leaves the comparison.
  func backPressed() -> KeyOutcome {
    guard showsDetails else { return .go(.back) }
    toggleDetails()
    return .stay
  }

  /// Whether there is space for one picture only.
  private var isNarrow: Bool { state.form == .alone }

  private var nextView: CompareState.View {
    let views: [CompareState.View] = isNarrow ? [.pictures, .keeperAlone, .map] : [.pictures, .map]
    let index = views.firstIndex(of: state.view) ?? 0
    return views[(index + 1) % views.count]
  }

  /// The name of the view that Tab brings; the keeper alone is one of them only where there is space for one picture.
  var nextViewTitle: String {
    switch nextView {
    case .pictures: isNarrow ? "this one" : "picture"
    case .keeperAlone: "keeper"
    case .map: "differences"
    }
  }

  /// The sentence about the map: where the two differ, and how they do as a whole. The map is coarse and leaves out by
  /// how much the whole picture is lighter, so the sentence must not deny a difference in sharpness or light that the
  /// table shows.
  private func text(of map: DifferenceMap, _ first: PhotoFeatures, _ second: PhotoFeatures) -> String {
    var differences: [String] = []
    if map.lighter != 0 { differences.append("this one is \(map.lighter > 0 ? "lighter" : "darker") as a whole") }
    if map.lighter == 0, state.rows.contains(where: { $0.label == "Light" }) {
      differences.append("light differs as a whole")
    }
    if let one = first.sharpness, let other = second.sharpness, abs(one - other) > sharpnessNoise {
      differences.append("sharpness differs as a whole")
    }
    let even = differences.isEmpty ? "no part of the picture differs by more than noise" : "no single part stands out"
    let text = (differences + [map.text.map { "they differ \($0)" } ?? even]).joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  private func compare(_ keeper: ScannedPhoto, _ photo: ScannedPhoto) {
    state.map = nil
    if keeper.digest != nil, keeper.digest == photo.digest {
      state.mapLine = "The same bytes: nothing differs"
      return
    }
    guard let first = keeper.features, let second = photo.features else {
      state.mapLine = "One of the two could not be read, so nobody knows where they differ"
      return
    }
    do throws(DifferenceMap.Obstacle) {
      let map = try DifferenceMap(first, second, relation: library.relation(keeper.path, photo.path))
      state.map = map
      state.mapLine = text(of: map, first, second)
    } catch {
      state.mapLine =
        switch error {
        case .notMeasured: "One of the two is too flat to say where they differ"
        case .framedDifferently: "They are framed differently, so the places cannot be laid on each other"
        }
    }
  }
}
