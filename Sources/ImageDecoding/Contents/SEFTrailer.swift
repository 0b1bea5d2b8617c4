/// The trailer that Samsung's phones write behind a picture: data under names, then a directory that counts their
/// offsets back from itself ("SEFH" … "SEFT").
struct SEFTrailer {
  struct Entry {
    /// The number of the kind: 0x0A30 is a movie, 0x0AB1 a depth map.
    let type: Int
    /// "Image_UTC_Data", "DualShot_DepthMap_1".
    let name: String
  }

  private(set) var entries: [Entry] = []

  /// - Parameter end: The offset behind the trailer; nil for the end of the file, without zeros behind it.
  /// - Returns: Nil where no whole trailer ends there.
  init?(_ view: ByteView, endingAt end: Int? = nil) {
    let end: Int = end ?? (view.bytes.lastIndex { $0 != 0 } ?? -1) + 1
    guard view.has("SEFT", at: end - 4), let length = view.little(at: end - 8, length: 4) else { return nil }
    let start = end - 8 - length
    guard view.has("SEFH", at: start), let count = view.little(at: start + 8, length: 4), count <= 1024,
      12 + 12 * count <= length
    else { return nil }
    for index in 0..<count {
      let entry = start + 12 + 12 * index
      guard let type = view.little(at: entry + 2, length: 2), let back = view.little(at: entry + 4, length: 4),
        let nameLength = view.little(at: start - back + 4, length: 4), nameLength <= 256
      else { return nil }
      let name = view.slice(start - back + 8..<start - back + 8 + nameLength)
      entries.append(Entry(type: type, name: String(decoding: name, as: UTF8.self)))
    }
  }

  /// Whether there is a depth map, of two lenses or of one ("SingeShot_DepthMap_1").
  var hasDepthMap: Bool {
    entries.contains { [0x0AB1, 0x0B41].contains($0.type) || $0.name.contains("DepthMap") }
  }

  /// Whether every entry is a note that stays true of a smaller picture. Others are sound, pictures, depth with its
  /// parameters, or what undoes an edit.
  var hasOnlyNotes: Bool { entries.allSatisfy { Self.notes.contains($0.name) } }

  private static let notes: Set = [
    "Image_UTC_Data", "MCC_Data", "Samsung_Capture_Info", "Camera_Capture_Mode_Info", "Burst_Shot_Info",
    "Front_Cam_Selfie_Info", "ZoomInOut_Info",
  ]
}
