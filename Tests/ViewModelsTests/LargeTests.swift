import FileSafety
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing
import TextSurface

@testable import ViewModels

/// Photos whose files could be smaller: measuring, choosing, and making them smaller.
@MainActor @Suite struct LargeTests {
  /// The sample, each photo with a content of its own: their sizes differ.
  private static let photos: [ScannedPhoto] = Sample.photos.enumerated().map { number, photo in
    var photo = photo
    photo.digest = ContentDigest(bytes: [UInt8](repeating: UInt8(100 + number), count: 32))
    return photo
  }

  private func bench(readOnly: String? = nil, open: Bool = true) async throws -> Bench {
    let bench = try await Bench.opened(photos: Self.photos, readOnly: readOnly)
    if open { await bench.play("z") }
    return bench
  }

  private func large(_ bench: Bench) -> LargeState { bench.state.large }
  private func names(_ bench: Bench) -> [String] { large(bench).rows.map(\.name) }
  private func chosen(_ bench: Bench) -> [String] { large(bench).rows.filter { $0.mark == .chosen }.map(\.name) }

  /// A list whose measurement the user stopped with Esc, after so many of 13 photos.
  private func stopped(after count: Int) async throws -> Bench {
    let bench = try await bench(open: false)
    bench.shrinking.hold()
    bench.press(Key("z"))
    await bench.until("it is asked") { bench.shrinking.isAsked }
    bench.shrinking.answer(count)
    await bench.until("\(count) are measured") { large(bench).progress?.done == count }
    #expect(large(bench).isMeasuring && large(bench).progressText == "\(count) of 13 measured")
    bench.press(Key(.escape))
    bench.shrinking.answer()
    await bench.work.idle()
    return bench
  }

  /// Goes on with the measurement, to its end.
  private func goOn(_ bench: Bench) async {
    bench.press(Key("s"))
    await bench.until("it is asked") { bench.shrinking.isAsked }
    bench.shrinking.answer()
    await bench.work.idle()
  }

  @Test func `Home says what is known without a measurement, and measures nothing`() async throws {
    let bench = try await bench(open: false)

    #expect(bench.state.home.large?.text == "105 KB in 14 photos, not measured")
    #expect(bench.shrinking.now.ways.isEmpty)
  }

