import PhotoModel
import TextSurface

/// A photo whose file could be smaller, beside its smaller version; nothing is written for that.
struct LargePhotoScreen: Screen {
  let large: LargeModel

  static var context: KeyContext { .largePhoto }

  static let keys: [KeyRecord<LargePhotoScreen>] = [
    KeyRecord(
      [Key(" ")], .choosePhoto, "choose, or no longer", hint: 1, as: "choose",
      plain: .offered(1, "choose", as: "choose it, or no longer"),
      does: { $0.large.choosePhotoPressed() }),
    KeyRecord(
      [Key(.left), Key(.up), Key("h"), Key("k")], .left, "the one before", hint: 2, as: "the others",
      plain: .offered(3, "previous"),
      does: { $0.large.select($0.large.state.selection - 1) }),
    KeyRecord(
      [Key(.right), Key(.down), Key("l"), Key("j")], .right, "the next one", hint: 2, as: "the others",
      plain: .offered(2, "next"),
      does: { $0.large.select($0.large.state.selection + 1) }),
    KeyRecord([Key("z")], .loupe, "1:1, or the whole", hint: 3, as: "1:1", does: { $0.large.switchDetail() }),
    KeyRecord(
      [Key(.tab), Key("c")], .flip, "the other picture", hint: 4,
      unless: { $0.large.hasBothPictures ? "both pictures are on the screen" : nil }, does: { $0.large.flip() }),
    KeyRecord(
      [Key(.escape), Key(.enter)], .back, "back to the list", hint: 5, as: "back",
      plain: .offered(4, "w", "back", "", as: "go back"),
      leads: { _ in .go(.screen(.large)) }),
  ]

  var message: String? { large.message }
  var hintTitles: [Action: String] { large.state.photo?.isDetail == true ? [.loupe: "the whole"] : [:] }
  func showMessage(_ text: String?) { large.showMessage(text) }
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
    var scale = 1.0
    if case .fit(let longSide, _) = state.way, let size {
      let fitted = size.fitted(longSide: longSide)
      sides.smaller = LargeState.Side(facts: row.after, fitted)
      scale = Double(size.width) / Double(max(1, fitted.width))
    }
    sides.showsOriginal = state.photo?.showsOriginal ?? false
    sides.isDetail = state.photo?.isDetail ?? false
    if pictureArea.columns > 0 {
      let center = photo.features?.sharpestRegion ?? RelativePoint(x: 0.5, y: 0.5)
      // Both show the same part: a pixel of the smaller one is as large as the pixels of the original that it replaces.
      func region(_ zoom: Double) -> PictureRegion { sides.isDetail ? .detail(center: center, zoom: zoom) : .whole }
      sides.original.picture = pictures.picture(of: photo, in: pictureArea, region: region(1))
      sides.smaller.picture = pictures.picture(
        of: photo, in: pictureArea, region: region(scale), shrunkenBy: state.way)
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

  /// Shows the sharpest part of both pictures, where a loss would be seen first; then both as a whole again.
  func switchDetail() {
    state.photo?.isDetail.toggle()
    refreshPhoto()
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
