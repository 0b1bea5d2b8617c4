import Glibc
import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// The checklist of the trash specification that is about folders.
@Suite struct TrashFolderTests {
  let folder: TemporaryFolder
  let environment: TrashEnvironment

  init() throws {
    folder = TemporaryFolder(in: TemporaryFolder.memory)
    environment = .fixed(home: folder("home"))
  }

  private var shared: TrashFolder {
    TrashFolder(kind: .shared, path: folder(".Trash/\(geteuid())"), topFolder: folder.path)
  }
  private var own: TrashFolder {
    TrashFolder(kind: .own, path: folder(".Trash-\(geteuid())"), topFolder: folder.path)
  }

  @Test func `the home trash serves files of its own mount, even before it exists`() throws {
    try folder.folder("home")
    let library = try folder.folder("library")

    let candidates = try TrashFolder.candidates(forFilesIn: library, environment)

    #expect(candidates == [TrashFolder(kind: .home, path: folder("home/.local/share/Trash"), topFolder: nil)])
  }

  @Test func `XDG_DATA_HOME moves the home trash if it is absolute`() {
    let standard = folder("home/.local/share/Trash")
    let moved = TrashEnvironment(homeFolder: folder("home"), dataFolder: "/data", userID: 7, now: environment.now)
    #expect(moved.homeTrash == "/data/Trash")
    #expect(moved.homeTrashes == ["/data/Trash", standard])
    let relative = TrashEnvironment(homeFolder: folder("home"), dataFolder: "data", userID: 7, now: environment.now)
    #expect(relative.homeTrash == standard)
    #expect(relative.homeTrashes == [standard])
  }

  @Test(arguments: ["snap/code/172/.local/share", ".snap/data/code", ".var/app/org.gnome.Builder/data"])
  func `the data folder of one app moves no trash, and what lies in its trash is removed`(app: String) {
    let home = folder("home")
    let data = home.appending(name: app)
    let inApp = TrashEnvironment(homeFolder: home, dataFolder: data, userID: 7, now: environment.now)

    #expect(inApp.homeTrash == environment.homeTrash && inApp.isHomeTrashStandard)
    #expect(inApp.knownTrashes == [data.appending(name: "Trash"), environment.homeTrash])
    #expect(TrashFolder.contains(data.appending(name: "Trash/files/a.jpg"), inApp))
  }

