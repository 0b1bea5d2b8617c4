import PhotoAnalysis

/// The work of verifying pairs, promising ones first.
struct VerificationWork {
  /// The work of a promising pair, in that of another: the two are often in doubt, and compared by their pixels. Of
  /// labelled photos one takes 16 to 24 ms of a processor, another pair about 2 ms.
  private static let promisingWork = 10

  private let promising: Int
  private let count: Int

  /// - Parameter left: The indices of the pairs to verify.
  init(_ left: ArraySlice<Int>, of pairs: [CandidatePair]) {
    promising = left.count { pairs[$0].isPromising }
    count = left.count
  }

  /// The part of the work that is done, 0…1, while so many pairs are left.
  func part(left: Int) -> Double { count > 0 ? work(of: count - left) / work(of: count) : 1 }

  private func work(of done: Int) -> Double { Double(done + (Self.promisingWork - 1) * min(done, promising)) }
}
