import PhotoModel

/// The metadata that people wrote, from the properties of a packet: each fact from the property that most programs
/// write it to, else from those of single programs.
func xmpDescription(_ properties: [String: XMPValue]) -> DescriptiveMetadata {
  var metadata = DescriptiveMetadata()
  let own = ExportedMark.withoutExported(properties)
  metadata.rating = rating(own)
  metadata.label = label(properties)
  metadata.isPicked = pick(own)
  addKeywords(properties, to: &metadata)
  addPeople(properties, to: &metadata)
  func caption(_ names: String...) -> String? {
    names.lazy.compactMap { DescriptiveMetadata.caption(properties[$0]?.text) }.first
  }
  metadata.caption = caption(
    "dc:description", "acdsee:notes", "exif:UserComment", "tiff:ImageDescription",
    "Iptc4xmpCore:ExtDescrAccessibility", "Iptc4xmpCore:AltTextAccessibility")
  metadata.setTitle(caption("dc:title", "acdsee:caption"), headline: caption("photoshop:Headline"))
  metadata.copyright = properties["dc:rights"]?.text ?? properties["tiff:Copyright"]?.text
  metadata.edit = xmpEdit(properties)
  return metadata
}

/// Stars of xmp:Rating; a program that writes them to its own property writes 0 there.
private func rating(_ properties: [String: XMPValue]) -> Int? {
  DescriptiveMetadata.rating(properties["xmp:Rating"]?.text)
    ?? DescriptiveMetadata.rating(percent: properties["MicrosoftPhoto:Rating"]?.text)
    ?? DescriptiveMetadata.rating(properties["acdsee:rating"]?.text)
}

private func label(_ properties: [String: XMPValue]) -> String? {
  func label(_ text: String?) -> String? { text.flatMap { $0.lowercased() == "none" ? nil : $0 } }
  if let label = label(properties["xmp:Label"]?.text) { return label }
  if let color = properties["digiKam:ColorLabel"]?.text.flatMap({ Int($0) }), digiKamColors.indices.contains(color - 1)
  {
    return digiKamColors[color - 1]
  }
  // darktable gives a photo as many as one likes.
  let colors = (properties["darktable:colorlabels"]?.texts ?? []).compactMap { Int($0) }
  let names = colors.compactMap { darktableColors.indices.contains($0) ? darktableColors[$0] : nil }
  return names.isEmpty ? label(properties["photoshop:LabelColor"]?.text) : names.joined(separator: ", ")
}

private let digiKamColors = ["Red", "Orange", "Yellow", "Green", "Blue", "Magenta", "Gray", "Black", "White"]
private let darktableColors = ["Red", "Yellow", "Green", "Blue", "Purple"]

/// The pick flag. digiKam: 1 rejected, 2 pending, 3 accepted. Lightroom: −1, 0, 1 and true or false. ACDSee and Photo
/// Mechanic: a tag.
private func pick(_ properties: [String: XMPValue]) -> Bool? {
  func text(_ name: String) -> String? { properties[name]?.text?.lowercased() }
  switch (text("digiKam:PickLabel"), text("xmpDM:pick"), text("xmpDM:good")) {
  case ("1", _, _), (_, "-1", _), (_, _, "false"): return false
  case ("3", _, _), (_, "1", _), (_, _, "true"): return true
  default: return text("acdsee:tagged") == "true" || text("photomechanic:Tagged") == "true" ? true : nil
  }
}

// MARK: Keywords

private func addKeywords(_ properties: [String: XMPValue], to metadata: inout DescriptiveMetadata) {
  for name in [
    "dc:subject", "lr:hierarchicalSubject", "mediapro:CatalogSets", "expressionmedia:CatalogSets", "acdsee:keywords",
    "photoshop:SupplementalCategories",
  ] { metadata.addKeywords(properties[name]?.texts ?? []) }
  for name in ["digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP"] {
    metadata.addKeywords(properties[name]?.texts ?? [], parted: "/")
  }
  if let text = properties["acdsee:categories"]?.text, let root = XMLElement(xml: Array(text.utf8)) {
    metadata.addKeywords(categories(in: root, below: []))
  }
  if let tree = properties["mwg-kw:Keywords"]?["mwg-kw:Hierarchy"] {
    metadata.addKeywords(branches(of: tree, below: []))
  }
}

/// ACDSee writes a document into a text: `<Category Assigned="0">Places<Category
/// Assigned="1">Rome</Category></Category>`.
private func categories(in element: XMLElement, below path: [String]) -> [String] {
  let path = path + [DescriptiveMetadata.text(element.text)].compactMap(\.self)
  let isAssigned = element[attribute: "Assigned"] == "1"
  return (isAssigned ? [path.joined(separator: "|")] : [])
    + element.children.flatMap { categories(in: $0, below: path) }
}

private func branches(of tree: XMPValue, below path: [String]) -> [String] {
  tree.elements.flatMap { node -> [String] in
    let path = path + [node["mwg-kw:Keyword"]?.text].compactMap(\.self)
    let below = node["mwg-kw:Children"].map { branches(of: $0, below: path) } ?? []
    return below.isEmpty ? [path.joined(separator: "|")] : below
  }
}

// MARK: People

private func addPeople(_ properties: [String: XMPValue], to metadata: inout DescriptiveMetadata) {
  metadata.addPeople(properties["Iptc4xmpExt:PersonInImage"]?.texts ?? [])
  let details = properties["Iptc4xmpExt:PersonInImageWDetails"]?.elements ?? []
  metadata.addPeople(details.compactMap { $0["Iptc4xmpExt:PersonName"]?.text })
  // A camera marks faces without names, and the region in focus.
  let regions = properties["mwg-rs:Regions"]?["mwg-rs:RegionList"]?.elements ?? []
  metadata.addPeople(regions.compactMap { isOfBeing($0["mwg-rs:Type"]?.text) ? $0["mwg-rs:Name"]?.text : nil })
  let windows = properties["MP:RegionInfo"]?["MPRI:Regions"]?.elements ?? []
  metadata.addPeople(windows.compactMap { $0["MPReg:PersonDisplayName"]?.text })
  let acdsee = properties["acdsee-rs:Regions"]?["acdsee-rs:RegionList"]?.elements ?? []
  metadata.addPeople(acdsee.compactMap { isOfBeing($0["acdsee-rs:Type"]?.text) ? $0["acdsee-rs:Name"]?.text : nil })
}

/// Whether a region is a person or a pet, not "Focus" or "BarCode" (Metadata Working Group, Guidelines 2.0).
private func isOfBeing(_ type: String?) -> Bool { type.map { ["Face", "Pet"].contains($0) } ?? true }
