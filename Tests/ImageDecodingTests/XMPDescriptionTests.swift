import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// What people wrote, as their programs write it down.
@Suite struct XMPDescriptionTests {
  private func metadata(_ attributes: String = "", _ elements: String = "") throws -> DescriptiveMetadata {
    try #require(XMPPacket(Array(xmpPacket(attributes, elements).utf8))).metadata
  }

  @Test func `Lightroom writes attributes, arrays and languages`() throws {
    let metadata = try metadata(
      #"xmp:Rating="3" xmp:Label="Rot" xmp:CreatorTool="Ver.1.02" photoshop:Headline="Evening" xmpDM:pick="1" "#
        + #"xmpDM:good="true" crs:HasSettings="True" crs:HasCrop="False" crs:Exposure2012="0.00" crs:Sharpness="40" "#
        + #"crs:WhiteBalance="As Shot" crs:ToneCurveName2012="Linear" crs:ColorNoiseReduction="25""#,
      xmpArray("dc:subject", ["Rome", "Anna"])
        + xmpArray("lr:hierarchicalSubject", ["Places|Italy|Rome", "People|Anna"])
        + xmpText("dc:title", "The forum") + xmpText("dc:description", " At dusk\n")
        + xmpText("dc:rights", "© Anna")
          + """
          <xmpMM:History><rdf:Seq><rdf:li stEvt:action="saved" stEvt:changed="/metadata"
            stEvt:softwareAgent="Adobe Photoshop Lightroom Classic 13.2 (Macintosh)"/></rdf:Seq></xmpMM:History>
          """)

    var expected = DescriptiveMetadata()
    expected.rating = 3
    expected.label = "Rot"
    expected.isPicked = true
    expected.keywords = ["Anna", "People|Anna", "Places|Italy|Rome", "Rome"]
    expected.title = "The forum"
    expected.caption = "Evening\nAt dusk"
    expected.copyright = "© Anna"
    #expect(metadata == expected)
  }

  @Test func `digiKam writes the same into many properties`() throws {
    let metadata = try metadata(
      #"xmp:CreatorTool="digiKam-8.1.0" tiff:Software="digiKam-8.1.0" xmp:Rating="5" MicrosoftPhoto:Rating="99" "#
        + #"digiKam:PickLabel="3" digiKam:ColorLabel="4" acdsee:rating="5" acdsee:notes="On the beach""#,
      xmpArray("digiKam:TagsList", ["Places/Italy/Rome"], "Seq")
        + xmpArray("MicrosoftPhoto:LastKeywordXMP", ["Places/Italy/Rome"])
        + xmpArray("lr:hierarchicalSubject", ["Places|Italy|Rome", "_Digikam_Internal_Tags_|Picked"])
        + xmpArray("mediapro:CatalogSets", ["Places|Italy|Rome"]) + xmpArray("dc:subject", ["Rome"])
        + xmpText("dc:description", "On the beach") + xmpText("tiff:ImageDescription", "On the beach")
        + "<acdsee:categories>&lt;Categories&gt;&lt;Category Assigned=&quot;0&quot;&gt;Places&lt;Category "
        + "Assigned=&quot;1&quot;&gt;Florence&lt;/Category&gt;&lt;/Category&gt;&lt;/Categories&gt;</acdsee:categories>")

    #expect(metadata.rating == 5 && metadata.label == "Green" && metadata.isPicked == true && metadata.edit == nil)
    #expect(metadata.keywords == ["Places|Florence", "Places|Italy|Rome", "Rome"])
    #expect(metadata.caption == "On the beach")
  }

