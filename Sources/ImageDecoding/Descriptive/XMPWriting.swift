package import PhotoModel

/// A sidecar that nothing can be added to.
package enum SidecarWritingError: Error, Hashable, Sendable {
  /// The sidecar is not XMP in UTF-8 that is well-formed to its end.
  case noXMP
  /// The property has a value, or a form, that nothing can be added to.
  case isTaken(property: String)
  /// The metadata is more than a sidecar gets at once.
  case tooLong

  /// The reason as a sentence.
  package var sentence: String {
    switch self {
    case .noXMP: "The sidecar is no XMP that could be added to."
    case .isTaken(let property): "The sidecar has another \(property)."
    case .tooLong: "The words are too many for a sidecar."
    }
  }
}

/// The new sidecar of a photo that has none.
///
/// - Returns: Nil where there is nothing to write.
package func newSidecar(_ addition: SidecarAddition) throws(SidecarWritingError) -> [UInt8]? {
  let start = """
    <?xml version="1.0" encoding="UTF-8"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Deckle">
     <rdf:RDF xmlns:rdf="\(rdfURI)">

    """
  let edits = try PacketWriter(about: "").edits(addition, end: 0)
  let end = "</rdf:RDF>\n</x:xmpmeta>\n"
  return edits.isEmpty ? nil : Array((start + " " + edits.map(\.new).joined() + end).utf8)
}

/// The changes that add missing metadata to a sidecar. Existing properties stay as they are, but for empty values
/// ("0"), for the marks of an earlier export that nobody changed since, and for the values that the addition replaces.
///
/// - Parameter sidecar: An XMP packet, with or without its wrapping.
/// - Returns: The changes in the order of their offsets; empty where nothing is to be added.
package func sidecarEdits(
  adding addition: SidecarAddition, to sidecar: [UInt8]
) throws(SidecarWritingError) -> [SidecarEdit] {
  guard let root = XMLElement(whole: sidecar), let rdf = root.first("rdf:RDF", levels: 3), rdf.end > rdf.tag.upperBound,
    let properties = xmpProperties(of: root)
  else { throw .noXMP }
  let about = rdf.children.lazy.compactMap { $0[attribute: "rdf:about"] ?? $0[attribute: "about"] }.first ?? ""
  let edits = try PacketWriter(about: about, descriptions: rdf.children, properties: properties, bytes: sidecar)
    .edits(addition, end: rdf.end)
  if !addition.replaced.bytes.isEmpty {
    let new = edits.applied(to: sidecar, replacing: addition.replaced)
    // A value left in another property would be read in place of the new one.
    if let property = unread(addition.contents, in: new ?? []) { throw .isTaken(property: property) }
  }
  return edits
}

/// The first kind of single values in this metadata that is not read back from a sidecar; nil where all are.
private func unread(_ metadata: SidecarContents, in sidecar: [UInt8]) -> String? {
  let read = sidecarContents(of: sidecar)
  func lacks<Value: Equatable>(_ value: (SidecarContents) -> Value?) -> Bool {
    value(metadata).map { $0 != value(read) } ?? false
  }
  if lacks(\.metadata.rating) { return "rating" }
  if lacks(\.metadata.label) { return "label" }
  if lacks(\.metadata.title) { return "title" }
  if lacks(\.metadata.caption) { return "caption" }
  return lacks(\.location) ? "place" : lacks(\.capturedAt) ? "time" : nil
}

private let rdfURI = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"

/// The namespaces of the properties that are written.
private let namespaces: KeyValuePairs = [
  "xmp": "http://ns.adobe.com/xap/1.0/", "dc": "http://purl.org/dc/elements/1.1/",
  "exif": "http://ns.adobe.com/exif/1.0/", "lr": "http://ns.adobe.com/lightroom/1.0/",
  "Iptc4xmpExt": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/", "digiKam": "http://www.digikam.org/ns/1.0/",
  "xmpDM": "http://ns.adobe.com/xmp/1.0/DynamicMedia/", "deckle": "urn:deckle:xmp:1.0/",
]

