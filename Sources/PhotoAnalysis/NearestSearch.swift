import Dispatch
import Foundation
import PhotoModel
import Synchronization

/// The nearest others of each photo by the signs of their descriptors, all pairs, on all cores.
///
/// The share of differing signs is the angle between two descriptors but for noise, and costs no multiplication.
struct NearestSearch {
  private let subjects: [CandidateSubject]
  private let kept: Int
  /// The signs of all rows one after the other: whole, and those of the eight forms.
  private let whole: [UInt64]
  private let forms: [UInt64]
  private let windows: [UInt64]

  private static let words = DescriptorWindows.words
  private static let formCount = 8
  private static let windowCount = DescriptorWindows.count

  /// - Parameter subjects: None of them flat.
  init(_ subjects: [CandidateSubject], keeping kept: Int) {
    self.subjects = subjects
    self.kept = kept
    whole = subjects.flatMap(\.signs)
    forms = subjects.flatMap { subject in
      DihedralForm.all.flatMap { DescriptorWindows.signWords(of: $0.applied(to: subject.features.descriptor)) }
    }
    windows = subjects.flatMap { subject in
      subject.windows.isEmpty
        ? [UInt64](repeating: 0, count: Self.windowCount * Self.words) : subject.windows
    }
  }

  /// Of each the nearest, and all pairs that a hash takes for copies; each pair once.
  var pairs: Set<Pair> {
    let found = Mutex<Set<Pair>>([])
    let count = subjects.count
    let step = 16
    DispatchQueue.concurrentPerform(iterations: (count + step - 1) / step) { block in
      var pairs = Set<Pair>()
      for row in block * step..<min(count, (block + 1) * step) {
        for other in neighbours(of: row) { pairs.insert(Pair(row, other)) }
      }
      found.withLock { $0.formUnion(pairs) }
    }
    return found.withLock { $0 }
  }

  /// 1 − cosine, estimated from the signs of the descriptors, the best of all forms and windows.
  static func distance(_ a: CandidateSubject, _ b: CandidateSubject) -> Double {
    let search = NearestSearch([a, b], keeping: 1)
    return 1 - cos(Double.pi * Double(search.differing(0, 1)) / Double(DescriptorGrid.count))
  }

  private func neighbours(of row: Int) -> [Int] {
    var best: [(differing: Int, row: Int)] = []
    var limit = Int.max
    var copies: [Int] = []
    for other in subjects.indices where other != row {
      if isCopy(row, other) { copies.append(other) }
      let differing = self.differing(row, other)
      // Ties go to the digest that comes first, which is the lower row.
      guard differing < limit else { continue }
      let place = best.firstIndex { differing < $0.differing } ?? best.count
      best.insert((differing, other), at: place)
      if best.count > kept { best.removeLast() }
      if best.count == kept { limit = best[kept - 1].differing }
    }
    return best.map(\.row) + copies.prefix(2 * kept)
  }

  private func isCopy(_ i: Int, _ j: Int) -> Bool {
    let (a, b) = (subjects[i], subjects[j])
    if let x = a.features.perceptualHash, let y = b.features.perceptualHash, bitDistance(x, y) <= 17 { return true }
    let bits = a.fineHash ^ b.fineHash
    guard a.fineHash != .zero, b.fineHash != .zero else { return false }
    return bits[0].nonzeroBitCount + bits[1].nonzeroBitCount + bits[2].nonzeroBitCount + bits[3].nonzeroBitCount <= 102
  }

  /// The least number of differing signs, 0…512.
  private func differing(_ i: Int, _ j: Int) -> Int {
    whole.withUnsafeBufferPointer { whole in
      windows.withUnsafeBufferPointer { windows in
        forms.withUnsafeBufferPointer { forms in
          var least = DescriptorGrid.count
          for form in 0..<Self.formCount {
            let place = (j &* Self.formCount &+ form) &* Self.words
            least = min(least, Self.differing(whole, i &* Self.words, forms, place, below: least))
          }
          for window in 0..<Self.windowCount {
            let mine = (i &* Self.windowCount &+ window) &* Self.words
            let theirs = (j &* Self.windowCount &+ window) &* Self.words
            least = min(least, Self.differing(windows, mine, whole, j &* Self.words, below: least))
            least = min(least, Self.differing(windows, theirs, whole, i &* Self.words, below: least))
          }
          return least
        }
      }
    }
  }

  /// Half of the words first: where they differ in far more than half of what is allowed, the rest is not looked at.
  @inline(__always)
  private static func differing(
    _ left: UnsafeBufferPointer<UInt64>, _ a: Int, _ right: UnsafeBufferPointer<UInt64>, _ b: Int, below limit: Int
  ) -> Int {
    func words(_ offset: Int) -> BinaryDescriptor {
      BinaryDescriptor(
        words: SIMD4(
          left[a &+ offset] ^ right[b &+ offset], left[a &+ offset &+ 1] ^ right[b &+ offset &+ 1],
          left[a &+ offset &+ 2] ^ right[b &+ offset &+ 2], left[a &+ offset &+ 3] ^ right[b &+ offset &+ 3]))
    }
    let zero = BinaryDescriptor(words: .zero)
    let upper = words(0).distance(to: zero)
    guard upper < limit else { return limit }
    return upper &+ words(4).distance(to: zero)
  }
}
