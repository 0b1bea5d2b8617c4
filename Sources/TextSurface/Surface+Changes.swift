extension Surface {
  /// Calls `body` for every cell of `area` that differs from that of `old`, row by row: for all where there is no
  /// `old`, or one of another size.
  ///
  /// - Parameter body: Returns false to end it here.
  /// - Returns: False where `body` ended it.
  @discardableResult
  package func forEachChange(
    since old: Surface?, in area: Rect, _ body: (_ x: Int, _ y: Int, _ cell: Cell) -> Bool
  ) -> Bool {
    let area = bounds.intersection(area)
    let before = old?.size == size ? old?.cells : nil
    for y in area.y..<area.bottom {
      for x in area.x..<area.right {
        let index = y * size.columns + x
        if let before, before[index] == cells[index] { continue }
        if !body(x, y, cells[index]) { return false }
      }
    }
    return true
  }
}