  @Test func `what earlier sessions measured is on Home before the list is opened, and nothing is measured again`()
    async throws
  {
    let known = try Self.photos.map { photo in
      ShrinkMeasurement(try #require(photo.digest), .lossless, .smaller(ByteCount(photo.fileSize.bytes / 2)))
    }
    let bench = try await Bench.opened(photos: Self.photos) { $0.shrinking.known = { known } }

    #expect(bench.state.home.large?.text == "96.0 KB in 13 photos could be 48.0 KB, nothing lost")
    #expect(bench.shrinking.now.ways.isEmpty)

    // Where one is missing, the gain is that of the others, and said to be.
    let part = try await Bench.opened(photos: Self.photos) { $0.shrinking.known = { Array(known.dropLast()) } }
    let text = try #require(part.state.home.large?.text)
    #expect(text.hasPrefix("82.0 KB in 12 photos could be 41.0 KB") && text.hasSuffix("; others are not measured yet"))
    let unknown = try await Bench.opened(photos: Self.photos) { $0.shrinking.known = { [] } }
    #expect(unknown.state.home.large?.gain == nil)
  }

  @Test func `a photo that the scan found damaged needs no measurement`() async throws {
    var photos = Self.photos
    photos[0].features?.decodeWarnings = 1
    let known = try photos.dropFirst().map { photo in
      ShrinkMeasurement(try #require(photo.digest), .lossless, .smaller(ByteCount(photo.fileSize.bytes / 2)))
    }
    let bench = try await Bench.opened(photos: photos) { $0.shrinking.known = { known } }
    #expect(bench.state.home.large?.gain?.photos == 12)

    await bench.play("z")
    #expect(bench.shrinking.now.measured.isEmpty && names(bench).count == 12)
  }

  @Test func `z on Home measures, lists the largest gain first, and chooses what loses nothing`() async throws {
    let bench = try await bench()

    #expect(bench.state.route == .large && bench.shrinking.now.ways == [.lossless])
    // p1 lies in a protected folder.
    #expect(names(bench) == Sample.names.reversed().filter { $0 != "p1" })
    #expect(chosen(bench).count == 13 && large(bench).progress == nil && !large(bench).isMeasuring)
    #expect(large(bench).lossless.before == ByteCount(96_000) && large(bench).lossless.after == ByteCount(48_000))
    bench.press(Key(.escape))
    #expect(bench.state.route == .home && bench.state.home.focus == .large)
    #expect(bench.state.home.large?.text == "96.0 KB in 13 photos could be 48.0 KB, nothing lost")
  }

  @Test func `what was measured is kept: the card opens again without measuring`() async throws {
    let bench = try await bench()
    bench.press(Key(.escape), Key("z"))
    await bench.work.idle()

    #expect(names(bench).count == 13 && bench.shrinking.now.ways == [.lossless])
  }

  @Test func `Esc stops the measurement, and s goes on with the rest`() async throws {
    let bench = try await stopped(after: 5)

    #expect(bench.state.route == .large && !large(bench).isMeasuring && names(bench).count == 5)
    #expect(bench.state.hints.contains { $0.action == .measure })
    #expect(bench.shrinking.now.measured.count == 5)
    await goOn(bench)
    #expect(names(bench).count == 13 && Set(bench.shrinking.now.measured).count == 13)
    #expect(bench.shrinking.now.measured.count == 13)
  }

  @Test func `a filter that nothing matches so far says how many photos it is about`() async throws {
    let bench = try await stopped(after: 5)
    bench.type("/zzz")
    bench.press(Key(.enter))

    let lines = large(bench).notice?.lines
    #expect(lines?.first == "None of the 5 photos measured so far matches; s goes on measuring.")
    #expect(bench.state.large.listLines.contains { $0 == lines?.first })
  }

  @Test func `after a chose none, a photo that is measured later is not chosen either`() async throws {
    let bench = try await stopped(after: 5)
    #expect(chosen(bench).count == 5)
    await bench.play("a ")
    #expect(chosen(bench).count == 1)

    await goOn(bench)
    #expect(names(bench).count == 13 && chosen(bench).count == 1)
    await bench.play("a")
    #expect(chosen(bench).count == 13)
  }

  @Test func `leaving stops the measurement, and coming back goes on`() async throws {
    let bench = try await bench(open: false)
    bench.shrinking.hold()
    bench.press(Key("z"))
    await bench.until("it is asked") { bench.shrinking.isAsked }
    bench.shrinking.answer(3)
    await bench.until("three are measured") { large(bench).progress?.done == 3 }
    bench.press(Key("1"))
    bench.shrinking.answer()
    await bench.work.idle()
    #expect(bench.state.route == .home && bench.shrinking.now.measured.count == 3)
    #expect(bench.state.home.large?.gain?.photos == 3 && bench.state.home.large?.gain?.isPartial == true)

    bench.press(Key("z"))
    await bench.until("it is asked") { bench.shrinking.isAsked }
    bench.shrinking.answer()
    await bench.work.idle()

    #expect(names(bench).count == 13 && bench.shrinking.now.measured.count == 13)
  }

  @Test func `smaller pictures are another list, of which none is chosen without a key`() async throws {
    let bench = try await bench()
    await bench.play("v")

    #expect(large(bench).way == .fit(longSide: 4096, byteLimit: nil) && chosen(bench).isEmpty)
    #expect(large(bench).rows.allSatisfy { $0.mark == .otherWay } && large(bench).lossless.photos == 13)
    let first = try #require(names(bench).first)
    await bench.play(" ")
    #expect(chosen(bench) == [first] && large(bench).selection == 1)
    #expect(large(bench).lossless.photos == 12 && large(bench).fitted.photos == 1)
    await bench.play("vvv")
    #expect(large(bench).way == .lossless)
    #expect(large(bench).rows.filter { $0.mark == .otherWay }.map(\.name) == [first])
    // Chosen here, it loses nothing again.
    bench.app.select(try #require(names(bench).firstIndex(of: first)))
    await bench.play(" ")
    #expect(large(bench).lossless.photos == 13 && large(bench).fitted.photos == 0)
  }

  @Test func `a smaller picture is shown beside the original, and chosen there`() async throws {
    let asked = Box<[PictureRequest]>([])
    let bench = try await Bench.opened(photos: Self.photos) { dependencies in
      dependencies.pictures.preview = { request in
        asked.change { $0.append(request) }
        return .ready(Surface(request.area))
      }
    }
    var areas = PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: .none)
    areas.largePhoto = Size(columns: 30, rows: 12)
    bench.app.setPictureAreas(areas)
    await bench.play("zc")
    #expect(bench.state.route == .large && large(bench).message?.hasPrefix("Nothing is lost, so both look") == true)
    await bench.play("vc")

    let way = ShrinkWay.fit(longSide: 4096, byteLimit: nil)
    #expect(bench.state.route == .largePhoto)
    let first = try #require(large(bench).selected)
    #expect(large(bench).photo?.original.facts == "4032×3024 · \(first.before.formatted)")
    #expect(Set(asked.value.filter { $0.area.columns == 30 }.map(\.shrinkWay)) == [nil, way])
    // 1:1 shows the same part of both: of 4 032 pixels, 4 032.
    await bench.play("z")
    let details = asked.value.filter { $0.region != .whole }
    #expect(details.map(\.shrinkWay) == [nil, way] && large(bench).photo?.isDetail == true)
    let center = RelativePoint(x: 0.5, y: 0.5)
    #expect(details.map(\.region) == [.detail(center: center, zoom: 1), .detail(center: center, zoom: 1)])
    await bench.play("z")
    #expect(large(bench).photo?.isDetail == false)
    await bench.play(" ")
    #expect(large(bench).selected?.mark == .chosen && large(bench).fitted.photos == 1)
    bench.press(Key(.right))
    await bench.work.idle()
    #expect(large(bench).selection == 1 && bench.state.route == .largePhoto)
    bench.press(Key(.escape))
    #expect(bench.state.route == .large && large(bench).photo == nil && large(bench).selection == 1)
  }

  @Test func `space takes a photo off, and a takes off and chooses all that the filter lists`() async throws {
    let bench = try await bench()
    let first = try #require(names(bench).first)
    await bench.play(" ")
    #expect(large(bench).lossless.photos == 12 && chosen(bench).count == 12)
    #expect(large(bench).message == "No longer chosen: \(first)")

    bench.press(Key("/"), Key("s"), Key("1"), Key(.enter))
    #expect(names(bench) == ["s1"] && large(bench).lossless.photos == 12)
    await bench.play("a")
    #expect(large(bench).lossless.photos == 11)
    bench.press(Key(.escape))
    #expect(names(bench).count == 13 && chosen(bench).count == 11)
    await bench.play("a")
    #expect(chosen(bench).count == 13)
  }

  @Test func `a loss that makes a file no smaller than none is not offered`() throws {
    let photo = try #require(Self.photos.first { $0.digest != nil })
    let digest = try #require(photo.digest)
    let fit = ShrinkWay.fit(longSide: 2048, byteLimit: nil)
    var measurements = ShrinkMeasurements()
    measurements.add(ShrinkMeasurement(digest, fit, .smaller(ByteCount(50))))
    #expect(measurements.outcome(of: photo, by: fit) == .smaller(ByteCount(50)))
    measurements.add(ShrinkMeasurement(digest, .lossless, .smaller(ByteCount(51))))
    #expect(measurements.outcome(of: photo, by: fit) == .smaller(ByteCount(50)))
    measurements.add(ShrinkMeasurement(digest, .lossless, .smaller(ByteCount(50))))
    #expect(measurements.outcome(of: photo, by: fit) == .left("Its file becomes as small with nothing lost."))
    #expect(measurements.outcome(of: photo, by: .lossless) == .smaller(ByteCount(50)))
  }

  @Test func `what is left as it is has its reason in the question`() async throws {
    let bench = try await bench(open: false)
    bench.shrinking.refuse([Sample.path("a1"): .noGain, Sample.path("b1"): .depthMap])
    await bench.play("z")
    await bench.play(" m")

    let question = bench.state.confirmation
    #expect(bench.state.route == .confirmation && question.title == "Make 10 photos smaller?")
    #expect(question.kinds.map(\.count) == [10] && question.kinds[0].sentence.hasPrefix("lose nothing"))
    #expect(question.refused.map(\.name).sorted() == ["a1", "b1", "p1", "s3"])
    #expect(question.refused.contains { $0.reason == ShrinkRefusal.noGain.sentence })
    #expect(question.refused.contains { $0.reason == "You did not choose it." })
    #expect(!question.needsNumber)
    bench.press(Key(.escape))
    #expect(bench.state.route == .large && bench.trash.now.moved.isEmpty)
  }

  @Test func `a photo that is not chosen as a smaller picture is not left for the way that loses nothing`() async throws
  {
    let bench = try await bench(open: false)
    bench.shrinking.refuse([Sample.path("a1"): .noGain])
    await bench.play("z")
    bench.shrinking.refuse([:])
    await bench.play("v")
    bench.app.select(try #require(names(bench).firstIndex { $0 != "a1" }))
    await bench.play(" m")

    let left = try #require(bench.state.confirmation.refused.first { $0.name == "a1" })
    #expect(left.reason == "You did not choose it.")
  }

  @Test func `a yes makes them smaller, and findings, sizes and Home follow`() async throws {
    let bench = try await bench()
    let groups = bench.library.review.groups
    bench.disk.answerAtOnce()
    await bench.play("m")
    #expect(bench.state.confirmation.freed == ByteCount(48_000))
    bench.disk.hold(Self.photos.map(smaller))
    await bench.play("y")

    #expect(bench.state.route == .done && bench.state.done.movedTitle == "13 photos made smaller")
    #expect(bench.state.done.bytes == ByteCount(48_000) && bench.state.done.bytesAfter == ByteCount(48_000))
    let request = try #require(bench.trash.now.moved.first)
    #expect(request.shrinks.count == 13 && request.shrinks.values.allSatisfy { $0.way == .lossless })
    #expect(bench.library.review.groups.keys == groups.keys)
    #expect(bench.library.review.photos.values.map(\.fileSize).reduce(.zero, +) == ByteCount(57_000))
    #expect(bench.library.missingNotice() == nil)
    bench.press(Key(.enter))
    #expect(bench.state.home.focus == .large && bench.state.home.large?.text == "nothing to gain")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(large(bench).notice?.title == "Nothing to gain" && bench.shrinking.now.ways == [.lossless])
  }

  private func smaller(_ photo: ScannedPhoto) -> ScannedPhoto {
    if photo.isProtected { return photo }
    let file = FakeShrinking.smaller(photo.path, bytes: ByteCount(photo.fileSize.bytes / 2))
    var photo = photo
    (photo.identity, photo.digest) = (file.identity, file.digest)
    return photo
  }

  @Test func `r puts the originals back, and no decision is taken back`() async throws {
    let bench = try await bench()
    bench.disk.answerAtOnce()
    await bench.play("my")
    let photos = Self.photos
    bench.trash.knowOriginals(
      Dictionary(uniqueKeysWithValues: photos.map { ($0.path, FileVersion(identity: $0.identity, digest: $0.digest!)) })
    )
    let forgotten = bench.session.now.forgotten

    await bench.play("r")

    #expect(bench.state.done.restored == 13)
    #expect(bench.state.done.message == "13 photos are as large as they were.")
    #expect(bench.session.now.forgotten == forgotten)
    #expect(bench.library.review.photos.values.map(\.fileSize).reduce(.zero, +) == ByteCount(105_000))
  }

  @Test func `many smaller pictures need their number, and those that lose nothing never do`() async throws {
    let photos = (1...30).map { Sample.photo("x\($0)", number: UInt64($0)) }
    let bench = try await Bench.opened(photos: photos)
    await bench.play("zm")
    #expect(bench.state.confirmation.photos == 30 && !bench.state.confirmation.needsNumber)
    bench.press(Key(.escape))
    await bench.play("va")
    await bench.play("m")

    #expect(bench.state.confirmation.kinds.map(\.count) == [30] && bench.state.confirmation.needsNumber)
    #expect(bench.state.confirmation.numberText == "Type 30 to change them visibly:")
    await bench.play("y")
    #expect(bench.state.route == .confirmation)
    bench.disk.answerAtOnce()
    await bench.play("30")
    bench.press(Key(.enter))
    await bench.work.idle()
    #expect(bench.state.route == .done && bench.trash.now.moved.first?.shrinks.count == 30)
  }

  @Test func `what the checks refuse is left as it is`() async throws {
    let bench = try await bench()
    bench.trash.block("~/Pictures is read-only.")
    await bench.play("m")

    #expect(bench.state.confirmation.title == "No photo can be made smaller")
    #expect(bench.state.confirmation.obstacle == "~/Pictures is read-only.")
    await bench.play("y")
    #expect(bench.state.route == .confirmation && bench.trash.now.moved.isEmpty)
  }

  @Test func `a session that is only read lists and makes nothing smaller`() async throws {
    let bench = try await bench(readOnly: "Read-only: you can look, but not decide.")

    #expect(names(bench).count == 13)
    await bench.play("m")
    #expect(bench.state.route == .large && large(bench).message == "Read only")
  }

  @Test func `where both pictures are on the screen Tab says so, and is no hint`() async throws {
    let bench = try await bench()
    await bench.play("vc")
    #expect(bench.state.route == .largePhoto && bench.state.hints.contains { $0.action == .flip })

    var areas = PictureAreas(card: CardAreas(Size(columns: 40, rows: 20)), bin: .none)
    areas.hasBothLargePhotos = true
    bench.app.setPictureAreas(areas)
    bench.press(Key(.tab))

    #expect(large(bench).message == "Both pictures are on the screen")
    #expect(!bench.state.hints.contains { $0.action == .flip })
  }

  @Test func `a worker that is missing is said once, in place of the list`() async throws {
    let bench = try await bench(open: false)
    let refusal = ShrinkRefusal.notOpened("No decode worker could be started.")
    bench.shrinking.refuse(Dictionary(uniqueKeysWithValues: Self.photos.map { ($0.path, refusal) }))
    await bench.play("z")

    #expect(large(bench).notice?.title == "No photo could be measured")
    #expect(large(bench).notice?.lines == ["No decode worker could be started."])
    // At the next visit it is tried again.
    bench.shrinking.refuse([:])
    bench.press(Key(.escape), Key("z"))
    await bench.work.idle()
    #expect(names(bench).count == 13)
  }

  @Test func `what an earlier session measured is not measured again`() async throws {
    let (first, second) = (Self.photos[0], Self.photos[3])
    let known = [
      ShrinkMeasurement(try #require(first.digest), .lossless, .smaller(ByteCount(1))),
      ShrinkMeasurement(try #require(second.digest), .lossless, .left("It is small enough.")),
    ]
    let bench = try await Bench.opened(photos: Self.photos) { $0.shrinking.known = { known } }
    await bench.play("z")

    #expect(!bench.shrinking.now.measured.contains(first.path) && !bench.shrinking.now.measured.contains(second.path))
    #expect(large(bench).rows.first { $0.name == Sample.names[0] }?.after == ByteCount(1))
    #expect(!names(bench).contains(Sample.names[3]))
    await bench.play("m")
    #expect(bench.state.confirmation.refused.contains { $0.reason == "It is small enough." })
  }

  @Test func `a measurement that the user has stopped does not go on by itself`() async throws {
    let bench = try await stopped(after: 4)
    await bench.play("m")
    bench.press(Key(.escape))
    await bench.work.idle()

    #expect(bench.state.route == .large && !large(bench).isMeasuring && !bench.shrinking.isAsked)
    #expect(large(bench).progressText == "4 of 13 measured")
  }

  @Test func `content that came out of a loss is not measured again`() async throws {
    let bench = try await bench(open: false)
    bench.shrinking.know(shrunk: [try #require(Self.photos[0].digest)])
    await bench.play("z")

    #expect(!names(bench).contains(Sample.names[0]) && !names(bench).isEmpty)
  }
}