  @Test func `darktable writes numbers of colours, and its own steps are no edit`() throws {
    func sidecar(_ hash: String, _ steps: [String], _ more: String = "") -> String {
      let history = steps.enumerated().map {
        "<rdf:li darktable:num='\($0)' darktable:operation='\($1)' darktable:enabled='1' darktable:params='00'/>"
      }
      return xmpPacket(
        "xmp:Rating='-1' darktable:xmp_version='5' darktable:history_end='\(steps.count)' \(hash)",
        xmpArray("darktable:colorlabels", ["0", "3"], "Seq")
          + xmpArray("lr:hierarchicalSubject", ["darktable|format|nef"], "Seq")
          + "<darktable:history><rdf:Seq>\(history.joined())</rdf:Seq></darktable:history>")
    }
    func metadata(_ text: String) throws -> DescriptiveMetadata { try #require(XMPPacket(Array(text.utf8))).metadata }
    let auto = "darktable:history_auto_hash='ab' darktable:history_current_hash='ab'"

    let seen = try metadata(sidecar(auto, ["rawprepare", "exposure"]))
    #expect(seen.rating == -1 && seen.label == "Red, Blue" && seen.keywords.isEmpty && seen.edit == nil)
    #expect(try metadata(sidecar("darktable:history_current_hash='cd'", ["rawprepare", "demosaic"])).edit == nil)
    #expect(try metadata(sidecar("darktable:history_current_hash='cd'", ["rawprepare", "crop"])).edit == "darktable")
    #expect(
      try metadata(sidecar("darktable:history_auto_hash='ab' darktable:history_current_hash='cd'", ["exposure"])).edit
        == "darktable")
    #expect(try metadata(sidecar("", [])).edit == nil)
  }

  @Test func `Windows writes percent and its own people`() throws {
    let metadata = try metadata(
      #"MicrosoftPhoto:Rating="75""#,
      xmpArray("MicrosoftPhoto:LastKeywordXMP", ["Trips/Rome"])
        + """
        <MP:RegionInfo rdf:parseType="Resource"><MPRI:Regions><rdf:Bag><rdf:li rdf:parseType="Resource">
          <MPReg:Rectangle>0.1, 0.2, 0.3, 0.4</MPReg:Rectangle><MPReg:PersonDisplayName>Anna</MPReg:PersonDisplayName>
        </rdf:li><rdf:li MPReg:Rectangle="0, 0, 1, 1"/></rdf:Bag></MPRI:Regions></MP:RegionInfo>
        """)

    #expect(metadata.rating == 4 && metadata.keywords == ["Trips|Rome"] && metadata.people == ["Anna"])
  }

  @Test func `face regions give names, and those of a camera none`() throws {
    func region(_ type: String, _ name: String?) -> String {
      """
      <rdf:li><rdf:Description mwg-rs:Type="\(type)" \(name.map { "mwg-rs:Name='\($0)'" } ?? "")>
        <mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/>
        <mwg-rs:Extensions apple-fi:FaceID="2"/></rdf:Description></rdf:li>
      """
    }
    let regions = [("Face", "Zoë"), ("Pet", "Rex"), ("Focus", "AF"), ("Face", nil)].map(region).joined()

    let metadata = try metadata(
      "",
      "<mwg-rs:Regions rdf:parseType='Resource'><mwg-rs:RegionList><rdf:Bag>\(regions)</rdf:Bag></mwg-rs:RegionList>"
        + "</mwg-rs:Regions>" + xmpArray("Iptc4xmpExt:PersonInImage", ["Anna", "Zoë"]))

    #expect(metadata.people == ["Anna", "Rex", "Zoë"])
    #expect(try XMPDescriptionTests().metadata("", "<mwg-rs:Regions rdf:parseType='Resource'/>").isEmpty)
  }

  @Test func `ACDSee and Photo Mechanic write a tag`() throws {
    let acdsee = try metadata("acdsee:tagged='True' acdsee:rating='2' xmp:Rating='0' xmp:Label=''")
    let mechanic = try metadata("photomechanic:Tagged='True'", "<acdsee:caption/><acdsee:categories/>")

    #expect(acdsee.rating == 2 && acdsee.isPicked == true && acdsee.label == nil)
    #expect(mechanic.isPicked == true && mechanic.title == nil)
  }

