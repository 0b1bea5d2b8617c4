import PhotoModel

/// The photos that a step adds to the list of one category, and those that it removes.
struct Crossed {
  var came = Nearest()
  var left = Nearest()

  mutating func add(_ entry: ThresholdPreview.Entry, came isListed: Bool, most: Int) {
    if isListed { came.add(entry, most: most) } else { left.add(entry, most: most) }
  }
}

/// The number of photos, and the few least similar: those nearest to the threshold that they crossed.
struct Nearest {
  private(set) var count = 0
  private(set) var entries: [ThresholdPreview.Entry] = []

  mutating func add(_ entry: ThresholdPreview.Entry, most: Int) {
    count += 1
    if entries.count == most, let last = entries.last, entry.similarity > last.similarity { return }
    let index = entries.firstIndex { (entry.similarity, entry.photo) < ($0.similarity, $0.photo) } ?? entries.count
    guard index < most else { return }
    entries.insert(entry, at: index)
    if entries.count > most { entries.removeLast() }
  }
}

/// The difference of two lists: -1 for a photo that is gone, +1 for one that is new. The same photo in the same
/// category is the same, whatever its keeper.
///
/// - Parameters: Rising by `index`, each index once.
func differences(
  _ before: [ThresholdPreview.Entry], _ after: [ThresholdPreview.Entry], _ body: (ThresholdPreview.Entry, Int) -> Void
) {
  var old = before[...]
  var new = after[...]
  while let first = old.first ?? new.first {
    let index = min(first.index, new.first?.index ?? first.index)
    let gone = old.first?.index == index ? old.popFirst() : nil
    let come = new.first?.index == index ? new.popFirst() : nil
    if gone != nil, come != nil { continue }
    if let gone { body(gone, -1) }
    if let come { body(come, 1) }
  }
}

extension ThresholdPreview.Entry {
  /// A photo can be a question twice: as a copy, where another one was chosen to stay, and as a similar shot.
  var index: Int { photo * 2 + (category == .duplicate ? 0 : 1) }
}
