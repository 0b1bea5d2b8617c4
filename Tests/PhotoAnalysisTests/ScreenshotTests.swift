import PhotoModel
import TestSupport
import Testing

@testable import PhotoAnalysis

/// Whether the score of a picture is that of a screenshot.
private func isScreenshot(
  width: Int, height: Int, hasCameraMetadata: Bool, name: String = "", userComment: String? = nil,
  software: String? = nil, format: ImageFormat? = nil, evidence: Double? = nil
) -> Bool {
  screenshotScore(
    width: width, height: height, hasCameraMetadata: hasCameraMetadata, name: name, userComment: userComment,
    software: software, format: format, evidence: evidence) >= screenshotEvidenceThreshold
}

@Suite struct ScreenshotVerdictTests {
  @Test func `a phone's screen without camera metadata is a screenshot`() {
    #expect(isScreenshot(width: 1170, height: 2532, hasCameraMetadata: false))
    #expect(isScreenshot(width: 2532, height: 1170, hasCameraMetadata: false))
  }

  @Test func `the light of what is drawn is not judged, and that of a photo is`() {
    let pixels = (0..<4096).map { (index: Int) -> UInt8 in index % 4 == 0 ? 255 : UInt8(180 + index % 60) }
    let white = LumaPlane(width: 64, height: 64, pixels: pixels)
    func light(_ change: (inout PhotoFeatures) -> Void) -> String? {
      judgedLight(of: scanned("/p/page.png", white, change: change))
    }
    #expect(light { _ in } == "over-exposed")
    #expect(light { $0.screenEvidence = 0.8 } == nil)
    #expect(light { $0.screenEvidence = 0.3 } == nil, "a drawing")
    #expect(light { ($0.screenEvidence, $0.facts.model) = (0.8, "iPhone 13") } == "over-exposed")
    #expect(judgedLight(of: scanned("/p/Screenshot 1.png", white)) == nil)
    #expect(withLight(FindingText("blurry"), of: scanned("/p/IMG_1.JPG", white)).line == "blurry; over-exposed")
  }

