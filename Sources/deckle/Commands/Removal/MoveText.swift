import FileSafety
import PhotoModel
import Removal
import SystemPackage

/// The texts about the targets of photos.
extension RemovalPlan {
  /// The items by the folder that they go to; nil stands for the trash, which comes first.
  private var byDestination: [(folder: FilePath?, items: [RemovalItem])] {
    let groups = Dictionary(grouping: items, by: \.destination)
    let folders = groups.keys.compactMap(\.self).sorted(by: precedesInByteOrder)
    return ([nil] + folders.map(Optional.some)).compactMap { folder in groups[folder].map { (folder, $0) } }
  }

  /// "3 files (12 MB) to the trash and 2 files (4 MB) to ~/Family".
  func parts(naming: (FilePath) -> String) -> String {
    byDestination.map { folder, items in
      let size = items.map(\.size).total.formatted
      return
        "\(counted(items.reduce(0) { $0 + $1.files.count }, "file")) (\(size)) to \(folder.map(naming) ?? "the trash")"
    }.joined(separator: " and ")
  }

  /// "to the trash and ~/Family".
  func destinations(naming: (FilePath) -> String) -> String {
    "to " + byDestination.map { $0.folder.map(naming) ?? "the trash" }.joined(separator: " and ")
  }
}

extension RemovalReceipt {
  /// The reasons why files would stay, by their paths.
  var refusals: [FilePath: String] { outcomes.compactMapValues { $0.outcome == .refused ? $0.reason : nil } }
}
