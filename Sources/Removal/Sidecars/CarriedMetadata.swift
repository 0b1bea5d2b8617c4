import ImageDecoding
import PhotoAnalysis
package import PhotoModel
import TextSurface

/// The metadata of a removed photo that the photo that stays for it lacks: place, time with its offset, rating, label,
/// keywords, title, caption and people. Where both have different single values, the photo that stays is left as it is,
/// unless the user chose the value of the removed one.
///
/// Pictures and camera data are not carried over, and neither is a rejection, which is about the removed photo.
package struct CarriedMetadata: Hashable, Sendable {
  /// A single value that both photos state, and not the same.
  package struct Contradiction: Hashable, Sendable {
    /// The kind of the value.
    package var kind: Holding
    /// The value of the photo that goes, fit for one line: "title Rome".
    package var going: String
    /// The value of the photo that stays, fit for one line.
    package var staying: String
    /// Whether the user chose the value of the photo that goes.
    package var isChosen: Bool
  }

  /// The metadata in the form in which it is added to the sidecar of the photo that stays.
  package var contents: SidecarContents { metadata.contents }
  /// The values of the photo that stays in whose place chosen ones come.
  package var replaced: SidecarContents { given.contents }
  /// The kinds of this metadata, in the order of `Holding`.
  package private(set) var kinds: [Holding] = []
  /// The values that differ in the photo that stays, chosen or not.
  package private(set) var contradictions: [Contradiction] = []

  private var metadata = MetadataFields()
  private var given = MetadataFields()

  /// Creates the metadata of a photo that another one lacks; empty where one of the two was not decoded.
  ///
  /// - Parameter chosen: The kinds for which the value of the removed photo counts where both have one.
  package init(from photo: ScannedPhoto, to keeper: ScannedPhoto, choosing chosen: Set<Holding> = []) {
    guard photo.contents != nil, keeper.contents != nil else { return }
    let (mine, theirs) = (MetadataFields(of: photo), MetadataFields(of: keeper))
    for kind in Holding.allCases where kind.isCarriable {
      var lacking = mine.lacking(kind, theirs)
      if lacking.isEmpty, mine.contradicts(theirs, kind) {
        let isChosen = chosen.contains(kind)
        contradictions.append(
          Contradiction(kind: kind, going: mine.title(kind), staying: theirs.title(kind), isChosen: isChosen))
        guard isChosen else { continue }
        lacking.copy(kind, from: mine)
        given.copy(kind, from: theirs)
      }
      guard !lacking.isEmpty else { continue }
      metadata.copy(kind, from: lacking)
      kinds.append(kind)
    }
  }

  /// The kinds of values that differ in the photo that stays, and are left as they are.
  package var contradicted: [Holding] { contradictions.filter { !$0.isChosen }.map(\.kind) }

  /// The kinds of metadata that the photo that stays lacks, each as a text for one line: "★★★★☆", "keywords Family,
  /// Rome".
  package var titles: [String] {
    kinds.filter { kind in !contradictions.contains { $0.kind == kind } }.map(metadata.title)
  }
}

extension ScannedPhoto {
  /// The metadata that people wrote into the file itself, which a new sidecar repeats: many programs that read a sidecar
  /// read no other metadata. Texts that were cut when they were read are left out.
  var repeatedMetadata: SidecarContents {
    var photo = self
    photo.companions = []
    let own = MetadataFields(of: photo)
    var repeated = MetadataFields()
    for kind in [Holding.rating, .label, .keywords, .people, .title, .caption] {
      let fields = own.lacking(kind, repeated)
      if !fields.isEmpty { repeated.copy(kind, from: fields) }
    }
    return repeated.contents
  }
}

/// The metadata of one photo.
private struct MetadataFields: Hashable {
  private var metadata = DescriptiveMetadata()
  private var location: PhotoContents.Location?
  private var taken: CaptureTime?
  private var offset: Int?

  init() {}

  init(of photo: ScannedPhoto) {
    metadata = photo.contents?.metadata ?? metadata
    location = photo.contents?.location
    (taken, offset) = (photo.capturedAt, photo.contents?.timeOffset)
  }

  var contents: SidecarContents {
    SidecarContents(metadata: metadata, location: location, capturedAt: taken, timeOffset: offset)
  }

  var isEmpty: Bool { self == MetadataFields() }

