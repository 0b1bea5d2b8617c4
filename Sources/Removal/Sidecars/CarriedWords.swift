import ImageDecoding
import PhotoAnalysis
package import PhotoModel
import TextSurface

/// The words about a photo that goes which the photo that stays for it lacks: place, time with its offset, rating, label,
/// keywords, title, caption and people.
///
/// The pictures and the camera's data are no words, and neither is a rejection, which is about the photo that goes.
package struct CarriedWords: Hashable, Sendable {
  /// The words, as they are added to the sidecar of the photo that stays.
  package private(set) var contents = SidecarContents()
  /// The kinds of these words, in the order of `Holding`.
  package private(set) var kinds: [Holding] = []
  /// The kinds of words that the photo that stays says otherwise.
  package private(set) var contradicted: [Holding] = []

  private var metadata = DescriptiveMetadata()
  private var location: PhotoContents.Location?
  private var taken: CaptureTime?
  private var offset: Int?

  /// Creates the words of a photo that another one lacks. None where one of the two was not decoded.
  package init(from photo: ScannedPhoto, to keeper: ScannedPhoto) {
    guard let mine = photo.contents, let theirs = keeper.contents else { return }
    addMarks(mine.metadata, theirs.metadata)
    addTexts(mine.metadata, theirs.metadata)
    addPlace(mine, theirs)
    addTime((photo.capturedAt, mine.timeOffset), (keeper.capturedAt, theirs.timeOffset))
    contents = SidecarContents(
      metadata: metadata, location: location, capturedAt: taken, timeOffset: offset)
    kinds = Holding.allCases.filter(kinds.contains)
  }

  private mutating func addMarks(_ mine: DescriptiveMetadata, _ theirs: DescriptiveMetadata) {
    if let rating = mine.rating, rating > 0 {
      add(.rating, rating, theirs.rating) { $0.metadata.rating = rating }
    }
    if let label = mine.label { add(.label, label, theirs.label) { $0.metadata.label = label } }
  }

  private mutating func addTexts(_ mine: DescriptiveMetadata, _ theirs: DescriptiveMetadata) {
    if let title = whole(mine.title) { add(.title, title, theirs.title) { $0.metadata.title = title } }
    if let caption = whole(mine.caption) { add(.caption, caption, theirs.caption) { $0.metadata.caption = caption } }
    let keywords = mine.keywords.filter { whole($0) != nil && !theirs.keywords.contains($0) }
    if !keywords.isEmpty {
      metadata.keywords = keywords
      kinds.append(.keywords)
    }
    let people = mine.people.filter { whole($0) != nil && !theirs.people.contains($0) }
    if !people.isEmpty {
      metadata.people = people
      kinds.append(.people)
    }
  }

  private mutating func addPlace(_ mine: PhotoContents, _ theirs: PhotoContents) {
    guard let place = mine.location else { return }
    if let other = theirs.location {
      if !place.isNear(other) { contradicted.append(.gps) }
      return
    }
    location = place
    kinds.append(.gps)
  }

  private mutating func addTime(
    _ mine: (taken: CaptureTime?, offset: Int?), _ theirs: (taken: CaptureTime?, offset: Int?)
  ) {
    guard let taken = mine.taken else { return }
    if let other = theirs.taken {
      if other.differs(from: taken) { return contradicted.append(.time) }
      guard let offset = mine.offset, offset != theirs.offset else { return }
      if theirs.offset != nil { return contradicted.append(.time) }
      (self.taken, self.offset) = (other, offset)
    } else {
      (self.taken, offset) = (taken, mine.offset)
    }
    kinds.append(.time)
  }

  private mutating func add<Value: Equatable>(
    _ kind: Holding, _ mine: Value, _ theirs: Value?, _ adopt: (inout CarriedWords) -> Void
  ) {
    if let theirs {
      if theirs != mine { contradicted.append(kind) }
      return
    }
    adopt(&self)
    kinds.append(kind)
  }

  /// The text, unless it was cut when it was read: the rest of it would be lost.
  private func whole(_ text: String?) -> String? {
    text.flatMap { $0.contains(/… (\d+ more )?\([0-9a-f]+\)$/) ? nil : $0 }
  }

  // MARK: Telling them

  /// "★★★★☆", "keywords Family, Rome": each kind of words with its content, fit for one line.
  package var titles: [String] { kinds.map(title) }

  private func title(_ kind: Holding) -> String {
    let metadata = contents.metadata
    let text: String? =
      switch kind {
      case .rating: metadata.rating.map(stars)
      case .label: metadata.label.map { "label \($0)" }
      case .keywords: "keywords \(metadata.keywords.joined(separator: ", "))"
      case .people: "people \(metadata.people.joined(separator: ", "))"
      case .title: metadata.title.map { "title \($0)" }
      case .caption: metadata.caption.map { "caption \($0)" }
      case .gps: contents.location.map { "place \(degrees($0.latitude)), \(degrees($0.longitude))" }
      case .time: contents.capturedAt.map { "time \(xmpText($0, offset: contents.timeOffset))" }
      default: nil
      }
    let line = SafeText(text ?? kind.title).text
    return line.count > 100 ? line.prefix(99) + "…" : line
  }
}

extension Holding {
  /// The kind of words in a sentence.
  package var title: String { self == .gps ? "place" : rawValue }
}

/// "41.89021".
private func degrees(_ millionths: Int) -> String {
  let (whole, rest) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
  let digits = String(rest)
  return "\(millionths < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
}
