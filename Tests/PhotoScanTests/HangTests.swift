import Dispatch
import FileSafety
import PhotoModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import PhotoScan

/// A drive that neither answers nor fails: the scan says so, can be ended, and takes nothing for deleted.
@Suite(.timeLimit(.minutes(20))) struct HangTests {
  /// A door at which calls to the disk stand until it is opened.
  private final class Door: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let visitors = Atomic(0)

    /// Whether somebody came to it.
    var isReached: Bool { visitors.load(ordering: .sequentiallyConsistent) > 0 }

    func wait() {
      visitors.add(1, ordering: .sequentiallyConsistent)
      isOpen.wait()
      isOpen.signal()
    }

    func open() { isOpen.signal() }
    deinit { isOpen.signal() }
  }

  private static let impatient = ScanTimeouts(pulse: .milliseconds(1), limit: .zero, ofRoots: .milliseconds(1))

  @Test func `a walk that hangs is said, and can be ended`() async throws {
    let scene = try Scene()
    try scene.write([1], to: "a.jpg")
    let door = Door()
    let hung = FileOperations { operation in
      if operation == .readFolder { door.wait() }
      return nil
    }
    let engine = ScanEngine(
      decoder: LocalPhotoDecoder(naming: { $0.string }), cache: nil, trash: scene.trash, naming: { $0.string },
      operations: hung, timeout: Self.impatient)

    let run = engine.scan(ScanRequest(roots: [scene.library], jobs: 1))
    var waitedFor: FilePath?
    var report: ScanReport?
    for await event in run.events {
      switch event {
      case .waiting(let waitingPath, _):
        // What comes before and beside the walk may take a moment, too.
        guard waitingPath == scene.library, door.isReached else { continue }
        waitedFor = waitingPath
        run.cancel()
      case .finished(let finished): report = finished
      default: break
      }
    }
    door.open()

    #expect(waitedFor == scene.library)
    let ended = try #require(report)
    #expect(ended.isInterrupted && ended.photos.isEmpty)
    #expect(ended.roots.map(\.access) == [.denied])
    #expect(ended.roots[0].message.contains("does not answer"))
  }

  /// Looks into the photo that it is given first, and waits for each after it. Which is the first is for the disk to
  /// say: photos are read in the order in which they lie there.
  private final class HungDecoder: PhotoDecoder {
    let door: Door
    private let asked = Mutex<[FilePath]>([])

    init(door: Door) { self.door = door }

    /// In the order of the calls.
    var paths: [FilePath] { asked.withLock(\.self) }

    func inspect(_ path: FilePath, identity: FileIdentity, wants: Inspection.Options) async -> Inspection {
      let isFirst = asked.withLock {
        $0.append(path)
        return $0.count == 1
      }
      if !isFirst { await onDiskThread { [door] in door.wait() } }
      return await localDecoder.inspect(path, identity: identity, wants: wants)
    }
  }

  @Test func `a photo that hangs is named, and what was read before is kept`() async throws {
    let scene = try Scene()
    for name in ["a.jpg", "b.jpg"] { try scene.write(jpegData(of: TestPictures.scene(seed: 1)), to: name) }
    let door = Door()
    let decoder = HungDecoder(door: door)
    let engine = ScanEngine(
      decoder: decoder, cache: nil, trash: scene.trash, naming: { $0.string }, timeout: Self.impatient)

    let run = engine.scan(ScanRequest(roots: [scene.library], jobs: 1))
    var report: ScanReport?
    for await event in run.events {
      switch event {
      // The first is read once the second is asked for.
      case .waiting(let waitingPath, _): if decoder.paths.dropFirst().first == waitingPath { run.cancel() }
      case .finished(let finished): report = finished
      default: break
      }
    }
    door.open()

    let ended = try #require(report)
    #expect(ended.isInterrupted)
    #expect(ended.photos.map(\.path) == [decoder.paths[0]])
    #expect(ended.skipped.isEmpty)
  }

  @Test func `a folder that does not answer is said to be away, and holds up no other`() async throws {
    let scene = try Scene()
    let door = Door()
    let hung = RootCheck(
      trash: scene.trash, naming: { $0.string },
      operations: FileOperations { _ in
        door.wait()
        return nil
      })

    let roots = await hung.answers(of: [scene.library], timeout: .milliseconds(1))
    let well = await RootCheck(trash: scene.trash) { $0.string }.answers(of: [scene.library])
    door.open()

    #expect(roots.map(\.access) == [.denied])
    #expect(roots[0].message.contains("does not answer"))
    #expect(well.map(\.access) == [.authorized])
  }
}
