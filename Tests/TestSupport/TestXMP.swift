/// A packet with one description, as programs wrap it: attributes of it, and elements in it.
package func xmpPacket(_ attributes: String = "", _ elements: String = "") -> String {
  """
  <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
  <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 6.0.0">
   <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description rdf:about="" \(namespaces)
     \(attributes)>
  \(elements)
    </rdf:Description>
   </rdf:RDF>
  </x:xmpmeta>
  <?xpacket end="w"?>
  """
}

/// An array of texts.
package func xmpArray(_ name: String, _ items: [String], _ kind: String = "Bag") -> String {
  "<\(name)><rdf:\(kind)>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:\(kind)></\(name)>"
}

/// A text in languages, the one for everybody last.
package func xmpText(_ name: String, _ text: String) -> String {
  "<\(name)><rdf:Alt><rdf:li xml:lang='de-DE'>(deutsch)</rdf:li><rdf:li xml:lang='x-default'>\(text)</rdf:li></rdf:Alt></\(name)>"
}

private let namespaces = [
  ("xmp", "http://ns.adobe.com/xap/1.0/"), ("xmpMM", "http://ns.adobe.com/xap/1.0/mm/"),
  ("xmpRights", "http://ns.adobe.com/xap/1.0/rights/"),
  ("stEvt", "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"), ("dc", "http://purl.org/dc/elements/1.1/"),
  ("photoshop", "http://ns.adobe.com/photoshop/1.0/"), ("exif", "http://ns.adobe.com/exif/1.0/"),
  ("tiff", "http://ns.adobe.com/tiff/1.0/"), ("crs", "http://ns.adobe.com/camera-raw-settings/1.0/"),
  ("lr", "http://ns.adobe.com/lightroom/1.0/"), ("xmpDM", "http://ns.adobe.com/xmp/1.0/DynamicMedia/"),
  ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"), ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
  ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
  ("mwg-kw", "http://www.metadataworkinggroup.com/schemas/keywords/"),
  ("stArea", "http://ns.adobe.com/xmp/sType/Area#"), ("digiKam", "http://www.digikam.org/ns/1.0/"),
  ("darktable", "http://darktable.sf.net/"), ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/"),
  ("MP", "http://ns.microsoft.com/photo/1.2/"), ("MPRI", "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"),
  ("MPReg", "http://ns.microsoft.com/photo/1.2/t/Region#"), ("acdsee", "http://ns.acdsee.com/iptc/1.0/"),
  ("mediapro", "http://ns.iview-multimedia.com/mediapro/1.0/"),
  ("photomechanic", "http://ns.camerabits.com/photomechanic/1.0/"),
  ("apple-fi", "http://ns.apple.com/faceinfo/1.0/"), ("GCamera", "http://ns.google.com/photos/1.0/camera/"),
  ("Container", "http://ns.google.com/photos/1.0/container/"),
  ("Item", "http://ns.google.com/photos/1.0/container/item/"),
  ("GDepth", "http://ns.google.com/photos/1.0/depthmap/"), ("GAudio", "http://ns.google.com/photos/1.0/audio/"),
].map { "xmlns:\($0)=\"\($1)\"" }.joined(separator: "\n     ")
