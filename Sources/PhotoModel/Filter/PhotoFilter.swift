package import SystemPackage

/// A filter of photos from a line of text: `march >5mb heic no gps`. All of its terms (`grammar`) must match. A term
/// that the grammar does not know is searched as a word, so that no line is an error.
package struct PhotoFilter: Hashable, Sendable {
  /// A condition, or its opposite.
  struct Term: Hashable, Sendable {
    var condition: Condition
    var isNegated: Bool
  }

  enum Condition: Hashable, Sendable {
    case text(FoldedText)
    /// A month, 1…12, whose name is a word as well.
    case month(Int, FoldedText)
    /// Days as `DayNumber`, with the word by which photos without a date match.
    case taken(Range<Int>, FoldedText?)
    /// The bytes of all files of a photo.
    case size(ClosedRange<Int64>)
    case formats(Set<ImageFormat>)
    /// At least this many stars, 1…5.
    case stars(Int)
    case location
    case shape(Shape)
  }

  enum Shape: String, Hashable, Sendable { case portrait, landscape, square }

  /// The terms of a line, each with the photos that match it.
  package static let grammar = [
    ("beach", "with it in name, folder, camera, lens, keywords, people, title, caption or label"),
    ("\"new york\"", "the same, of all that stands between the quotation marks"),
    ("march", "taken in a March, or with the word"),
    ("2020, 2023-07, 2023-07-14", "taken then; of photos without a date, those with it as a word"),
    ("<2019, >2021, <=2019, >=2023-07", "taken before, after, up to, from then on"),
    (">5mb, <200kb", "larger, smaller, with all files of the photo"),
    ("jpeg, heic, raw, png and so on", "of this format; a RAW beside the photo counts"),
    ("★3, 3★, ★★★, ***", "with at least so many stars"),
    ("gps", "with coordinates"),
    ("portrait, landscape, square", "of this shape"),
    ("no gps, no 2020, no beach", "without what follows no"),
  ]

  let terms: [Term]
  /// The folders of the library, each with a slash at its end: no word is searched in their names.
  private let roots: [[UInt8]]

  /// Reads a line.
  ///
  /// - Parameter roots: The folders of the library. The part of a path above them is not searched: else the name of a
  ///   user would match all photos.
  package init(_ line: String, below roots: [FilePath] = []) {
    terms = Self.terms(of: line)
    self.roots = roots.map { $0.bytes + ($0.bytes.last == slash ? [] : [slash]) }
  }

  /// Whether every photo matches.
  package var isEmpty: Bool { terms.isEmpty }

  /// Whether a photo matches all terms.
  package func matches(_ photo: ScannedPhoto) -> Bool {
    terms.allSatisfy { matches($0.condition, photo) != $0.isNegated }
  }

  private func matches(_ condition: Condition, _ photo: ScannedPhoto) -> Bool {
    switch condition {
    case .text(let text): return isText(text, of: photo)
    case .month(let month, let name): return photo.calendarTime?.fields.month == month || isText(name, of: photo)
    case .taken(let days, let text):
      guard let time = photo.calendarTime else { return text.map { isText($0, of: photo) } ?? false }
      return days.contains(dayNumber(time.fields.year, time.fields.month, time.fields.day))
    case .size(let bytes): return bytes.contains(photo.size.bytes)
    case .formats(let formats):
      return photo.features.map { formats.contains($0.format) } == true || formats.contains(.raw) && photo.raw != nil
    case .stars(let least): return metadata(of: photo).rating ?? 0 >= least
    case .location: return photo.contents?.location != nil
    case .shape(let shape): return photo.features?.pixelSize.shape == shape
    }
  }

  private func metadata(of photo: ScannedPhoto) -> DescriptiveMetadata {
    let own = photo.features?.contents.metadata ?? DescriptiveMetadata()
    return photo.companions.isEmpty ? own : photo.metadata(with: own)
  }

  /// Whether a text occurs in the texts of a photo: path, camera and metadata.
  private func isText(_ text: FoldedText, of photo: ScannedPhoto) -> Bool {
    if isPart(text, of: photo.path) || photo.companions.contains(where: { isPart(text, of: $0.path) }) { return true }
    if let facts = photo.features?.facts, [facts.make, facts.camera, facts.lens].contains(where: text.isPart) {
      return true
    }
    let metadata = metadata(of: photo)
    return metadata.keywords.contains(where: text.isPart) || metadata.people.contains(where: text.isPart)
      || [metadata.title, metadata.caption, metadata.label].contains(where: text.isPart)
  }

  private func isPart(_ text: FoldedText, of path: FilePath) -> Bool {
    path.withPlatformString { start in
      let bytes = UnsafeRawBufferPointer(start: start, count: path.length)
      let root = roots.filter { bytes.starts(with: $0) }.map(\.count).max() ?? 0
      return text.isPart(of: UnsafeRawBufferPointer(rebasing: bytes[root...]))
    }
  }
}

extension PixelSize {
  /// The shape of the picture; nil for one without pixels.
  var shape: PhotoFilter.Shape? {
    if width == 0 || height == 0 { return nil }
    return width == height ? .square : width > height ? .landscape : .portrait
  }
}

private let slash = UInt8(ascii: "/")

/// The number of a day, which grows with time; there are days between that no calendar has.
func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int { (year * 12 + month - 1) * 31 + day - 1 }
