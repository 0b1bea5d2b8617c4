/// A term of a logistic regression over the measures of a picture: z = bias + Σ shares.
struct RegressionTerm<Measures> {
  let name: String
  let measure: KeyPath<Measures, Double>
  private let mean: Double
  private let deviation: Double
  private let weight: Double

  init(_ name: String, _ measure: KeyPath<Measures, Double>, _ mean: Double, _ deviation: Double, _ weight: Double) {
    (self.name, self.measure, self.mean, self.deviation, self.weight) = (name, measure, mean, deviation, weight)
  }

  /// The share of one measure, weight · (x − mean) / deviation, limited to three deviations: nothing beyond the
  /// labelled photos is extrapolated. 0 for a measure that is not a number.
  func share(in measures: Measures) -> Double {
    let value = measures[keyPath: measure]
    return value.isNaN ? 0 : weight * min(3, max(-3, (value - mean) / deviation))
  }
}
