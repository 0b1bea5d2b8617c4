import CSandbox
import FileSafety
import Glibc
import ImageDecoding
import PhotoAnalysis
import PhotoModel
import PhotoScan

/// The main function of a decode worker: locks itself down, then answers one request after the other until the parent
/// is gone.
///
/// The worker has one thread, opens nothing, and writes to nobody but its parent.
package enum WorkerMain {
  /// Whether this process was started to be one.
  package static func isAskedFor(_ arguments: [String], by program: WorkerProgram = .thisProgram) -> Bool {
    arguments.count == 3 && arguments[1] == program.argument && UInt64(arguments[2]) != nil
  }

  /// - Parameter arguments: The arguments in which `isAskedFor` found the request.
  package static func run(_ arguments: [String], operations: WorkerOperations = WorkerOperations()) -> Never {
    // Initialisation that happens once, such as reading settings of libraries, is done while it is still allowed.
    _ = contentDigest(of: [])
    warmUpDecoders()
    var sandbox = sandbox_layers()
    sandbox_lock_down(arguments.last.flatMap { UInt64($0) } ?? 0, &sandbox)
    let layers = SandboxLayers(
      noNewPrivileges: sandbox.no_new_privileges, systemCalls: sandbox.system_calls, limits: sandbox.limits,
      endsWithParent: sandbox.ends_with_parent, landlock: Int(sandbox.landlock))
    send(0, WorkerGreeting(layers: layers))
    var file: CachedFile?
    while true { serveOne(operations, &file) }
  }

  /// A file between two questions about it.
  private typealias CachedFile = (bytes: [UInt8], digest: ContentDigest?)

  private static func serveOne(_ operations: WorkerOperations, _ cachedFile: inout CachedFile?) {
    var bytes = [UInt8](repeating: 0, count: WorkerFrame.longest)
    var files: (CInt, CInt) = (-1, -1)
    let count = bytes.withUnsafeMutableBytes { buffer in
      withUnsafeMutableBytes(of: &files) { files in
        sandbox_await(
          sandbox_channel, buffer.baseAddress, buffer.count, files.baseAddress?.assumingMemoryBound(to: CInt.self))
      }
    }
    // 0: the parent has closed its end, or is no more.
    guard count > 4 else { _exit(count == 0 ? 0 : 1) }
    let frame = bytes[..<Int(count)]
    guard let number = WorkerFrame.number(of: frame),
      let request = try? WorkerFrame.value(WorkerRequest.self, in: frame)
    else { _exit(1) }
    let answer = answer(to: request, files, operations, &cachedFile) { bytes in
      guard let header = try? pictureHeader(of: bytes) else { return }
      let work = PictureWork(format: header.format, pixels: header.size.pixels)
      if WorkerLimits.exceedsOrdinary(work) { send(number, WorkerAnswer.working(work)) }
    }
    if files.0 >= 0 { _ = sandbox_close(files.0) }
    if files.1 >= 0 { _ = sandbox_close(files.1) }
    send(number, answer)
  }

  /// - Parameter announce: Sends the parent the size of the work before pixels are decoded.
  private static func answer(
    to request: WorkerRequest, _ files: (photo: CInt, other: CInt), _ operations: WorkerOperations,
    _ cachedFile: inout CachedFile?,
    _ announce: ([UInt8]) -> Void
  ) -> WorkerAnswer {
    // The file in memory, at most one at a time.
    let last: CachedFile?
    switch request {
    case .inspection, .sidecar: last = cachedFile
    default: last = nil
    }
    cachedFile = nil
    switch request {
    case .escapes:
      return .escapes(
        EscapeAttempt.allCases.map { sandbox_attempt(sandbox_attempt(rawValue: UInt32($0.rawValue))) == 1 })
    case .formats:
      return .formats(TinyPicture.decoded())
    case .digest(let size):
      return reading(files.photo, size) { bytes in
        let digest = operations.digest(bytes)
        cachedFile = (bytes, digest)
        return .digest(digest)
      }
    case .inspection(let measures):
      guard let last else { return .unreadable(errno: nil) }
      announce(last.bytes)
      var inspection = operations.inspection(last.bytes, last.digest, measures)
      // The limit for the rest of a frame: a file with much text in its metadata is inspected again for its keypoints.
      if inspection.features?.recordCount ?? 0 > 8192 { inspection.localFeatures = nil }
      return .inspection(inspection)
    case .sidecar: return last.map { .sidecar(operations.sidecar($0.bytes)) } ?? .unreadable(errno: nil)
    case .sidecarEdits(let size, let addition):
      return reading(files.photo, size) { bytes in
        do throws(SidecarWritingError) {
          return .sidecarEdits(try operations.sidecarEdits(addition, bytes))
        } catch {
          return .problem(Inspection.Problem(reason: .unsupported, message: error.sentence))
        }
      }
    case .keypointFeatures(let size, let wants):
      return decoding(files.photo, size, announce) { .keypointFeatures(operations.keypointFeatures($0, wants)) }
    case .siftFeatures(let size):
      return decoding(files.photo, size, announce) { .siftFeatures(operations.siftFeatures($0)) }
    case .comparedPixels(let size, let capacity):
      return decoding(files.photo, size, announce) {
        comparing(operations.comparedPixels($0), capacity, into: files.other)
      }
    case .shrinking(let size, let way, let capacity):
      return decoding(files.photo, size, announce) { shrinking($0, way, capacity, into: files.other, operations) }
    case .shrinkProof(let size, let sizeAfter, let way, let method):
      return decoding(files.photo, size, announce) { bytes in
        reading(files.other, sizeAfter) { smaller in
          do throws(ShrinkRefusal) {
            try prove(smaller, of: bytes, by: way, method: method)
            return .shrinkProven
          } catch { return .shrinkRefused(error) }
        }
      }
    case .movie(let size):
      return operations.movie(size) { part(of: files.photo, $0) }.map { .movie($0) } ?? .unreadable(errno: nil)
    case .picture(let size, let minimumLongSide, let capacity):
      return decoding(files.photo, size, announce) { bytes in
        writing(operations.picture(bytes, minimumLongSide), capacity, into: files.other, pixels: \.self) {
          .picture($0.size)
        }
      }
    case .thumbnail(let size, let capacity):
      return decoding(files.photo, size, announce) { bytes in
        let thumbnail = operations.thumbnail(bytes).map(Result.success) ?? .failure(DecodingError.unsupported(.heic))
        return writing(thumbnail, capacity, into: files.other, pixels: \.self) { .picture($0.size) }
      }
    case .detail(let size, let center, let pixels, let capacity):
      return decoding(files.photo, size, announce) { bytes in
        writing(operations.detail(bytes, center, pixels), capacity, into: files.other, pixels: \.picture) {
          .detail($0.area, of: $0.fullSize)
        }
      }
    }
  }

  /// Leaves a smaller file in the memory of the parent.
  private static func shrinking(
    _ bytes: [UInt8], _ way: ShrinkWay, _ capacity: Int, into memory: CInt, _ operations: WorkerOperations
  ) -> WorkerAnswer {
    do throws(ShrinkRefusal) {
      let file = try operations.shrunken(bytes, way)
      return write(file.bytes, capacity, into: memory)
        ? .shrunken(bytes: file.bytes.count, file.method) : .shrinkRefused(.tooLarge)
    } catch { return .shrinkRefused(error) }
  }

  /// Leaves the planes of a comparison in the memory of the parent, one behind the other.
  private static func comparing(
    _ found: ComparedPixels?, _ capacity: Int, into memory: CInt
  ) -> WorkerAnswer {
    guard let found else { return .problem(Inspection.Problem(reason: .corrupt, message: "The file is damaged.")) }
    let planes = found.picture.pixels + (found.onBlack?.pixels ?? []) + found.part.pixels
    guard write(planes, capacity, into: memory) else {
      return .problem(Inspection.Problem(reason: .tooLarge, message: DecodingError.outOfMemory.sentence))
    }
    return .comparedPixels(
      ComparedShape(
        picture: found.picture.size, hasBlack: found.onBlack != nil, area: found.area, fullSize: found.fullSize,
        orientation: found.orientation, steps: found.steps))
  }

  /// Leaves pixels in the memory of the parent.
  private static func writing<Found>(
    _ result: Result<Found, DecodingError>, _ capacity: Int, into memory: CInt, pixels: (Found) -> RGBPicture,
    _ answer: (Found) -> WorkerAnswer
  ) -> WorkerAnswer {
    do throws(DecodingError) {
      let found = try result.get()
      guard write(pixels(found).pixels, capacity, into: memory) else { throw .outOfMemory }
      return answer(found)
    } catch {
      return .problem(Inspection.Problem(reason: error.skippedReason, message: error.sentence))
    }
  }

  /// Writes bytes into the memory of the parent.
  ///
  /// - Returns: False where they do not fit.
  private static func write(_ bytes: [UInt8], _ capacity: Int, into memory: CInt) -> Bool {
    bytes.withUnsafeBytes {
      $0.count <= capacity && sandbox_write_memory(memory, $0.baseAddress, $0.count) == 0
    }
  }

  /// Reads a file and announces its pixels, before they are decoded.
  private static func decoding(
    _ file: CInt, _ size: Int, _ announce: ([UInt8]) -> Void, _ body: ([UInt8]) -> WorkerAnswer
  ) -> WorkerAnswer {
    reading(file, size) { bytes in
      announce(bytes)
      return body(bytes)
    }
  }

  /// - Parameter body: Called with the whole file.
  private static func reading(_ file: CInt, _ size: Int, _ body: ([UInt8]) -> WorkerAnswer) -> WorkerAnswer {
    guard size >= 0, sandbox_has_memory(size) else {
      let error = DecodingError.outOfMemory
      return .problem(Inspection.Problem(reason: error.skippedReason, message: error.sentence))
    }
    var count: Int64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      count = sandbox_read_file(file, buffer.baseAddress, size)
      filled = max(0, Int(count))
    }
    if count < 0 { return .unreadable(errno: Int32(-count)) }
    return bytes.count == size ? body(bytes) : .unreadable(errno: nil)
  }

  /// The bytes in a range of a file, fewer where it has ended; nil for an error.
  private static func part(of file: CInt, _ range: Range<Int>) -> [UInt8]? {
    guard sandbox_has_memory(range.count) else { return nil }
    var count: Int64 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      count = sandbox_read_part(file, buffer.baseAddress, range.count, Int64(range.lowerBound))
      filled = max(0, Int(count))
    }
    return count < 0 ? nil : bytes
  }

  private static func send(_ number: UInt32, _ value: some Encodable) {
    guard let frame = try? WorkerFrame.make(number, value) else { _exit(1) }
    let sent = frame.withUnsafeBytes { sandbox_send(sandbox_channel, $0.baseAddress, $0.count, nil, 0) }
    if sent != 0 { _exit(1) }
  }
}
