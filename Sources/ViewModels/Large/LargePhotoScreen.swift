import PhotoModel
import TextSurface

/// A photo whose file could be smaller, beside what it would become: nothing is written for that.
struct LargePhotoScreen: Screen {
  let large: LargeModel

  static var context: KeyContext { .largePhoto }

  static let keys: [KeyRecord<LargePhotoScreen>] = [
    KeyRecord(
      [Key(" ")], .choosePhoto, "choose, or no longer", hint: 1, as: "choose",
      does: { $0.large.choosePhotoPressed() }),
    KeyRecord(
      [Key(.left), Key(.up), Key("h"), Key("k")], .left, "the one before", hint: 2, as: "the others",
      does: { $0.large.select($0.large.state.selection - 1) }),
    KeyRecord(
      [Key(.right), Key(.down), Key("l"), Key("j")], .right, "the next one", hint: 2, as: "the others",
      does: { $0.large.select($0.large.state.selection + 1) }),
    KeyRecord([Key(.tab), Key("c")], .flip, "the other picture", hint: 3, does: { $0.large.flip() }),
    KeyRecord([Key(.escape), Key(.enter)], .back, "back to the list", hint: 4, as: "back", leads: { _ in .go(.back) }),
  ]

  var message: String? { large.message }
  func showMessage(_ text: String?) { large.showMessage(text) }
  func keyPressed() { showMessage(nil) }
  func refreshPictures() { large.refreshPhoto() }
  func libraryChanged() { large.refresh() }
  func select(_ row: Int) { large.select(row) }
  func appeared() { large.isShowingPhoto = true }
  func left() { large.isShowingPhoto = false }
}

extension LargeModel {
  /// Takes over both pictures of the photo under the highlight, as far as they have come.
  func refreshPhoto() {
    guard isShowingPhoto, shown.indices.contains(state.selection) else {
      if state.photo != nil { state.photo = nil }
      return
    }
    let (photo, row) = (shown[state.selection], state.rows[state.selection])
    let size = photo.features?.pixelSize
    var sides = LargeState.Photo(
      original: LargeState.Side(facts: row.before, size), smaller: LargeState.Side(facts: row.after, size))
    if case .fit(let longSide, _) = state.way, let size {
      sides.smaller = LargeState.Side(facts: row.after, size.fitted(longSide: longSide))
    }
    sides.showsOriginal = state.photo?.showsOriginal ?? false
    if pictureArea.columns > 0 {
      sides.original.picture = pictures.picture(of: photo, in: pictureArea)
      sides.smaller.picture = pictures.picture(of: photo, in: pictureArea, shrunkenBy: state.way)
    }
    state.photo = sides
  }

  /// Space beside the original: the photo stays on the screen.
  func choosePhotoPressed() {
    chooseShown()
    guard state.rows.indices.contains(state.selection) else { return }
    let isChosen = state.rows[state.selection].mark == .chosen
    state.message = isChosen ? "Chosen: \(state.rows[state.selection].name)" : "Not chosen as a smaller picture"
  }

  /// Shows the other picture, where there is space for one only.
  func flip() { state.photo?.showsOriginal.toggle() }
}

extension LargeState.Side {
  fileprivate init(facts bytes: ByteCount, _ size: PixelSize?) {
    self.init(
      facts: [size.map { "\($0.width)×\($0.height)" }, bytes.formatted].compactMap(\.self).joined(separator: " · "))
  }
}
