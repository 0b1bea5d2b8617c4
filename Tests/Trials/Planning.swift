import FileSafety
import PhotoModel
import SystemPackage

/// Removal plans out of random items: names, identities, survivors and companions that repeat and contradict each other.
enum Planning {
  /// What is wrong with the plan that was made; nil where all is well.
  static func problem(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    let environment = TrashEnvironment(homeFolder: "/home/ann", userID: 1000) {
      DeletionDate(secondsSince1970: 0)
    }
    let items = (0..<Int.random(in: 1...8, using: &random)).map { _ in item(&random) }
    let (plan, refusals) = RemovalPlan.acceptable(of: items, protectedFolders: ["/p/kept"], environment: environment)
    let accepted = plan?.items ?? []
    if accepted.count + refusals.count != items.count { return "\(items.count) items became others" }
    return flaw(of: accepted)
  }

  /// Looked at anew, with nothing of what made the plan.
  private static func flaw(of items: [RemovalItem]) -> String? {
    var going: Set<FilePath> = []
    var files: Set<[UInt64]> = []
    for file in items.flatMap(\.files) {
      if !going.insert(file.path).inserted { return "\(file.path) goes twice" }
      files.insert([file.identity.device, file.identity.inode])
      let text = file.path.string
      if !text.hasPrefix("/") || text.contains("/../") || text.hasPrefix("/p/kept/") || text.contains("/.Trash") {
        return "\(text) may not go"
      }
    }
    func stays(_ survivor: Survivor) -> Bool {
      !going.contains(survivor.path) && !files.contains([survivor.identity.device, survivor.identity.inode])
        && !survivor.path.string.contains("/.Trash") && survivor.identity.size > 0
    }
    for item in items {
      switch item.safeguard {
      case .onlyOne: break
      case .similar(let keeper): if !stays(keeper) { return "the keeper of \(item.path) goes" }
      case .exactCopy(let survivors):
        if survivors.isEmpty || !survivors.allSatisfy(stays) { return "no copy of \(item.path) stays" }
        if survivors.contains(where: { $0.identity.size != item.identity.size }) { return "\(item.path): no copy" }
      }
      for companion in item.companions where !companion.survivors.allSatisfy(stays) {
        return "no copy of \(companion.path) stays"
      }
    }
    return nil
  }

  private static func item(_ random: inout SplitMix64) -> RemovalItem {
    let (path, identity) = file(&random)
    let survivors = (0..<Int.random(in: 0...3, using: &random)).map { _ in survivor(&random) }
    let safeguard: RemovalItem.Safeguard =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .onlyOne
      case 1: .similar(keeper: survivor(&random))
      default: .exactCopy(survivors: survivors)
      }
    let companions = (0..<Int.random(in: 0...2, using: &random)).map { _ -> RemovalItem.File in
      let (path, identity) = file(&random)
      let survivors = Bool.random(using: &random) ? [survivor(&random)] : []
      return RemovalItem.File(path: path, identity: identity, survivors: survivors)
    }
    return RemovalItem(path: path, identity: identity, companions: companions, safeguard: safeguard)
  }

  private static func survivor(_ random: inout SplitMix64) -> Survivor {
    let (path, identity) = file(&random)
    return Survivor(path: path, identity: identity)
  }

  private static let folders = ["/p", "/p", "/q", "/p/kept", "/p/.Trash-1000/files", "/p/../q", "p"]

  private static func file(_ random: inout SplitMix64) -> (FilePath, FileIdentity) {
    let folder = folders[Int.random(in: 0..<folders.count, using: &random)]
    let path = FilePath("\(folder)/\(Int.random(in: 0..<6, using: &random)).jpg")
    let size = [0, 10, 10, 10, 20][Int.random(in: 0..<5, using: &random)]
    return (
      path,
      FileIdentity(
        device: UInt64.random(in: 1...2, using: &random), inode: UInt64.random(in: 1...8, using: &random),
        size: Int64(size), modified: 1, changed: 1)
    )
  }
}
