package import PhotoModel
package import SystemPackage

/// A library under moving sliders: each step groups again only components with a pair between the old and the new
/// position, and looks blurry photos up in a sorted list. The findings with all their text are made once a slider
/// rests.
///
/// - Complexity: O(components) to make; the cost of a step grows with its changes.
package struct ThresholdPreview: Sendable {
  private let index: FindingsIndex
  private let lookup: LedgerLookup
  private let refused: [Int: Set<Int>]
  private let chosen: ChosenKeeperIndex
  private var settings: ScanSettings
  /// The size of each photo, with all its files.
  private let sizes: [ByteCount]
  /// The list of each component, by the indices of the photos.
  private var listed: [[Entry]] = []
  /// The list of each component at each known step; nil of a large one.
  private var known: [[GroupingStep: [Entry]]?] = []
  /// The keeper of each cluster that was seen so far, by its sets.
  private var keepers: [[Int]: Int] = [:]
  /// The similarities at which a slider changes a component; rising.
  private var lines: [Line] = []
  /// The photos that the blur slider lists, the least sharp first.
  private var blurry: [(sharpness: Double, index: Int)] = []
  /// The total bytes of the first photos of that list, by their number.
  private var blurryBytes: [ByteCount] = [.zero]
  private var figures: [IssueCategory: SliderListing.Figures] = [:]

  /// A photo on the list, with the pair that lists it.
  struct Entry: Hashable, Sendable {
    var photo: Int
    var keeper: Int
    var category: IssueCategory
    var similarity: Double
  }

  /// The step of the sliders among the similarities of a component: nothing changes between two equal steps.
  private struct GroupingStep: Hashable {
    /// The number of pairs below each threshold, and below the line up to which a link is weak.
    var below: SIMD4<Int32>
  }

  /// The largest number of sets of a component whose lists are kept: those of a larger one would take more memory than
  /// its photos.
  private static let mostKnownSets = 64

  private struct Line: Sendable {
    var similarity: Double
    var component: Int
  }

  /// - Parameters:
  ///   - settings: The present settings, against which later steps are compared. Their order of keepers is used.
  ///   - chosen: Photos that the user chose to stay of their sets, the newest choice last.
  package init(
    index: FindingsIndex, settings: ScanSettings, ledger: Ledger, chosen: [ChosenKeeper] = []
  ) {
    self.index = index.keeping(by: settings.keepers)
    self.chosen = ChosenKeeperIndex(chosen, index.photos)
    lookup = LedgerLookup(ledger)
    refused = self.index.refused(ledger)
    self.settings = settings
    sizes = self.index.photos.map(\.photo.size)
    known = self.index.components.map { component in
      let isLarge =
        component.sets.count > Self.mostKnownSets || component.sets.contains(where: index.neighbours.isCrowded)
      return isLarge ? nil : [:]
    }
    listed = self.index.components.indices.map { entries(of: $0, settings) }
    lines = self.index.components.enumerated()
      .flatMap { component, content in content.pairs.map { Line(similarity: $0.similarity, component: component) } }
      .sorted { $0.similarity < $1.similarity }
    blurry = self.index.blurIndices(ledger: lookup).sorted { ($0.sharpness, $0.index) < ($1.sharpness, $1.index) }
    for category in IssueCategory.allCases { figures[category] = SliderListing.Figures() }
    for entry in listed.joined() { figures[entry.category]?.add(sizes[entry.photo], 1) }
    blurryBytes = blurry.reduce(into: [.zero]) { sums, photo in
      sums.append(sums[sums.count - 1] + size(of: photo.index))
    }
    figures[.blurry] = blurFigures(0..<blurryCount(below: settings.blurThreshold))
    let screens = self.index.screenIndices(ledger: lookup)
    figures[.screenshot] = SliderListing.Figures(photos: screens.count, bytes: screens.map { size(of: $0) }.total)
  }

  /// Every photo listed in a category, in byte order of its path.
  package func photos(in category: IssueCategory) -> [FilePath] {
    let photos: [Int] =
      switch category {
      case .duplicate, .similar: listed.joined().filter { $0.category == category }.map(\.photo)
      case .blurry: blurry[..<blurryCount(below: settings.blurThreshold)].map(\.index)
      case .screenshot: index.screenIndices(ledger: lookup)
      case .browse: []
      }
    return photos.sorted().map { index.photos[$0].photo.path }
  }

  /// Moves the sliders. Another order of keepers needs a new `ThresholdPreview`.
  ///
  /// - Parameter names: The number of photos of a crossing that are named.
  package mutating func move(to target: ScanSettings, names: Int = 5) -> SliderListing {
    var crossed: [IssueCategory: Crossed] = [.duplicate: Crossed(), .similar: Crossed()]
    var change = [SliderListing.Figures(), SliderListing.Figures()]
    for component in components(between: settings, and: target) {
      let before = listed[component]
      let after = entries(of: component, target)
      guard before != after else { continue }
      listed[component] = after
      differences(before, after) { entry, sign in
        change[entry.category == .duplicate ? 0 : 1].add(sizes[entry.photo], sign)
        crossed[entry.category]?.add(entry, came: sign > 0, most: names)
      }
    }
    for (category, change) in zip([IssueCategory.duplicate, .similar], change) {
      figures[category, default: SliderListing.Figures()].photos += change.photos
      figures[category, default: SliderListing.Figures()].bytes += change.bytes
    }
    let moved = blurCrossing(to: target, names: names)
    settings = target
    var crossings = [IssueCategory.duplicate, .similar].flatMap { category -> [SliderListing.Crossing] in
      guard let crossed = crossed[category] else { return [] }
      return [
        crossing(crossed.came, in: category, isListed: true),
        crossing(crossed.left, in: category, isListed: false),
      ].compactMap { $0 }
    }
    if let moved { crossings.append(moved) }
    return SliderListing(figures: figures, crossings: crossings)
  }

  // MARK: Ahead of the steps

  /// The number of components for `prepare`.
  package var componentCount: Int { index.components.count }

  /// Chooses the keepers of all groups that any thresholds can make of some components: the costliest part of a step,
  /// done in advance. The list does not change.
  package mutating func prepare(_ range: Range<Int>) {
    for component in range.clamped(to: index.components.indices) where known[component] != nil {
      for threshold in ThresholdSlider.similarity.values {
        var moved = settings
        moved.duplicateThreshold = threshold
        _ = entries(of: component, moved)
        moved = settings
        moved.similarThreshold = threshold
        _ = entries(of: component, moved)
      }
    }
  }

  // MARK: Groups

  private mutating func entries(of number: Int, _ settings: ScanSettings) -> [Entry] {
    let component = index.components[number]
    guard known[number] != nil else { return entries(of: component, settings) }
    let step = GroupingStep(
      below: SIMD4(
        [
          settings.duplicateThreshold, settings.duplicateThreshold + weakLinkMargin, settings.similarThreshold,
          settings.similarThreshold + weakLinkMargin,
        ].map { threshold in Int32(component.pairs.count { $0.similarity < threshold }) }))
    if let entries = known[number]?[step] { return entries }
    let entries = entries(of: component, settings)
    known[number]?[step] = entries
    return entries
  }

  private mutating func entries(of component: ConnectedComponent, _ settings: ScanSettings) -> [Entry] {
    index.groups(of: component, settings: settings, refused: refused, keepers: &keepers).flatMap { group -> [Entry] in
      let recalled = index.groupLedger(of: group, lookup)
      guard !recalled.isSettled else { return [] }
      let entries = index.listedIndices(of: group, earlier: recalled).map {
        Entry(
          photo: group.members[$0], keeper: group.members[0], category: group.category,
          similarity: group.similarities[$0])
      }
      return chosen.keeper(of: group, index).map { self.entries(of: group, entries, choosing: $0) } ?? entries
    }.sorted { $0.index < $1.index }
  }

  /// The list of a group of which the user chose another photo to stay: the chosen one leaves it, and the proposed
  /// keeper enters it, unless it is protected.
  ///
  /// - Parameter position: The index of the chosen one among the members.
  private func entries(of group: IndexedGroup, _ proposed: [Entry], choosing position: Int) -> [Entry] {
    let keeper = group.members[position]
    var entries = proposed.filter { $0.photo != keeper }
    for index in entries.indices { entries[index].keeper = keeper }
    if !proposed.isEmpty, !index.photos[group.members[0]].photo.isProtected {
      entries.append(
        Entry(
          photo: group.members[0], keeper: keeper, category: group.category, similarity: group.similarities[position]))
    }
    return entries
  }

  /// The components with a pair that crosses a threshold, or the line up to which it is a weak link, between the two
  /// settings.
  private func components(between old: ScanSettings, and new: ScanSettings) -> Set<Int> {
    var touched: Set<Int> = []
    func add(_ a: Double, _ b: Double) {
      guard a != b else { return }
      let low = firstLine(from: min(a, b))
      let high = firstLine(from: max(a, b))
      for line in lines[low..<max(low, high)] { touched.insert(line.component) }
    }
    for (a, b) in [
      (old.duplicateThreshold, new.duplicateThreshold), (old.similarThreshold, new.similarThreshold),
    ] {
      add(a, b)
      add(a + weakLinkMargin, b + weakLinkMargin)
    }
    return touched
  }

  private func firstLine(from similarity: Double) -> Int {
    firstIndex(count: lines.count) { lines[$0].similarity >= similarity }
  }

  private func crossing(
    _ nearest: Nearest, in category: IssueCategory, isListed: Bool
  ) -> SliderListing.Crossing? {
    guard nearest.count > 0 else { return nil }
    return SliderListing.Crossing(
      category: category, isListed: isListed, count: nearest.count,
      photos: nearest.entries.map { entry in
        SliderListing.Crossing.Photo(
          path: index.photos[entry.photo].photo.path, why: index.pairWhy(entry).line)
      })
  }

  // MARK: Single photos

  /// The number of photos in `blurry` below a threshold.
  private func blurryCount(below threshold: Double) -> Int {
    firstIndex(count: blurry.count) { blurry[$0].sharpness >= threshold }
  }

  private mutating func blurCrossing(to target: ScanSettings, names: Int) -> SliderListing.Crossing? {
    let (old, new) = (blurryCount(below: settings.blurThreshold), blurryCount(below: target.blurThreshold))
    guard old != new else { return nil }
    let isListed = new > old
    let range = min(old, new)..<max(old, new)
    let crossed = blurry[range]
    let change = blurFigures(range)
    figures[.blurry, default: SliderListing.Figures()].photos += isListed ? change.photos : -change.photos
    figures[.blurry, default: SliderListing.Figures()].bytes += isListed ? change.bytes : .zero - change.bytes
    return SliderListing.Crossing(
      category: .blurry, isListed: isListed, count: crossed.count,
      photos: crossed.suffix(names).reversed().map { sharpness, photo in
        SliderListing.Crossing.Photo(
          path: index.photos[photo].photo.path,
          why: blurText(sharpness: sharpness, threshold: nil).line)
      })
  }

  private func blurFigures(_ range: Range<Int>) -> SliderListing.Figures {
    SliderListing.Figures(photos: range.count, bytes: blurryBytes[range.upperBound] - blurryBytes[range.lowerBound])
  }

  private func size(of photo: Int) -> ByteCount { sizes[photo] }
}

extension SliderListing.Figures {
  /// Adds one photo, or with -1 removes one.
  fileprivate mutating func add(_ size: ByteCount, _ sign: Int) {
    photos += sign
    bytes = sign > 0 ? bytes + size : bytes - size
  }
}
