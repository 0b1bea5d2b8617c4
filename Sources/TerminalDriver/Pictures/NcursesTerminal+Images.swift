import CNcurses
import TextSurface

/// The output for pictures, beside the characters.
enum ImageOutput {
  case none
  case kitty(KittyImages)
  case still(StillImages)

  /// - Parameter tmux: Whether the program runs within tmux.
  init(_ imageProtocol: ImageProtocol, tmux: Bool, depth: ColorDepth) {
    switch imageProtocol {
    case .kitty where tmux:
      self = PicturePlaceholders(depth: depth).map { .kitty(KittyImages(placeholders: $0)) } ?? .none
    case .kitty: self = .kitty(KittyImages())
    case .iterm: self = .still(StillImages(isInline: true))
    case .sixel: self = .still(StillImages(isInline: false))
    case .symbols, .off: self = .none
    }
  }
}

extension NcursesTerminal {
  /// The time for which pictures are written between two checks of the keys.
  private static let turn: Duration = .milliseconds(4)
  /// A picture with less than this to go is sent to its end before something moves, one with more is given up.
  private static let fewBytes = 32_768
  /// While pictures move none is begun to be sent: the next frame would end it.
  private static let quiet: Duration = .milliseconds(50)

  /// The surface as characters: blanks under the terminal's pixels, because characters there would be sent with every
  /// frame of a motion and never seen; within tmux the placeholder characters.
  func characters(of surface: Surface) -> Surface {
    guard case .kitty(let kitty) = images else { return surface }
    guard let placeholders = kitty.placeholders else { return surface.blank(under: kitty.uploaded) }
    return surface.replacing(under: kitty.uploaded) { placeholders.cell(for: $0) }
  }

  /// Makes way for a frame: nothing can be written into the middle of some pictures.
  func prepareImages(for surface: Surface) {
    switch images {
    case .none: break
    case .kitty(var kitty):
      if kitty.isUploading, kitty.differs(from: surface.images) {
        if kitty.bytesLeft <= Self.fewBytes {
          while let chunk = kitty.nextChunk() { write(chunk) }
        } else {
          write(kitty.abort())
        }
      }
      images = .kitty(kitty)
    case .still(var still):
      if still.isDrawing {
        let (bytes, rows) = still.abort()
        write(bytes)
        if let rows { sendAgain(rows, columns: surface.size.columns) }
      }
      images = .still(still)
    }
  }

  /// The bytes to write together with the characters of a frame.
  ///
  /// - Parameter changed: Pictures some of whose cells are written anew.
  func imageBytes(for surface: Surface, changed: Set<ImageID>) -> [UInt8] {
    guard let store else { return [] }
    switch images {
    case .none: return []
    case .kitty(var kitty):
      guard !kitty.isUploading || kitty.placeholders != nil else { return [] }
      let parts = surface.images
      store.use(Set(parts.map(\.image)))
      var bytes = kitty.put(parts) { store[$0] }
      if !kitty.isUploading { bytes += kitty.freeHidden() }
      images = .kitty(kitty)
      guard !bytes.isEmpty else { return [] }
      quietUntil = now + Self.quiet
      return bytes + cursorBytes
    case .still(var still):
      let parts = surface.images
      store.use(Set(parts.map(\.image)))
      for rows in still.show(parts, changed: changed, on: surface.size, now: now, image: { store[$0] }) {
        sendAgain(rows, columns: surface.size.columns)
      }
      images = .still(still)
      return []
    }
  }

  /// The time at which work on pictures is due; nil while there is nothing to do.
  var imageDeadline: Duration? {
    guard isUp, asked != nil else { return nil }
    switch images {
    case .none: return nil
    case .kitty(let kitty):
      if kitty.isUploading { return .zero }
      return nextUpload(kitty) == nil ? nil : max(.zero, quietUntil - now)
    case .still(let still): return still.isDrawing ? .zero : still.deadline.map { max(.zero, $0 - now) }
    }
  }

