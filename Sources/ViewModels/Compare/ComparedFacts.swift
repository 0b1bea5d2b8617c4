import PhotoAnalysis
import PhotoModel
import TextSurface

/// The properties in which two photos of a set differ, with the better value, and those that both share.
@MainActor
struct ComparedFacts {
  private(set) var rows: [CompareState.Row] = []
  /// The properties that both share.
  private(set) var same: [Detail] = []

  /// Compares the two photos property by property.
  ///
  /// - Parameters:
  ///   - keeper: Stands on the left.
  ///   - other: Stands on the right.
  init(_ keeper: ScannedPhoto, _ other: ScannedPhoto, cards: DeckCards) {
    let a = keeper.features
    let b = other.features
    compare("Sharpness", a?.sharpness, b?.sharpness, advantage: "sharper", leastStep: 0.02) { value in
      // Copies alone can both be measured in part.
      a.flatMap { $0.isPartial ? sharpnessTitle($0) : nil } ?? hundredths(value)
    }
    compare("Pixels", a.map { Double($0.pixelSize.pixels) }, b.map { Double($0.pixelSize.pixels) }, advantage: "more")
    if let last = same.indices.last, same[last].label == "Pixels", let a {
      same[last] = Detail("Pixels", Self.pixels(a))
    }
    if let last = rows.indices.last, rows[last].label == "Pixels" {
      rows[last].left = a.map(Self.pixels) ?? Self.unknown
      rows[last].right = b.map(Self.pixels) ?? Self.unknown
    }
    if let a, let b, a.isDamaged != b.isDamaged {
      rows.append(
        CompareState.Row(
          "File", a.isDamaged ? "damaged" : "whole", b.isDamaged ? "damaged" : "whole",
          better: a.isDamaged ? .right : .left, advantage: "whole"))
    }
    addFacts(keeper, other, cards: cards)
    addHoldings(keeper, other)
    addWhereDifferent("Light", judgedLight(of: keeper), judgedLight(of: other))
    let areOtherMoments =
      keeper.capturedAt.flatMap { mine in other.capturedAt.map { mine.differs(from: $0) } } ?? false
    let isComparable = a?.format == b?.format && a?.pixelSize == b?.pixelSize && a != nil
    // The size of the shown file: companions have a line of their own.
    if keeper.fileSize == other.fileSize {
      same.append(Detail("Size", keeper.fileSize.formatted))
    } else {
      // Of one moment only: another one may have more detail. A few per cent more or less come from the scene itself.
      let (small, large) = (
        min(keeper.fileSize, other.fileSize).bytes, max(keeper.fileSize, other.fileSize).bytes
      )
      let isClear =
        isComparable && !areOtherMoments && Double(small) * 1.15 <= Double(large)
      let better: CompareState.Row.Better = keeper.fileSize > other.fileSize ? .left : .right
      rows.append(
        CompareState.Row(
          "Size", Self.size(keeper, beside: other), Self.size(other, beside: keeper),
          better: isClear ? better : .neither,
          advantage: "less compressed"))
    }
    if !keeper.companions.isEmpty || !other.companions.isEmpty {
      addWhereDifferent("With it", Self.companions(of: keeper), Self.companions(of: other))
    }
  }

  /// Adds the contents that only one of the two photos has. Other moments and colours have rows of their own.
  private mutating func addHoldings(_ keeper: ScannedPhoto, _ other: ScannedPhoto) {
    func holdings(_ photo: ScannedPhoto, _ beside: ScannedPhoto) -> String? {
      holdingsTitle(onlyHere(photo, beside: beside).filter { !$0.isOfAnotherShot }, in: photo).map { SafeText($0).text }
    }
    let (left, right) = (holdings(keeper, other), holdings(other, keeper))
    guard left != nil || right != nil else { return }
    let better: CompareState.Row.Better = left == nil ? .right : right == nil ? .left : .neither
    rows.append(CompareState.Row("Only here", left ?? "nothing", right ?? "nothing", better: better, advantage: "more"))
  }

