/// Linear equations of which there are more than unknowns, for their least squares solution.
struct NormalEquations {
  private let count: Int
  /// The products of the factors, row by row.
  private var products: [Double]
  /// The products of the factors and the right sides.
  private var values: [Double]

  /// - Parameter count: The number of unknowns.
  init(count: Int) {
    self.count = count
    products = [Double](repeating: 0, count: count * count)
    values = [Double](repeating: 0, count: count)
  }

  mutating func add(_ factors: [Double], equals value: Double) {
    for row in 0..<count where factors[row] != 0 {
      for column in 0..<count { products[row * count + column] += factors[row] * factors[column] }
      values[row] += factors[row] * value
    }
  }

  /// Draws the unknowns to zero by a share of their mean weight (Tikhonov), so that factors that depend on each other
  /// leave nothing open.
  mutating func dampen(by share: Double) {
    let mean = (0..<count).reduce(0) { $0 + products[$1 * count + $1] } / Double(count)
    for index in 0..<count { products[index * count + index] += share * mean }
  }

  /// The solution by Gauss's elimination; nil where the equations do not determine one.
  ///
  /// - Parameter values: The products of the factors and other right-hand sides; nil for those that were added.
  func solution(of values: [Double]? = nil) -> [Double]? {
    let (right, width) = (values ?? self.values, count + 1)
    var rows = (0..<count).map { Array(products[$0 * count..<($0 + 1) * count]) + [right[$0]] }
    for step in 0..<count {
      guard let pivot = (step..<count).max(by: { abs(rows[$0][step]) < abs(rows[$1][step]) }),
        abs(rows[pivot][step]) > 1e-9
      else { return nil }
      rows.swapAt(step, pivot)
      for row in 0..<count where row != step {
        let share = rows[row][step] / rows[step][step]
        guard share != 0 else { continue }
        for column in step..<width { rows[row][column] -= share * rows[step][column] }
      }
    }
    return (0..<count).map { rows[$0][count] / rows[$0][$0] }
  }
}
