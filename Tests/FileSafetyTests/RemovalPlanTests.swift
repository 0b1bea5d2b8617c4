import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

@Suite struct RemovalPlanTests {
  let environment = TrashEnvironment.fixed(home: "/home/ann")

  private func identity(_ inode: UInt64, size: Int64 = 100) -> FileIdentity {
    FileIdentity(device: 1, inode: inode, size: size, modified: 0, changed: 0)
  }

  private func copy(_ path: FilePath, _ inode: UInt64, of survivors: (FilePath, UInt64)..., size: Int64 = 100)
    -> RemovalItem
  {
    RemovalItem(
      path: path, identity: identity(inode, size: size),
      safeguard: .exactCopy(survivors: survivors.map { Survivor(path: $0.0, identity: identity($0.1, size: size)) }))
  }

  private func flaw(_ items: [RemovalItem], protected: [FilePath] = []) -> FileSafetyError? {
    do {
      _ = try RemovalPlan(items: items, protectedFolders: protected, environment: environment)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a copy with a twin that stays is a plan`() throws {
    let plan = try RemovalPlan(items: [copy("/p/a", 1, of: ("/p/b", 2))], environment: environment)
    #expect(plan.items.flatMap(\.files).count == 1)
    #expect(plan.items.map(\.size).total == ByteCount(100))
  }

  @Test func `a survivor that is planned itself, or is the same file, is no survivor`() {
    #expect(flaw([]) == .emptyPlan)
    #expect(flaw([copy("/p/a", 1)]) == .wouldEmptySet("/p/a"))
    #expect(flaw([copy("/p/a", 1, of: ("/p/b", 2)), copy("/p/b", 2, of: ("/p/a", 1))]) == .wouldEmptySet("/p/a"))
    // A hard link of the photo itself.
    #expect(flaw([copy("/p/a", 1, of: ("/p/b", 1))]) == .wouldEmptySet("/p/a"))
    // A second path to a file that is planned, as through a bind mount.
    #expect(flaw([copy("/p/a", 1, of: ("/q/b", 2)), copy("/p/b", 2, of: ("/p/c", 3))]) == .wouldEmptySet("/p/a"))
    #expect(flaw([copy("/p/a", 1, of: ("/home/ann/.local/share/Trash/files/a", 2))]) == .wouldEmptySet("/p/a"))
    #expect(flaw([copy("/p/a", 1, of: ("/p/#recycle/b", 2))]) == .wouldEmptySet("/p/a"))
    #expect(flaw([copy("/p/a", 1, of: ("/p/b", 2), size: 0)]) == .wouldEmptySet("/p/a"))
    // Names that other disks take for one.
    #expect(flaw([copy("/p/IMG.JPG", 1, of: ("/p/img.jpg", 2))]) == .wouldEmptySet("/p/IMG.JPG"))
    #expect(flaw([copy("/P/a", 1, of: ("/p/a", 2))]) == .wouldEmptySet("/P/a"))
    #expect(flaw([copy("/p/caf\u{e9}", 1, of: ("/p/cafe\u{301}", 2))]) == .wouldEmptySet("/p/caf\u{e9}"))
    #expect(flaw([copy("/p/IMG.JPG", 1, of: ("/p/img.jpg", 2), ("/p/b", 3))]) == nil)
    let keeper = Survivor(path: "/p/b", identity: identity(2))
    let similar = RemovalItem(path: "/p/a", identity: identity(1), safeguard: .similar(keeper: keeper))
    #expect(flaw([similar]) == nil)
    #expect(
      flaw([similar, RemovalItem(path: "/p/b", identity: identity(2), safeguard: .onlyOne)]) == .wouldEmptySet("/p/a"))
  }

  @Test func `a survivor of another size is no copy`() {
    let item = RemovalItem(
      path: "/p/a", identity: identity(1),
      safeguard: .exactCopy(survivors: [Survivor(path: "/p/b", identity: identity(2, size: 99))]))
    #expect(flaw([item]) == .wouldEmptySet("/p/a"))
  }

  @Test func `a path that is planned twice, protected, trashed or unclear is refused`() {
    func only(_ path: FilePath, _ inode: UInt64 = 1) -> RemovalItem {
      RemovalItem(path: path, identity: identity(inode), safeguard: .onlyOne)
    }
    #expect(flaw([only("/p/a"), only("/p/a")]) == .plannedTwice("/p/a"))
    #expect(flaw([only("/p/a")], protected: ["/p"]) == .insideProtectedFolder("/p/a", folder: "/p"))
    #expect(flaw([only("/pp/a")], protected: ["/p"]) == nil)
    // Names that other disks take for the protected one.
    #expect(flaw([only("/P/a")], protected: ["/p"]) == .insideProtectedFolder("/P/a", folder: "/p"))
    #expect(flaw([only("/p/Cafe\u{301}/b/a")], protected: ["/p/caf\u{e9}"]) != nil)
    #expect(flaw([only("/PP/a")], protected: ["/p"]) == nil)
    #expect(flaw([only("/m/.Trash-7/files/a")]) == .insideTrash("/m/.Trash-7/files/a"))
    #expect(flaw([only("p/a")]) == .notAbsolute("p/a"))
    #expect(flaw([only("/p/../a")]) == .notAbsolute("/p/../a"))
    let companion = RemovalItem(
      path: "/p/a", identity: identity(1), companions: [.init(path: "/q/a", identity: identity(2))], safeguard: .onlyOne
    )
    #expect(flaw([companion], protected: ["/q"]) == .insideProtectedFolder("/q/a", folder: "/q"))
    #expect(flaw([companion, only("/q/a", 2)]) == .plannedTwice("/q/a"))
  }

  @Test func `what can be accepted is accepted, and the rest is named`() throws {
    let items = [copy("/p/a", 1, of: ("/p/b", 2)), copy("/p/b", 2, of: ("/p/a", 1)), copy("/p/b", 2, of: ("/p/a", 1))]

    let (plan, refusals) = RemovalPlan.acceptable(of: items, environment: environment)

    #expect(plan?.items.map(\.path) == ["/p/b"])
    #expect(refusals.map(\.reason) == [.plannedTwice("/p/b"), .wouldEmptySet("/p/a")])
  }

  @Test func `no plan empties a set`() {
    var generator = SplitMix64(seed: 20_240_512)
    for _ in 0..<4000 {
      // A group of names over fewer files, and any choice of them with any claim of survivors.
      let names = (0..<Int.random(in: 1...6, using: &generator)).map { number in
        (path: FilePath("/p/\(number)"), inode: UInt64.random(in: 1...4, using: &generator))
      }
      let chosen = names.filter { _ in Bool.random(using: &generator) }
      let items = chosen.map { name in
        let survivors = names.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
        return RemovalItem(
          path: name.path, identity: identity(name.inode),
          safeguard: .exactCopy(survivors: survivors.map { Survivor(path: $0.path, identity: identity($0.inode)) }))
      }

      for plan in [
        try? RemovalPlan(items: items, environment: environment),
        RemovalPlan.acceptable(of: items, environment: environment).plan,
      ] {
        guard let plan else { continue }
        let gone = Set(plan.items.map(\.path))
        let goneFiles = Set(plan.items.map(\.identity.inode))
        let staying = names.filter { !gone.contains($0.path) && !goneFiles.contains($0.inode) }
        #expect(!staying.isEmpty, "\(names) \(plan)")
      }
    }
  }
}
