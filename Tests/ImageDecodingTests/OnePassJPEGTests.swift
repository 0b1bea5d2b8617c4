import ImageDecoding
import PhotoModel
import TestSupport
import Testing

/// The one-pass reader against libjpeg-turbo: the same luma, bit for bit, or declined.
@Suite struct OnePassJPEGTests {
  private static let sizes = [(90, 61), (64, 64), (1, 1), (17, 3), (8, 200), (257, 33)].map {
    PixelSize(width: $0.0, height: $0.1)
  }

  @Test(arguments: JPEGForm.Sampling.allCases, [5, 40, 75, 92, 100])
  func `every sampling, quality and restart interval gives the luma of libjpeg`(
    sampling: JPEGForm.Sampling, quality: Int
  ) throws {
    for (index, size) in Self.sizes.enumerated() {
      let scene = TestPictures.scene(seed: UInt64(index), size: size)
      for restartInterval in [0, 1, 3, 64] {
        var form = JPEGForm()
        (form.sampling, form.quality, form.restartInterval) = (sampling, quality, restartInterval)
        try expectSameLuma(jpegData(of: scene, form: form), "\(size) \(restartInterval)")
      }
    }
  }

  @Test(arguments: [20, 90])
  func `gray pictures are read`(quality: Int) throws {
    for size in Self.sizes {
      for restartInterval in [0, 2] {
        var form = JPEGForm()
        (form.color, form.quality, form.restartInterval) = (.gray, quality, restartInterval)
        try expectSameLuma(jpegData(of: TestPictures.scene(seed: 8, size: size), form: form), "\(size)")
      }
    }
  }

  @Test func `pictures with every coefficient and hard edges are read`() throws {
    let size = PixelSize(width: 120, height: 88)
    let noise = TestPictures.noisy(TestPictures.scene(seed: 2, size: size), amplitude: 120, seed: 5)
    let screen = TestPictures.screen(seed: 4, size: PixelSize(width: 360, height: 640))
    let checks = RGBPicture(
      width: size.width, height: size.height,
      pixels: (0..<size.pixels).flatMap { [UInt8](repeating: ($0 + $0 / size.width) % 2 == 0 ? 0 : 255, count: 3) })
    for picture in [noise, screen, checks] {
      for quality in [1, 10, 50, 85, 100] {
        try expectSameLuma(jpegData(of: picture, quality: quality), "\(quality)")
      }
    }
  }

