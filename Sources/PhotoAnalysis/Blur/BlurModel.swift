import Foundation

extension BlurMeasures {
  /// Stretched contrast under 8 gray levels, or too few edges at both sizes: nothing there that could be sharp or
  /// blurred.
  package var isMeasurable: Bool { deviation >= 8 && max(edges, coarseEdges) >= 30 }

  /// Whether the measures can prove blur: false where they can only prove sharpness. At night there are only lights,
  /// which glow; fine texture all over has no edges.
  package var canProveBlur: Bool { isMeasurable && !isNight && !isTexture }

  /// Two thirds of the picture are nearly black. Of 117 labelled blurred photos none has more than 0.63.
  private var isNight: Bool { darkPart < 40 }

  /// Whether the picture is fine texture: one pixel in seven is an edge, and the details are strong at the finest level
  /// and at the coarsest, growing no faster from one to the next than in nature, where they double or treble. Noise is
  /// equally strong at all levels; in blurred texture the finest level has under a quarter of the next.
  private var isTexture: Bool {
    fineDensity > -2 && noise.count == 3 && noise[0] >= 2.5 && noise[1] <= 3.8 * noise[0] && noise[2] >= 22
  }

  /// Fine edges nearly everywhere and about as strong as each other, and no direction without detail: a carpet, bark,
  /// or a part of it. None of the labelled blurred photos is like it.
  var mayBeTexture: Bool { fineDensity > -1.85 && sparseness < 0.5 && weakestDetail > -2.4 }

  /// Logistic regression, above 0 for a blurred picture.
  package var blurEvidence: Double { Self.terms.reduce(Self.bias) { $0 + $1.share(in: self) } }

  /// The measures in the regression, by name, which `scripts/fit` fits.
  package var named: [(name: String, value: Double)] { Self.terms.map { ($0.name, self[keyPath: $0.measure]) } }

  private static let bias = -1.0679

  /// Name, measure, mean, deviation, weight; as `scripts/fit` prints them.
  private static var terms: [RegressionTerm<BlurMeasures>] {
    [
      RegressionTerm("weakestDetail", \.weakestDetail, -1.6344, 1.5006, -1.6525),
      RegressionTerm("fineAgainstMiddle", \.fineAgainstMiddle, -0.4398, 0.3096, -1.1989),
      RegressionTerm("sparseness", \.sparseness, 0.8902, 0.4189, -1.5061),
      RegressionTerm("fineSharpestField", \.fineSharpestField, -0.1024, 0.2806, 1.1807),
      RegressionTerm("fineDensity", \.fineDensity, -2.8202, 0.8524, 1.0375),
      RegressionTerm("narrowEdges", \.narrowEdges, -0.2433, 0.1631, 0.5934),
      RegressionTerm("anisotropy", \.anisotropy, 0.1031, 0.1807, 0.3832),
      RegressionTerm("centreBlur", \.centreBlur, -0.0676, 0.2056, 1.3316),
      RegressionTerm("coarseSharpestField", \.coarseSharpestField, -0.2111, 0.1138, 1.7759),
      RegressionTerm("longSide", \.longSide, 6.3697, 0.4342, -0.6103),
    ]
  }
}
