import FileSafety
import Glibc
import PhotoModel
import Removal
import SystemPackage
import TestSupport
import Testing

/// What a backup has of photos that are to go, and what a selection makes of it.
@Suite struct BackupProofTests {
  /// Three photos, of which two are in the backup under other names.
  private func scene() throws -> RemovalScene {
    let scene = try RemovalScene()
    for seed in 1...3 { try scene.add("\(seed).jpg", seed: UInt64(seed)) }
    try scene.folder.write(RemovalScene.photo(seed: 1), to: "backup/old/x.bin")
    try scene.folder.write(RemovalScene.photo(seed: 2), to: "backup/2 (copy).jpg")
    // The name alone proves nothing.
    try scene.folder.write(RemovalScene.photo(seed: 9), to: "backup/3.jpg")
    return scene
  }

  private func proof(
    of selection: RemovalSelection, in name: String = "backup", libraries: [FilePath] = [], _ scene: RemovalScene,
    calling: ((FilePath) -> String)? = nil, isStopped: () -> Bool = { false }
  ) throws -> BackupProof {
    let backup = try BackupFolder(scene.folder[name], environment: scene.trash)
    return try BackupProof(
      backup, of: selection.plan?.items ?? [], libraries: libraries, naming: scene.naming, calling: calling,
      isStopped: isStopped)
  }

  @Test func `what is not in the backup is held back, with the reason`() throws {
    let scene = try scene()
    var selection = scene.select("1.jpg", "2.jpg", "3.jpg")

    let proof = try proof(of: selection, scene)
    selection.apply(proof, holding: true)

    #expect(proof.sentence == "2 of 3 photos are in the backup; 1 is not.")
    #expect(proof.photos == 3 && proof.missing.keys.map(scene.naming) == ["3.jpg"])
    let reason = "3.jpg is not in the backup \(scene.naming(scene.folder["backup"])), so it stays."
    #expect(scene.outcomes(selection) == ["moved 1.jpg", "moved 2.jpg", reason])
  }

  @Test func `where nothing is held back all go, and each relies on its copy in the backup`() throws {
    let scene = try scene()
    var selection = scene.select("1.jpg", "3.jpg")

    selection.apply(try proof(of: selection, scene), holding: false)

    #expect(scene.going(selection) == ["1.jpg", "3.jpg"])
    let copies = (selection.plan?.items ?? []).map { item -> [FilePath] in
      if case .exactCopy(let survivors) = item.safeguard { survivors.map(\.path) } else { [] }
    }
    #expect(copies == [[scene.folder["backup/old/x.bin"]], []])
  }

  @Test func `a photo whose copy in the backup changed since goes no more`() throws {
    let scene = try scene()
    var selection = scene.select("1.jpg")
    selection.apply(try proof(of: selection, scene), holding: true)
    try scene.folder.write(RemovalScene.photo(seed: 8), to: "backup/old/x.bin")

    let receipt = try scene.move(selection)

    #expect(receipt.batch == nil && receipt.moved.isEmpty && scene.contains("1.jpg"))
    #expect(receipt.outcomes[scene.path("1.jpg")]?.outcome == .refused)
  }

  @Test func `every file of a photo must be in the backup`() throws {
    let scene = try scene()
    try scene.write("<x:xmpmeta/>", to: "1.xmp")
    let selection = scene.select("1.jpg")
    let reason = "is not in the backup \(scene.naming(scene.folder["backup"]))"

    #expect(
      try proof(of: selection, scene).missing.values.map(\.self)
        == ["1.jpg stays: 1.xmp, which would go along, \(reason)."])
    #expect(
      try proof(of: selection, scene, calling: { _ in "It" }).missing.values.map(\.self)
        == ["It stays: 1.xmp, which would go along, \(reason)."])
    try scene.folder.write("<x:xmpmeta/>", to: "backup/settings.xmp")
    #expect(try proof(of: selection, scene).missing.isEmpty)
  }

  @Test func `another name of the photo is no backup`() throws {
    let scene = try scene()
    try scene.folder.makeFolder("links")
    #expect(link(scene.path("3.jpg").string, scene.folder["links/3.jpg"].string) == 0)

    let proof = try proof(of: scene.select("3.jpg"), in: "links", scene)

    #expect(proof.missing[scene.path("3.jpg")]?.contains("only as another name") == true)
  }

  @Test(arguments: ["photos", ""]) func `the folder of the photo and the folder above are no backup`(name: String)
    throws
  {
    let scene = try scene()
    let backup = name.isEmpty ? scene.folder.path : scene.folder[name]
    let folder = try BackupFolder(backup, environment: scene.trash)

    #expect(throws: RemovalError.insideBackup(scene.path("1.jpg"), backup: backup)) {
      try BackupProof(folder, of: scene.select("1.jpg").plan?.items ?? [], libraries: [], naming: scene.naming)
    }
  }

  @Test func `a folder inside of a reviewed library is no backup of its photos`() throws {
    let scene = try scene()
    try scene.add("backup/1.jpg", seed: 1)

    #expect(throws: RemovalError.sharedWithBackup(library: scene.photos, backup: scene.path("backup"))) {
      try proof(of: scene.select("1.jpg"), in: "photos/backup", libraries: [scene.photos], scene)
    }
  }

  @Test func `a stop ends the look with what was asked by then`() throws {
    let scene = try scene()
    var asked = 0

    let proof = try proof(
      of: scene.select("1.jpg", "2.jpg", "3.jpg"), scene,
      isStopped: {
        asked += 1
        return asked > 1
      })

    #expect(proof.photos == 1)
  }
}
