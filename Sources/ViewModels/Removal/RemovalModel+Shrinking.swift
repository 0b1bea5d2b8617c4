import FileSafety
import PhotoModel
import Removal
import SystemPackage

/// The question "Make 12 photos smaller?", with three numbers: what loses nothing, what becomes a smaller picture, and
/// what is left as it is.
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
    question.isChecking = question.blocked == nil && !request.items.isEmpty
    recountShrinking()
    guard question.isChecking else { return }
    let cancellation = check.cancellation
    work.run { [self] in
      let preflight = await dependencies.removal.preflight(request)
      guard !cancellation.isRaised else { return }
      let away = await folderAway(refusing: preflight)
      guard !cancellation.isRaised else { return }
      checked.apply(preflight, isLibraryAway: away != nil)
      question.volumes = preflight.trashCount
      question.blocked = away ?? preflight.blocked
      question.remark = preflight.remark
      question.isChecking = false
      recountShrinking()
      if question.blocked != nil { focusMove(false) }
      // What the checks found was not on the screen when the user said yes: then another yes is needed.
      let isNumbered = !question.needsNumber || MoveBrake.isNumber(question.typed.text, of: question.numbered)
      if check.isAnswered, isNumbered, canMove, checked.guarded.isEmpty { onEvent(.ready) }
      check.isAnswered = false
      if let proposal = preflight.proposal, proposed.insert(proposal.folder).inserted {
        onEvent(.question(asking(proposal)))
      }
      onChange()
    }
  }

  private func recountShrinking() {
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
