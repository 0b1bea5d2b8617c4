import FileSafety
import PhotoModel

/// Files with several names that would go: their room is free only if all the names go.
struct NamesOfFiles {
  private var going: [FileIdentity: (names: Int, of: Int)] = [:]

  /// What of a plan will not be free, by the files as they are now; nil where all of it will be.
  static func sentence(about plan: RemovalPlan) -> String? {
    var names = NamesOfFiles()
    for file in plan.items.lazy.flatMap(\.files) {
      if let status = try? fileStatus(of: file.path) { names.add(status) }
    }
    guard names.inUse > .zero else { return nil }
    return "Of \(plan.size.formatted), \(names.inUse.formatted) will not be free even once the trash is emptied: "
      + "the files have other names, too."
  }

  mutating func add(_ status: FileStatus) {
    guard status.linkCount > 1 else { return }
    going[status.identity, default: (0, status.linkCount)].names += 1
  }

  /// What stays in use, and what is counted more than once.
  var inUse: ByteCount {
    going.map { identity, count in
      ByteCount(identity.size * Int64(count.names < count.of ? count.names : count.names - 1))
    }.total
  }
}
