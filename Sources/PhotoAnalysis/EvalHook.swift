package import PhotoModel

extension FindingsIndex {
  package var listed: [ScannedPhoto] { copies.map { photos[$0[0]].photo } }
  package func similarPairs(atLeast t: Double) -> [(Int, Int, Double)] {
    neighbours.pairs(atLeast: t).map { ($0.0, $0.1, 0) }
  }
}
package func profileParts(_ l: LumaPlane) -> [(String, () -> Void)] {
  let f = FloatPlane(l)
  let small = FloatPlane(l.areaAveraged(to: l.size.fitted(longSide: 512)))
  return [
    ("float", { _ = FloatPlane(l) }), ("shrink", { _ = FloatPlane(l.areaAveraged(to: l.size.fitted(longSide: 512))) }),
    ("stretch", { _ = small.stretched }), ("noise", { _ = noiseDeviation(of: small) }),
    ("spread", { _ = EdgeSpread(of: small) }), ("cpbd", { _ = sharpEdgeShare(of: f) }),
    ("tong", { _ = growingEdgeShare(of: f) }), ("slope", { _ = spectralSlope(of: f) }),
    ("crete", { _ = blurEffect(of: f) }), ("measures", { _ = BlurMeasures(of: l) }),
  ]
}
