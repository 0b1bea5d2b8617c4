/// One of the first steps: a screen that Deckle shows before it is used.
package enum FirstStep: String, CaseIterable, Hashable, Sendable {
  case folder, trash, apps

  /// The number of the step, from 1.
  package var number: Int { Self.allCases.count { $0 <= self } }
  /// The step after this one; nil after the last.
  package var next: FirstStep? { Self.allCases.first { $0 > self } }
}

extension FirstStep: Comparable {
  /// Compares by the order in which the steps are asked: folder, trash, apps.
  package static func < (left: FirstStep, right: FirstStep) -> Bool { left.order < right.order }

  private var order: Int {
    switch self {
    case .folder: 0
    case .trash: 1
    case .apps: 2
    }
  }
}