  @Test func `a home folder that nobody names is the one that the system knows`() throws {
    let known = try #require(getpwuid(geteuid())?.pointee.pw_dir.map { String(cString: $0) })
    for variables in [[:], ["HOME": ""], ["HOME": "ann"]] as [ProcessEnvironment] {
      #expect(TrashEnvironment.current(variables: variables).homeFolder.string == known)
    }
    #expect(TrashEnvironment.current(variables: ["HOME": "/home/ann"]).homeFolder == "/home/ann")
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes what belongs to others"))
  func `the trash of a volume that root makes for somebody is theirs`() throws {
    let theirs = TrashEnvironment(homeFolder: folder("home"), userID: 4711, now: environment.now)
    let trash = TrashFolder(kind: .own, path: folder(".Trash-4711"), topFolder: folder.path)

    _ = try trash.open(creating: true, theirs, .live)

    for name in ["", "files", "info"] {
      #expect(try fileStatus(of: name.isEmpty ? trash.path : trash.path.appending(name: name)).owner == 4711)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes what belongs to others"))
  func `what root makes is given away only where the folder around it is somebody's`() throws {
    let (roots, theirs) = (try folder.folder("roots"), try folder.folder("theirs"))
    #expect(chown(theirs.string, 4711, 4712) == 0)
    for parent in [roots, theirs] {
      try makeFolders(at: parent.appending(name: "a/b"), mode: 0o700)
      try replaceFile(at: parent.appending(name: "a/b/file"), with: [1])
      let given = parent == theirs
      for name in ["a", "a/b", "a/b/file"] {
        let status = try fileStatus(of: parent.appending(name: name))
        #expect(status.owner == (given ? 4711 : 0) && status.group == (given ? 4712 : getegid()), "\(name)")
      }
    }
    // What has another name may be a file of root's that somebody linked here; a link leads anywhere.
    let secret = try folder.file("roots/secret")
    #expect(link(secret.string, folder("theirs/linked").string) == 0)
    #expect(symlink(secret.string, folder("theirs/link").string) == 0)
    let open = try FileOperations.live.openFolder(theirs)
    for name in ["linked", "link"] { FileOperations.live.give(Array(name.utf8), in: open) }
    #expect(try fileStatus(of: secret).owner == 0)
  }

  @Test func `a home reached through a symbolic link has its trash where it really is`() throws {
    try folder.folder("disk/ann/.local/share/Trash")
    let photo = try folder.file("disk/ann/.local/share/Trash/files/photo.jpg")
    #expect(symlink(folder("disk/ann").string, folder("home").string) == 0)
    let linked = TrashEnvironment.fixed(home: folder("home"))

    #expect(linked.homeTrash == folder("disk/ann/.local/share/Trash"))
    #expect(TrashFolder.contains(photo, linked))
    #expect(TrashFolder.contains(folder("home/.local/share/Trash/files/photo.jpg"), linked))
    #expect(!TrashFolder.contains(folder("disk/ann/photo.jpg"), linked))
    var found: [FilePath] = []
    TreeWalk(neverEntered: [folder("home/.local/share/Trash")]).walk([folder("disk")]) { entry in
      if case .file(let path, _) = entry { found.append(path) }
      return .proceed
    }
    #expect(found.isEmpty)
  }

  @Test func `a folder named Trash with files and info in it is a trash, whoever made it`() throws {
    let trashed = try folder.file("copied/share/Trash/files/photo.jpg")
    try folder.folder("copied/share/Trash/info")
    let album = try folder.file("library/Trash/files/photo.jpg")

    #expect(TrashFolder.contains(trashed, environment))
    #expect(!TrashFolder.contains(album, environment))
    var found: [FilePath] = []
    TreeWalk().walk([folder("copied"), folder("library")]) { entry in
      if case .file(let path, _) = entry { found.append(path) }
      return .proceed
    }
    #expect(found == [album])
    let item = try RemovalItem.only(trashed)
    #expect(throws: FileSafetyError.insideTrash(trashed)) {
      try RemovalPlan(items: [item], environment: environment)
    }
  }

  @Test func `another mount has its trash in its top folder, the shared one first`() throws {
    let candidates = try TrashFolder.candidates(forFilesIn: "/proc/sys", environment)

    #expect(candidates.map(\.kind) == [.shared, .own])
    let top = try #require(candidates[0].topFolder)
    #expect(FilePath("/proc/sys").isInside(top))
    #expect(candidates[0].path == top.appending(name: ".Trash").appending(name: "\(geteuid())"))
    #expect(candidates[1].path == top.appending(name: ".Trash-\(geteuid())"))
  }

  @Test func `missing folders are made for their owner alone`() throws {
    _ = try own.open(creating: true, environment, .live)

    for name in ["", "/files", "/info"] {
      let status = try #require(TemporaryFolder.status(folder(".Trash-\(geteuid())" + name)))
      #expect(status.st_mode & 0o7777 == 0o700)
    }
  }

  @Test func `nothing is made where nothing may be made`() throws {
    #expect(throws: FileSafetyError.vanished(own.path)) { try own.open(creating: false, environment, .live) }
    #expect(!TemporaryFolder.exists(own.path))
  }

  @Test func `the shared trash is used only with the sticky bit, and never made`() throws {
    #expect(throws: FileSafetyError.self) { try shared.open(creating: true, environment, .live) }
    #expect(!TemporaryFolder.exists(folder(".Trash")))

    try folder.folder(".Trash")
    #expect(throws: FileSafetyError.trashNotTrusted(folder(".Trash"))) {
      try shared.open(creating: true, environment, .live)
    }

    #expect(folder(".Trash").withPlatformString { chmod($0, 0o1777) } == 0)
    #expect(throws: Never.self) { try shared.open(creating: true, environment, .live) }
  }

  @Test func `a trash that is a link is not used, wherever the link stands`() throws {
    try folder.folder("elsewhere", mode: 0o1777)
    try TemporaryFolder.symbolicLink(folder(".Trash"), to: folder("elsewhere"))
    try TemporaryFolder.symbolicLink(own.path, to: folder("elsewhere"))

    #expect(throws: FileSafetyError.trashNotTrusted(shared.path)) {
      try shared.open(creating: true, environment, .live)
    }
    #expect(throws: FileSafetyError.trashNotTrusted(own.path)) { try own.open(creating: true, environment, .live) }

    _ = own.path.withPlatformString { unlink($0) }
    try folder.folder(".Trash-\(geteuid())", mode: 0o700)
    try TemporaryFolder.symbolicLink(own.path.appending(name: "files"), to: folder("elsewhere"))
    #expect(throws: FileSafetyError.trashNotTrusted(own.path)) { try own.open(creating: true, environment, .live) }
    #expect(TemporaryFolder.names(folder("elsewhere")).isEmpty)
  }

