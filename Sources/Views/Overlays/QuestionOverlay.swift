import TextSurface
import ViewModels

/// A question that must be answered before anything else happens.
struct QuestionOverlay {
  let question: Question

  func draw(theme: Theme, into surface: inout Surface) {
    let area = HintRow.areaAbove(in: surface.size)
    dialog(in: area, theme: theme).draw(in: area, theme: theme, into: &surface)
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? {
    let area = HintRow.areaAbove(in: size)
    return dialog(in: area, theme: Theme(.noColor)).hit(in: area, x: x, y: y)
  }

  private func dialog(in rect: Rect, theme: Theme) -> Dialog {
    var dialog = Dialog(
      title: question.title, lines: [],
      buttons: ButtonPair(
        safe: question.safeButton, act: question.actButton, isActFocused: question.isActFocused))
    let columns = dialog.columns(in: rect)
    dialog.lines = question.lines.flatMap {
      Dialog.Line.sentence(evenlyWrapped($0, columns: columns, limit: 6), style: theme.style(.text))
    }
    // Behind the lines, which a small screen must not lose to it.
    if let message = question.message {
      dialog.lines.append(.air)
      dialog.lines += Dialog.Line.sentence(wrapped(message, columns: columns, limit: 3), style: theme.style(.accent))
    }
    return dialog
  }
}
