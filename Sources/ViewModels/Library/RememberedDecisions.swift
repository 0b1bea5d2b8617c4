import PhotoModel

/// The remembered decisions of all libraries, and how many of them the findings leave out.
struct RememberedDecisions {
  /// All remembered decisions.
  private(set) var all = Ledger()
  /// The number of the newest "keep" that findings leave out; later ones are still shown as decided, until the next
  /// scan.
  private(set) var newestInFindings: Int64 = 0

  init() {}

  /// Creates the value for a session that is opened.
  init(_ all: Ledger, newestInFindings: Int64) {
    self.all = all
    self.newestInFindings = newestInFindings
  }

  /// The decisions that findings leave out.
  var inFindings: Ledger { all.keeps(upTo: newestInFindings) }

  /// Replaces the decisions by those on the disk.
  ///
  /// - Returns: Whether findings leave out others now.
  @discardableResult
  mutating func replace(by ledger: Ledger) -> Bool {
    let before = inFindings
    all = ledger
    return inFindings != before
  }

  /// Lets findings leave out all that is remembered now.
  mutating func leaveOutAll() { newestInFindings = all.newestKeep }
}
