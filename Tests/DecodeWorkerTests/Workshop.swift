import FileSafety
import Foundation
import Glibc
import ImageDecoding
import PhotoModel
import PhotoScan
import Synchronization
import SystemPackage
import TestSupport

@testable import DecodeWorker

/// Files for decode workers that misbehave on request, and what became of them.
struct Workshop {
  let folder = TemporaryFolder()
  let notes = Notes()

  /// The decode worker that does what the first line of a file says.
  static let program = WorkerProgram(
    path: builtProduct("TestDecodeWorker", override: "DECKLE_TEST_DECODE_WORKER").string, argument: "--test-worker")

  /// Ample for a loaded machine where nothing is meant to run out.
  static var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.timeout = .seconds(60)
    limits.startTimeout = .seconds(120)
    return limits
  }

  func decoder(limits: WorkerLimits = Self.limits, most: Int = 2) -> WorkerPhotoDecoder {
    WorkerPhotoDecoder(program: Self.program, limits: limits, most: most, naming: { $0.string }, note: notes.add)
  }

  /// A file that begins with the word for a misdeed.
  func file(_ misdeed: String) throws -> FilePath { try folder.write(misdeed + "\n", to: "\(misdeed).jpg") }

  func picture(_ seed: UInt64 = 1, width: Int = 64, height: Int = 48) throws -> FilePath {
    try folder.write(
      jpegData(of: TestPictures.scene(seed: seed, size: PixelSize(width: width, height: height))), to: "\(seed).jpg")
  }

  func inspect(_ path: FilePath, with decoder: WorkerPhotoDecoder) async throws -> Inspection {
    await decoder.inspect(path, identity: try fileStatus(of: path).identity)
  }

  /// The sentences that went to the log.
  final class Notes: Sendable {
    private let sentences = Mutex<[String]>([])

    var all: [String] { sentences.withLock { $0 } }
    func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
  }
}

/// Threads that keep all processors busy, four of them each.
final class Load: Sendable {
  private let isOver = Atomic(false)

  init() {
    for _ in 0..<4 * ProcessInfo.processInfo.activeProcessorCount {
      Thread.detachNewThread { [self] in while !isOver.load(ordering: .relaxed) {} }
    }
  }

  func end() { isOver.store(true, ordering: .relaxed) }
}

/// The processes that this one has started and that still stand in the table, by the name of their program; zombies too.
func children(named name: String) -> Set<Int> {
  let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return Set(
    entries.compactMap { entry -> Int? in
      guard let process = Int(entry), let text = try? String(contentsOfFile: "/proc/\(entry)/stat", encoding: .utf8),
        let nameEnd = text.lastIndex(of: ")"), text[..<nameEnd].hasSuffix("(" + name.prefix(15))
      else { return nil }
      let fields = text[text.index(after: nameEnd)...].split(separator: " ")
      return fields.count > 1 && Int(fields[1]) == Int(getpid()) ? process : nil
    })
}
