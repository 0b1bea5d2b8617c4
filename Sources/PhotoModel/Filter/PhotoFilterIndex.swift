package import SystemPackage

/// The facts of all photos of a library that a filter asks for, in columns: each letter typed into a filter reads these
/// and no photo. About 50 bytes a photo, and its metadata texts.
package struct PhotoFilterIndex: Sendable {
  private struct Facts: Sendable {
    var format: ImageFormat?
    var shape: PhotoFilter.Shape?
    var stars: UInt8 = 0
    var hasRAW = false
    var hasLocation = false
  }

  /// The texts of all photos one after the other, folded: names, those of companions, and metadata.
  private var texts: [UInt8] = []
  /// The start of the texts of each photo; the last entry is the end of all.
  private var starts: [Int32] = [0]
  private var folders: [Int32] = []
  /// The folders of photos below those of the library, folded, by folder number.
  private var folderTexts: [[UInt8]] = []
  private var cameras: [Int32] = []
  /// The texts that cameras write, folded, by camera number.
  private var cameraTexts: [[UInt8]] = []
  /// The day of each photo as `dayNumber`; −1 without a time.
  private var days: [Int32] = []
  private var sizes: [Int64] = []
  private var facts: [Facts] = []

  /// The separator between two texts: no typed word and no path has it.
  private static let end: [UInt8] = [0]

  /// Reads all photos once.
  ///
  /// - Parameters:
  ///   - count: The number of indices.
  ///   - roots: The folders of the library, whose names are not searched.
  ///   - photo: Gives the photo at an index; nil where there is none.
  /// - Complexity: O(photos), some microseconds each.
  package init(count: Int, below roots: [FilePath], photo: (Int) -> ScannedPhoto?) {
    let roots = roots.map { $0.bytes + ($0.bytes.last == slash ? [] : [slash]) }
    var folderNumbers: [[UInt8]: Int32] = [:]
    var cameraNumbers: [[String?]: Int32] = [:]
    var last: (folder: [UInt8], number: Int32) = ([], -1)
    starts.reserveCapacity(count + 1)
    for index in 0..<count {
      guard let photo = photo(index) else {
        appendNothing()
        continue
      }
      let path = photo.path.bytes
      let folder = Array(path[..<(path.lastIndex(of: slash).map { $0 + 1 } ?? 0)])
      if last.number < 0 || folder != last.folder {
        let root = roots.filter { folder.starts(with: $0) }.map(\.count).max() ?? 0
        last = (
          folder, number(of: folder, in: &folderNumbers, &folderTexts) { Array(folder[root...]) }
        )
      }
      folders.append(last.number)
      append(path[folder.count...])
      for companion in photo.companions {
        let bytes = companion.path.bytes
        let root = bytes.starts(with: folder) ? folder.count : roots.filter(bytes.starts).map(\.count).max() ?? 0
        append(bytes[root...])
      }
      let metadata = photo.metadata(with: photo.features?.contents.metadata ?? DescriptiveMetadata())
      for text in metadata.keywords + metadata.people { append(Array(text.utf8)[...]) }
      for text in [metadata.title, metadata.caption, metadata.label].compactMap(\.self) {
        append(Array(text.utf8)[...])
      }
      let capture = photo.features?.facts
      let camera = [capture?.make, capture?.camera, capture?.lens]
      cameras.append(
        number(of: camera, in: &cameraNumbers, &cameraTexts) {
          Array(camera.compactMap(\.self).map { Array($0.utf8) }.joined(separator: Self.end))
        })
      let time = photo.calendarTime?.fields
      days.append(time.map { Int32(clamping: dayNumber($0.year, $0.month, $0.day)) } ?? -1)
      sizes.append(photo.size.bytes)
      facts.append(
        Facts(
          format: photo.features?.format, shape: photo.features?.pixelSize.shape,
          stars: UInt8(clamping: metadata.rating ?? 0), hasRAW: photo.raw != nil,
          hasLocation: photo.contents?.location != nil))
      starts.append(Int32(clamping: texts.count))
    }
  }

  private mutating func appendNothing() {
    folders.append(-1)
    cameras.append(-1)
    days.append(-1)
    sizes.append(0)
    facts.append(Facts())
    starts.append(Int32(clamping: texts.count))
  }

  private mutating func append(_ text: ArraySlice<UInt8>) {
    texts += text.withUnsafeBytes(FoldedText.foldedBytes)
    texts += Self.end
  }

  private func number<Key: Hashable>(
    of key: Key, in numbers: inout [Key: Int32], _ texts: inout [[UInt8]], text: () -> [UInt8]
  ) -> Int32 {
    if let number = numbers[key] { return number }
    let number = Int32(texts.count)
    texts.append(text().withUnsafeBytes(FoldedText.foldedBytes))
    numbers[key] = number
    return number
  }

  /// Whether each photo matches a filter, by index; false where there is none. Nil where the columns are not enough:
  /// for a text that reaches over the end of a folder.
  package func matching(_ filter: PhotoFilter) -> [Bool]? {
    var matches = folders.map { $0 >= 0 }
    for term in filter.terms {
      guard let condition = condition(term.condition) else { return nil }
      for index in matches.indices where matches[index] { matches[index] = condition(index) != term.isNegated }
    }
    return matches
  }

  private func condition(_ condition: PhotoFilter.Condition) -> ((Int) -> Bool)? {
    switch condition {
    case .text(let text): return isText(text)
    case .month(let month, let name):
      guard let isName = isText(name) else { return nil }
      return { days[$0] >= 0 && Int(days[$0]) / 31 % 12 + 1 == month || isName($0) }
    case .taken(let wanted, let text):
      guard let text else { return { days[$0] >= 0 && wanted.contains(Int(days[$0])) } }
      guard let isText = isText(text) else { return nil }
      return { days[$0] >= 0 ? wanted.contains(Int(days[$0])) : isText($0) }
    case .size(let bytes): return { bytes.contains(sizes[$0]) }
    case .formats(let formats):
      let holdsRAW = formats.contains(.raw)
      return { facts[$0].format.map(formats.contains) == true || holdsRAW && facts[$0].hasRAW }
    case .stars(let least): return { Int(facts[$0].stars) >= least }
    case .location: return { facts[$0].hasLocation }
    case .shape(let shape): return { facts[$0].shape == shape }
    }
  }

  private func isText(_ text: FoldedText) -> ((Int) -> Bool)? {
    if text.holds(slash) { return nil }
    func holding(_ texts: [[UInt8]]) -> [Bool] { texts.map { $0.withUnsafeBytes(text.isPart(ofFolded:)) } }
    let (inFolder, ofCamera) = (holding(folderTexts), holding(cameraTexts))
    return { index in
      if inFolder[Int(folders[index])] || ofCamera[Int(cameras[index])] { return true }
      return texts.withUnsafeBytes { texts in
        text.isPart(
          ofFolded: UnsafeRawBufferPointer(rebasing: texts[Int(starts[index])..<Int(starts[index + 1])]))
      }
    }
  }
}

private let slash = UInt8(ascii: "/")
