import CExpat

/// An element of an XML document, with everything in it.
struct XMLElement {
  /// The name such as "xmp:Rating": the local name with the usual prefix of its namespace, whatever the prefix in the
  /// document; with the whole URI where the namespace is not in `XMPNamespace`.
  var name = ""
  /// The attributes in their order, named like elements.
  var attributes: [(name: String, value: String)] = []
  var children: [XMLElement] = []
  /// All text directly in the element, in one piece.
  var text = ""
  /// The byte range of the start tag in the parsed document.
  var tag = 0..<0
  /// The offset of its end tag; for an empty element, the end of `tag`.
  var end = 0

  /// The largest size that is read, in bytes; of a larger document the beginning.
  static let mostBytes = 1_000_000

  subscript(attribute name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// The root of a document, which may be UTF-8, UTF-16 or, where it is neither, Latin-1, whatever it declares.
  ///
  /// A document that is cut off or becomes invalid gives the part before that. Nil where there is no element, or where
  /// it declares entities of its own.
  init?(xml bytes: some Collection<UInt8>) {
    var document = Array(bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(Self.mostBytes))
    if document.starts(with: [0xEF, 0xBB, 0xBF]) { document.removeFirst(3) }
    // The last character may be incomplete.
    if document.count == Self.mostBytes, let end = document.lastIndex(of: UInt8(ascii: ">")) {
      document.removeSubrange((end + 1)...)
    }
    guard let root = Self.events(of: document).flatMap({ Self(events: $0.list) }) else { return nil }
    self = root
  }

  /// The root of a document in UTF-8 that is well-formed to its end and within all limits; else nil.
  ///
  /// - Parameter document: The document to which the ranges `tag` and `end` refer.
  init?(whole document: [UInt8]) {
    guard document.count <= Self.mostBytes, !document.contains(0), String(validating: document, as: UTF8.self) != nil,
      let events = Self.events(of: document), events.isWhole, let root = Self(events: events.list)
    else { return nil }
    self = root
  }

  private init() {}

  /// The events of a document, as `xmlreader_read` lists them, and whether they go on to its end.
  private static func events(of document: [UInt8]) -> (list: [UInt8], isWhole: Bool)? {
    let isWide = document.contains(0)
    let encoding = isWide ? nil : String(validating: document, as: UTF8.self) == nil ? "ISO-8859-1" : "UTF-8"
    var list: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = document.withUnsafeBufferPointer { bytes in
      encoding.withOptionalCString { xmlreader_read(bytes.baseAddress, bytes.count, $0, &list, &count) }
    }
    defer { xmlreader_free(list) }
    switch status {
    case XMLREADER_OK, XMLREADER_CUT:
      return list.map { (Array(UnsafeBufferPointer(start: $0, count: count)), status == XMLREADER_OK) }
    default: return nil
    }
  }

  private init?(events bytes: [UInt8]) {
    let list = ByteView(bytes)
    var index = 0
    func number() -> Int? {
      defer { index += 4 }
      return list.little(at: index, length: 4)
    }
    func string() -> String? {
      guard let length = number() else { return nil }
      defer { index += length }
      return String(decoding: list.slice(index..<index + length), as: UTF8.self)
    }
    // The open elements, the root first. What is never closed is closed at the end.
    var open: [XMLElement] = []
    var root: XMLElement?
    func close(at end: Int) {
      guard var element = open.popLast() else { return }
      element.end = end
      if open.isEmpty { root = root ?? element } else { open[open.count - 1].children.append(element) }
    }
    while let kind = list.little(at: index, length: 1) {
      index += 1
      switch kind {
      case XMLREADER_START:
        var element = XMLElement()
        let start = number() ?? 0
        element.tag = start..<start + (number() ?? 0)
        element.name = string().map(XMPNamespace.name) ?? ""
        for _ in 0..<(number() ?? 0) {
          guard let name = string(), let value = string() else { break }
          element.attributes.append((XMPNamespace.name(name), value))
        }
        open.append(element)
      case XMLREADER_TEXT:
        let text = string() ?? ""
        if !open.isEmpty { open[open.count - 1].text += text }
      default: close(at: number() ?? 0)
      }
    }
    while !open.isEmpty { close(at: 0) }
    guard let root else { return nil }
    self = root
  }

  /// The first element of this name, itself or in it, at most `levels` deep.
  func first(_ name: String, levels: Int) -> XMLElement? {
    if self.name == name { return self }
    guard levels > 0 else { return nil }
    return children.lazy.compactMap { $0.first(name, levels: levels - 1) }.first
  }
}

extension String? {
  fileprivate func withOptionalCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let self else { return body(nil) }
    return self.withCString { body($0) }
  }
}
