import PhotoModel

/// A move that was cut off between two files of one photo: what is in the trash already comes back, because the files
/// of a photo go together or not at all.
extension Recovery {
  /// - Parameter entries: Of the unfinished files. Those that came home are found to have stayed.
  func putBackHalfMoved(_ batch: RemovalBatch, _ entries: inout [Report.Entry]) throws {
    let found = Dictionary(entries.map { ($0.file.index, $0.finding) }, uniquingKeysWith: { first, _ in first })
    let stayed = Set(batch.files.filter { $0.state == .stayed || found[$0.index] == .stayed }.map(\.item))
    let halves = entries.indices.filter { entries[$0].finding == .inTrash && stayed.contains(entries[$0].file.item) }
    guard !halves.isEmpty else { return }
    try operations.pass(.journal)
    try journal.record(halves.map { FileChange(index: entries[$0].file.index, state: .restoring) }, in: batch.id)
    for index in halves {
      let file = entries[index].file
      guard let place = file.place else { continue }
      do throws(FileSafetyError) {
        let move = HomeMove(place: place, path: file.path, identity: file.identity, environment, operations)
        let warnings = try move.carryOut()
        entries[index].finding = warnings.first.map { .couldNotLook($0) } ?? .stayed
      } catch {
        // It cannot go home now, most often because something else is there: it is whole in the trash, with its note.
      }
    }
  }
}
