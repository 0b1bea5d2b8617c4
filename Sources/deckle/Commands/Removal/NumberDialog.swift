import FileSafety
import PhotoModel

/// The number of photos that confirms a large batch in place of a yes: typed on a terminal, elsewhere given by
/// `--count`.
struct NumberDialog {
  /// The action, with "…" for the photos: "move …".
  private let deed: String
  /// The sentence after a wrong number: "Nothing was moved".
  private let outcome: String

  /// Photos that move to the trash, or to a folder.
  static let moving = NumberDialog(deed: "move …", outcome: "Nothing was moved")
  /// Photos whose files become smaller, visibly.
  static let shrinking = NumberDialog(deed: "make … smaller", outcome: "Nothing was changed")

  /// - Parameter count: The number of `--count`; nil where it is not given.
  /// - Throws: `CommandFailure` where `--count` names another number.
  func check(_ count: Int?, of photos: Int) throws {
    guard let count, count != photos else { return }
    throw CommandFailure(
      "--count says \(groupedDigits(count)), but this would \(deed(to: photos)). \(outcome); run it again with "
        + "--count \(photos) if that is meant.", exitCode: .wrongUsage)
  }

  /// Asks for the number.
  ///
  /// - Parameter title: "move 24 photos, 3.1 MB, to the trash".
  /// - Returns: False where the command was interrupted.
  /// - Throws: `CommandFailure` where another number is typed.
  func isConfirmed(_ photos: Int, toDo title: String, _ console: Console) throws -> Bool {
    let typed = console.typed(String(photos), toDo: title)
    if Interruption.isRaised { return false }
    if let typed, LargeMoveConfirmation.isNumber(typed, of: photos) { return true }
    throw CommandFailure(
      "That was not \(photos), the number of the photos that this would \(deed.replacing(" …", with: "")). \(outcome).",
      exitCode: .wrongUsage)
  }

  /// The failure of a command that cannot ask, and has a yes without a number.
  func missing(_ photos: Int) -> CommandFailure {
    CommandFailure(
      "This would \(deed(to: photos)), so many that yes is not enough. \(outcome); run it again with --yes --count \(photos) "
        + "if that is meant.", exitCode: .wrongUsage)
  }

  private func deed(to photos: Int) -> String { deed.replacing("…", with: counted(photos, "photo")) }
}
