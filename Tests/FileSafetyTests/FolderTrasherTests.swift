import Foundation
import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// A whole folder goes to the trash in one step, and only the one that was meant.
@Suite struct FolderTrasherTests {
  let scenery: Scenery
  let folder: FilePath

  init() throws {
    scenery = try Scenery()
    try scenery.folder.file("config/gimp/settings/rc", "mine")
    try scenery.folder.file("config/other/rc", "theirs")
    folder = scenery.folder("config/gimp")
  }

  /// As a batch of its own, named by the path.
  private func move(
    _ path: FilePath, expecting: FileIdentity? = nil, operations: FileOperations = .live, sparing: [FilePath] = []
  ) throws -> FilePath {
    let identity = try expecting ?? fileStatus(of: path).identity
    let trasher = FolderTrasher(environment: scenery.environment, journal: scenery.journal, operations: operations)
    let batch = try trasher.begin([(path, identity, ByteCount(41))], of: "Gimp", as: BatchID("\(path)"))
    defer { trasher.finish(batch) }
    return try trasher.move(batch.files[0], of: batch, sparing: sparing)
  }

  private func batch(_ path: FilePath) throws -> RemovalBatch {
    try #require(scenery.journal.batch(BatchID("\(path)")))
  }

  private func refusal(
    _ path: FilePath, expecting: FileIdentity? = nil, operations: FileOperations = .live, sparing: [FilePath] = []
  ) -> FileSafetyError? {
    do {
      _ = try move(path, expecting: expecting, operations: operations, sparing: sparing)
      return nil
    } catch {
      // Where even the batch could not be written down, the journal says so in its own words.
      return error as? FileSafetyError ?? .journalFailed(path)
    }
  }

  @Test func `a trash that others can write to takes no folder of an app`() throws {
    _ = try makeFolders(scenery.trash, mode: 0o700, .live)
    _ = scenery.trash.withPlatformString { chmod($0, 0o777) }

    #expect(refusal(folder) == .trashNotTrusted(scenery.trash))
    #expect(TemporaryFolder.exists(folder) && TemporaryFolder.names(scenery.trash).isEmpty)
  }

  @Test func `a folder goes to the trash whole, with its note, and nothing else does`() throws {
    try scenery.photo("gimp")
    let location = try move(folder)

    #expect(!TemporaryFolder.exists(folder))
    #expect(TemporaryFolder.exists(location.appending(name: "settings").appending(name: "rc")))
    #expect(TemporaryFolder.exists(scenery.folder("config/other/rc")))
    #expect(scenery.trashedNames == ["gimp"] && scenery.notes == ["gimp.trashinfo"])
    let note = try readContents(of: scenery.trash.appending(name: "info").appending(name: "gimp.trashinfo"))
    #expect(TrashInfo(contents: note)?.originalPath(topFolder: nil) == folder)
  }

  @Test func `links, files, other folders of the name and the trash itself stay`() throws {
    let identity = try fileStatus(of: folder).identity
    let linked = scenery.folder("config/linked")
    #expect(symlink("gimp", linked.string) == 0)
    #expect(refusal(linked, expecting: identity) == .symbolicLink(linked))
    let file = try scenery.folder.file("config/file", "x")
    #expect(refusal(file) == .changed(file))
    let other = scenery.folder("config/other")
    #expect(refusal(other, expecting: identity) == .changed(other))
    #expect(refusal("config/gimp", expecting: identity) == .notAbsolute("config/gimp"))
    _ = try move(folder)
    #expect(refusal(scenery.trash, expecting: identity) == .insideTrash(scenery.trash))
    let home = scenery.folder("home")
    #expect(refusal(home) == .insideTrash(home))
    #expect(TemporaryFolder.exists(other))
  }

  @Test func `what is, holds or lies in a folder that stays does not move, by whatever name it is known`() throws {
    let inside = scenery.folder("config/gimp/settings")
    let around = scenery.folder("config")
    let link = scenery.folder("link")
    #expect(symlink(inside.string, link.string) == 0)
    for stays in [folder, inside, around, link] {
      #expect(refusal(folder, sparing: [scenery.folder("config/other"), stays])?.path == folder, "\(stays)")
      #expect(TemporaryFolder.exists(inside) && scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
    }
    #expect(refusal(folder, sparing: [scenery.folder("config/gim"), scenery.folder("config/gimp-2")]) == nil)
  }