  private static let unknown = "unknown"

  private static func pixels(_ features: PhotoFeatures) -> String {
    "\(features.pixelSize.width)×\(features.pixelSize.height)"
  }

  /// "3.1 MB"; to the byte where two sizes would read the same.
  private static func size(_ photo: ScannedPhoto, beside other: ScannedPhoto) -> String {
    photo.fileSize.formatted == other.fileSize.formatted
      ? "\(groupedDigits(Int(photo.fileSize.bytes))) B" : photo.fileSize.formatted
  }

  /// "2 files, 24.1 MB": the companions of a photo; nil where there are none.
  private static func companions(of photo: ScannedPhoto) -> String? {
    let files = photo.companions
    return files.isEmpty ? nil : "\(counted(files.count, "file")), \(files.map(\.size).total.formatted)"
  }

  private mutating func addFacts(_ keeper: ScannedPhoto, _ other: ScannedPhoto, cards: DeckCards) {
    let (a, b) = (keeper.features, other.features)
    addWhereDifferent("Format", a?.format.title, b?.format.title)
    addTimes(keeper.capturedAt?.formatted, other.capturedAt?.formatted)
    prefer("Camera", a?.facts.camera.map { SafeText($0).text }, b?.facts.camera.map { SafeText($0).text })
    addWhereDifferent("Exposure", exposure(a, cards), exposure(b, cards))
    // An editor writes its name here; a camera writes the version of its own software.
    addWhereDifferent("Edited by", editor(a), editor(b))
  }

  /// Adds the times of the two photos; of one day only the hours, so that the difference is easy to see.
  private mutating func addTimes(_ left: String?, _ right: String?) {
    guard left != right, let one = left?.lastIndex(of: " "), let other = right?.lastIndex(of: " "),
      left?[..<one] == right?[..<other]
    else { return addWhereDifferent("Taken", left, right) }
    addWhereDifferent(
      "Taken", left.map { String($0[one...].dropFirst()) }, right.map { String($0[other...].dropFirst()) })
  }

  private func editor(_ features: PhotoFeatures?) -> String? { features?.facts.software.map { SafeText($0).text } }

  private func exposure(_ features: PhotoFeatures?, _ cards: DeckCards) -> String? {
    guard let facts = features?.facts else { return nil }
    let parts = [
      facts.exposureSeconds.map(cards.exposureTitle), facts.fNumber.map { "ƒ/\(tenths($0))" },
      facts.iso.map { "ISO \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  private mutating func bothHave(_ label: String, _ value: String?) {
    if let value { same.append(Detail(label, value)) }
  }

  /// Adds a property of which no value is better.
  private mutating func addWhereDifferent(_ label: String, _ left: String?, _ right: String?) {
    guard left != right else { return bothHave(label, left) }
    rows.append(CompareState.Row(label, left ?? "none", right ?? "none"))
  }

  /// Adds a property of which any value is better than none.
  private mutating func prefer(_ label: String, _ left: String?, _ right: String?) {
    guard left != right else { return bothHave(label, left) }
    let better: CompareState.Row.Better = left == nil ? .right : right == nil ? .left : .neither
    rows.append(CompareState.Row(label, left ?? "none", right ?? "none", better: better, advantage: "known"))
  }

  /// Adds a property of which the larger number is better.
  private mutating func compare(
    _ label: String, _ left: Double?, _ right: Double?, advantage: String, leastStep: Double = 0,
    title: (Double) -> String = { "\(Int($0))" }
  ) {
    // Values with the same text are the same: an invisible difference is none.
    guard left.map(title) != right.map(title) else { return bothHave(label, left.map(title)) }
    var better = CompareState.Row.Better.neither
    if let left, let right, abs(left - right) >= leastStep { better = left > right ? .left : .right }
    rows.append(
      CompareState.Row(
        label, left.map(title) ?? Self.unknown, right.map(title) ?? Self.unknown, better: better, advantage: advantage))
  }
}
