import Synchronization

/// A drawing that a terminal with pixels shows smooth, in place of its characters.
package enum Drawing: Hashable, Sendable {
  case rings([Ring])
  case strokes(Strokes)

  /// The pixels of the drawing on a background, as large as fits, in the middle.
  func raster(_ size: Size, cell: CellPixels, on background: RGB) -> Raster {
    switch self {
    case .rings(let rings): ringRaster(rings, size: size, cell: cell, on: background)
    case .strokes(let strokes): strokes.raster(size, cell: cell, on: background)
    }
  }
}

/// Pixels, row by row.
package struct Raster: Hashable, Sendable {
  /// Pixels in a row.
  package let width: Int
  /// The number of rows.
  package let height: Int
  /// Red, green and blue of each pixel.
  package private(set) var pixels: [UInt8]

  /// Creates pixels of one colour.
  init(width: Int, height: Int, color: RGB) {
    (self.width, self.height) = (width, height)
    pixels = []
    pixels.reserveCapacity(width * height * 3)
    for _ in 0..<(width * height) { pixels += [color.red, color.green, color.blue] }
  }

  subscript(x: Int, y: Int) -> RGB {
    get {
      let at = (y * width + x) * 3
      return RGB(pixels[at], pixels[at + 1], pixels[at + 2])
    }
    set {
      let at = (y * width + x) * 3
      (pixels[at], pixels[at + 1], pixels[at + 2]) = (newValue.red, newValue.green, newValue.blue)
    }
  }

  /// The pixels of a rectangle.
  func part(x: Int, y: Int, width: Int, height: Int) -> Raster {
    var rows: [UInt8] = []
    rows.reserveCapacity(width * height * 3)
    for row in y..<(y + height) {
      let start = (row * self.width + x) * 3
      rows += pixels[start..<(start + width * 3)]
    }
    return Raster(width: width, height: height, pixels: rows)
  }

  private init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// The pixels of drawings: each is made once for its size, and again where the store has dropped it. Safe on any
/// thread.
package final class PixelDrawings: Sendable, Hashable {
  /// Whether the terminal shows a part of a picture too: then pictures may cover each other.
  package let cutsPictures: Bool
  private let store: ImageStore
  private let encode: @Sendable (Raster, Size) -> EncodedImage?
  private let made = Mutex<[Key: [ImageID]]>([:])

  private struct Key: Hashable {
    var drawing: Drawing
    var size: Size
    var hole: Rect?
    var cell: CellPixels
    var background: RGB
  }

  /// The largest number of drawings that are kept, more than a screen has; the others are made again.
  private static let most = 32

  /// Creates the value without a drawing.
  ///
  /// - Parameters:
  ///   - store: The store for the pixels.
  ///   - cutsPictures: Whether the terminal shows parts of pictures.
  ///   - encode: Encodes pixels for the terminal, to fill a number of cells; nil where it does not accept them.
  package init(
    store: ImageStore, cutsPictures: Bool, encode: @escaping @Sendable (Raster, Size) -> EncodedImage?
  ) {
    (self.store, self.cutsPictures, self.encode) = (store, cutsPictures, encode)
  }

  /// Compares which object it is.
  package static func == (left: PixelDrawings, right: PixelDrawings) -> Bool { left === right }
  /// Hashes which object it is.
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Attaches the pixels of a drawing to the cells of a rectangle; their characters stay for terminals that lose the
  /// pixels.
  ///
  /// - Parameters:
  ///   - hole: The cells within the rectangle that keep their characters, for text.
  ///   - background: The colour behind, as the terminal shows it.
  package func attach(
    _ drawing: Drawing, in rect: Rect, around hole: Rect? = nil, cell: CellPixels, on background: RGB,
    to surface: inout Surface
  ) {
    guard !rect.isEmpty, surface.bounds.intersection(rect) == rect else { return }
    let hole = hole.map { $0.intersection(rect) }
    let pieces = hole.map { rect.pieces(around: $0) } ?? [rect]
    let key = Key(
      drawing: drawing, size: Size(columns: rect.width, rows: rect.height),
      hole: hole.map { Rect(x: $0.x - rect.x, y: $0.y - rect.y, width: $0.width, height: $0.height) }, cell: cell,
      background: background)
    let known = made.withLock { $0[key] }
    // No images for a drawing that the terminal does not accept: it is not made again with each frame.
    let images =
      known.flatMap { images in images.allSatisfy { store[$0] != nil } ? images : nil }
      ?? make(key, pieces, in: rect)
    for (piece, image) in zip(pieces, images) { surface.attach(image, in: piece) }
  }

  private func make(_ key: Key, _ pieces: [Rect], in rect: Rect) -> [ImageID] {
    let cell = key.cell
    let whole = key.drawing.raster(key.size, cell: cell, on: key.background)
    let encoded = pieces.map { piece in
      let part = whole.part(
        x: (piece.x - rect.x) * cell.width, y: (piece.y - rect.y) * cell.height, width: piece.width * cell.width,
        height: piece.height * cell.height)
      return encode(part, Size(columns: piece.width, rows: piece.height))
    }
    let images = encoded.contains { $0 == nil } ? [] : encoded.compactMap(\.self).map(store.add)
    made.withLock { made in
      if made.count >= Self.most { made = [:] }
      made[key] = images
    }
    return images
  }
}

extension Rect {
  /// The rectangle without a hole: above it, left and right of it, and below; without those that are empty.
  fileprivate func pieces(around hole: Rect) -> [Rect] {
    [
      Rect(x: x, y: y, width: width, height: hole.y - y),
      Rect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
      Rect(x: hole.right, y: hole.y, width: right - hole.right, height: hole.height),
      Rect(x: x, y: hole.bottom, width: width, height: bottom - hole.bottom),
    ].filter { !$0.isEmpty }
  }
}