  @Test func `colours without a luma plane, and other processes, are declined`() {
    let scene = TestPictures.scene(seed: 3, size: PixelSize(width: 90, height: 61))
    for color in [JPEGForm.Color.rgb, .cmyk, .adobeCMYK, .adobeYCCK] {
      var form = JPEGForm()
      form.color = color
      #expect(throws: OnePassDecline.layout, "\(color)") {
        try onePassLuma(jpegData(of: scene, form: form), eighths: 1)
      }
    }
    #expect(throws: OnePassDecline.process) { try onePassLuma(jpegData(of: scene, arithmetic: true), eighths: 1) }
    #expect(throws: OnePassDecline.process) { try onePassLuma(pngData(of: scene), eighths: 1) }
    #expect(throws: OnePassDecline.process) { try onePassLuma([], eighths: 1) }
    #expect(throws: OnePassDecline.scans) {
      try onePassLuma(jpegData(of: scene, progressive: true), eighths: 1, wantsEnergies: true)
    }
    for eighths in [0, 8, -1, .max] {
      #expect(throws: OnePassDecline.limits) { try onePassLuma(jpegData(of: scene), eighths: eighths) }
    }
  }

  @Test(arguments: JPEGForm.Sampling.allCases, [5, 40, 90, 100])
  func `all scans of a progressive picture give its luma`(sampling: JPEGForm.Sampling, quality: Int) throws {
    for (index, size) in Self.sizes.enumerated() {
      for (restartInterval, color) in [(0, JPEGForm.Color.ycc), (0, .gray), (2, .ycc), (1, .gray)] {
        var form = JPEGForm()
        (form.sampling, form.quality, form.restartInterval) = (sampling, quality, restartInterval)
        (form.isProgressive, form.color) = (true, color)
        let scene = TestPictures.scene(seed: UInt64(index), size: size)
        try expectSameLuma(jpegData(of: scene, form: form), "\(size) \(restartInterval)")
      }
    }
  }

  @Test func `progressive pictures with every coefficient, and with next to none, are read`() throws {
    let size = PixelSize(width: 120, height: 88)
    let noise = TestPictures.noisy(TestPictures.scene(seed: 2, size: size), amplitude: 120, seed: 5)
    let screen = TestPictures.screen(seed: 4, size: PixelSize(width: 360, height: 640))
    let flat = RGBPicture(width: 700, height: 700, pixels: [UInt8](repeating: 77, count: 3 * 490_000))
    for picture in [noise, screen, flat] {
      for quality in [1, 10, 50, 85, 100] {
        var form = JPEGForm()
        (form.isProgressive, form.quality) = (true, quality)
        try expectSameLuma(jpegData(of: picture, form: form), "\(quality)")
      }
    }
  }

  @Test func `a progressive picture without its last scans is declined`() throws {
    let bytes = jpegData(of: TestPictures.scene(seed: 1), progressive: true)
    let scans = (0..<bytes.count - 1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    for scan in scans.dropFirst() {
      // Ended in good order in front of a scan: libjpeg then makes up what is missing.
      let tables = (0..<scan).last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 } ?? scan
      let cut = bytes[..<min(scan, tables > scans[0] ? tables : scan)] + [0xFF, 0xD9]
      #expect(throws: OnePassDecline.scans) { try onePassLuma(Array(cut), eighths: 3) }
    }
    #expect(scans.count > 5)
  }

  @Test func `damage in any scan of a progressive picture is seen`() throws {
    let size = PixelSize(width: 90, height: 61)
    let bytes = jpegData(of: TestPictures.scene(seed: 3, size: size), progressive: true)
    for end in 0..<bytes.count {
      #expect(throws: OnePassDecline.self) { try onePassLuma(Array(bytes[..<end]), eighths: 3) }
    }
    let scans = (0..<bytes.count - 1).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    for (scan, end) in zip(scans, scans.dropFirst() + [bytes.count - 2]) {
      // In front of the next marker: as if the last bytes of the scan were lost.
      let marker = (scan..<end).last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 } ?? end
      let cut = bytes[..<(marker - 3)] + bytes[marker...]
      #expect(throws: OnePassDecline.damage) { try onePassLuma(Array(cut), eighths: 3) }
    }
  }

  @Test func `a file that ends early, or goes on, is declined`() {
    let bytes = jpegData(of: TestPictures.scene(seed: 3, size: PixelSize(width: 90, height: 61)))
    for end in 0..<bytes.count {
      #expect(throws: OnePassDecline.self) { try onePassLuma(Array(bytes[..<end]), eighths: 2) }
    }
    let more = Array(bytes.dropLast(2)) + [0x12, 0x34, 0xFF, 0xD9]
    #expect(throws: OnePassDecline.damage) { try onePassLuma(more, eighths: 2) }
  }

  @Test func `what stands behind the end of the picture is not looked at`() throws {
    let bytes = jpegData(of: TestPictures.scene(seed: 3, size: PixelSize(width: 90, height: 61)))
    try expectSameLuma(bytes + [0xFF, 0xD8, 1, 2, 3], "trailer")
  }

  @Test func `changed bytes give the luma of libjpeg or are declined`() throws {
    var random = SeededGenerator(seed: 12)
    var forms: [JPEGForm] = []
    for sampling in [JPEGForm.Sampling.full, .halfBoth] {
      for restartInterval in [0, 2] {
        var form = JPEGForm()
        (form.sampling, form.restartInterval, form.quality) = (sampling, restartInterval, 80)
        forms.append(form)
        form.isProgressive = true
        forms.append(form)
      }
    }
    var accepted = [Int](repeating: 0, count: 8)
    for form in forms {
      let file = jpegData(of: TestPictures.scene(seed: 6, size: PixelSize(width: 50, height: 41)), form: form)
      for _ in 0..<1500 {
        var bytes = file
        for _ in 0...random.below(2) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        if random.below(8) == 0 { bytes.removeSubrange(random.below(bytes.count)...) }
        for eighths in 1...7 {
          guard let small = try? onePassLuma(bytes, eighths: eighths) else { continue }
          accepted[eighths] += 1
          let library = try libraryLuma(bytes, eighths: eighths)
          #expect(library.warnings == 0 && library.luma == small.luma)
        }
      }
    }
    #expect(accepted.dropFirst().allSatisfy { $0 > 170 }, "\(accepted)")
  }

  /// Sums over the coefficients that a picture must have, told from its pixels.
  @Test func `energies are those of the blocks`() throws {
    // One gray level in all of the left block; in the right one a step in its middle.
    let pixels: [UInt8] = (0..<8).flatMap { _ in
      (0..<16).flatMap { [UInt8](repeating: $0 < 8 ? 90 : $0 < 12 ? 60 : 180, count: 3) }
    }
    var form = JPEGForm()
    (form.quality, form.color) = (100, .gray)
    let bytes = jpegData(of: RGBPicture(width: 16, height: 8, pixels: pixels), form: form)
    let energies = try #require(try onePassLuma(bytes, eighths: 1, wantsEnergies: true).energies)

    #expect((energies.columns, energies.rows) == (2, 1))
    #expect(energies.low[0] == 0 && energies.high[0] == 0)
    // A step of 120: coefficients 1, 3, 5 and 7 of the first row are 435, −153, 102 and −86; 1 and 3 of them, at zigzag 1
    // and 6, are low ones.
    #expect(abs(Int(energies.low[1]) - 588) <= 2)
    #expect(abs(Int(energies.high[1]) - 188) <= 2)
  }

  @Test func `energies change no pixel, and sharp pictures have more of them`() throws {
    let scene = TestPictures.scene(seed: 9)
    let sharp = try onePassLuma(jpegData(of: scene), eighths: 1, wantsEnergies: true)
    let blurred = try onePassLuma(
      jpegData(of: TestPictures.blurred(scene, radius: 3)), eighths: 1, wantsEnergies: true)

    #expect(try onePassLuma(jpegData(of: scene), eighths: 1).luma == sharp.luma)
    let (clear, soft) = (try #require(sharp.energies), try #require(blurred.energies))
    #expect(clear.low.count == 40 * 30 && clear.high.count == 40 * 30)
    func sum(_ values: [UInt16]) -> Int { values.reduce(0) { $0 + Int($1) } }
    #expect(2 * sum(clear.low) > 3 * sum(soft.low))
    #expect(sum(clear.high) > 4 * sum(soft.high))
    #expect(throws: OnePassDecline.limits) { try onePassLuma(jpegData(of: scene), eighths: 2, wantsEnergies: true) }
  }

  private func expectSameLuma(_ bytes: [UInt8], _ comment: Comment) throws {
    for eighths in 1...7 {
      let library = try libraryLuma(bytes, eighths: eighths)
      let small = try onePassLuma(bytes, eighths: eighths)
      #expect(library.warnings == 0 && library.luma == small.luma, "\(eighths)/8, \(comment.rawValue)")
    }
  }
}