  /// The metadata of one kind that another photo has no value for, or the entries that it lacks of a list.
  func lacking(_ kind: Holding, _ other: MetadataFields) -> MetadataFields {
    var lacking = MetadataFields()
    switch kind {
    case .keywords: lacking.metadata.keywords = whole(metadata.keywords, without: other.metadata.keywords)
    case .people: lacking.metadata.people = whole(metadata.people, without: other.metadata.people)
    case .time where taken != nil && other.isSameTime(self) && offset != nil && other.offset == nil:
      (lacking.taken, lacking.offset) = (other.taken, offset)
    default: if has(kind), !other.states(kind) { lacking.copy(kind, from: self) }
    }
    return lacking
  }

  /// Whether another photo states another value.
  func contradicts(_ other: MetadataFields, _ kind: Holding) -> Bool {
    guard has(kind), other.states(kind) else { return false }
    return switch kind {
    case .rating: metadata.rating != other.metadata.rating
    case .label: metadata.label != other.metadata.label
    case .title: metadata.title != other.metadata.title
    case .caption: metadata.caption != other.metadata.caption
    case .gps: location.flatMap { other.location?.isNear($0) } == false
    case .time: !other.isSameTime(self) || offset != nil && offset != other.offset
    default: false
    }
  }

  private func isSameTime(_ other: MetadataFields) -> Bool {
    guard let taken, let time = other.taken else { return false }
    return !taken.differs(from: time)
  }

  /// Whether there is a value of a kind to carry over: no rejection, and no text that was cut when it was read, the
  /// rest of which would be lost.
  private func has(_ kind: Holding) -> Bool {
    switch kind {
    case .rating: metadata.rating.map { $0 > 0 } ?? false
    case .title: metadata.title.map(isWhole) ?? false
    case .caption: metadata.caption.map(isWhole) ?? false
    default: states(kind)
    }
  }

  /// Whether there is a value.
  private func states(_ kind: Holding) -> Bool {
    switch kind {
    case .rating: metadata.rating != nil
    case .label: metadata.label != nil
    case .title: metadata.title != nil
    case .caption: metadata.caption != nil
    case .gps: location != nil
    case .time: taken != nil
    default: false
    }
  }

  /// Adopts the value of one kind.
  mutating func copy(_ kind: Holding, from other: MetadataFields) {
    switch kind {
    case .rating: metadata.rating = other.metadata.rating
    case .label: metadata.label = other.metadata.label
    case .keywords: metadata.keywords = other.metadata.keywords
    case .people: metadata.people = other.metadata.people
    case .title: metadata.title = other.metadata.title
    case .caption: metadata.caption = other.metadata.caption
    case .gps: location = other.location
    case .time: (taken, offset) = (other.taken, other.offset)
    default: break
    }
  }

  func title(_ kind: Holding) -> String {
    let text: String? =
      switch kind {
      case .rating: metadata.rating.map { $0 < 0 ? "rejected" : stars($0) }
      case .label: metadata.label.map { "label \($0)" }
      case .keywords: "keywords \(metadata.keywords.joined(separator: ", "))"
      case .people: "people \(metadata.people.joined(separator: ", "))"
      case .title: metadata.title.map { "title \($0)" }
      case .caption: metadata.caption.map { "caption \($0)" }
      case .gps: location.map { "place \(degrees($0.latitude)), \(degrees($0.longitude))" }
      case .time: taken.map { "time \(xmpText($0, offset: offset))" }
      default: nil
      }
    let line = SafeText(text ?? kind.title).text
    return line.count > 100 ? line.prefix(99) + "…" : line
  }
}

private func isWhole(_ text: String) -> Bool { !text.contains(/… (\d+ more )?\([0-9a-f]+\)$/) }

private func whole(_ texts: [String], without others: [String]) -> [String] {
  texts.filter { isWhole($0) && !others.contains($0) }
}

extension Holding {
  /// The kind of metadata as worded in a sentence.
  package var title: String { self == .gps ? "place" : rawValue }
}

/// "41.89021".
private func degrees(_ millionths: Int) -> String {
  let (whole, rest) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
  let digits = String(rest)
  return "\(millionths < 0 ? "-" : "")\(whole).\(String(repeating: "0", count: 6 - digits.count))\(digits)"
}
