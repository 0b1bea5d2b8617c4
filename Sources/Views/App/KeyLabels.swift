import ViewModels

/// The keys that screens name in their own texts, as in the user's key table.
extension KeyTable {
  var scanLabel: String { title(of: .scan, in: .home) }
  var binLabel: String { title(of: .showBin, in: .home) }
  var reviewLabel: String { title(of: .open, in: .scanning) }
  var restoreLabel: String { title(of: .restore, in: .done) }
  /// "↑↓ Space": the keys that choose one of several contradictions, and take its other value.
  func contradictionLabel(of count: Int) -> String {
    let label = title(of: .flip, in: .confirmation)
    return count == 1
      ? label : title(of: .up, in: .confirmation) + title(of: .down, in: .confirmation) + " " + label
  }
  var includeLabel: String { title(of: .acceptRemaining, in: .confirmation) }
  var carryLabel: String { title(of: .carryOver, in: .confirmation) }
  var backLabel: String { title(of: .back, in: .everywhere) }
  var detailsLabel: String { title(of: .toggleDetails, in: .deck) }
  var acceptLabel: String { title(of: .acceptRemaining, in: .deck) }
}
