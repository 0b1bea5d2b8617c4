package import PhotoModel
import SystemPackage

/// The member of a group that Deckle proposes to keep, with the reason in words.
package struct KeeperChoice: Hashable, Sendable {
  /// The index in the array of photos that was passed.
  package var index: Int
  /// The advantage over most of the others: "sharper (0.81 to 0.44)", "larger: 4032×3024 to 1600×1200".
  package var reason: String
  /// The reason without figures: "sharper", "larger".
  package var text: String

  /// - Parameter text: The reason without figures; nil where it has none.
  package init(index: Int, reason: String, text: String? = nil) {
    self.index = index
    self.reason = reason
    self.text = text ?? reason
  }
}

/// The best of some photos of one picture or scene: one rule after the other, each leaving only its best.
///
/// Not damaged · in a lasting folder · in a protected folder · not rejected · no screenshot of another · holds more ·
/// not made from another · the camera's original where that comes first · in a preferred folder · the rules of the
/// order · byte order of the path. The standard order is the camera's original · sharper by more than noise · more
/// pixels · with its RAW, movie or sidecar · RAW, then HEIC, over the rest · less compressed · older · shorter path.
///
/// - Parameter verifications: The verifications of pairs.
/// - Returns: The choice, nil without photos; it does not depend on their order, unless two paths are equal.
package func keeper(
  among photos: [ScannedPhoto], order: KeeperOrder = .standard,
  verifications: @escaping VerificationLookup = noVerification
) -> KeeperChoice? {
  var steps: [(rule: KeeperCriterion, removed: [Int])] = []
  let index = keeperIndex(among: photos, order, verifications) { rule, left, best in
    let staying = Set(best)
    steps.append((rule, left.filter { !staying.contains($0) }))
  }
  guard let index else { return nil }
  let kept = photos[index]
  var reason = (line: "the only one", text: String?.none, count: 0)
  for (rule, removed) in steps where removed.count > reason.count {
    // A rule keeps those that are nearly as good, so it may not separate the one that stays from each that it removed.
    let worse = removed.map { photos[$0] }.filter { rule.best([kept, $0]) == [0] }
    guard worse.count > reason.count, let next = rule.best(worse).first.map({ worse[$0] }) else { continue }
    reason = (rule.text(kept, next), rule.plainText(kept, next), worse.count)
  }
  // With more than two photos the text does not name the other one, so a flaw of one is worded as an advantage of the
  // one that stays.
  let line =
    photos.count > 2
    ? reason.line.replacing("the other one lies ", with: "not ").replacing("the other one is ", with: "not ")
      .replacing("the other one", with: "one of the others")
      .replacing("the other was", with: "one of the others was") : reason.line
  return KeeperChoice(index: index, reason: line, text: reason.text)
}

/// The index of the photo to keep, without a reason: for many groups of which none is shown.
func keeperIndex(
  among photos: [ScannedPhoto], order: KeeperOrder, verifications: @escaping VerificationLookup = noVerification
) -> Int? {
  keeperIndex(among: photos, order, verifications) { _, _, _ in }
}

/// The index of the best photo; `narrow` gets each rule that removed photos, with the indices before and after.
private func keeperIndex(
  among photos: [ScannedPhoto], _ order: KeeperOrder, _ verifications: @escaping VerificationLookup,
  narrow: (KeeperCriterion, _ left: [Int], _ best: [Int]) -> Void
) -> Int? {
  var left = Array(photos.indices)
  for rule in criteria(of: order, verifications) where left.count > 1 {
    let best = left.count == photos.count ? rule.best(photos) : rule.best(left.map { photos[$0] }).map { left[$0] }
    guard !best.isEmpty, best.count < left.count else { continue }
    narrow(rule, left, best)
    left = best
  }
  return left.first
}

/// One rule of the order: the best photos by it, and its reason as text.
struct KeeperCriterion: Sendable {
  /// The indices of the best photos; all of them where the rule does not apply.
  let best: @Sendable ([ScannedPhoto]) -> [Int]
  let text: @Sendable (_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String
  /// The reason without figures; nil where it has none.
  var plainText: @Sendable (_ kept: ScannedPhoto, _ other: ScannedPhoto) -> String? = { _, _ in nil }

  /// The photos with the largest value.
  static func largest<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (ScannedPhoto) -> Value,
    text: @escaping @Sendable (ScannedPhoto, ScannedPhoto) -> String, plainText: String? = nil
  ) -> KeeperCriterion {
    KeeperCriterion(
      best: { photos in
        let values = photos.map(value)
        let most = values.max()
        return values.indices.filter { values[$0] == most }
      }, text: text, plainText: { _, _ in plainText })
  }
}

