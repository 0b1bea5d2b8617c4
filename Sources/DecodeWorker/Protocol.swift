import Foundation
import PhotoAnalysis
import PhotoModel
import PhotoScan

/// A request to a decode worker. The file comes along, open for reading. A new kind of request is a case here, its
/// answer below, its work in `WorkerOperations`, and a line in `WorkerMain`.
enum WorkerRequest: Codable, Equatable, Sendable {
  /// Asks for the SHA-256 of the file. The worker keeps the bytes for the `inspection` that may follow. `size`: of the
  /// file, in bytes.
  case digest(size: Int)
  /// Everything that is stored about the photo whose digest was asked for just before.
  case inspection(Inspection.Measures)
  /// The contents of the sidecar whose digest was requested just before.
  case sidecar
  /// The changes that add metadata or a verdict to the sidecar.
  case sidecarEdits(size: Int, SidecarAddition)
  /// An upright picture whose long side is at least `minimumLongSide` where the photo has that much, and at most twice
  /// that; its pixels go into the memory that comes along, `capacity` bytes of it.
  case picture(size: Int, minimumLongSide: Int, capacity: Int)
  /// The embedded thumbnail in the same way.
  case thumbnail(size: Int, capacity: Int)
  /// A part of the upright picture at its own resolution, around a point and of at most this many pixels, which are
  /// written into the memory that is passed along.
  case detail(size: Int, center: RelativePoint, pixels: PixelSize, capacity: Int)
  /// Asks for keypoints, a digest of the pixels, or both, according to `wants`.
  case keypointFeatures(size: Int, wants: KeypointFeatures.Options)
  /// Scale-invariant keypoints.
  case siftFeatures(size: Int)
  /// The pixels that a comparison with a near copy needs; they go into the memory that comes along.
  case comparedPixels(size: Int, capacity: Int)
  /// The photo as a smaller file, whose bytes go into the memory that comes along, `capacity` bytes of it.
  case shrinking(size: Int, ShrinkWay, capacity: Int)
  /// Asks whether a smaller file, the second one passed along, has the content of the photo that it should have.
  /// `sizeAfter`: the size of the smaller file in bytes.
  case shrinkProof(size: Int, sizeAfter: Int, ShrinkWay, ShrinkMethod)
  /// The facts of a movie. Only the parts of the file are read that have them.
  case movie(size: Int)
  /// The attempts of `EscapeAttempt`, to test the sandbox.
  case escapes
  /// The formats, and kinds of them, that the worker decodes.
  case formats

  /// The processor time allowed, as a multiple of that of an inspection. Ten megapixels of PNG took half a minute at
  /// the highest level of compression.
  var processorFactor: Int {
    switch self {
    case .shrinking, .shrinkProof: 20
    default: 1
    }
  }
}

/// An answer of a decode worker. The parent validates each: while it is decoded, by `checked` or `isPlausible`, or by
/// the size of the memory that came along.
enum WorkerAnswer: Codable, Equatable, Sendable {
  /// The digest; nil for an empty file.
  case digest(ContentDigest?)
  case inspection(Inspection)
  /// The contents of a sidecar: at most 21 KB, checked while decoding.
  case sidecar(SidecarContents)
  /// The changes of a sidecar: at most 48 KB, checked where they are applied.
  case sidecarEdits([SidecarEdit])
  case picture(PixelSize)
  /// The rectangle of the part, and the size of the whole picture.
  case detail(PixelRect, of: PixelSize)
  /// Keypoints: at most 48 KB, checked while decoding.
  case keypointFeatures(KeypointFeatures)
  /// SIFT features: at most 63 KB, checked while decoding.
  case siftFeatures(SIFTFeatures)
  /// The shape of the planes, which follow each other in the memory.
  case comparedPixels(ComparedShape)
  case movie(MovieFacts)
  /// The number of bytes in the memory, and the method by which they were encoded.
  case shrunken(bytes: Int, ShrinkMethod)
  case shrinkProven
  case shrinkRefused(ShrinkRefusal)
  /// The work about to begin, sent once before an answer about pixels where that takes longer than most.
  case working(PictureWork)
  /// The reason why there is no picture.
  case problem(Inspection.Problem)
  /// The file gave fewer bytes than its size, or `read` failed with this error number.
  case unreadable(errno: Int32?)
  /// Whether each attempt was refused, in the order of `EscapeAttempt`.
  case escapes([Bool])
  /// Whether each picture of `TinyPicture.all` was decoded, in that order.
  case formats([Bool])
}