/// Collects the changes of one sidecar.
private struct PacketWriter {
  let about: String
  var descriptions: [XMLElement] = []
  var properties: [String: XMPValue] = [:]
  var bytes: [UInt8] = []

  private var replaced = SidecarContents()
  private var edits: [SidecarEdit] = []
  /// The attributes of a new description, at the end of the packet.
  private var newAttributes: [(name: String, value: String)] = []
  private var newElements: [(name: String, content: String)] = []

  init(about: String, descriptions: [XMLElement] = [], properties: [String: XMPValue] = [:], bytes: [UInt8] = []) {
    (self.about, self.descriptions, self.properties, self.bytes) = (about, descriptions, properties, bytes)
  }

  /// - Parameter end: The offset behind the last description.
  func edits(_ addition: SidecarAddition, end: Int) throws(SidecarWritingError) -> [SidecarEdit] {
    var writer = self
    writer.replaced = addition.replaced
    if let verdict = addition.verdict {
      try writer.add(verdict, addition)
    } else {
      try writer.add(addition.contents)
    }
    if !writer.newAttributes.isEmpty || !writer.newElements.isEmpty {
      writer.edits.append(SidecarEdit(at: end, with: writer.description + "\n "))
    }
    guard writer.edits.reduce(0, { $0 + $1.new.utf8.count }) <= SidecarEdit.mostBytes else { throw .tooLong }
    return writer.edits.sorted { $0.offset < $1.offset }
  }

  /// A description with the properties that the packet lacks.
  private var description: String {
    let used = Set(
      (newAttributes.map(\.name) + newElements.map(\.name)).compactMap {
        $0.split(separator: ":").first.map(String.init)
      })
    var text = "<rdf:Description xmlns:rdf=\"\(rdfURI)\" rdf:about=\"\(escaped(about))\""
    for (prefix, uri) in namespaces where used.contains(prefix) { text += "\n    xmlns:\(prefix)=\"\(uri)\"" }
    for (name, value) in newAttributes { text += "\n   \(name)=\"\(escaped(value))\"" }
    guard !newElements.isEmpty else { return text + "/>" }
    let elements = newElements.map { "\n   <\($0.name)>\($0.content)</\($0.name)>" }.joined()
    return text + ">" + elements + "\n  </rdf:Description>"
  }

  // MARK: Verdicts

  private mutating func add(_ verdict: ExportedVerdict, _ addition: SidecarAddition) throws(SidecarWritingError) {
    let before = ExportedMark.exported(in: properties)
    guard verdict != .none || before != nil else { return }
    let own = xmpDescription(properties)
    for mark in ExportedMark.allCases {
      let isDecided =
        mark == .rating ? addition.isRated || own.rating != nil : addition.isFlagged || isFlagged(before, own)
      set(mark, isDecided ? nil : mark.value(verdict), before)
    }
    guard !edits.isEmpty || !newAttributes.isEmpty, before != verdict else { return }
    if before == nil {
      newAttributes.append((ExportedMark.verdict, verdict.rawValue))
    } else {
      try replace(ExportedMark.verdict, by: verdict.rawValue)
    }
  }

  /// Whether a person flagged the photo; "pending" of digiKam is a flag, too.
  private func isFlagged(_ before: ExportedVerdict?, _ own: DescriptiveMetadata) -> Bool {
    own.isPicked != nil || [ExportedMark.pickLabel, .flag].contains { isOfPerson($0, before) }
  }

  private func isOfPerson(_ mark: ExportedMark, _ before: ExportedVerdict?) -> Bool {
    guard let now = properties[mark.rawValue]?.text, now != "0" else { return false }
    return now != before.flatMap(mark.value)
  }

