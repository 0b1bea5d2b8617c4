import PhotoModel
import SystemPackage
import Testing

@Suite struct CaptureTimeTests {
  @Test func `every second of its fields comes back`() throws {
    var state: UInt64 = 88
    func random(_ range: ClosedRange<Int>) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + Int(state >> 33) % range.count
    }
    for _ in 0..<2000 {
      let (year, month, day) = (random(1800...2199), random(1...12), random(1...28))
      let (hour, minute, second) = (random(0...23), random(0...59), random(0...59))
      let time = try #require(
        CaptureTime(
          year: year, month: month, day: day, hour: hour, minute: minute, second: second, millisecond: random(0...999)))

      let fields = time.fields
      #expect(
        [fields.year, fields.month, fields.day, fields.hour, fields.minute, fields.second]
          == [year, month, day, hour, minute, second])
    }
  }

  @Test func `1970 is the start, and days follow each other`() throws {
    #expect(CaptureTime(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0)?.milliseconds == 0)
    let leap = try #require(CaptureTime(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59))
    let next = try #require(CaptureTime(year: 2024, month: 3, day: 1, hour: 0, minute: 0, second: 0))
    #expect(next.milliseconds - leap.milliseconds == 1000)
    #expect(leap < next)
  }

  @Test(arguments: [
    (0, 1, 1), (2024, 0, 1), (2024, 13, 1), (2024, 4, 31), (2023, 2, 29), (1900, 2, 29), (2024, 1, 0), (2024, 1, 32),
  ]) func `dates that are none are refused`(year: Int, month: Int, day: Int) {
    #expect(CaptureTime(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil)
  }

  @Test func `times that are none are refused`() {
    #expect(CaptureTime(year: 2024, month: 1, day: 1, hour: 24, minute: 0, second: 0) == nil)
    #expect(CaptureTime(year: 2024, month: 1, day: 1, hour: 0, minute: 60, second: 0) == nil)
    #expect(CaptureTime(year: 2024, month: 1, day: 1, hour: 0, minute: 0, second: 61) == nil)
    #expect(CaptureTime(year: 2024, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 1000) == nil)
  }

  @Test func `reads as on the card, and as ISO 8601 without a zone`() throws {
    let time = try #require(CaptureTime(year: 2024, month: 5, day: 12, hour: 18, minute: 3, second: 21))
    #expect(time.formatted == "12 May 2024 18:03:21")
    #expect(time.iso8601 == "2024-05-12T18:03:21")
    let old = try #require(CaptureTime(year: 1899, month: 12, day: 31, hour: 0, minute: 0, second: 1))
    #expect(old.iso8601 == "1899-12-31T00:00:01")
  }
}

@Suite struct CaptureFactsTests {
  @Test func `any of the six fields is camera metadata, others are not`() {
    #expect(!CaptureFacts().hasCameraMetadata)
    let changes: [(inout CaptureFacts) -> Void] = [
      { $0.make = "X" }, { $0.model = "X" }, { $0.exposureSeconds = 0.1 }, { $0.fNumber = 2 }, { $0.iso = 100 },
      { $0.focalLength = 50 },
    ]
    for change in changes {
      var facts = CaptureFacts()
      change(&facts)
      #expect(facts.hasCameraMetadata)
    }
    var facts = CaptureFacts()
    facts.software = "Editor"
    facts.userComment = "Screenshot"
    facts.capturedAt = CaptureTime(milliseconds: 0)
    #expect(!facts.hasCameraMetadata)
  }

  @Test func `the camera has its maker's name once`() {
    func camera(_ make: String?, _ model: String?) -> String? {
      var facts = CaptureFacts()
      facts.make = make
      facts.model = model
      return facts.camera
    }
    #expect(camera("Apple", "iPhone 13") == "iPhone 13")
    #expect(camera("NIKON CORPORATION", "NIKON D70") == "NIKON D70")
    #expect(camera("SONY", "NEX-5N") == "SONY NEX-5N")
    #expect(camera("SONY", nil) == "SONY")
    #expect(camera(nil, nil) == nil)
  }

  @Test(arguments: [0, -10_000] as [Int64])
  func `beside a time in whole seconds only the second counts, also before 1970`(_ start: Int64) {
    func time(_ milliseconds: Int64) -> CaptureTime { CaptureTime(milliseconds: start + milliseconds) }
    #expect(!time(0).differs(from: time(999)) && !time(999).differs(from: time(0)))
    #expect(time(0).differs(from: time(-1)) && time(0).differs(from: time(-999)))
    #expect(time(1000).differs(from: time(999)))
    #expect(time(500).differs(from: time(501)) && !time(500).differs(from: time(500)))
  }

  @Test(arguments: [
    ("IMG_20230412_153012.jpg", "2023-04-12T15:30:12"), ("PXL_20230412_153012345.MP.jpg", "2023-04-12T15:30:12"),
    ("IMG-20230412-WA0007.jpg", "2023-04-12T00:00:00"), ("20230412153012.jpg", "2023-04-12T15:30:12"),
    ("Screenshot 2023-04-12 at 15.30.12.png", "2023-04-12T15:30:12"),
    ("2023-04-12 15.30.12.jpg", "2023-04-12T15:30:12"),
    ("signal-2023-04-12-15-30-12-123.jpg", "2023-04-12T15:30:12"), ("2023.04.12 Rome 7.jpg", "2023-04-12T00:00:00"),
    ("VID_20230412_1530.jpg", "2023-04-12T00:00:00"), ("20230412_996612.jpg", "2023-04-12T00:00:00"),
    ("FB_IMG_1681313412000.jpg", "2023-04-12T15:30:12"), ("7 20230412.jpg", "2023-04-12T00:00:00"),
  ])
  func `the name of a file says its day`(name: String, time: String) {
    #expect(CaptureTime(inNameOf: FilePath("/photos/\(name)"))?.iso8601 == time)
  }

  @Test(arguments: [
    "IMG_0016.JPG", "IMG_20231312.jpg", "20230230.jpg", "18991231.jpg", "21010101.jpg", "123456789.jpg", "DSC04123.ARW",
    "2023.jpg", "2023-4-12.jpg", "5681313412000.jpg", "2023 04 12.jpg", "10150412_2023.jpg", "2023-04-123.jpg",
  ])
  func `a name without a day says none`(name: String) {
    #expect(CaptureTime(inNameOf: FilePath("/2023-04-12/\(name)")) == nil)
  }
}
