package import FileSafety
import PhotoModel

/// Files of a plan that have several names (hard links): their bytes are free only if all the names go.
package struct LinkedFiles {
  private var going: [FileIdentity: (names: Int, of: Int)] = [:]

  /// The sentence about bytes of a plan that will not be free, by the files as they are now; nil where all will be.
  package static func sentence(about plan: RemovalPlan) -> String? {
    var linked = LinkedFiles()
    let items = plan.items.filter { $0.destination == nil }
    for file in items.lazy.flatMap(\.files) {
      if let status = try? fileStatus(of: file.path) { linked.add(status) }
    }
    guard linked.inUse > .zero else { return nil }
    return
      "Of \(items.map(\.size).total.formatted), \(linked.inUse.formatted) will not be free even once the trash is emptied: "
      + "the files have other names, too."
  }

  mutating func add(_ status: FileStatus) {
    guard status.linkCount > 1 else { return }
    going[status.identity, default: (0, status.linkCount)].names += 1
  }

  /// The bytes that stay in use, or that are counted more than once.
  var inUse: ByteCount {
    going.map { identity, count in
      ByteCount(identity.size * Int64(count.names < count.of ? count.names : count.names - 1))
    }.total
  }
}