  /// - Parameter value: The new value; nil takes back that of an earlier export.
  private mutating func set(_ mark: ExportedMark, _ value: String?, _ before: ExportedVerdict?) {
    guard let property = properties[mark.rawValue] else {
      if let value { newAttributes.append((mark.rawValue, value)) }
      return
    }
    guard !isOfPerson(mark, before), property.text ?? "0" != value ?? "0" else { return }
    // A property in an unusual form stays as it is.
    try? replace(mark.rawValue, by: value ?? "0")
  }

  // MARK: Words

  private mutating func add(_ contents: SidecarContents) throws(SidecarWritingError) {
    let metadata = contents.metadata
    let old = replaced.metadata
    if let rating = metadata.rating { try add("xmp:Rating", String(rating), replacing: old.rating != nil) }
    if let label = metadata.label { try add("xmp:Label", label, replacing: old.label != nil) }
    if let time = contents.capturedAt {
      let text = xmpText(time, offset: contents.timeOffset)
      try add("exif:DateTimeOriginal", text, replacing: replaced.capturedAt != nil)
    }
    if let location = contents.location {
      let isChosen = replaced.location != nil
      try add("exif:GPSLatitude", degrees(location.latitude, "N", "S"), replacing: isChosen)
      try add("exif:GPSLongitude", degrees(location.longitude, "E", "W"), replacing: isChosen)
    }
    if let title = metadata.title { try add(text: title, to: "dc:title", replacing: old.title != nil) }
    if let caption = metadata.caption {
      try add(text: caption, to: "dc:description", replacing: old.caption != nil)
    }
    try add(metadata.keywords.filter { !$0.contains("|") }, to: "dc:subject")
    try add(metadata.keywords.filter { $0.contains("|") }, to: "lr:hierarchicalSubject")
    try add(metadata.people, to: "Iptc4xmpExt:PersonInImage")
  }

  private mutating func add(_ name: String, _ value: String, replacing isChosen: Bool) throws(SidecarWritingError) {
    guard let property = properties[name] else { return newAttributes.append((name, value)) }
    if property.text == value { return }
    guard isChosen || (property.text ?? "0") == "0" else { throw .isTaken(property: name) }
    try replace(name, by: value)
  }

  private mutating func add(
    text: String, to name: String, replacing isChosen: Bool
  ) throws(SidecarWritingError) {
    guard let property = properties[name] else {
      return newElements.append((name, "<rdf:Alt><rdf:li xml:lang=\"x-default\">\(escaped(text))</rdf:li></rdf:Alt>"))
    }
    if property.text == text { return }
    guard isChosen else { throw .isTaken(property: name) }
    let items = element(name)?.children.first { $0.name == "rdf:Alt" }?.children ?? []
    guard let item = items.first(where: { $0[attribute: "xml:lang"] == "x-default" }) ?? items.first else {
      return try replace(name, by: text)
    }
    try replaceText(of: item, name, by: text)
  }

  private mutating func add(_ items: [String], to name: String) throws(SidecarWritingError) {
    let there = properties[name]
    let missing = items.filter { !(there?.texts ?? []).contains($0) }
    guard !missing.isEmpty else { return }
    guard there != nil else {
      let list = missing.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined()
      return newElements.append((name, "<rdf:Bag>\(list)</rdf:Bag>"))
    }
    guard let array = element(name)?.children.first(where: { ["rdf:Bag", "rdf:Seq"].contains($0.name) }),
      array.end > array.tag.upperBound
    else { throw .isTaken(property: name) }
    let tag = String(
      decoding: bytes[array.tag].dropFirst().prefix { ![0x20, 0x09, 0x0A, 0x0D, 0x3E].contains($0) }, as: UTF8.self)
    let item = tag.lastIndex(of: ":").map { tag[...$0] + "li" } ?? "li"
    edits.append(
      SidecarEdit(at: array.end, with: missing.map { "<\(item)>\(escaped($0))</\(item)>" }.joined()))
  }

  // MARK: Places

  private func element(_ name: String) -> XMLElement? {
    descriptions.lazy.flatMap(\.children).first { $0.name == name }
  }