/// The amount of work in decoding a picture.
struct PictureWork: Codable, Hashable, Sendable {
  var format: ImageFormat
  /// The pixels of the whole picture; more than any decoder accepts count as that many.
  var pixels: Int
}

/// Sizes of the planes of `ComparedPixels`: the picture, the same on black where there is one, the part.
struct ComparedShape: Codable, Equatable, Sendable {
  var picture: PixelSize
  var hasBlack: Bool
  var area: PixelRect
  var fullSize: PixelSize
  var orientation: Orientation
  var steps: [Int]

  var bytes: Int { picture.pixels * 3 * (hasBlack ? 2 : 1) + area.size.pixels }

  /// Whether a worker of ours could send this shape.
  func isPlausible(capacity: Int) -> Bool {
    let most = ComparedPixels.side
    let sides = [picture.width, picture.height, area.width, area.height]
    return sides.allSatisfy { (1...most).contains($0) } && area.lies(in: fullSize) && fullSize.fits(capacity: .max)
      && bytes <= capacity && [0, 64].contains(steps.count) && steps.allSatisfy { (1...65_535).contains($0) }
  }
}

/// The first message of a decode worker: the layers of its sandbox.
struct WorkerGreeting: Codable, Equatable, Sendable {
  static let currentVersion = 1

  var version = currentVersion
  var layers: SandboxLayers
}

/// The layers of the sandbox around a decode worker. Each layer is there where the kernel has it.
package struct SandboxLayers: Codable, Hashable, Sendable {
  /// Whether the process can get no rights by running another program (PR_SET_NO_NEW_PRIVS).
  package var noNewPrivileges: Bool
  /// Whether seccomp refuses all system calls but a short list.
  package var systemCalls: Bool
  /// Whether memory, open files and written bytes have ceilings.
  package var limits: Bool
  /// Whether the kernel ends the process with its parent.
  package var endsWithParent: Bool
  /// The version of Landlock that refuses every file; 0 where there is none.
  package var landlock: Int
}

/// An action that a decoder which was taken over would try next.
package enum EscapeAttempt: Int, CaseIterable, Sendable {
  case openFile, createFile, openSocket, makeProcess, runProgram, signalParent, makeCode, liftLimits
}

/// Frames on the socket: a number that request and answer share, 32 bits little-endian, then the value as JSON. A frame
/// comes from a process that may have been taken over: `JSONDecoder` ends at 512 levels, and nothing is read past the
/// frame.
enum WorkerFrame {
  /// The largest answer holds 63 kilobytes of keypoints, 84 as base64; pixels go another way.
  static let longest = 96 << 10

  /// The frame of a value.
  ///
  /// - Throws: `EncodingError`; for a frame that would be longer than `longest`, too.
  static func make(_ number: UInt32, _ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    // A third of base64 may be slashes, and each would take two bytes.
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let bytes = try withUnsafeBytes(of: number.littleEndian) { Array($0) } + encoder.encode(value)
    guard bytes.count <= longest else {
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: "too long"))
    }
    return bytes
  }

  /// The number in front of a frame; nil where it is too short for one.
  static func number(of bytes: ArraySlice<UInt8>) -> UInt32? {
    bytes.count < 4 ? nil : bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The value behind the number of a frame.
  ///
  /// - Throws: `DecodingError` where the bytes are not exactly one such value.
  static func value<Value: Decodable>(_ type: Value.Type, in frame: ArraySlice<UInt8>) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(frame.dropFirst(4)))
  }
}