  /// Bytes are ready to be written as soon as the terminal takes some.
  var hasImageBytes: Bool {
    switch images {
    case .none: false
    case .kitty(let kitty): kitty.isUploading || now >= quietUntil && nextUpload(kitty) != nil
    case .still(let still): still.isDrawing
    }
  }

  /// Writes some of what waits: never more than the terminal takes at once.
  func workOnImages() {
    guard isUp, let store else { return }
    let start = now
    var isComplete = false
    switch images {
    case .none: return
    case .kitty(var kitty):
      while cncurses_can_write() == 1, now - start < Self.turn {
        if !kitty.isUploading {
          guard now >= quietUntil, let next = nextUpload(kitty), let encoded = store[next] else { break }
          kitty.begin(next, encoded)
        }
        guard let chunk = kitty.nextChunk() else { break }
        write(chunk)
        if !kitty.isUploading { isComplete = true }
      }
      images = .kitty(kitty)
    case .still(var still):
      still.begin(now: now, cursor: cursorBytes) { store[$0] }
      let before = still.drawn.count
      while cncurses_can_write() == 1, now - start < Self.turn, let slice = still.nextSlice() { write(slice) }
      images = .still(still)
      if still.drawn.count > before, let edge = still.columnBehindLast, let shown, edge.x < shown.size.columns {
        cncurses_send_column_again(Int32(edge.x), Int32(edge.y), Int32(edge.height))
        flush(shown)
      }
    }
    // A complete picture now replaces its characters.
    if isComplete, let asked { send(asked) }
  }

  /// Prepares for the program being shown again: within tmux perhaps in another terminal.
  func refreshImages() {
    guard case .kitty(var kitty) = images else { return }
    kitty.doubt()
    images = .kitty(kitty)
  }

  /// The screen is empty, or will be: pictures have to be sent again.
  func forgetImages() {
    switch images {
    case .none: break
    case .kitty(var kitty):
      write(kitty.clear())
      images = .kitty(kitty)
    case .still(var still):
      write(still.abort().bytes)
      still.clear()
      images = .still(still)
    }
  }

  /// The next picture to upload: first those on the screen, then the last one added and never sent, which is likely to
  /// be shown next.
  private func nextUpload(_ kitty: KittyImages) -> ImageID? {
    guard let store else { return nil }
    let ids = store.ids.filter { !kitty.uploaded.contains($0) || kitty.doubtful.contains($0) }
    guard !ids.isEmpty else { return nil }
    let visible = Set((asked?.images ?? []).map(\.image))
    return ids.last(where: visible.contains) ?? ids.last { !kitty.sent.contains($0) }
  }

  /// The bytes that move the cursor back to where curses assumes it.
  private var cursorBytes: [UInt8] { cursorBytes(of: asked) }

  /// The bytes for the state that curses leaves behind each frame: the cursor and the colours.
  func cursorBytes(of surface: Surface?) -> [UInt8] {
    guard let surface, let cursor = surface.cursor, surface.bounds.contains(x: cursor.x, y: cursor.y) else {
      return Array("\u{1B}[1;1H".utf8)
    }
    return Array("\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H".utf8)
  }

  /// Pixels under cells that are only erased (EL, ECH) are kept by xterm, and stand there again once rows are moved:
  /// each cell is written over first, and the cursor goes back to where the last frame left it.
  private func sendAgain(_ rows: Range<Int>, columns: Int) {
    var bytes = Array("\u{1B}[0m".utf8)
    for row in rows {
      bytes += "\u{1B}[\(row + 1);1H".utf8
      bytes += [UInt8](repeating: UInt8(ascii: " "), count: columns)
    }
    write(bytes + cursorBytes(of: shown))
    cncurses_send_rows_again(Int32(rows.lowerBound), Int32(rows.count))
    changedRows.formUnion(rows)
  }

  private func write(_ bytes: [UInt8]) {
    if !bytes.isEmpty { cncurses_write(bytes, bytes.count) }
  }
}