  @Test func `camera metadata always wins`() {
    #expect(!isScreenshot(width: 4032, height: 3024, hasCameraMetadata: true))
    #expect(!isScreenshot(width: 1170, height: 2532, hasCameraMetadata: true))
    #expect(
      !isScreenshot(
        width: 1170, height: 2532, hasCameraMetadata: true, name: "Screenshot.png", userComment: "Screenshot",
        evidence: 1))
  }

  @Test func `a name or a comment that says so is enough`() {
    #expect(isScreenshot(width: 500, height: 300, hasCameraMetadata: false, name: "Screenshot 1.png"))
    #expect(isScreenshot(width: 500, height: 300, hasCameraMetadata: false, userComment: "Screenshot"))
    #expect(!isScreenshot(width: 500, height: 300, hasCameraMetadata: false, name: "IMG_1.png", userComment: "hello"))
  }

  @Test func `what saved the file tells a screen from a drawing, and a camera's data from both`() {
    func score(_ software: String, name: String = "", hasCameraMetadata: Bool = false) -> Double {
      screenshotScore(
        width: 1170, height: 2532, hasCameraMetadata: hasCameraMetadata, name: name, software: software, format: .png,
        evidence: 0.9)
    }
    #expect(score("gnome-screenshot") == 1)
    #expect(score("Matplotlib version3.8.2, https://matplotlib.org/") == 0)
    #expect(score("www.inkscape.org") == 0)
    #expect(score("www.inkscape.org", name: "Screenshot.png") == 1)
    #expect(score("gnome-screenshot", hasCameraMetadata: true) == 0)
    #expect(score("GIMP 2.10") >= screenshotEvidenceThreshold)
    #expect(score("draw.io") == 0)
    #expect(score("Greenshot") == 1)
  }

  @Test func `Android writes its build into a screenshot, and beside a camera's name that says nothing`() {
    func score(_ software: String, hasCameraMetadata: Bool) -> Double {
      screenshotScore(
        width: 1080, height: 2340, hasCameraMetadata: hasCameraMetadata, software: software, format: .jpeg, evidence: 0)
    }
    #expect(score("Android GM1910_11_H.40", hasCameraMetadata: false) == 1)
    #expect(score("Android GM1910_11_H.40", hasCameraMetadata: true) == 0)
    #expect(score("Androidify 2", hasCameraMetadata: false) < screenshotEvidenceThreshold)
  }

  @Test(arguments: [
    ("/p/DCIM/Screenshots/a.png", "its folder says so"), ("/p/Captures d’écran/a.png", "its folder says so"),
    ("/p/Screenshots/2024/a.png", nil), ("/p/screens/a.png", nil),
    ("/p/Screenshots/Screenshot 1.png", "its name says so"),
  ]) func `the folder that a picture lies in says what its name does not`(path: String, why: String?) {
    let photo = scanned(path, Drawn.scene(1))
    #expect(isScreenshot(photo) == (why != nil))
    if let why { #expect(screenshotText(photo, score: 1).line == "\(why); no camera data") }
    #expect(!isScreenshot(scanned(path, Drawn.scene(1)) { $0.facts.model = "iPhone 13" }))
  }

  @Test func `an icon is no screenshot by its pixels, and the screen of a watch may be one`() {
    func isListed(_ width: Int, _ height: Int, name: String = "") -> Bool {
      isScreenshot(width: width, height: height, hasCameraMetadata: false, name: name, evidence: 0.9)
    }
    for side in [16, 48, 256, 512, 1024] { #expect(!isListed(side, side)) }
    #expect(!isListed(256, 200))
    #expect(isListed(272, 340) && isListed(450, 450) && isListed(1024, 768))
    #expect(isListed(256, 200, name: "Screenshot.png"))
  }

  @Test func `the size of a display adds to the evidence and does not replace it`() {
    #expect(isScreenshot(width: 1920, height: 1080, hasCameraMetadata: false, evidence: 0.4))
    #expect(!isScreenshot(width: 1920, height: 1080, hasCameraMetadata: false, evidence: 0.25))
    #expect(!isScreenshot(width: 1900, height: 1080, hasCameraMetadata: false, evidence: 0.4))
  }

  @Test func `a phone's screen saved as JPEG needs some evidence of its pixels`() {
    #expect(isScreenshot(width: 1170, height: 2532, hasCameraMetadata: false, format: .png, evidence: 0))
    #expect(isScreenshot(width: 1170, height: 2532, hasCameraMetadata: false, format: .jpeg))
    #expect(isScreenshot(width: 1170, height: 2532, hasCameraMetadata: false, format: .jpeg, evidence: 0.4))
    #expect(!isScreenshot(width: 1170, height: 2532, hasCameraMetadata: false, format: .jpeg, evidence: 0.1))
  }

  @Test func `pixels decide from 0.5 on`() {
    #expect(isScreenshot(width: 500, height: 300, hasCameraMetadata: false, evidence: 0.5))
    #expect(!isScreenshot(width: 500, height: 300, hasCameraMetadata: false, evidence: 0.49))
    #expect(!isScreenshot(width: 4032, height: 3024, hasCameraMetadata: false))
  }
}

@Suite struct ScreenshotNameTests {
  @Test(arguments: [
    "Screenshot_20240215-205340.png", "Screen Shot 2020-01-01 at 10.00.00.png", "SCREENSHOT.PNG",
    "Bildschirmfoto 2024-01-01 um 12.00.00.png", "Capture d’écran 2024-01-01.png", "Capture d'écran (3).png",
    "Captura de pantalla 2024.png", "Captura de ecrã.png", "Captura de Tela 2024-01-01.png", "Schermata 2024-01-01.png",
    "Zrzut ekranu 2024.png", "Schermafbeelding 2024.png", "Skärmavbild 2024.png", "Skærmbillede 2024.png",
    "Skjermbilde.png", "Näyttökuva 2024.png", "Снимок экрана 2024.png", "Ekran görüntüsü.png",
    "スクリーンショット 2024-01-01.png", "스크린샷 2024.png", "屏幕截图 2024.png", "截屏2024.png", "螢幕截圖.png",
    "Snímek obrazovky.png", "Képernyőkép.png", "ภาพหน้าจอ.png", "Snimka zaslona 2024.png", "Skjermklipp.png",
    "Captures d’écran", "Capturas de pantalla", "Zrzuty ekranu", "Kuvatõmmis.png", "Ekrānuzņēmums.png",
    "स्क्रीनशॉट.png", "نماگرفت.png", "Skjámynd.png", "Ekrano kopija.png", "SmartSelect_20240101-101010_Maps.jpg",
    "2024-01-01-101010_1920x1080_scrot.png", "Captura desde 2024-05-01 10-11-12.png", "Jepretan Layar 2024.png",
    "CleanShot 2024-05-01 at 10.11.12@2x.png", "Ảnh Màn hình 2024.png", "Екранна снимка 1.png", "MyScreenShot.png",
    "IMGScreenshot.png", "照片截图.png",
  ]) func `says so in the language of its system`(name: String) {
    #expect(isScreenshotName(name))
  }

  @Test(arguments: [
    "IMG_0412.JPG", "DSC_0001.NEF", "holiday.png", "capture.jpg", "moonshot.jpg", "screen door.jpg", "",
    "Windscreen shot at Le Mans.jpg", "Sunscreen shot.jpg", "Clean shot.jpg", "Captura desde el mirador.jpg",
    "Überscreenshot.png",
  ])
  func `other names say nothing`(name: String) { #expect(!isScreenshotName(name)) }

  @Test func `a text that is nothing but such a name is that of a system`() {
    for text in ["Screenshot", "Capture d'écran", "スクリーンショット"] { #expect(isNothingButScreenshotName(text)) }
    for text in ["", "a screenshot of Ann's phone", "Screenshots of 2024, sorted"] {
      #expect(!isNothingButScreenshotName(text))
    }
  }

  @Test func `a name says the same whether or not it is looked through as ASCII`() {
    var random = SplitMix64(seed: 21)
    let parts = [
      "Screen", "shot", "SCREEN-SHOT", "capture", "d'ecran", "zrzut", "ekranu", "Bild", "schirm", "foto", "_", " ",
      "2024-01",
      ".", "@[`{", "\u{1}\u{1A}", "IMG", "s", "x", "\0",
    ]
    var found = 0
    for _ in 0..<2000 {
      let name = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      // A mark over nothing says nothing, and is not ASCII.
      #expect(isScreenshotName(name) == isScreenshotName(name + " \u{301}"), "\(name.debugDescription)")
      if isScreenshotName(name) { found += 1 }
    }
    #expect(found > 50)
  }
}

@Suite struct ScreenEvidenceTests {
  /// Lines of text on white, with a coloured bar.
  private func page(_ width: Int, _ height: Int) -> RGBPicture {
    var random = SpreadGenerator(seed: 3)
    var pixels: [UInt8] = []
    var ink = [Bool](repeating: false, count: width)
    for y in 0..<height {
      if y % 3 == 0 { ink = (0..<width).map { _ in Bool.random(using: &random) } }
      for x in 0..<width {
        if y < 60 {
          pixels += [30, 90, 200]
        } else if y % 28 < 14, x > 30, x < width - 60, ink[x / 3] {
          pixels += [20, 20, 20]
        } else {
          pixels += [255, 255, 255]
        }
      }
    }
    return RGBPicture(width: width, height: height, pixels: pixels)
  }

  private func photo(_ luma: LumaPlane) -> RGBPicture {
    RGBPicture(
      width: luma.width, height: luma.height, pixels: luma.pixels.flatMap { [$0, $0 &- $0 / 8, $0 &- $0 / 4] })
  }

  @Test func `a page of text looks like an interface, a noisy scene does not`() {
    #expect(screenEvidence(of: page(720, 1280)) >= screenshotEvidenceThreshold)
    let scene = Drawn.blurred(Drawn.scene(5, width: 900, height: 700), radius: 2).noisy(9, seed: 4)
    #expect(screenEvidence(of: photo(scene)) < 0.2)
  }

  @Test func `bands judge a long picture like a short one`() {
    let short = screenEvidence(of: page(720, 1300))
    let long = screenEvidence(of: page(720, 6000))
    #expect(abs(short - long) < 0.1)
  }

  @Test func `every drawn window is a screen, and of drawn charts one in six may be taken for one`() {
    func screens(_ drawn: (UInt64) -> RGBPicture) -> Int {
      (1...12).count { screenEvidence(of: drawn($0)) >= screenshotEvidenceThreshold }
    }
    #expect(screens(drawnWindow) == 12)
    #expect(screens(drawnChart) <= 2)
  }

  @Test func `the largest counts are those that sorting puts first`() {
    var random = SplitMix64(seed: 4)
    for count in [0, 1, 7, 8, 9, 500] {
      for values in [1, 3, 1000] as [UInt64] {
        let counts = (0..<count).map { _ in Int32(random.next() % values) }
        let sorted = counts.sorted(by: >) + Array(repeating: 0, count: 8)
        #expect(ScreenMeasures.largest(8, of: counts) == Array(sorted.prefix(8)))
      }
    }
  }

  @Test func `a picture of one colour is not enough`() {
    for gray in [0.0, 128, 255] {
      #expect(screenEvidence(of: photo(Drawn.flat(gray))) < 0.1)
    }
  }

  @Test func `a screen that was photographed is a photo`() {
    let page = page(720, 1280).luma
    let photographed = Drawn.blurred(page, radius: 1).mapped { 30 + $0 * 0.7 }.noisy(8, seed: 6)
    #expect(screenEvidence(of: photo(photographed)) < screenshotEvidenceThreshold)
  }

  @Test func `each long level line counts wherever it lies, a short one does not`() {
    func lined(_ columns: Range<Int>, rows: Int) -> Double {
      var pixels = page(720, 1280).pixels
      for row in 0..<rows {
        let start = ((15 + 28 * (row + 3)) * 720 + columns.lowerBound) * 3
        pixels.replaceSubrange(start..<start + columns.count * 3, with: repeatElement(120, count: columns.count * 3))
      }
      return ScreenMeasures(of: RGBPicture(width: 720, height: 1280, pixels: pixels)).levelLines
    }
    let plain = lined(0..<0, rows: 0)
    for start in [0, 100, 333, 480] { #expect(lined(start..<start + 240, rows: 5) > plain + 0.5) }
    #expect(abs(lined(100..<300, rows: 5) - plain) < 0.02)
    #expect(lined(0..<400, rows: 20) > lined(0..<400, rows: 5))
  }

  @Test func `text in lines looks more like an interface than the same words here and there`() {
    let ink: Canvas.Colour = (20, 20, 20)
    var lines = Canvas(800, 600, ground: (255, 255, 255), seed: 8)
    var strewn = lines
    for row in 0..<12 {
      lines.write(10, 24, 24 + row * 40, ink)
      for column in 0..<10 where (row + column) % 3 == 0 {
        strewn.write(1, 24 + column * 72, 24 + row * 40, ink, letters: 1...2)
      }
    }
    #expect(screenEvidence(of: lines.picture) > screenEvidence(of: strewn.picture) + 0.2)
  }

  /// A scene, or a scene on a white page, under a bar with letters at its left, as a browser shows an album.
  private func underBar(
    _ rows: Int, letters: Bool = true, left: Int = 12, isAtBottom: Bool = false, page: Bool = true
  ) -> RGBPicture {
    let scene = photo(Drawn.blurred(Drawn.scene(5, width: 900, height: 600), radius: 2).noisy(9, seed: 4))
    var below = scene.pixels
    if page {
      for y in 0..<600 where y < 20 || y >= 300 {
        below.replaceSubrange(y * 2700..<(y + 1) * 2700, with: repeatElement(255, count: 2700))
      }
    }
    var canvas = Canvas(900, rows, ground: (40, 44, 52), seed: 2)
    if letters { canvas.write(4, left, (rows - 14) / 2, (230, 230, 230)) }
    let bar = canvas.picture.pixels
    return RGBPicture(width: 900, height: 600 + rows, pixels: isAtBottom ? below + bar : bar + below)
  }

  @Test func `a bar is level, ends at one row, holds something at one of its ends, and lies over a page`() {
    func hasBar(_ picture: RGBPicture) -> Bool { ScreenMeasures.hasBar(picture.luma) }
    #expect(hasBar(underBar(40)))
    #expect(hasBar(underBar(120)))
    #expect(hasBar(underBar(40, isAtBottom: true)))
    #expect(!hasBar(underBar(40, page: false)), "a caption over a photo")
    #expect(!hasBar(underBar(40, letters: false)), "a frame, the edge of a film")
    #expect(!hasBar(underBar(40, left: 300)), "a title in the middle")
    #expect(!hasBar(underBar(100, isAtBottom: true)), "too thick for the bottom")
    #expect(!hasBar(underBar(12)))
    #expect(!hasBar(page(720, 1280)), "a bar without letters")
    #expect(!(1...12).contains { hasBar(drawnChart($0)) })
  }

  @Test func `an album in a browser looks like an interface, and a photo under a caption does not`() {
    #expect(screenEvidence(of: underBar(40)) > screenEvidence(of: underBar(40, letters: false)) + 0.2)
    for rows in [40, 120] {
      #expect(screenEvidence(of: underBar(rows, page: false)) < screenshotEvidenceThreshold)
    }
  }

  @Test func `letters on a ground of one gray look more like an interface than on paper that was photographed`() {
    let drawn = drawnWindow(4)
    let paper = photo(drawn.luma.mapped { 20 + $0 * 0.8 }.noisy(4, seed: 7))
    #expect(ScreenMeasures(of: drawn).printedText > 2)
    #expect(ScreenMeasures(of: paper).printedText < ScreenMeasures(of: drawn).printedText / 2)
    #expect(screenEvidence(of: paper) < screenEvidence(of: drawn))
  }

  @Test func `grain without one level line is a photo, whatever is printed on it`() {
    var measures = ScreenMeasures(of: drawnWindow(4))
    (measures.levelLines, measures.middling) = (0, 0.1)
    #expect(measures.evidence >= screenshotEvidenceThreshold)
    measures.middling = 0.2
    #expect(measures.evidence <= 0.2)
    measures.levelLines = 1
    #expect(measures.evidence >= screenshotEvidenceThreshold)
  }

  @Test func `a picture is cut out where a quarter of the box around what is opaque is transparent`() {
    /// Transparent where `isClear`, and light below.
    func isCut(_ width: Int, _ height: Int, where isClear: (Int, Int) -> Bool) -> Bool {
      func laid(_ ground: UInt8) -> RGBPicture {
        let grays = (0..<width * height).map { isClear($0 % width, $0 / width) ? ground : 90 }
        return RGBPicture(width: width, height: height, pixels: grays.flatMap { [$0, $0, $0] })
      }
      return isCutOut(onWhite: laid(255), onBlack: laid(0))
    }
    #expect(!isCut(80, 60) { _, _ in false })
    #expect(isCut(80, 60) { _, _ in true }, "nothing opaque")
    #expect(!isCut(80, 60) { x, y in x < 20 || x >= 60 || y < 10 }, "a window in its shadow")
    #expect(isCut(80, 60) { x, y in (x + y) % 3 == 0 })
    #expect(!isCut(80, 80) { x, y in (x - 40) * (x - 40) + (y - 40) * (y - 40) > 1600 }, "the screen of a watch")
    #expect(!isCutOut(onWhite: page(60, 60), onBlack: page(61, 60)))
  }

  @Test func `pictures of any size do no harm`() {
    for (width, height) in [(1, 1), (1, 400), (400, 1), (17, 15)] {
      #expect((0...1).contains(screenEvidence(of: photo(Drawn.flat(9, width: width, height: height)))))
    }
  }
}
