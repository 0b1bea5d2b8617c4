import TextSurface
import ViewModels

/// Short decks to choose from, over Home.
struct GoalsOverlay {
  let chooser: GoalChooser

  private var box: ChoiceBox {
    ChoiceBox(
      title: "A quick pass", text: chooser.text, width: 56, options: chooser.options.count,
      selection: chooser.selection)
  }

  func draw(theme: Theme, into surface: inout Surface) {
    box.draw(theme: theme, into: &surface) { index, row, style, surface in
      let option = chooser.options[index]
      surface.put(option.title, x: row.x, y: row.y, style: style, columns: row.width)
      let space = row.width - 2 - displayWidth(option.title)
      let remark = displayWidth(option.remark) <= space ? option.remark : option.shortRemark
      surface.putTrailing(remark, right: row.right, y: row.y, style: theme.style(.faint), columns: space)
    }
  }

  func hit(in size: Size, x: Int, y: Int) -> HitTarget? { box.option(in: size, x: x, y: y).map { .goal($0) } }
}
