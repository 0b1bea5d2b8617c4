import FileSafety
import Foundation
import ImageDecoding
import PhotoModel
import PhotoScan
import SystemPackage
import TestSupport
import Testing

@testable import DecodeWorker
@testable import PhotoAnalysis

/// What a photo can do to its decode worker, and what that does to everybody else: nothing.
@Suite struct WorkerPhotoDecoderTests {
  private let workshop = Workshop()

  @Test func `a process measures what this one would measure`() async throws {
    let decoder = workshop.decoder()
    let local = LocalPhotoDecoder { $0.string }
    var paths = try (1...4).map { try workshop.picture($0, width: 900, height: 700) }
    paths.append(try workshop.folder.write(pngData(of: TestPictures.scene(seed: 9)), to: "screen.png"))
    paths.append(try workshop.folder.write([UInt8](), to: "empty.jpg"))
    paths.append(try workshop.folder.write([0xFF, 0xD8, 0xFF, 1, 2, 3], to: "damaged.jpg"))

    for path in paths {
      let identity = try fileStatus(of: path).identity
      #expect(await decoder.inspect(path, identity: identity) == (await local.inspect(path, identity: identity)))
    }
  }

  @Test func `a process reads sidecars as this one would, and one that ends it says nothing`() async throws {
    let decoder = workshop.decoder()
    let local = LocalPhotoDecoder { $0.string }
    let xmp = """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
       xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"/></rdf:RDF>
      """
    for (name, text) in [("a.xmp", xmp), ("b.json", "{\"photoTakenTime\": {}, \"favorited\": true}"), ("c.aae", "")] {
      let path = try workshop.folder.write(text, to: name)
      let identity = try fileStatus(of: path).identity
      let read = await decoder.readSidecar(path, identity: identity)
      #expect(read == (await local.readSidecar(path, identity: identity)))
      #expect(read.sidecar != nil && read.features == nil && read.problem == nil)
    }
    let bad = try workshop.file("segfault")
    var changed = try fileStatus(of: bad).identity

    let ended = await decoder.readSidecar(bad, identity: changed)
    changed.modified += 1
    let other = await decoder.readSidecar(bad, identity: changed)

    #expect(ended.sidecar == nil && ended.problem?.crashes == 1)
    #expect(other.sidecar == nil && other.problem?.crashes == 0)
  }

  @Test func `a process says what is to be added to a sidecar, and nothing of another one`() async throws {
    let decoder = workshop.decoder()
    let addition = SidecarAddition(.rejected, besides: DescriptiveMetadata())
    let packet = xmpPacket("xmp:Rating=\"0\"")
    let path = try workshop.folder.write(packet, to: "a.xmp")
    var identity = try fileStatus(of: path).identity
    let bad = try workshop.file("segfault")

    let edits = try await decoder.sidecarEdits(adding: addition, to: path, identity: identity).get()
    let none = await decoder.sidecarEdits(adding: addition, to: bad, identity: try fileStatus(of: bad).identity)
    identity.modified += 1
    let other = await decoder.sidecarEdits(adding: addition, to: path, identity: identity)

    #expect(try edits == sidecarEdits(adding: addition, to: Array(packet.utf8)) && edits.count == 2)
    for result in [none, other] {
      #expect(throws: SidecarRefusal.self) { try result.get() }
    }
  }

  @Test func `a process sees keypoints and pixels as this one would`() async throws {
    let decoder = workshop.decoder()
    let local = LocalPhotoDecoder { $0.string }
    let wants = KeypointFeatures.Options(features: true, pixelDigest: true)
    for path in try (1...3).map({ try workshop.picture($0, width: 900, height: 700) }) {
      let identity = try fileStatus(of: path).identity
      let seen = await decoder.readKeypoints(at: path, identity: identity, wants: wants)
      #expect(seen == (await local.readKeypoints(at: path, identity: identity, wants: wants)))
      #expect(seen.features.map { $0.keypoints.count > 100 } == true && seen.pixelDigest != nil)
    }
    #expect(workshop.notes.all.isEmpty)
  }

