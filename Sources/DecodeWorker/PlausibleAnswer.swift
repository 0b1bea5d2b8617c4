import PhotoModel
import PhotoScan

/// The parent's side of the door: an answer comes from a process that has just worked through somebody's bytes.
extension Inspection {
  /// Itself where it can be true; nil where no decode worker of ours would say such a thing.
  var checked: Inspection? {
    guard features != nil || problem != nil, sidecar == nil, movie == nil else { return nil }
    // Features were checked when they were read.
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
