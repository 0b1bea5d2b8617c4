import PhotoAnalysis
package import PhotoModel
package import SystemPackage

/// The number of photos that are listed in any category, and the bytes that are free without them.
package struct ListedFigures: Hashable, Sendable {
  /// The number of photos.
  package var photos = 0
  /// Bytes that are free without them.
  package var reclaimable = ByteCount.zero

  /// Creates the figures of no photo.
  package init() {}

  /// Creates the figures of some photos; unknown ones count without bytes.
  ///
  /// - Parameter paths: The photos, each once.
  package init(of paths: some Sequence<FilePath>, _ known: LibraryPhotos) {
    for path in paths {
      photos += 1
      reclaimable += known[path]?.reclaimable ?? .zero
    }
  }

  /// Creates the figures of all photos that have a card, each once. Goes through all cards.
  package init(listedIn groups: ReviewGroups, _ known: LibraryPhotos) {
    var isCounted = [Bool](repeating: false, count: known.end)
    var strangers: Set<PathKey> = []
    for deck in IssueCategory.allCases.compactMap(groups.deck) {
      let indices = concurrentBlocks(of: deck.end, size: 4096) { numbers in
        numbers.map { number in deck.path(ofCard: number).map { known.index(of: $0) ?? known.end } }
      }
      for (number, index) in indices.joined().enumerated() {
        guard let index else { continue }
        if index == known.end {
          guard let path = deck.path(ofCard: number), strangers.insert(PathKey(path)).inserted else { continue }
        } else {
          if isCounted[index] { continue }
          isCounted[index] = true
          reclaimable += known[index: index]?.reclaimable ?? .zero
        }
        photos += 1
      }
    }
  }

  /// The sum of figures of different photos.
  package static func += (left: inout ListedFigures, right: ListedFigures) {
    left.photos += right.photos
    left.reclaimable += right.reclaimable
  }

  /// The figures with those of some of the photos subtracted.
  package static func - (left: ListedFigures, right: ListedFigures) -> ListedFigures {
    var difference = left
    difference.photos -= right.photos
    difference.reclaimable = left.reclaimable - right.reclaimable
    return difference
  }
}

/// The figures of the settled photos, whose removal can free nothing any more.
package struct SettledFigures: Hashable, Sendable {
  /// The photos that were kept wherever they are listed.
  package var kept = ListedFigures()
  /// The number of photos that were kept where they are listed in one category and not in all.
  package var keptInPart = 0
  /// The number of kept photos that are listed in no category: the keepers of sets, and photos of sets that are no
  /// more.
  package var keptUnlisted = 0
  /// The photos in the bin.
  package var inBin = ListedFigures()

  /// Creates the figures of no photo.
  package init() {}

  /// Creates the figures of those photos that are settled.
  ///
  /// - Parameter paths: The photos, each once.
  package init(of paths: some Sequence<FilePath>, in review: Review) {
    for path in paths {
      let categories = IssueCategory.allCases.filter { review.deck($0)?.index(of: path) != nil }
      guard !categories.isEmpty else {
        if review.photos[path] != nil, review.isKept(path), !review.isInBin(path) { keptUnlisted += 1 }
        continue
      }
      let figures = ListedFigures(of: CollectionOfOne(path), review.photos)
      if review.isInBin(path) {
        inBin += figures
      } else {
        let keeping = categories.count { review.decision(path, in: $0) == .keep }
        if keeping == categories.count { kept += figures } else if keeping > 0 { keptInPart += 1 }
      }
    }
  }

  /// Replaces the earlier figures of some photos by their present ones.
  mutating func replace(_ earlier: SettledFigures, by now: SettledFigures) {
    kept += now.kept - earlier.kept
    keptInPart += now.keptInPart - earlier.keptInPart
    keptUnlisted += now.keptUnlisted - earlier.keptUnlisted
    inBin += now.inBin - earlier.inBin
  }
}
