/// The eight ways a picture can be turned and mirrored, as permutations of a descriptor: no pixel is needed again.
package struct DihedralForm: Hashable, Sendable {
  /// Whether the picture is mirrored left to right.
  package let isMirrored: Bool
  /// Clockwise quarter turns after the mirroring, 0…3.
  package let quarterTurns: Int

  /// The identity: neither turned nor mirrored.
  package static let upright = DihedralForm(isMirrored: false, quarterTurns: 0)
  /// All eight forms: the four turns, then the four turns of the mirrored picture.
  package static let all = [false, true].flatMap { mirrored in
    (0..<4).map { DihedralForm(isMirrored: mirrored, quarterTurns: $0) }
  }

  /// The index in the upright descriptor of each value of the turned one.
  var sources: [Int] { Self.sources[(isMirrored ? 4 : 0) + quarterTurns & 3] }

  /// The form in words for a finding: "mirrored", "turned by 90°". Empty for upright.
  package var text: String {
    switch (isMirrored, quarterTurns) {
    case (false, 0): ""
    case (true, 0): "mirrored"
    case (true, 2): "upside down and mirrored"
    case (false, 2): "upside down"
    case (true, _): "turned and mirrored"
    case (false, _): "turned by 90°"
    }
  }

  /// The sources of each form, in the order of `all`.
  private static let sources: [[Int]] = {
    let mirrored = moved { row, column, direction in (row, 7 - column, (8 - direction) % 8) }
    let turned = moved { row, column, direction in (7 - column, row, (direction + 4) % 8) }
    return [Array(0..<DescriptorGrid.count), mirrored].flatMap { start in
      (0..<4).map { turns in (0..<turns).reduce(start) { indices, _ in turned.map { indices[$0] } } }
    }
  }()

  private static func moved(_ source: (Int, Int, Int) -> (Int, Int, Int)) -> [Int] {
    (0..<DescriptorGrid.count).map { index in
      let (row, column, direction) = source(index / 64, index / 8 % 8, index % 8)
      return (row * 8 + column) * 8 + direction
    }
  }
}