  @Test(
    arguments: [
      ("0", nil), ("", nil), ("4.0", 4), ("-1", -1), ("0.5", 1), ("7", 5), ("3,0", 3), ("nan", nil), ("many", nil),
    ] as [(String, Int?)])
  func `a rating is stars, a rejection or nothing`(text: String, stars: Int?) throws {
    #expect(try metadata("xmp:Rating='\(text)'").rating == stars)
    #expect(try metadata("", "<xmp:Rating>\(text)</xmp:Rating>").rating == stars)
  }

  @Test func `keywords stand in a tree, too`() throws {
    let tree = """
      <mwg-kw:Keywords rdf:parseType="Resource"><mwg-kw:Hierarchy><rdf:Bag><rdf:li rdf:parseType="Resource">
        <mwg-kw:Keyword>Places</mwg-kw:Keyword><mwg-kw:Children><rdf:Bag><rdf:li mwg-kw:Keyword="Rome"/>
        <rdf:li mwg-kw:Keyword="Pisa"/></rdf:Bag></mwg-kw:Children></rdf:li></rdf:Bag></mwg-kw:Hierarchy></mwg-kw:Keywords>
      """

    #expect(try metadata("", tree).keywords == ["Places|Pisa", "Places|Rome"])
  }

  @Test func `what a camera writes into every picture is no caption`() throws {
    #expect(try metadata("", xmpText("dc:description", "OLYMPUS DIGITAL CAMERA         ")).isEmpty)
  }

  @Test(
    arguments: [
      ("xmp:CreatorTool='Adobe Photoshop 25.0 (Windows)'", "Photoshop"), ("xmp:CreatorTool='17.2.1'", nil),
      ("xmp:CreatorTool='HDR+ 1.0.345618258zd'", nil), ("xmp:CreatorTool='Version1.00'", nil),
      ("xmp:CreatorTool='Adobe DNG Converter 16.0'", nil), ("tiff:Software='Snapseed 2.0'", "Snapseed"),
      ("crs:HasSettings='True' crs:Exposure2012='+0.50'", "develop settings"),
      ("crs:HasSettings='False' crs:Exposure2012='+0.50'", nil),
      ("crs:HasCrop='True' crs:SaturationAdjustmentRed='-5'", "crop and develop settings"),
      ("crs:HasSettings='True' crs:Brightness='+50' crs:Contrast='+25' crs:Shadows='5'", nil),
      (
        "digiKam:ImageHistory='&lt;history&gt;&lt;filter filterName=&quot;digikam:BCGFilter&quot;/&gt;&lt;/history&gt;'",
        "digiKam"
      ),
    ] as [(String, String?)])
  func `an edit is an editor's name or settings that are not the standard ones`(attributes: String, edit: String?)
    throws
  {
    #expect(try metadata(attributes).edit == edit)
  }

  @Test func `painted corrections are an edit, and so is a history that changed the picture`() throws {
    let mask =
      "<crs:PaintBasedCorrections><rdf:Seq><rdf:li crs:What='Correction'/></rdf:Seq></crs:PaintBasedCorrections>"
    let history = """
      <xmpMM:History><rdf:Seq>
        <rdf:li rdf:parseType="Resource"><stEvt:action>saved</stEvt:action><stEvt:changed>/</stEvt:changed>
          <stEvt:softwareAgent>Gimp 2.10 (Linux)</stEvt:softwareAgent></rdf:li>
        <rdf:li stEvt:action="saved" stEvt:changed="/metadata" stEvt:softwareAgent="Adobe Photoshop Lightroom 5.0"/>
      </rdf:Seq></xmpMM:History>
      """

    #expect(try metadata("crs:HasSettings='True'", mask).edit == "develop settings")
    #expect(try metadata("crs:HasSettings='True'", "<crs:RetouchInfo><rdf:Seq/></crs:RetouchInfo>").edit == nil)
    #expect(try metadata("", history).edit == "GIMP")
  }
}
