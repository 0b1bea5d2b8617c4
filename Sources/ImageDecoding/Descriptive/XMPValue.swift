import PhotoModel

/// A value of the XMP data model (ISO 16684-1 §6): a text, an array, or a structure.
indirect enum XMPValue {
  case text(String)
  /// An array; of alternatives the one for every language (`x-default`) first.
  case list([XMPValue])
  case record([String: XMPValue])

  /// The text: of an array its first, of a value with qualifiers the value; without blanks around, nil where nothing is
  /// left.
  var text: String? {
    switch self {
    case .text(let text): DescriptiveMetadata.text(text)
    case .list(let values): values.first?.text
    case .record(let fields): fields["rdf:value"]?.text
    }
  }

  /// The elements of an array; some programs write a single value instead.
  var elements: [XMPValue] { if case .list(let values) = self { values } else { [self] } }
  var texts: [String] { elements.compactMap(\.text) }
  var fields: [String: XMPValue] { if case .record(let fields) = self { fields } else { [:] } }
  subscript(field: String) -> XMPValue? { fields[field] }
}

/// The properties of a packet by their names: RDF in the forms that XMP allows (ISO 16684-1 §7), and in others that
/// programs write. Of a property that occurs twice the first counts.
func xmpProperties(_ packet: [UInt8]) -> [String: XMPValue]? {
  XMLElement(xml: packet).flatMap(xmpProperties)
}

/// The same of a document that is parsed already.
func xmpProperties(of root: XMLElement) -> [String: XMPValue]? {
  guard let rdf = root.first("rdf:RDF", levels: 3) else { return nil }
  return rdf.children.reduce(into: [:]) { all, description in all.merge(fields(of: description)) { first, _ in first } }
}

/// A structure: attributes and elements are its fields.
private func fields(of element: XMLElement) -> [String: XMPValue] {
  var fields: [String: XMPValue] = [:]
  for (name, text) in element.attributes where !isSyntax(name) { fields[name] = fields[name] ?? .text(text) }
  for child in element.children { fields[child.name] = fields[child.name] ?? value(of: child) }
  return fields
}

/// Whether a name is syntax of RDF, and no property.
private func isSyntax(_ name: String) -> Bool {
  (name.hasPrefix("rdf:") && name != "rdf:value") || name.hasPrefix("xml:") || !name.contains(":")
}

private func value(of element: XMLElement) -> XMPValue {
  if let array = element.children.first(where: { arrayNames.contains($0.name) }) {
    var items = array.children.filter { $0.name == "rdf:li" }
    if array.name == "rdf:Alt", let general = items.firstIndex(where: { $0[attribute: "xml:lang"] == "x-default" }) {
      items.insert(items.remove(at: general), at: 0)
    }
    return .list(items.map(value))
  }
  if let description = element.children.first(where: { $0.name == "rdf:Description" }) {
    return .record(fields(of: description))
  }
  // The value with rdf:parseType="Resource", or without it.
  if !element.children.isEmpty { return .record(fields(of: element)) }
  if let resource = element[attribute: "rdf:resource"] { return .text(resource) }
  let fields = fields(of: element)
  return fields.isEmpty ? .text(element.text) : .record(fields.merging(["rdf:value": .text(element.text)]) { $1 })
}

private let arrayNames: Set = ["rdf:Bag", "rdf:Seq", "rdf:Alt"]