/// Copies of one picture at one size differ by up to 0.09 for no reason (noise, a re-save); measured on edited copies.
package let sharpnessNoise = 0.12
/// Well above the highest limit at which photos are called blurry by default.
let plainlySharp = 0.50

let takenFirst = "taken first"
let originalText = "the original: it has the camera's data"

/// A look-up of the verification of two photos by keypoints; nil where there was none.
package typealias VerificationLookup = @Sendable (ScannedPhoto, ScannedPhoto) -> PairVerification?
/// A look-up without any verifications.
package let noVerification: VerificationLookup = { _, _ in nil }

/// The rules of an order: first those that cannot be switched off, last those that always decide.
private func criteria(of order: KeeperOrder, _ verifications: @escaping VerificationLookup) -> [KeeperCriterion] {
  firstCriteria + [holdsMore(verifications), isOriginal(verifications)]
    + (order == .standard ? standardCriteria : orderedCriteria(order))
}

/// Made once: they are asked for with each group.
private let standardCriteria = orderedCriteria(.standard)

/// The largest number of photos of which each is compared with each; of more the user's order decides, and a loss is
/// found later.
private let mostComparedForKeeper = 64

/// The photos of which no other holds everything, and more.
private func holdsMore(_ verifications: @escaping VerificationLookup) -> KeeperCriterion {
  KeeperCriterion(
    best: { photos in
      leftOver(photos) { photo, other in
        let verification = verifications(photo, other)
        // A RAW never loses to another format (only its preview was read), nor a larger picture to a smaller one.
        return (photo.features?.format != .raw || other.features?.format == .raw) && !photo.isLarger(than: other)
          && !photo.holdsMore(than: other, verification) && other.holdsMore(than: photo, verification)
      }
    },
    text: { kept, other in
      let holdings = onlyHere(kept, beside: other, verifications(kept, other))
      return holdingsTitle(holdings, in: kept).map { "holds more: \($0)" }
        ?? (kept.hasMoreParts(than: other, verifications(kept, other)) ? moreParts : completenessText(kept, other))
    })
}

extension ScannedPhoto {
  fileprivate func holdsMore(than other: ScannedPhoto, _ verification: PairVerification?) -> Bool {
    !onlyHere(self, beside: other, verification).isEmpty || hasMoreParts(than: other, verification)
  }

  fileprivate func isLarger(than other: ScannedPhoto) -> Bool {
    (features?.pixelSize.pixels ?? 0) > (other.features?.pixelSize.pixels ?? 0)
  }
}

/// The photos that were not made from another one of them.
private func isOriginal(_ verifications: @escaping VerificationLookup) -> KeeperCriterion {
  KeeperCriterion(
    best: { photos in
      leftOver(photos) { photo, other in
        if case .firstFromSecond = descent(of: photo, other, verifications(photo, other)) { true } else { false }
      }
    }, text: { _, _ in madeFromText })
}

let moreParts = "richer: its file has more in it than the picture"
let undamagedReason = "not damaged; the other one is"
let madeFromText = "the original: the other was made from it"

/// The indices of the photos that no other one beats; all of them where each is beaten.
func leftOver(_ photos: [ScannedPhoto], isBeaten: (ScannedPhoto, ScannedPhoto) -> Bool) -> [Int] {
  guard photos.count <= mostComparedForKeeper else { return Array(photos.indices) }
  let left = photos.indices.filter { index in
    !photos.indices.contains { $0 != index && isBeaten(photos[index], photos[$0]) }
  }
  return left.isEmpty ? Array(photos.indices) : left
}

private func orderedCriteria(_ order: KeeperOrder) -> [KeeperCriterion] {
  // A photo with camera metadata is the original, where the user put that rule first.
  let original = order.rules.first == .original ? 1 : 0
  func criteria(_ rules: some Sequence<KeeperRule>) -> [KeeperCriterion] { rules.flatMap { keeperCriteria[$0] ?? [] } }
  return criteria(order.rules.prefix(original)) + preferred(order.preferredFolders)
    + criteria(order.rules.dropFirst(original)) + [
      KeeperCriterion(best: firstByName, text: { _, _ in "the first by name: nothing else tells them apart" })
    ]
}

/// The photos in a folder that the user prefers.
private func preferred(_ folders: [FilePath]) -> [KeeperCriterion] {
  guard !folders.isEmpty else { return [] }
  return [
    .largest(
      { photo in folders.contains { photo.path.starts(with: $0) } ? 1 : 0 }, text: { _, _ in "in a folder you prefer" }
    )
  ]
}
