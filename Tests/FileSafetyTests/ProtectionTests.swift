import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// A protected photo has one more guard than its path: no second face of it may take it along.
@Suite struct ProtectionTests {
  let scenery: Scenery
  let favourites: FilePath

  init() throws {
    scenery = try Scenery()
    favourites = try scenery.folder.folder("library/Fav")
  }

  /// The same path below the folder, the same bytes and the same time, as a mirror shows it.
  private func pair(_ contents: String = "photo") throws -> (mirrored: FilePath, face: FilePath) {
    let face = try scenery.folder.file("library/Fav/2024/x.jpg", "photo")
    let mirrored = try scenery.folder.file("mirror/Fav/2024/x.jpg", contents)
    for path in [face, mirrored] {
      let times = [timespec(tv_sec: 1, tv_nsec: 7), timespec(tv_sec: 1, tv_nsec: 7)]
      #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    }
    return (mirrored, face)
  }

  private func plan(_ path: FilePath) throws -> RemovalPlan {
    try RemovalPlan(items: [.only(path)], protectedFolders: [favourites], environment: scenery.environment)
  }

  private func move(_ plan: RemovalPlan, _ operations: FileOperations = .live) throws -> RemovalReport {
    try BatchMover(environment: scenery.environment, journal: scenery.journal, operations: operations)
      .move(plan, as: BatchID("batch"))
  }

  @Test func `what may be another face of a protected photo moves only while that one remains`() throws {
    let (mirrored, face) = try pair()

    let plan = try plan(mirrored)

    #expect(plan.items.map(\.safeguard) == [.exactCopy(survivors: [Survivor(path: face, identity: try .now(face))])])
    #expect(try move(plan).movedFiles == 1)
    #expect(TemporaryFolder.exists(face))
  }

  @Test func `a photo comes back when the protected one went away with it`() throws {
    let (mirrored, face) = try pair()
    let plan = try plan(mirrored)
    let gate = FaultGate(.action(before: .rename) { _ = face.withPlatformString { unlink($0) } })

    let report = try move(plan, gate.operations())

    #expect(gate.wasHit && report.movedFiles == 0)
    #expect(report.outcomes.first?.obstacle == .survivorWentAlong(mirrored, survivor: face))
    #expect(TemporaryFolder.exists(mirrored))
  }

  @Test func `a photo of another size, of another place below the folder, or a hard link is no face`() throws {
    let (mirrored, face) = try pair("a longer one")
    let elsewhere = try scenery.folder.file("other/2023/x.jpg", "photo")
    let linked = try scenery.folder.folder("links").appending(name: "x.jpg")
    try TemporaryFolder.hardLink(linked, to: face)

    for path in [mirrored, elsewhere, linked] { #expect(try plan(path).items.map(\.safeguard) == [.onlyOne]) }
  }

  @Test func `a photo of the same size and time with other bytes is no face, and goes`() throws {
    let (other, face) = try pair("PHOTO")

    #expect(try plan(other).items.map(\.safeguard) == [.onlyOne])
    #expect(try move(plan(other)).movedFiles == 1)
    #expect(TemporaryFolder.exists(face))
  }
}
