import TextSurface

extension ScanningModel: Screen {
  nonisolated static var context: KeyContext { .scanning }

  nonisolated static let keys: [KeyRecord<ScanningModel>] = [
    KeyRecord(
      [Key(.enter)], .open, "review what is found", hint: 1,
      plain: .offered(2, "review", as: "review what is found so far"),
      unless: { $0.state.canReview ? nil : "nothing to review is found yet" },
      leads: { $0.state.canReview ? .go(.firstDeck) : .stay }),
    KeyRecord(
      [Key(.escape)], .cancelScan, "stop the scan", hint: 2, plain: .offered(1, "stop", "w", "back"),
      does: { $0.stopPressed() }),
    KeyRecord([], .back, does: { $0.stopPressed() }),
  ]

  var message: String? { state.remark }
}
