import PhotoModel
import TextSurface
import ViewModels

/// The question "Move 38 photos to the trash?", with the photos that stay.
struct ConfirmationView: ScreenView {
  let state: ConfirmationState
  var keys = KeyTable()

  /// The space for small pictures below the question.
  static func thumbnails(in rect: Rect) -> PictureRow {
    guard rect.height >= 32, rect.width >= 72 else { return .none }
    return ThumbnailRow.space(of: Size(columns: 16, rows: 6), in: rect.width)
  }

  var pictures: [CardPicture] { state.thumbnails.map(\.picture) }
  func timeToNextFrame(now: Duration, theme: Theme) -> Duration? {
    let picture = timeToNextPicture(now: now, theme: theme)
    return state.isChecking ? min(picture ?? .seconds(1), .seconds(1)) : picture
  }

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let (dialog, area, row) = split(rect, theme: theme)
    dialog.draw(in: area, theme: theme, into: &surface)
    thumbnails(in: rect).draw(
      in: row.inset(columns: 0, rows: row.isEmpty ? 0 : 1), theme: theme, now: now, into: &surface)
  }

  func hit(in rect: Rect, x: Int, y: Int) -> HitTarget? {
    let (dialog, area, _) = split(rect, theme: Theme(.noColor))
    return dialog.hit(in: area, x: x, y: y)
  }

  /// The areas of the dialog and of the pictures below it, together in the middle.
  private func split(_ rect: Rect, theme: Theme) -> (dialog: Dialog, area: Rect, thumbnails: Rect) {
    let height = thumbnails(in: rect).height
    // Air above and below.
    let (area, row) = rect.split(bottom: height > 0 ? height + 2 : 0)
    let dialog = dialog(in: area, theme: theme)
    guard height > 0 else { return (dialog, area, row) }
    let both = rect.centered(width: rect.width, height: dialog.height(in: area) + row.height)
    let (box, pictures) = both.split(bottom: row.height)
    return (dialog, box, pictures)
  }

  private func thumbnails(in rect: Rect) -> ThumbnailRow {
    ThumbnailRow(thumbnails: state.thumbnails, space: Self.thumbnails(in: rect))
  }

  private func dialog(in rect: Rect, theme: Theme) -> Dialog {
    let canMove = state.obstacle == nil
    let field = state.numberText.map { prompt in
      Dialog.Field(
        prompt: Span(prompt, theme.style(state.wrongNumber == nil ? .strong : .warning)), text: state.typed.text,
        isFocused: state.isMoveFocused)
    }
    // Where the number has to be typed, there is no button to click instead.
    let buttons = ButtonPair(
      safe: canMove ? "Not yet" : "Back",
      act: canMove && field == nil ? actButton : nil,
      isActFocused: state.isMoveFocused, isUnfocused: field?.isFocused == true)
    var dialog = Dialog(title: state.title, lines: [], field: field, buttons: buttons)
    // The words that are carried over should not be cut where there is space for them.
    if !state.carried.isEmpty || !state.contradictions.isEmpty { dialog.width = 110 }
    let columns = dialog.columns(in: rect)
    // The obstacle comes first: a small screen must not cut it off. For the same reason the photos that stay in the bin
    // come before the promise where space is scarce.
    let message = state.obstacle == nil ? state.message : nil
    dialog.lines =
      (message.map {
        Dialog.Line.sentence(wrapped($0, columns: columns, limit: 3), style: theme.style(.accent)) + [.air]
      } ?? [])
      + obstacleLines(columns: columns, theme: theme) + remarkLines(columns: columns, theme: theme)
      + countLines(columns: columns, theme: theme)
    let facts =
      (state.photos > 0 ? [line(facts, .text, theme)] : [])
      + metadataLines(isShort: rect.height < 28, columns: columns, theme: theme)
      + backupLines(columns: columns, theme: theme)
    let promise = promise(columns: columns, theme: theme)
    // Title, border, air and buttons take eight rows, a field two, and the lines before the refusals the rest.
    let refused = refusedLines(
      columns: columns, rows: rect.height - (field == nil ? 8 : 10) - dialog.lines.count - facts.count - promise.count,
      theme: theme)
    if columns < Self.roomy {
      dialog.lines += refused.prefix(1) + facts + promise + refused.dropFirst()
    } else {
      dialog.lines += [.air] + facts + promise
      if !refused.isEmpty { dialog.lines += [.air] + refused }
    }
    return dialog
  }

  private var actButton: String {
    state.shrink != nil ? "Make smaller" : state.folders.isEmpty ? "Move to trash" : "Move"
  }

  /// The columns from which on whole sentences fit.
  private static let roomy = 46

  private func remarkLines(columns: Int, theme: Theme) -> [Dialog.Line] {
    guard let remark = state.remark, state.obstacle == nil else { return [] }
    return Dialog.Line.sentence(wrapped(remark, columns: columns, limit: 4), style: theme.style(.warning))
  }

  private func line(_ text: String, _ role: Theme.Role, _ theme: Theme) -> Dialog.Line {
    Dialog.Line(spans: [Span(text, theme.style(role))])
  }

  /// The lines with counts, each with its number in a column of its own, so that the numbers are below each other.
  private func countLines(columns: Int, theme: Theme) -> [Dialog.Line] {
    let wide = state.kinds.map { groupedDigits($0.count).count }.max() ?? 1
    // The part that a small screen cuts off must not be the one to check first.
    let kinds =
      columns < Self.roomy ? state.kinds.filter(\.needsCheck) + state.kinds.filter { !$0.needsCheck } : state.kinds
    return kinds.map { kind in
      let digits = groupedDigits(kind.count)
      let padded = String(repeating: " ", count: wide - digits.count) + digits
      let text = columns >= Self.roomy ? kind.title : kind.shortTitle
      return Dialog.Line(
        spans: [Span(padded, theme.style(.strong)), Span(" \(text)", theme.style(.text))],
        trailing: kind.needsCheck ? Span("⚠ look first", theme.style(.warning)) : nil)
    }
  }

  /// The lines about the backup: "312 of 340 are in the backup; 28 are not, so they stay".
  private func backupLines(columns: Int, theme: Theme) -> [Dialog.Line] {
    guard let text = state.backup?.text else { return [] }
    let isWarning = if case .known(_, let missing, false) = state.backup { missing > 0 } else { false }
    return Dialog.Line.sentence(
      wrapped(text, columns: columns, limit: 2), style: theme.style(isWarning ? .warning : .text))
  }

  /// The lines about metadata that only removed photos have.
  ///
  /// - Parameter isShort: Whether few rows are left for them.
  private func metadataLines(isShort: Bool, columns: Int, theme: Theme) -> [Dialog.Line] {
    carriedLines(most: isShort ? 2 : 4, columns: columns, theme: theme)
      + contradictionLines(most: isShort ? 1 : 3, columns: columns, theme: theme)
      + (state.offerText.map { text in
        let choice = "\(keys.includeLabel) \(state.offerDeed)"
        return Dialog.Line.sentence(
          wrapped("\(text) (\(choice))", columns: columns, limit: 2), style: theme.style(.accent))
      } ?? [])
  }

  /// The contradictions, each with the value that is left out.
  private func contradictionLines(most: Int, columns: Int, theme: Theme) -> [Dialog.Line] {
    let all = state.contradictions
    guard !all.isEmpty, state.obstacle == nil else { return [] }
    let choice = state.isCarrying ? " (\(keys.contradictionLabel(of: all.count)) takes the other)" : ""
    let title = wrapped("What stays says something else\(choice):", columns: columns, limit: 2)
    return Dialog.Line.sentence(title, style: theme.style(.warning), isNeeded: columns >= Self.roomy)
      + lines(of: all.count, from: state.carried.count, most: most, columns: columns, theme: theme) { index, isWhole in
        isWhole ? state.text(of: all[index]) : state.text(of: all[index], longest: max(12, columns / 2 - 12))
      }
  }

  /// The metadata that is carried over, or not.
  private func carriedLines(most: Int, columns: Int, theme: Theme) -> [Dialog.Line] {
    guard !state.carried.isEmpty, state.obstacle == nil else { return [] }
    let choice = "\(keys.carryLabel): \(state.isCarrying ? "do not write them" : "write them")"
    let title = wrapped("\(state.carriedTitle.dropLast()) (\(choice)):", columns: columns, limit: 3)
    let style = theme.style(state.isCarrying ? .text : .warning)
    return Dialog.Line.sentence(title, style: style, isNeeded: columns >= Self.roomy)
      + lines(of: state.carried.count, from: 0, most: most, columns: columns, theme: theme) { index, _ in
        state.carried[index]
      }
  }

  /// A few of the lines about metadata, and the number of the others. The highlighted one is whole and never left out.
  ///
  /// - Parameters:
  ///   - count: The number of these lines.
  ///   - first: The index of the first of them among all.
  ///   - most: The number of those that are shown.
  ///   - text: The text of a line, whole or not.
  private func lines(
    of count: Int, from first: Int, most: Int, columns: Int, theme: Theme, text: (Int, Bool) -> String
  ) -> [Dialog.Line] {
    let selected = state.selectedLine - first
    let top = max(0, min(selected - most / 2, count - most))
    let bottom = min(count, top + most)
    var lines: [Dialog.Line] = []
    for index in top..<bottom {
      guard index == selected else {
        lines.append(line(truncated("  \(text(index, false))", to: columns), .text, theme))
        continue
      }
      let rows = wrapped(text(index, true), columns: columns - 2, limit: columns < Self.roomy ? 2 : 6)
      lines += Dialog.Line.sentence(
        rows.enumerated().map { ($0 == 0 ? "❯ " : "  ") + $1 }, style: theme.style(.strong), isNeeded: true)
    }
    let rest = count - (bottom - top)
    guard rest > 0 else { return lines }
    let arrows = keys.title(of: .up, in: .confirmation) + keys.title(of: .down, in: .confirmation)
    return lines + [line("  and \(counted(rest, "more line")) (\(arrows))", .faint, theme)]
  }

  private var facts: String {
    if let shrink = state.shrink {
      return "\(state.bytes.formatted) become \(shrink.after.formatted)"
        + (state.volumes > 1 ? " · \(counted(state.volumes, "volume"))" : "")
    }
    let companions = countedCompanions(state.companions)
    let inUse =
      state.inUse > .zero ? " (\(state.inUse.formatted) of it stay in use: the files have other names, too)" : ""
    return (state.bytes + state.folderBytes).formatted + inUse + (companions.isEmpty ? "" : " · with \(companions)")
      + (state.volumes > 1 ? " · \(counted(state.volumes, "volume"))" : "")
  }

  private func promise(columns: Int, theme: Theme) -> [Dialog.Line] {
    guard state.photos > 0, state.blocked == nil else { return [] }
    if state.isChecking {
      let waiting = state.waiting.map { truncated($0, to: columns, keepingEnd: true) }
      return [line(waiting ?? "Looking at each file once more …", waiting == nil ? .faint : .warning, theme)]
    }
    let subject = state.photos == 1 ? "It" : "They"
    let isShrinking = state.shrink != nil
    let whole =
      isShrinking
      ? "The originals stay in the trash; \(keys.restoreLabel) puts them back."
      : "\(state.promise) with \(keys.restoreLabel)."
    let short =
      isShrinking ? "\(keys.restoreLabel) puts them back." : "\(subject) can be put back with \(keys.restoreLabel)."
    let freed = state.usesMore ?? "Frees nothing now, \(state.freed.formatted) once the trash is emptied."
    return [line(columns < Self.roomy ? short : whole, .faint, theme)]
      + (columns < Self.roomy || state.toTrash == 0
        ? [] : Dialog.Line.sentence(wrapped(freed, columns: columns, limit: 2), style: theme.style(.faint)))
  }

  private func refusedLines(columns: Int, rows: Int, theme: Theme) -> [Dialog.Line] {
    guard !state.refused.isEmpty else { return [] }
    let count = state.refused.count
    let photos = counted(count, state.photos > 0 ? "more photo" : "photo")
    // A full stop where the names do not follow at once.
    let end = columns < Self.roomy ? "." : ":"
    if state.shrink != nil {
      let left =
        columns < Self.roomy
        ? (count == 1 ? "stays as before" : "stay as before")
        : (count == 1 ? "is left as it is" : "are left as they are")
      return [line("\(photos) \(left)\(end)", .text, theme)]
        + RefusalLines(refusals: state.refused).lines(columns: columns, rows: max(2, rows), theme: theme)
        .map { Dialog.Line(spans: $0) }
    }
    return [line("⚠ \(photos) \(count == 1 ? "stays" : "stay") in the bin\(end)", .warning, theme)]
      + RefusalLines(refusals: state.refused).lines(columns: columns, rows: max(2, rows), theme: theme)
      .map { Dialog.Line(spans: $0) }
  }

  private func obstacleLines(columns: Int, theme: Theme) -> [Dialog.Line] {
    guard let obstacle = state.obstacle else { return [] }
    let lines = wrapped("⚠ \(obstacle)", columns: columns, limit: 3)
    return Dialog.Line.sentence(lines, style: theme.style(.warning)) + [.air]
  }
}