  @Test func `a process reads of a movie what this one would, and one that it cannot read says nothing`() async throws {
    let decoder = workshop.decoder()
    let local = LocalPhotoDecoder { $0.string }
    var form = MovieForm(createdAt: 1_723_716_000_000)
    (form.contentIdentifier, form.bytesBefore) = ("A-1", 300_000)
    let movie = try workshop.folder.write(movieData(form), to: "a.mov")
    let identity = try fileStatus(of: movie).identity

    let facts = await decoder.movieFacts(of: movie, identity: identity)

    #expect(facts?.contentIdentifier == "A-1" && facts?.createdAt == form.createdAt)
    #expect(await local.movieFacts(of: movie, identity: identity) == facts)
    #expect(workshop.notes.all.isEmpty)
    let trap = try workshop.file("trap")
    #expect(await decoder.movieFacts(of: trap, identity: try fileStatus(of: trap).identity) == nil)
    #expect(workshop.notes.all.count == 1)
  }

  @Test func `a process cuts the same detail out of a photo as this one would`() async throws {
    let decoder = workshop.decoder()
    let path = try workshop.picture(3, width: 900, height: 700)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path.string)))
    let whole = try decodePicture(bytes, minimumLongSide: nil).picture

    let outcome = await decoder.detail(
      of: path, identity: try fileStatus(of: path).identity, around: RelativePoint(x: 0.9, y: 0.1),
      size: PixelSize(width: 333, height: 100_000))

    guard case .detail(let detail) = outcome else {
      Issue.record("no detail: \(outcome)")
      return
    }
    #expect(detail.area == PixelRect(x: 567, y: 0, width: 333, height: 700))
    #expect(detail.fullSize == PixelSize(width: 900, height: 700))
    #expect(detail.picture == whole.cropped(to: detail.area))
  }

  @Test func `no detail comes of a photo that is another one now, or ends its decode worker`() async throws {
    let decoder = workshop.decoder()
    let path = try workshop.picture(3, width: 90, height: 70)
    var identity = try fileStatus(of: path).identity
    identity.modified += 1
    let bad = try workshop.file("segfault")
    let center = RelativePoint(x: 0.5, y: 0.5)
    let size = PixelSize(width: 10, height: 10)

    let stale = await decoder.detail(of: path, identity: identity, around: center, size: size)
    let fatal = await decoder.detail(
      of: bad, identity: try fileStatus(of: bad).identity, around: center, size: size)

    for outcome in [stale, fatal] {
      guard case .unavailable(let reason) = outcome else {
        Issue.record("there is a detail")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(arguments: [
    "trap", "segfault", "abort", "leave", "garbage", "wrong number", "too long", "silent close", "early segfault",
    "early leave", "early garbage", "another digest",
  ])
  func `a decode worker that ends costs its file alone, after a second try`(misdeed: String) async throws {
    let decoder = workshop.decoder(most: 1)
    let bad = try workshop.file(misdeed)
    let good = try workshop.picture()

    let before = try await workshop.inspect(good, with: decoder)
    let found = try await workshop.inspect(bad, with: decoder)
    let after = try await workshop.inspect(good, with: decoder)

    #expect(found.problem?.reason == .corrupt)
    #expect(found.problem?.crashes == 2)
    #expect(found.problem?.isLasting == true)
    #expect(found.features == nil)
    #expect(found.digest == contentDigest(of: Array("\(misdeed)\n".utf8)))
    #expect(before.features != nil)
    #expect(after == before)
    #expect(workshop.notes.all.count == 2)
  }

  @Test func `a decode worker that hangs is ended when its time is over, and the file gets another chance`()
    async throws
  {
    var limits = Workshop.limits
    limits.timeout = .milliseconds(300)
    limits.timeoutPerMegabyte = .zero
    let found = try await workshop.inspect(try workshop.file("sleep"), with: workshop.decoder(limits: limits))

    #expect(found.problem?.reason == .timedOut)
    #expect(found.problem?.crashes == 1)
    #expect(found.problem?.isLasting == false)
    #expect(found.digest != nil)
  }

  @Test func `a decode worker that gets a fifth of a processor gives the answer that it gives with all of one`()
    async throws
  {
    let workshop = Workshop()
    var limits = Workshop.limits
    limits.timeout = .milliseconds(800)
    let decoder = workshop.decoder(limits: limits, most: 1)
    let path = try workshop.file("work")
    let alone = try await workshop.inspect(path, with: decoder)

    let load = Load()
    let slowed = try await workshop.inspect(path, with: decoder)
    load.end()

    #expect(slowed == alone && slowed.problem?.reason != .timedOut)
    #expect(workshop.notes.all.isEmpty)
  }

  @Test func `a decode worker that computes for ever is ended by the kernel`() async throws {
    var limits = Workshop.limits
    limits.processorSeconds = 1
    let found = try await workshop.inspect(try workshop.file("spin"), with: workshop.decoder(limits: limits))

    #expect(found.problem?.reason == .timedOut)
    #expect(found.problem?.crashes == 1)
  }

  @Test func `a decode worker that takes all memory is refused it`() async throws {
    var limits = Workshop.limits
    limits.memory = ByteCount(200_000_000)
    let found = try await workshop.inspect(try workshop.file("swift memory"), with: workshop.decoder(limits: limits))

    #expect(found.problem?.reason == .tooLarge, "\(workshop.notes.all)")
    #expect(found.problem?.crashes == 2)
  }

  @Test func `a process that somebody else killed is no mark against the photo`() async throws {
    let found = try await workshop.inspect(try workshop.file("killed"), with: workshop.decoder())

    #expect(found.problem?.reason == .readError)
    #expect(found.problem?.crashes == 0)
    #expect(found.problem?.isLasting == false)
  }

  @Test func `without a program nothing is decoded, and the bytes are still compared`() async throws {
    let decoder = WorkerPhotoDecoder(
      program: WorkerProgram(path: "/nonexistent/worker", argument: ""), most: 2, naming: { $0.string })
    let path = try workshop.picture()
    let found = try await workshop.inspect(path, with: decoder)

    #expect(found.problem?.reason == .readError)
    #expect(found.problem?.message.contains("No such file") == true)
    #expect(found.features == nil)
    #expect(found.digest != nil)
    #expect(throws: SandboxReport.Failure.self) {
      try SandboxReport(program: WorkerProgram(path: "/nonexistent/worker", argument: ""))
    }
  }

  @Test func `a program that is no decode worker is not waited for`() async throws {
    let decoder = WorkerPhotoDecoder(
      program: WorkerProgram(path: "/bin/true", argument: ""), most: 1, naming: { $0.string })

    #expect(try await workshop.inspect(try workshop.picture(), with: decoder).problem?.reason == .readError)
  }

  @Test func `a file that is gone or another one is said to be so`() async throws {
    let decoder = workshop.decoder()
    let path = try workshop.picture()
    var identity = try fileStatus(of: path).identity
    identity.modified += 1

    #expect(await decoder.inspect(path, identity: identity).problem?.reason == .vanished)
    #expect(await decoder.inspect(workshop.folder["none.jpg"], identity: identity).problem?.reason == .vanished)
  }

  @Test(
    arguments: [("trap", .corrupt), ("killed", .readError), ("garbage", .corrupt)] as [(String, SkippedFile.Reason)])
  func `keypoints that cannot be read twice say why, and are no answer`(misdeed: String, reason: SkippedFile.Reason)
    async throws
  {
    let decoder = workshop.decoder()
    let bad = try workshop.file(misdeed)
    let options = KeypointFeatures.Options(features: true, pixelDigest: true)

    let keypoints = await decoder.readKeypoints(at: bad, identity: try fileStatus(of: bad).identity, wants: options)

    #expect(!keypoints.wasRead && keypoints.features == nil && keypoints.pixelDigest == nil)
    #expect(keypoints.problem?.reason == reason && keypoints.problem?.message.hasSuffix(".") == true)
    #expect(workshop.notes.all.count == 2)
  }

  @Test func `keypoints come through the door as they were measured`() async throws {
    let path = try workshop.picture(4, width: 320, height: 240)
    let options = KeypointFeatures.Options(features: true, pixelDigest: true)

    let keypoints = await workshop.decoder().readKeypoints(
      at: path, identity: try fileStatus(of: path).identity, wants: options)

    #expect(keypoints.wasRead && keypoints.problem == nil)
    #expect(keypoints == WorkerOperations().keypointFeatures(try readContents(of: path), options))
  }

  @Test func `scale-invariant keypoints of a decode worker are those of this process`() async throws {
    let path = try workshop.picture(4, width: 320, height: 240)

    let found = await workshop.decoder().siftFeatures(of: path, identity: try fileStatus(of: path).identity)

    #expect(found?.keypointCount ?? 0 > 20)
    #expect(found == WorkerOperations().siftFeatures(try readContents(of: path)))
  }

  @Test(arguments: ["trap", "killed", "garbage"])
  func `a decode worker that ends over scale-invariant keypoints gives no answer`(misdeed: String) async throws {
    let bad = try workshop.file(misdeed)

    #expect(await workshop.decoder().siftFeatures(of: bad, identity: try fileStatus(of: bad).identity) == nil)
  }

  @Test func `a file that is no picture has no scale-invariant keypoints`() async throws {
    let file = try workshop.file("no picture at all")

    let found = await workshop.decoder().siftFeatures(of: file, identity: try fileStatus(of: file).identity)

    #expect(found?.keypointCount == 0)
  }

  @Test func `local features come through the door with the first look`() async throws {
    let path = try workshop.picture(4, width: 2100, height: 1500)
    let decoder = workshop.decoder()
    let identity = try fileStatus(of: path).identity

    let plain = await decoder.inspect(path, identity: identity)
    let close = await decoder.inspect(
      path, identity: identity, wants: Inspection.Options(Inspection.Measures(localFeatures: true)))

    #expect(close.localFeatures?.keypoints.count ?? 0 > 100 && plain.localFeatures == nil)
    let bytes = try readContents(of: path)
    #expect(
      close
        == WorkerOperations().inspection(bytes, contentDigest(of: bytes), Inspection.Measures(localFeatures: true)))
  }

  @Test func `what is known of the bytes of a file is taken, and nothing is decoded`() async throws {
    let decoder = workshop.decoder(most: 1)
    let bad = try workshop.file("segfault")
    let good = try workshop.picture()
    let known = try await workshop.inspect(good, with: decoder)
    let asked = Workshop.Notes()
    let options = Inspection.Options { content in
      asked.add(content.bytes.description)
      return content == contentDigest(of: Array("segfault\n".utf8)) ? known : nil
    }

    let found = await decoder.inspect(bad, identity: try fileStatus(of: bad).identity, wants: options)
    let measured = await decoder.inspect(good, identity: try fileStatus(of: good).identity, wants: options)

    #expect(found == known && measured == known)
    #expect(asked.all.count == 2 && workshop.notes.all.isEmpty)
  }

  @Test func `a file that is another one now is not taken for what is known of its bytes`() async throws {
    let decoder = workshop.decoder()
    let path = try workshop.picture()
    let identity = try fileStatus(of: path).identity
    let known = try await workshop.inspect(path, with: decoder)
    let options = Inspection.Options { _ in
      // Somebody writes to it while it is looked into.
      _ = try? workshop.folder.write("another", to: "1.jpg")
      return known
    }

    #expect(await decoder.inspect(path, identity: identity, wants: options).problem?.reason == .vanished)
  }

  @Test func `pictures for the screen come through shared memory`() async throws {
    let decoder = workshop.decoder()
    let path = try workshop.picture(3, width: 1600, height: 1200)
    let identity = try fileStatus(of: path).identity

    let outcome = await decoder.picture(of: path, identity: identity, minimumLongSide: 400)

    guard case .picture(let picture) = outcome else { throw Unexpected(what: "\(outcome)") }
    #expect((400...800).contains(picture.size.longSide))
    let expected = try WorkerOperations().picture(try readContents(of: path), 400).get()
    #expect(picture == expected)
  }

  @Test(arguments: ["trap", "garbage", "too long"])
  func `a picture that cannot be shown gives a sentence`(misdeed: String) async throws {
    let decoder = workshop.decoder()
    let bad = try workshop.file(misdeed)
    let outcome = await decoder.picture(of: bad, identity: try fileStatus(of: bad).identity, minimumLongSide: 100)

    guard case .unavailable(let sentence) = outcome else { throw Unexpected(what: "a picture") }
    #expect(sentence.hasSuffix("."))
  }

  struct Unexpected: Error { let what: String }
}
