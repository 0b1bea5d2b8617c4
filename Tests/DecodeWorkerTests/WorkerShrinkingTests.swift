import FileSafety
import Glibc
import ImageDecoding
import PhotoModel
import SystemPackage
import TestSupport
import Testing

@testable import DecodeWorker

/// Shrinking in a process of its own: what comes back is written and proven, and a hostile file costs only itself.
@Suite(.waits) struct WorkerShrinkingTests {
  private let workshop = Workshop()

  private func shrink(
    _ path: FilePath, to output: CInt?, by way: ShrinkWay = .lossless, with decoder: WorkerPhotoDecoder? = nil
  ) async throws -> Result<ShrinkResult, ShrinkRefusal> {
    await (decoder ?? workshop.decoder()).shrink(try openForReading(path), into: output, by: way)
  }

  /// A JPEG from which something is to gain.
  private func photo() throws -> FilePath {
    let scene = TestPictures.scene(seed: 1, size: PixelSize(width: 300, height: 200))
    var form = JPEGForm()
    form.hasStandardTables = true
    return try workshop.folder.write(jpegData(of: scene, form: form), to: "photo.jpg")
  }

  /// An empty file without a name.
  private func output() throws -> FileDescriptor {
    let path = workshop.folder["output"]
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
    unlink(path.string)
    return file
  }

  private func bytes(of file: FileDescriptor) throws -> [UInt8] {
    let size = Int(try file.seek(offset: 0, from: .end))
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }

  @Test func `a process writes what this one would, and measures the same without writing`() async throws {
    let paths = [
      try photo(),
      try workshop.folder.write(pngData(of: TestPictures.screen(seed: 2)), to: "screen.png"),
    ]
    for path in paths {
      let expected = try shrunken(readContents(of: path), by: .lossless)
      let output = try output()
      defer { try? output.close() }

      let written = try await shrink(path, to: output.rawValue).get()
      let measured = try await shrink(path, to: nil).get()

      #expect(try bytes(of: output) == expected.bytes)
      #expect(written.bytesAfter.bytes == expected.bytes.count && written.method == expected.method)
      #expect(written.gain.bytes > 0 && measured == written)
    }
  }

  @Test func `photos encoded ahead come out as when each is asked for alone`() async throws {
    var photos: [(path: FilePath, identity: FileIdentity, way: ShrinkWay)] = []
    for number in 0..<6 {
      let scene = TestPictures.scene(seed: UInt64(number), size: PixelSize(width: 200 + number * 20, height: 160))
      var form = JPEGForm()
      form.hasStandardTables = true
      var data = jpegData(of: scene, form: form)
      if number == 2 { data = data.dropLast(200) }
      let path = try workshop.folder.write(data, to: "\(number).jpg")
      let way: ShrinkWay = number == 5 ? .fit(longSide: 100, byteLimit: nil) : .lossless
      photos.append((path, try fileStatus(of: path).identity, way))
    }
    let (decoder, alone) = (workshop.decoder(most: 2), workshop.decoder(most: 1))
    let ahead = EncodingAhead(photos, decoder, ahead: 2)
    // One that is passed over, one that became another file since it was encoded, and one with a way of its own.
    for number in [0, 2, 3, 4, 5] {
      let output = try output()
      defer { try? output.close() }
      if number == 4 {
        try workshop.folder.write(jpegData(of: TestPictures.scene(seed: 99)), to: "4.jpg")
      }
      let original = try openForReading(photos[number].path)
      let result = await ahead.shrink(original, into: output.rawValue)

      let way = photos[number].way
      #expect(result == (await alone.shrink(original, into: nil, by: way)), "\(number)")
      if case .success(let result) = result {
        #expect(try bytes(of: output) == shrunken(readContents(of: photos[number].path), by: way).bytes)
        #expect(try Int64(bytes(of: output).count) == result.bytesAfter.bytes)
      }
    }
    let other = try openForReading(try photo())
    let output = try output()
    defer { try? output.close() }
    #expect(await ahead.shrink(other, into: output.rawValue) == .failure(.notOpened("It was not asked for.")))
    #expect(try bytes(of: output).isEmpty)
  }

  @Test func `a process refuses what this one would`() async throws {
    let cases: [(FilePath, ShrinkRefusal)] = [
      (try workshop.folder.write([UInt8](), to: "empty.jpg"), .noGain),
      (try workshop.folder.write([UInt8](repeating: 7, count: 900), to: "noise.jpg"), .notAPicture),
      (try workshop.folder.write(gifData(of: TestPictures.scene(seed: 1)), to: "a.gif"), .otherFormat(.gif)),
      (try workshop.folder.write(jpegData(of: TestPictures.scene(seed: 1)).dropLast(200), to: "cut.jpg"), .damaged),
    ]

    for (path, refusal) in cases { #expect(try await shrink(path, to: nil) == .failure(refusal)) }
  }

  @Test(arguments: ["trap", "segfault", "leave", "garbage", "wrong number", "too long"])
  func `a file that ends its process is refused, and the next one is shrunk`(misdeed: String) async throws {
    let decoder = workshop.decoder(most: 1)
    let bad = try workshop.folder.write(misdeed + "\n" + String(repeating: "x", count: 100), to: "bad.jpg")
    let good = try photo()

    let refused = try await shrink(bad, to: nil, with: decoder)
    let shrunk = try await shrink(good, to: nil, with: decoder)

    #expect(throws: ShrinkRefusal.self) { try refused.get() }
    guard case .failure(.notOpened(let sentence)) = refused else {
      Issue.record("\(refused)")
      return
    }
    #expect(sentence.hasSuffix("."))
    #expect(try shrunk.get().gain.bytes > 0)
  }

  @Test(arguments: ["unasked refusal", "larger", "other bytes"])
  func `an answer that no process of ours gives is not believed`(misdeed: String) async throws {
    let path = try workshop.folder.write(misdeed + "\n" + String(repeating: "x", count: 900), to: "lie.jpg")
    let output = try output()
    defer { try? output.close() }

    let result = try await shrink(path, to: output.rawValue)

    switch misdeed {
    case "other bytes": #expect(result == .failure(.notAPicture))
    case "larger": #expect(result == .failure(.tooLarge))
    default:
      guard case .failure(.notOpened) = result else {
        Issue.record("\(result)")
        return
      }
    }
  }

  @Test func `an output that cannot be written is a refusal with its number`() async throws {
    let path = try photo()
    let readOnly = try FileDescriptor.open(path, .readOnly)
    defer { try? readOnly.close() }

    #expect(try await shrink(path, to: readOnly.rawValue) == .failure(.notWritten(errno: EBADF)))
  }

  @Test func `an original that changes meanwhile is refused`() async throws {
    let path = try photo()
    let original = try openForReading(path)
    let file = try FileDescriptor.open(path, .readWrite)
    _ = try file.writeAll(toAbsoluteOffset: 0, [0xFF, 0xD8])
    try file.resize(to: 500)
    try file.close()

    let result = await workshop.decoder().shrink(original, into: nil, by: .lossless)

    guard case .failure(.notOpened) = result else {
      Issue.record("\(result)")
      return
    }
  }
}
