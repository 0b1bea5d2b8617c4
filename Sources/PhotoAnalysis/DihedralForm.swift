/// The eight ways a picture can be turned and mirrored, as permutations of a descriptor: no pixel is needed again.
package struct DihedralForm: Hashable, Sendable {
  package let isMirrored: Bool
  /// Clockwise, after the mirroring. 0…3.
  package let quarterTurns: Int

  package static let upright = DihedralForm(isMirrored: false, quarterTurns: 0)
  package static let all = [false, true].flatMap { mirrored in
    (0..<4).map { DihedralForm(isMirrored: mirrored, quarterTurns: $0) }
  }

  /// The descriptor that the turned picture would have.
  package func applied(to descriptor: [Int8]) -> [Int8] {
    guard descriptor.count == DescriptorGrid.count else { return descriptor }
    var result = isMirrored ? Self.mirrored.map { descriptor[$0] } : descriptor
    for _ in 0..<quarterTurns { result = Self.turned.map { [result] in result[$0] } }
    return result
  }

  /// "mirrored", "turned by 90°": words for a finding. Empty for upright.
  package var words: String {
    switch (isMirrored, quarterTurns) {
    case (false, 0): ""
    case (true, 0): "mirrored"
    case (true, 2): "upside down and mirrored"
    case (false, 2): "upside down"
    case (true, _): "turned and mirrored"
    case (false, _): "turned by 90°"
    }
  }

  /// Where each value of the left-right mirrored descriptor comes from.
  private static let mirrored = sources { row, column, direction in (row, 7 - column, (8 - direction) % 8) }
  /// Where each value comes from after a quarter turn clockwise.
  private static let turned = sources { row, column, direction in (7 - column, row, (direction + 4) % 8) }

  private static func sources(_ source: (Int, Int, Int) -> (Int, Int, Int)) -> [Int] {
    (0..<DescriptorGrid.count).map { index in
      let (row, column, direction) = source(index / 64, index / 8 % 8, index % 8)
      return (row * 8 + column) * 8 + direction
    }
  }
}