  /// Replaces a value, which is that of an attribute or of an element with nothing but text.
  private mutating func replace(_ name: String, by value: String) throws(SidecarWritingError) {
    for description in descriptions {
      guard let index = description.attributes.firstIndex(where: { $0.name == name }) else { continue }
      let values = attributeValues(in: bytes, description.tag)
      guard values.count == description.attributes.count else { break }
      return try replace(values[index], of: name, by: value)
    }
    guard let element = element(name) else { throw .isTaken(property: name) }
    try replaceText(of: element, name, by: value)
  }

  private mutating func replaceText(
    of element: XMLElement, _ name: String, by value: String
  ) throws(SidecarWritingError) {
    guard element.children.isEmpty, element.end > element.tag.upperBound else { throw .isTaken(property: name) }
    try replace(element.tag.upperBound..<element.end, of: name, by: value)
  }

  private mutating func replace(_ range: Range<Int>, of name: String, by value: String) throws(SidecarWritingError) {
    let old = String(decoding: bytes[range], as: UTF8.self)
    guard SidecarEdit.mayReplace(old, in: replaced) else { throw .isTaken(property: name) }
    edits.append(SidecarEdit(at: range.lowerBound, replacing: old, with: escaped(value)))
  }
}

/// The ranges of the values of a tag's attributes, in their order, without declarations of namespaces.
private func attributeValues(in bytes: [UInt8], _ tag: Range<Int>) -> [Range<Int>] {
  var values: [Range<Int>] = []
  var rest = bytes[tag]
  // A parsed start tag is well-formed: each value is in quotes.
  while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
    let name = rest[..<equals].split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.last ?? []
    rest = rest[(equals + 1)...]
    guard let quote = rest.first(where: { $0 == 0x22 || $0 == 0x27 }), let start = rest.firstIndex(of: quote),
      let end = rest[(start + 1)...].firstIndex(of: quote)
    else { break }
    rest = rest[(end + 1)...]
    if !name.elementsEqual("xmlns".utf8), !name.starts(with: "xmlns:".utf8) { values.append(start + 1..<end) }
  }
  return values
}

/// A text as content of an element or a value of an attribute.
private func escaped(_ text: String) -> String {
  var escaped = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\n": escaped += "&#10;"
    case "\t": escaped += "&#9;"
    // XML cannot have these, nor any other control character.
    case "\u{FFFE}", "\u{FFFF}": break
    default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
    }
  }
  return escaped
}

/// The text of a time of capture in XMP: "2024-05-12T18:03:21.05+02:00".
///
/// - Parameter offset: The UTC offset in minutes east of Greenwich; nil where it is not known.
package func xmpText(_ time: CaptureTime, offset: Int?) -> String {
  func digits(_ number: Int, _ count: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
  let fields = time.fields
  let milliseconds = Int((time.milliseconds % 1000 + 1000) % 1000)
  var text = "\(digits(fields.year, 4))-\(digits(fields.month))-\(digits(fields.day))"
  text += "T\(digits(fields.hour)):\(digits(fields.minute)):\(digits(fields.second))"
  if milliseconds > 0 { text += ".\(digits(milliseconds, 3))" }
  guard let offset else { return text }
  return text + (offset < 0 ? "-" : "+") + "\(digits(abs(offset) / 60)):\(digits(abs(offset) % 60))"
}

/// "48,8.123000N": degrees and minutes, as XMP writes a place, to less than a millionth of a degree.
private func degrees(_ millionths: Int, _ positive: String, _ negative: String) -> String {
  // A ten-thousandth of a minute of a millionth of a degree is 6 / 100 000 of a minute.
  let (whole, rest) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
  let minutes = rest * 6
  let fraction = String(minutes % 100_000)
  let zeros = String(repeating: "0", count: 5 - fraction.count)
  return "\(whole),\(minutes / 100_000).\(zeros)\(fraction)\(millionths < 0 ? negative : positive)"
}
