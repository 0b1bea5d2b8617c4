import Synchronization

/// A picture in the form that a terminal takes, cut into cells.
package struct EncodedImage: Sendable {
  /// The number of cells that the picture fills.
  package var size: Size
  /// The size of the picture's part in each cell in pixels, which need not be that of the terminal's cells.
  package var tile: CellPixels
  /// kitty and iTerm2: a PNG file in base64. Sixel: the whole control string.
  package var bytes: [UInt8]

  /// Creates a picture from its encoded form; nothing is checked.
  package init(size: Size, tile: CellPixels, bytes: [UInt8]) {
    self.size = size
    self.tile = tile
    self.bytes = bytes
  }

  /// The number of pixels of the whole picture, by which terminals limit their memory.
  package var pixels: Int { size.columns * tile.width * size.rows * tile.height }
}

/// The pictures that can be shown as pixels: views that draw them add them, the terminal reads them.
///
/// Bounded: the picture that was not shown for longest goes first, and its cells then show their characters. Safe on
/// any thread.
package final class ImageStore: Sendable {
  private struct State {
    var images: [ImageID: EncodedImage] = [:]
    /// The pictures, least recently used first.
    var order: [ImageID] = []
    var nextNumber: UInt32
    var pixels = 0
    var bytes = 0
  }

  private let state: Mutex<State>
  private let mostPixels: Int
  private let mostBytes: Int

  /// - Parameters:
  ///   - firstNumber: The number of the first picture. Two programs in one window should begin at different ones.
  ///   - mostPixels: The largest number of pixels in all pictures; a terminal holds four bytes for each.
  ///   - mostBytes: The largest number of bytes in their encoded forms.
  package init(firstNumber: UInt32 = 1, mostPixels: Int = 24_000_000, mostBytes: Int = 64_000_000) {
    state = Mutex(State(nextNumber: max(1, firstNumber)))
    self.mostPixels = mostPixels
    self.mostBytes = mostBytes
  }

  /// Adds a picture, and drops others where there are too many. A number is never given twice.
  package func add(_ image: EncodedImage) -> ImageID {
    state.withLock { state in
      let id = ImageID(state.nextNumber)
      state.nextNumber &+= 1
      state.images[id] = image
      state.order.append(id)
      state.pixels += image.pixels
      state.bytes += image.bytes.count
      while state.order.count > 1, state.pixels > mostPixels || state.bytes > mostBytes {
        let oldest = state.order.removeFirst()
        if let gone = state.images.removeValue(forKey: oldest) {
          state.pixels -= gone.pixels
          state.bytes -= gone.bytes.count
        }
      }
      return id
    }
  }

  /// The picture of an id; nil where it was dropped.
  package subscript(id: ImageID) -> EncodedImage? { state.withLock { $0.images[id] } }

  /// Marks pictures that are on the screen: they are dropped last.
  package func use(_ ids: Set<ImageID>) {
    guard !ids.isEmpty else { return }
    state.withLock { state in
      let used = state.order.filter(ids.contains)
      state.order.removeAll(where: ids.contains)
      state.order += used
    }
  }

  /// The pictures in the store, the most recently used last.
  package var ids: [ImageID] { state.withLock { $0.order } }
}
