import Foundation

extension BlurMeasures {
  /// Stretched contrast under 8 gray levels, or too few edges at both sizes: nothing there that could be sharp or
  /// blurred.
  package var canTell: Bool { deviation >= 8 && max(edges, coarseEdges) >= 30 }

  /// Logistic regression, above 0 for a blurred picture: z = bias + Σ weight · (x − mean) / deviation, where no measure
  /// counts for more than three deviations: what the labelled photos did not show is not extrapolated.
  package var blurEvidence: Double {
    Self.terms.reduce(Self.bias) { sum, term in
      sum + term.weight * min(3, max(-3, (self[keyPath: term.measure] - term.mean) / term.deviation))
    }
  }

  /// The measures that the regression reads, by name: what `scripts/fit` fits.
  package var named: [(name: String, value: Double)] { Self.terms.map { ($0.name, self[keyPath: $0.measure]) } }

  private struct Term {
    var name: String
    var measure: KeyPath<BlurMeasures, Double>
    var mean: Double
    var deviation: Double
    var weight: Double

    init(
      _ name: String, _ measure: KeyPath<BlurMeasures, Double>, _ mean: Double, _ deviation: Double, _ weight: Double
    ) {
      (self.name, self.measure, self.mean, self.deviation, self.weight) = (name, measure, mean, deviation, weight)
    }
  }

  private static let bias = -0.0366

  /// Name, measure, mean, deviation, weight; as `scripts/fit` prints them.
  private static var terms: [Term] {
    [
      Term("sharpEdgeShare", \.sharpEdgeShare, 0.5600, 0.3200, -0.6993),
      Term("growingEdges", \.growingEdges, -6.7886, 2.4239, -1.3171),
      Term("spectralSlope", \.spectralSlope, -3.3186, 1.0976, -1.0023),
      Term("weakestDetail", \.weakestDetail, -1.6778, 1.5898, -1.0386),
      Term("noise", \.noise, 0.2997, 0.8454, 1.1129),
      Term("sharpestField", \.sharpestField, -0.1475, 0.2127, 0.1171),
      Term("secondField", \.secondField, -0.1137, 0.2308, 0.6922),
      Term("coarseSharpestField", \.coarseSharpestField, -0.2101, 0.1139, 1.8722),
      Term("spreadContrast", \.spreadContrast, 0.2122, 0.1763, -1.1128),
    ]
  }
}