  @Test func `the trash of somebody else is not used`() throws {
    var other = environment
    other.userID = 4242
    let path = try folder.folder(".Trash-4242", mode: 0o700)
    if isRoot { #expect(path.withPlatformString { chown($0, 4711, 4711) } == 0) }
    let trash = TrashFolder(kind: .own, path: path, topFolder: folder.path)
    var photos = try fileStatus(of: folder.path)
    photos.owner = 4242

    #expect(throws: FileSafetyError.trashNotTrusted(path)) {
      try trash.open(creating: true, forPhotosIn: photos, other, .live)
    }
    #expect(TemporaryFolder.names(path).isEmpty)
  }

  @Test func `the mode of an existing trash is left as it is`() throws {
    try folder.folder(".Trash-\(geteuid())")
    #expect(own.path.withPlatformString { chmod($0, 0o755) } == 0)

    _ = try own.open(creating: true, environment, .live)

    #expect((TemporaryFolder.status(own.path)?.st_mode ?? 0) & 0o7777 == 0o755)
  }

  @Test func `a path is known to be in a trash by its names`() {
    #expect(TrashFolder.contains(folder("home/.local/share/Trash/files/a.jpg"), environment))
    #expect(TrashFolder.contains("/media/card/.Trash-1000/files/a.jpg", environment))
    #expect(TrashFolder.contains("/media/card/.Trash/1000/files/a.jpg", environment))
    #expect(!TrashFolder.contains("/media/card/Trash/a.jpg", environment))
    #expect(!TrashFolder.contains("/media/card/.Trash-x/a.jpg", environment))
  }

  /// What a walk leaves out as removed already is removed already for every other question, too.
  @Test func `the recycle bin of a network drive or of Windows is a trash, in whatever capitals`() {
    for name in ["#recycle", "@Recycle", "$RECYCLE.BIN", "$Recycle.Bin", "RECYCLER", ".Trashes", ".TRASH-0", ".trash"] {
      #expect(
        TrashFolder.contains(FilePath("/nas/photos/\(name)/a.jpg"), environment, countingBins: true), "\(name)")
      #expect(KnownPlaces.standard.kind(ofFolder: Array(name.utf8), in: nil) == .bin, "\(name)")
    }
    #expect(!TrashFolder.contains("/nas/photos/recycle/a.jpg", environment, countingBins: true))
    #expect(!TrashFolder.contains("/nas/#recycle/a.jpg", environment))
  }
}

@Suite struct TrashPreflightTests {
  let folder: TemporaryFolder
  let environment: TrashEnvironment

  init() throws {
    folder = TemporaryFolder(in: TemporaryFolder.memory)
    environment = .fixed(home: try folder.folder("home"))
  }

  @Test func `a library beside the home has the home trash, and nothing is made to find out`() throws {
    let library = try folder.folder("library")

    let preflight = trashPreflight(for: library, environment)

    #expect(preflight.trash == .home && preflight.obstacle == nil && preflight.proposal == nil)
    #expect(preflight.message { $0.string } == "")
    #expect(TemporaryFolder.names(folder("home")).isEmpty)
  }

  @Test func `a folder that is not there has no trash and says so`() {
    let preflight = trashPreflight(for: folder("none"), environment)
    #expect(preflight == TrashPreflight(trash: .none, obstacle: .vanished(folder("none"))))
    #expect(preflight.message { _ in "X" } == "X is not there any more.")
  }

  @Test(.enabled(if: !isRoot, "Permission bits do not bind root"))
  func `a folder that may not be changed is named before anything is proposed`() throws {
    let library = try folder.folder("library", mode: 0o555)
    let before = trashPreflight(for: library, environment)
    #expect(before.trash == .home && before.obstacle == .rootNotWritable(library))

    let closed = try folder.folder("closed", mode: 0o500)
    let poor = TrashEnvironment.fixed(home: closed)
    let preflight = trashPreflight(for: try folder.folder("other"), poor)
    #expect(preflight.trash == .none)
    #expect(preflight.obstacle == .trashNotWritable(folder("other"), trash: poor.homeTrash))
  }
}
