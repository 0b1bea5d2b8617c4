package import PhotoModel
package import SystemPackage

/// The state of the bin: the photos that are marked and not yet moved, by folder.
package struct BinState: Equatable, Sendable {
  /// A photo in the bin.
  package struct Item: Hashable, Sendable {
    /// The path of the photo.
    package var path: FilePath
    /// The file's name, escaped.
    package var name: String
    /// The folder, shortened and escaped.
    package var folder: String
    /// The first category in which the photo is marked.
    package var category: IssueCategory
    /// The size of the files that would be moved.
    package var size: ByteCount
    /// Whether neither a copy nor a photo of its sets would stay.
    package var isOnlyOne = false
    /// The reason to check the photo first, where something like it stays; nil where nothing would be lost.
    package var caution: String?
    /// The reason why the last move left the photo here; nil where there is none.
    package var problem: String?
    /// The folder that the photo moves to, shortened and escaped; nil for the trash.
    package var destination: String?

    /// Whether a move would take more than a copy, so that the photo should be checked first.
    package var needsCheck: Bool { isOnlyOne || caution != nil }
  }

  /// The photos in byte order of their paths.
  package var items: [Item] = []
  /// The filter that the items match; empty for all.
  package var filter = ""
  /// The number of photos in the bin, whether or not they match.
  package var total = 0
  /// The number of items that should be checked first.
  package var cautions: Int { items.count(where: \.needsCheck) }
  /// The number of marked photos, while the findings are not known; else 0.
  package var waiting = 0
  /// The number of photos that left the bin because they have changed since they were marked.
  package var changed = 0
  /// The marked photos that are not there; nil where none is missing.
  package var missing: MissingPhotosNotice?
  /// Index into `items`; 0 when empty.
  package var selection: Int = 0
  /// "36 to the trash, 2 to ~/Family/2024": the two parts of the bin; nil where all goes to the trash.
  package var partsText: String? {
    let groups = Dictionary(grouping: items, by: \.destination).mapValues(\.count)
    guard groups.keys.contains(where: { $0 != nil }) else { return nil }
    let folders = groups.keys.compactMap(\.self).sorted()
    return
      ((groups[nil].map { ["\(groupedDigits($0)) to the trash"] } ?? [])
      + folders.map { "\(groupedDigits(groups[$0] ?? 0)) to \($0)" }).joined(separator: ", ")
  }
  /// The size of all items.
  package var bytes: ByteCount = .zero
  /// The picture of the selected item, where the bin is a list.
  package var picture: CardPicture?
  /// The space for a grid; without columns the bin is a list.
  package var capacity = GridCapacity.list
  /// The items in rows of pictures, by folder; without lines where the bin is a list.
  package var grid = PictureGrid(folders: [], columns: 0)
  /// The small pictures of the items on the screen, by index into `items`.
  package var pictures: [Int: CardPicture] = [:]
  /// The sentence about the last key; nil where there is none.
  package var message: String?
  /// The sentence about `waiting`.
  package static let waitingText = "They are listed as soon as it is known again what was found."
  /// "2 photos left the bin: …"; nil where none did.
  package var changedText: String? {
    changed == 0 ? nil : "\(counted(changed, "photo")) left the bin: changed since marked, so open again"
  }
}

extension BinState: ListState {
  /// The number and the size of the photos in the bin, and a line each for changed and for missing ones.
  package var listLines: [String] {
    let changed = [changedText, missing?.sentence].compactMap(\.self)
    if !items.isEmpty { return ["Bin: \(counted(items.count, "photo")), \(bytes.formatted)"] + changed }
    return waiting > 0 ? ["Bin: \(counted(waiting, "photo")) marked", Self.waitingText] : ["Bin: empty"] + changed
  }

  /// The number of photos.
  package var rowCount: Int { items.count }
  /// A photo: name, folder, category and size, then the caution and the reason why the last move left the photo there.
  package func rowText(_ index: Int) -> String {
    let item = items[index]
    return
      "\(item.name)\(item.destination == nil ? " in" : ",") \(item.folder), \(item.category.title), \(item.size.formatted)"
      + (item.isOnlyOne ? ", the only one of its kind" : item.caution.map { ", \($0)" } ?? "")
      + (item.problem.map { ", not moved: \($0)" } ?? "")
  }
}