  @Test func `a folder that may hold pictures does not move`() throws {
    try scenery.folder.file("config/gimp/settings/deep/.hidden/IMG_1.JPG", "only copy")
    #expect(refusal(folder) == .mayHoldPictures(folder))
    #expect(TemporaryFolder.exists(folder) && scenery.notes.isEmpty)
    let other = scenery.folder("config/other")
    #expect(!PictureSearch(mostEntries: 1).mayHoldPictures(other))
    try scenery.folder.file("config/other/second", "x")
    #expect(PictureSearch(mostEntries: 1).mayHoldPictures(other))
    #expect(PictureSearch().mayHoldPictures(scenery.folder("config/none")))
    #expect(refusal(other) == nil)
  }

  @Test func `a folder comes back from the history with what came into it meanwhile, and over nothing`() throws {
    let location = try move(folder)
    let known = try batch(folder)
    #expect(known.app == "Gimp" && known.files.map(\.identity.size) == [41] && known.hasFilesToRestore())
    #expect(scenery.journal.unfinishedBatches().isEmpty)
    #expect(
      Eraser(environment: scenery.environment).erase(known, only: [0], journal: scenery.journal).allSatisfy {
        !$0.isErased
      })
    try TemporaryFolder.write(Array("later".utf8), to: location.appending(name: "later"))
    let restorer = Restorer(environment: scenery.environment, journal: scenery.journal)
    try scenery.folder.folder("config/gimp")
    let refused = try restorer.restore(known)
    #expect(refused.outcomes.map(\.obstacle) == [.somethingIsThere(folder)])
    #expect(rmdir(folder.string) == 0)

    let report = try restorer.restore(try batch(folder))

    #expect(report.restoredFiles == 1 && report.isRecorded)
    #expect(TemporaryFolder.exists(folder.appending(name: "settings/rc")))
    #expect(TemporaryFolder.exists(folder.appending(name: "later")))
    #expect(scenery.trashedNames.isEmpty && scenery.notes.isEmpty)
    #expect(try batch(folder).isOver())
  }

  @Test func `another folder that stands in its place in the trash is not put back`() throws {
    let location = try move(folder)
    #expect(rename(location.string, location.string + "-away") == 0)
    try FileManager.default.createDirectory(atPath: location.string, withIntermediateDirectories: false)

    let report = try Restorer(environment: scenery.environment, journal: scenery.journal).restore(try batch(folder))

    #expect(report.outcomes.map(\.obstacle) == [.trashEntryChanged(folder, entry: location)])
  }

  @Test func `stopping the move of a folder before any call leaves it in one place, and the next start knows where`()
    throws
  {
    for number in 1... {
      let round = try FolderTrasherTests()
      let gate = FaultGate(.crash(at: number))
      _ = round.refusal(round.folder, operations: gate.operations())
      _ = try round.scenery.recover()

      let stands = TemporaryFolder.exists(round.folder)
      #expect(stands != round.scenery.trashedNames.contains("gimp"), "call \(number)")
      #expect(round.scenery.notes == (stands ? [] : ["gimp.trashinfo"]), "call \(number)")
      #expect(round.scenery.journal.unfinishedBatches().isEmpty, "call \(number)")
      if let known = round.scenery.journal.batch(BatchID("\(round.folder)")) {
        #expect(known.files.map(\.state) == [stands ? .stayed : .moved], "call \(number)")
        let restorer = Restorer(environment: round.scenery.environment, journal: round.scenery.journal)
        #expect(try restorer.restore(known).restoredFiles == (stands ? 0 : 1), "call \(number)")
      }
      #expect(TemporaryFolder.exists(round.folder.appending(name: "settings/rc")), "call \(number)")
      if !gate.wasHit { return }
    }
  }

  @Test func `an error of any call leaves the folder in one place`() throws {
    let identity = try fileStatus(of: folder).identity
    for number in 1..<60 {
      let gate = FaultGate(.error(.ioError, at: number))
      let error = refusal(folder, expecting: identity, operations: gate.operations())
      let stands = TemporaryFolder.exists(folder)
      #expect(stands != scenery.trashedNames.contains("gimp"), "call \(number)")
      if !stands {
        #expect(error == nil && scenery.notes == ["gimp.trashinfo"])
        return
      }
      #expect(gate.wasHit && error != nil && scenery.trashedNames.isEmpty, "call \(number)")
    }
    Issue.record("no run came through")
  }
}
