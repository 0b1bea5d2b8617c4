import PhotoModel
import PhotoScan

/// The parent's side of the door: an answer comes from a process that has just worked through somebody's bytes.
extension Inspection {
  /// Itself where it can be true; nil where no decode worker of ours would say such a thing.
  var checked: Inspection? {
    guard features != nil || problem != nil, sidecar == nil, movie == nil else { return nil }
    if let features, !features.isPlausible || !features.facts.hasShortTexts { return nil }
    guard let problem else { return self }
    guard let checkedProblem = problem.checked else { return nil }
    return Inspection(digest: digest, features: features, problem: checkedProblem)
  }

  /// Nothing was measured in part unasked, or is said to be sharp for less than that takes.
  func isOf(_ measures: Measures) -> Bool {
    guard let features, features.isPartial else { return true }
    return measures.mayBePartial && features.sharpness ?? 0 >= PhotoFeatures.surelySharp
  }
}

extension Inspection.Problem {
  /// Only what lies in the bytes of a picture, in a sentence that is fit for a screen.
  var checked: Inspection.Problem? {
    guard [.corrupt, .unsupported, .tooLarge].contains(reason), crashes == 0, !message.isEmpty,
      message.utf8.count <= 1000, message.unicodeScalars.allSatisfy(\.isFitForALine)
    else { return nil }
    return self
  }
}

extension PixelSize {
  /// A picture of three bytes a pixel that lies within so much memory.
  func fits(capacity: Int) -> Bool {
    let sides = 1...65_500
    return sides.contains(width) && sides.contains(height) && pixels <= capacity / 3
  }
}

extension CaptureFacts {
  /// A decode worker cuts names at 256 bytes and comments at 1024; a character that is not UTF-8 grows to three.
  fileprivate var hasShortTexts: Bool { texts.allSatisfy { $0.utf8.count <= 4096 } }

  var textBytes: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  private var texts: [String] { [make, model, lens, software, userComment].compactMap(\.self) }
}
