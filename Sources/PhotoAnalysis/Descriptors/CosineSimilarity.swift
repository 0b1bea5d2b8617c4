/// The cosine of the angle between two stored descriptors, whose common scale does not matter: 1 same direction,
/// 0 orthogonal, -1 opposite.
///
/// - Parameter sources: The index in the second descriptor of each value of its turned form; nil: not turned.
/// - Returns: The cosine, -1…1; 0 where the lengths differ, or one is empty or all zero.
package func cosineSimilarity(_ left: [Int8], _ right: [Int8], sources: [Int]? = nil) -> Float {
  guard left.count == right.count, sources.map({ $0.count == right.count }) ?? true else { return 0 }
  var dot: Int32 = 0
  var leftSquares: Int32 = 0
  var rightSquares: Int32 = 0
  left.withUnsafeBufferPointer { left in
    right.withUnsafeBufferPointer { right in
      for index in left.indices {
        let a = Int32(left[index])
        let b = Int32(right[index])
        leftSquares &+= a &* a
        rightSquares &+= b &* b
        if sources == nil { dot &+= a &* b }
      }
      if let sources {
        for (index, source) in sources.enumerated() { dot &+= Int32(left[index]) &* Int32(right[source]) }
      }
    }
  }
  return cosine(dot: Double(dot), Double(leftSquares), Double(rightSquares))
}

/// The cosine from the product of two vectors and their squares; 0 where one is all zero.
func cosine(dot: Double, _ leftSquares: Double, _ rightSquares: Double) -> Float {
  guard leftSquares > 0, rightSquares > 0, leftSquares.isFinite, rightSquares.isFinite else { return 0 }
  return Float(min(1, max(-1, dot / (leftSquares.squareRoot() * rightSquares.squareRoot()))))
}
