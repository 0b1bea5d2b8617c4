import PhotoModel
import PhotoScan

/// The checks on the parent's side: an answer comes from a process that has just decoded untrusted bytes.
extension Inspection {
  /// The inspection, if it is plausible; nil for one that no decode worker of ours would send.
  var checked: Inspection? {
    guard features != nil || problem != nil, sidecar == nil, movie == nil else { return nil }
    // Features were checked when they were read.
    guard let problem else { return self }
    guard let checkedProblem = problem.checked else { return nil }
    return Inspection(digest: digest, features: features, problem: checkedProblem)
  }

  /// Whether the inspection fits the requested measures: nothing was measured in part unasked, or rated sharp with less
  /// than that takes.
  func isOf(_ measures: Measures) -> Bool {
    guard let features, features.isPartial else { return true }
    return measures.mayBePartial && features.sharpness ?? 0 >= PhotoFeatures.surelySharp
  }
}

extension Inspection.Problem {
  /// The problem, if it is one of a picture's bytes, with a sentence fit for a screen; else nil.
  var checked: Inspection.Problem? {
    guard [.corrupt, .unsupported, .tooLarge].contains(reason), crashes == 0, !message.isEmpty,
      message.utf8.count <= 1000, message.unicodeScalars.allSatisfy(\.isFitForALine)
    else { return nil }
    return self
  }
}

extension PixelSize {
  /// Whether a picture of three bytes a pixel fits into the memory.
  func fits(capacity: Int) -> Bool {
    let sides = 1...65_500
    return sides.contains(width) && sides.contains(height) && pixels <= capacity / 3
  }
}
