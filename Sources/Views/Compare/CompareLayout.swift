import TextSurface
import ViewModels

/// The layout of the comparison. It depends on the size and the form alone, so that a picture prepared for one pair
/// fits the next of its form.
struct CompareLayout {
  let form: CompareForm
  /// The areas of the two pictures with their borders; the same rectangle where there is space for one.
  let left: Rect
  let right: Rect
  /// The area of the map beside the two; empty where the map replaces the right picture.
  let map: Rect
  let table: Rect
  /// The row of the line about the map, above the keys.
  let lineY: Int
  let hintsY: Int

  /// Creates the layout for a size of the terminal; where there is no space for the form, that of one picture.
  init(_ size: Size, form: CompareForm) {
    let form = Self.forms(in: size).contains(form) ? form : Self.forms(in: size)[0]
    self.form = form
    hintsY = size.rows - 1
    lineY = size.rows - 2
    let all = Rect(x: 1, y: 1, width: size.columns - 2, height: size.rows - 3)
    let tableRows =
      form == .alone || size.columns < 72 ? min(5, all.height / 3 + 1) : min(11, max(4, all.height * 2 / 5))
    let none = Rect(x: 0, y: 0, width: 0, height: 0)
    var panes = all.split(bottom: tableRows).rest
    var table = all.split(bottom: tableRows).bottom
    if form == .stackedBesideTable {
      panes = Rect(x: all.x, y: all.y, width: all.width - Self.tableColumns - 1, height: all.height)
      table = Rect(x: panes.right + 1, y: all.y, width: Self.tableColumns, height: all.height)
    }
    self.table = table
    switch form {
    case .alone: (left, right, map) = (panes, panes, none)
    case .beside, .besideWithMap:
      let count = form == .beside ? 2 : 3
      let width = (panes.width - (count - 1)) / count
      let columns = (0..<3).map { index in
        Rect(x: panes.x + index * (width + 1), y: panes.y, width: width, height: panes.height)
      }
      (left, right, map) = (columns[0], columns[1], count == 3 ? columns[2] : none)
    case .stacked, .stackedBesideTable:
      let height = panes.height / 2
      left = Rect(x: panes.x, y: panes.y, width: panes.width, height: height)
      right = Rect(x: panes.x, y: left.bottom, width: panes.width, height: height)
      map = none
    }
  }

  /// The columns of a table beside the pictures.
  private static let tableColumns = 48

  /// The forms that a terminal has space for; the first one at any size.
  static func forms(in size: Size) -> [CompareForm] {
    if size.columns < 72 || size.rows < 16 { return size.rows >= 30 ? [.alone, .stacked] : [.alone] }
    var forms: [CompareForm] = [.beside, .stacked]
    if size.columns >= 110 { forms.append(.stackedBesideTable) }
    if size.columns >= 150 { forms.append(.besideWithMap) }
    return forms
  }

  /// The cells for each picture, in each form that there is space for.
  static func areas(in size: Size) -> CompareAreas {
    CompareAreas(Dictionary(uniqueKeysWithValues: forms(in: size).map { ($0, CompareLayout(size, form: $0).picture) }))
  }

  /// The cells inside the border.
  var picture: Size {
    let inner = left.inset(columns: 1, rows: 1)
    return Size(columns: inner.width, rows: inner.height)
  }
}
