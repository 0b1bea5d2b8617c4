import TextSurface

/// The pictures that a terminal with kitty's graphics protocol holds and shows, and the bytes that change them.
///
/// Each picture is sent once; after that a frame moves it with some seventy bytes. Answers are switched off (q=2). A
/// value without a terminal: the caller writes its bytes in the order given. Source:
/// sw.kovidgoyal.net/kitty/graphics-protocol.
struct KittyImages {
  /// Within tmux, the characters that stand for pictures; nil where pictures are put onto cells.
  let placeholders: PicturePlaceholders?
  /// Whole in the terminal, so that they can be placed.
  private(set) var uploaded: Set<ImageID> = []
  /// The uploaded pictures that another terminal may lack by now.
  private(set) var doubtful: Set<ImageID> = []
  /// The pictures that were complete in the terminal once: such a picture is not sent ahead a second time.
  private(set) var sent: Set<ImageID> = []
  private var upload: Upload?
  private var shown: [Slot: ImagePart] = [:]

  init(placeholders: PicturePlaceholders? = nil) { self.placeholders = placeholders }

  /// The key of a placement: parts of one picture differ by their number.
  private struct Slot: Hashable {
    var image: ImageID
    var number: Int
  }

  private struct Upload {
    var image: ImageID
    var size: Size
    var bytes: [UInt8]
    var sent = 0
  }

  /// The size of a chunk, as the protocol asks; a multiple of four, which base64 needs.
  private static let chunk = 4096

  var isUploading: Bool { upload != nil }

  // MARK: Sending pictures

  /// Begins to send a picture. Nothing is begun while another one is on its way.
  mutating func begin(_ image: ImageID, _ encoded: EncodedImage) {
    guard upload == nil, !uploaded.contains(image) || doubtful.contains(image), !encoded.bytes.isEmpty else { return }
    upload = Upload(image: image, size: encoded.size, bytes: encoded.bytes)
  }

  /// The next piece of the picture on its way; nil when none is. After the last one it can be placed.
  mutating func nextChunk() -> [UInt8]? {
    guard var current = upload else { return nil }
    let end = min(current.bytes.count, current.sent + Self.chunk)
    let isLast = end == current.bytes.count
    let more = isLast ? 0 : 1
    let keys =
      current.sent == 0 ? "\(transmission(current)),i=\(number(current.image)),q=2,m=\(more)" : "m=\(more),q=2"
    let bytes = command(keys, current.bytes[current.sent..<end])
    current.sent = end
    upload = isLast ? nil : current
    if isLast {
      uploaded.insert(current.image)
      doubtful.remove(current.image)
      sent.insert(current.image)
    }
    return bytes
  }

  /// Marks all pictures to be sent once more where placeholders are used: tmux may have been attached to another
  /// terminal.
  mutating func doubt() {
    if placeholders != nil { doubtful = uploaded }
  }

  /// The parameters of an upload; with placeholders, the number of cells is sent at once.
  private func transmission(_ upload: Upload) -> String {
    placeholders == nil ? "a=t,f=100" : "a=T,U=1,c=\(upload.size.columns),r=\(upload.size.rows),f=100"
  }

  private func number(_ image: ImageID) -> UInt32 { placeholders?.number(of: image) ?? image.number }

  /// Bytes that are still to be sent of the picture on its way.
  var bytesLeft: Int { upload.map { $0.bytes.count - $0.sent } ?? 0 }

  /// Ends a picture in its middle: no other command may come between its pieces. The terminal throws it away.
  mutating func abort() -> [UInt8] {
    guard let current = upload else { return [] }
    upload = nil
    return current.sent == 0 ? [] : command("m=0,q=2")
  }

  // MARK: Showing them

  /// The bytes to send so that these parts are on the screen and no others. Pictures that are not uploaded yet are left
  /// out. Must not be called in the middle of a picture.
  ///
  /// - Parameter image: The picture of a part, for the pixels of its cells.
  mutating func put(_ parts: [ImagePart], image: (ImageID) -> EncodedImage?) -> [UInt8] {
    var wanted: [Slot: ImagePart] = [:]
    var numbers: [ImageID: Int] = [:]
    var order: [(Slot, ImagePart)] = []
    for part in parts where uploaded.contains(part.image) {
      numbers[part.image, default: 0] += 1
      let slot = Slot(image: part.image, number: numbers[part.image, default: 1])
      wanted[slot] = part
      order.append((slot, part))
    }
    guard placeholders == nil else {
      // The characters of the frame put them there.
      shown = wanted
      return []
    }
    var bytes: [UInt8] = []
    let gone = shown.keys.filter { wanted[$0] == nil }
    for slot in gone.sorted(by: { ($0.image.number, $0.number) < ($1.image.number, $1.number) }) {
      bytes += command("a=d,d=i,i=\(number(slot.image)),p=\(slot.number),q=2")
      shown[slot] = nil
    }
    for (slot, part) in order where shown[slot] != part {
      guard let encoded = image(part.image) else { continue }
      bytes += placement(slot, part, encoded)
      shown[slot] = part
    }
    return bytes
  }

  /// Whether `put` would send anything.
  func differs(from parts: [ImagePart]) -> Bool {
    guard placeholders == nil else { return false }
    let wanted = parts.filter { uploaded.contains($0.image) }
    return wanted.count != shown.count || Set(wanted) != Set(shown.values)
  }

  /// Frees pictures that are not on the screen, once there are more than a few of them. Not in the middle of a picture.
  ///
  /// All hidden ones are freed: kitty up to 0.26 frees, with one picture, every other one that is not on the screen,
  /// and shows nothing where such a one is placed again.
  mutating func freeHidden() -> [UInt8] {
    let hidden = uploaded.subtracting(shown.keys.map(\.image))
    return hidden.count > Self.mostHidden ? free(hidden) : []
  }

  /// Frees everything, also in the middle of a picture.
  mutating func clear() -> [UInt8] {
    shown = [:]
    return abort() + free(uploaded)
  }

  private mutating func free(_ gone: Set<ImageID>) -> [UInt8] {
    uploaded.subtract(gone)
    doubtful.subtract(gone)
    return gone.sorted { $0.number < $1.number }.flatMap { command("a=d,d=I,i=\(number($0)),q=2") }
  }

  /// The number of hidden pictures that are kept: the last ones, the next ones, and the filmstrip of a set, some 20 MB
  /// in the terminal.
  private static let mostHidden = 16

  // MARK: Private

  /// The cursor goes to the place and stays there (C=1).
  private func placement(_ slot: Slot, _ part: ImagePart, _ encoded: EncodedImage) -> [UInt8] {
    var keys = "a=p,i=\(slot.image.number),p=\(slot.number)"
    if part.rect.width != encoded.size.columns || part.rect.height != encoded.size.rows {
      let (width, height) = (encoded.tile.width, encoded.tile.height)
      keys += ",x=\(part.column * width),y=\(part.row * height)"
      keys += ",w=\(part.rect.width * width),h=\(part.rect.height * height)"
    }
    keys += ",c=\(part.rect.width),r=\(part.rect.height),C=1,q=2"
    return Array("\u{1B}[\(part.rect.y + 1);\(part.rect.x + 1)H".utf8) + command(keys)
  }

  private func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    var bytes = Array("\u{1B}_G\(keys)".utf8)
    if !payload.isEmpty { bytes += [UInt8(ascii: ";")] + payload }
    bytes += [0x1B, UInt8(ascii: "\\")]
    return placeholders == nil ? bytes : passedThroughTmux(bytes)
  }
}
