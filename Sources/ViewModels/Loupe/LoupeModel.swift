import PhotoModel
import Review
import SystemPackage
package import TextSurface

/// The loupe: the whole top card over the screen, then a part of it, or of its keeper at the same place, pixel by
/// pixel.
@MainActor
package final class LoupeModel {
  /// The state that the loupe is drawn from.
  package private(set) var state = LoupeState()
  private let library: LibraryModel
  private let pictures: PictureLoader
  private var photo: FilePath?
  private var keeper: FilePath?
  /// The centre of the part, the same for both photos, so that a flip shows the same spot.
  private var center = RelativePoint(x: 0.5, y: 0.5)

  /// Creates the model with no photo under the loupe.
  package init(library: LibraryModel, pictures: PictureLoader) {
    self.library = library
    self.pictures = pictures
  }

  /// The cells for the picture; nothing is decoded while they are empty.
  package var pictureArea = Size(columns: 0, rows: 0) {
    didSet { if pictureArea != oldValue, photo != nil { refresh() } }
  }

  /// Opens the loupe over a photo, where its keeper is sharpest; in the middle where that is not known.
  func open(_ key: IssueKey) {
    state = LoupeState()
    photo = key.path
    let group = library.review.group(of: key.path, in: key.category)
    keeper = group.flatMap { $0.keeper == key.path ? nil : $0.keeper }
    let best = library.review.photos[keeper ?? key.path]?.features?.sharpestRegion
    center = best ?? library.review.photos[key.path]?.features?.sharpestRegion ?? RelativePoint(x: 0.5, y: 0.5)
    refresh()
  }

  /// Closes the loupe.
  func close() { photo = nil }

  /// Whether the photo is still there; else the loupe has to be closed.
  var isOpen: Bool { photo.map { library.review.photos[$0] != nil } ?? false }

  /// Makes the state anew from the photo, or its keeper, and asks for the part that is shown; does nothing where the
  /// photo is gone.
  package func refresh() {
    guard let path = state.isKeeper ? keeper ?? photo : photo, let scanned = library.review.photos[path] else { return }
    center = clamped(center, scanned, state.zoom)
    state.name = nameTitle(path)
    state.canFlip = keeper != nil
    state.isMarked = library.review.isInBin(path)
    let picture = pictures.picture(of: scanned, in: pictureArea, region: region(of: scanned))
    if case .loading = picture {
      if case .ready = state.picture { state.earlier = state.picture }
    } else {
      state.earlier = nil
    }
    state.picture = picture
    if case .ready(let cells) = picture { state.scale = scale(of: cells, scanned) }
    let other = (state.isKeeper ? photo : keeper).flatMap { library.review.photos[$0] }
    state.text = sharpnessText(
      scanned, besides: other, otherName: state.isKeeper ? "the other" : "the keeper",
      limit: library.settings.blurThreshold)
    state.sharpness = LoupeSharpness(
      value: scanned.features.flatMap(sharpnessTitle), other: other?.features.flatMap(sharpnessTitle),
      isOtherKeeper: !state.isKeeper, limit: hundredths(library.settings.blurThreshold))
    state.positionTitle =
      state.zoom == .fit
      ? "the whole photo"
      : "across \(Int((center.x * 100).rounded())) %, down \(Int((center.y * 100).rounded())) %"
    prepareNext(scanned)
  }

  func showMessage(_ message: String?) { state.message = message }

  // MARK: Private

  func flip() {
    guard keeper != nil else {
      state.message = "There is no keeper beside it"
      return
    }
    state.isKeeper.toggle()
    refresh()
  }

  func zoom(to zoom: LoupeZoom?, _ reason: String) {
    guard let zoom else {
      state.message = reason
      return
    }
    state.zoom = zoom
    refresh()
  }

  /// Goes on from the whole photo to 1:1, and from there back.
  func step() -> KeyOutcome {
    guard state.zoom == .fit else { return .go(.back) }
    zoom(to: .full, "")
    return .stay
  }

  /// Moves the part by a quarter of its size.
  func pan(x: Double, y: Double) {
    guard state.zoom != .fit, let path = state.isKeeper ? keeper : photo, let photo = library.review.photos[path],
      let size = photo.features?.pixelSize, size.width > 0, size.height > 0
    else { return }
    let visible = visiblePixels(state.zoom)
    let before = center
    center = clamped(
      RelativePoint(
        x: center.x + x * Double(visible.width) / 4 / Double(size.width),
        y: center.y + y * Double(visible.height) / 4 / Double(size.height)), photo, state.zoom)
    if center == before { state.message = "This is the edge" }
    refresh()
  }

  /// The scale of the part: where images are shown, that of the zoom; else the pixels for each character.
  private func scale(of cells: Surface, _ photo: ScannedPhoto) -> LoupeScale {
    guard state.zoom != .fit, cells.images.isEmpty, cells.size.columns > 0, cells.size.rows > 0 else {
      return .pixels(state.zoom)
    }
    var shown = visiblePixels(state.zoom)
    if let size = photo.features?.pixelSize {
      shown = PixelSize(width: min(shown.width, size.width), height: min(shown.height, size.height))
    }
    func share(_ pixels: Int, _ cells: Int) -> Int { max(1, Int((Double(pixels) / Double(cells)).rounded())) }
    return .characters(
      PixelSize(width: share(shown.width, cells.size.columns), height: share(shown.height, cells.size.rows)))
  }

  private func region(of photo: ScannedPhoto, zoom: LoupeZoom? = nil) -> PictureRegion {
    let zoom = zoom ?? state.zoom
    return zoom == .fit ? .whole : .detail(center: clamped(center, photo, zoom), zoom: zoom.rawValue)
  }

  private func visiblePixels(_ zoom: LoupeZoom) -> PixelSize {
    PictureRegion.detailPixels(in: pictureArea, cell: pictures.cell, zoom: zoom.rawValue)
  }

  /// The nearest centre with which the part lies inside of the photo.
  private func clamped(_ point: RelativePoint, _ photo: ScannedPhoto, _ zoom: LoupeZoom) -> RelativePoint {
    guard zoom != .fit, let size = photo.features?.pixelSize, size.width > 0, size.height > 0 else { return point }
    let visible = visiblePixels(zoom)
    func side(_ value: Double, _ part: Int, _ all: Int) -> Double {
      let half = min(0.5, Double(part) / 2 / Double(all))
      return min(1 - half, max(half, value.isFinite ? value : 0.5))
    }
    return RelativePoint(
      x: side(point.x, visible.width, size.width), y: side(point.y, visible.height, size.height))
  }

  /// Decodes the pictures that the next key may show: the same part of the other photo, and of the whole photo its part
  /// at 1:1.
  private func prepareNext(_ shown: ScannedPhoto) {
    if let other = (state.isKeeper ? photo : keeper).flatMap({ library.review.photos[$0] }) {
      pictures.prepare(other, in: pictureArea, region: region(of: other))
    }
    if state.zoom == .fit { pictures.prepare(shown, in: pictureArea, region: region(of: shown, zoom: .full)) }
  }
}
