/// The namespaces whose properties are read, with the prefix that each usually has.
///
/// Documents may use other prefixes (`MicrosoftPhoto_1_`), so the URI alone counts. Programs do not agree on the slash
/// or the number sign at its end, so these are ignored.
enum XMPNamespace {
  /// "xmp:Rating" of "http://ns.adobe.com/xap/1.0/" and "Rating", parted by a line feed as `xmlreader_read` gives them.
  static func name(_ name: String) -> String {
    guard let end = name.utf8.lastIndex(of: 0x0A) else { return name }
    let uri = trimmed(name[..<end])
    return (prefixes[uri] ?? uri) + ":" + name[name.index(after: end)...]
  }

  private static func trimmed(_ uri: Substring) -> String {
    String(uri.last == "/" || uri.last == "#" ? uri.dropLast() : uri)
  }

  private static let prefixes: [String: String] = [
    "adobe:ns:meta": "x", "http://www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
    "http://www.w3.org/XML/1998/namespace": "xml",
    // Adobe and IPTC.
    "http://ns.adobe.com/xap/1.0": "xmp", "http://ns.adobe.com/xap/1.0/mm": "xmpMM",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent": "stEvt", "http://purl.org/dc/elements/1.1": "dc",
    "http://ns.adobe.com/photoshop/1.0": "photoshop", "http://ns.adobe.com/exif/1.0": "exif",
    "http://cipa.jp/exif/1.0": "exifEX", "http://ns.adobe.com/tiff/1.0": "tiff",
    "http://ns.adobe.com/camera-raw-settings/1.0": "crs", "http://ns.adobe.com/lightroom/1.0": "lr",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia": "xmpDM", "http://ns.adobe.com/hdr-gain-map/1.0": "hdrgm",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns": "Iptc4xmpCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29": "Iptc4xmpExt",
    "http://www.metadataworkinggroup.com/schemas/regions": "mwg-rs",
    "http://www.metadataworkinggroup.com/schemas/keywords": "mwg-kw",
    "http://ns.adobe.com/xap/1.0/rights": "xmpRights", "http://ns.useplus.org/ldf/xmp/1.0": "plus",
    "http://creativecommons.org/ns": "cc",
    // The namespaces of other photo managers and editors.
    "http://www.digikam.org/ns/1.0": "digiKam", "http://darktable.sf.net": "darktable",
    "http://ns.microsoft.com/photo/1.0": "MicrosoftPhoto", "http://ns.microsoft.com/photo/1.2": "MP",
    "http://ns.microsoft.com/photo/1.2/t/RegionInfo": "MPRI", "http://ns.microsoft.com/photo/1.2/t/Region": "MPReg",
    "http://ns.acdsee.com/iptc/1.0": "acdsee", "http://ns.acdsee.com/regions": "acdsee-rs",
    "http://ns.iview-multimedia.com/mediapro/1.0": "mediapro",
    "http://ns.microsoft.com/expressionmedia/1.0": "expressionmedia",
    "http://ns.camerabits.com/photomechanic/1.0": "photomechanic",
    // The verdicts that Deckle exports.
    "urn:deckle:xmp:1.0": "deckle",
    // Phones.
    "http://ns.apple.com/HDRGainMap/1.0": "HDRGainMap", "http://ns.google.com/photos/1.0/camera": "GCamera",
    "http://ns.google.com/photos/1.0/container": "Container", "http://ns.google.com/photos/1.0/container/item": "Item",
    "http://ns.google.com/photos/dd/1.0/container": "Container",
    "http://ns.google.com/photos/dd/1.0/item": "Item", "http://ns.google.com/photos/dd/1.0/device": "Device",
    "http://ns.google.com/photos/1.0/depthmap": "GDepth", "http://ns.google.com/photos/1.0/audio": "GAudio",
  ]
}
