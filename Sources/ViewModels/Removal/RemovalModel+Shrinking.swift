import FileSafety
import PhotoModel
import Removal
import SystemPackage

/// The question "Make 12 photos smaller?", with three numbers: of photos that lose nothing, that become smaller
/// pictures, and that are left as they are.
extension RemovalModel {
  /// Counts the photos, and runs the checks.
  ///
  /// - Parameter left: The photos that are left as they are, each with the reason.
  func prepare(_ request: RemovalRequest, left: [FilePath: String]) {
    leftQuestion()
    checked = CheckedRemoval(request, left: left)
    check = RunningCheck()
    question = ConfirmationState()
    question.shrink = ConfirmationState.Shrink()
    question.blocked = library.readOnlyReason
    runChecks()
  }

  /// Counts the photos that a yes would make smaller.
  func recountShrinking() {
    var shrink = ConfirmationState.Shrink()
    for item in checked.going {
      guard let planned = checked.request.shrinks[item.photo] else { continue }
      if planned.way == .lossless {
        shrink.lossless.add(item.size, planned.bytesAfter)
      } else {
        shrink.fitted.add(item.size, planned.bytesAfter)
      }
    }
    question.shrink = shrink
    question.photos = checked.going.count
    question.bytes = checked.going.map(\.size).total
    brake()
    question.refused = checked.refusals(checked.listedAsStaying)
    chooseThumbnails()
  }
}
