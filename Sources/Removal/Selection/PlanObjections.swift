import FileSafety
package import Foundation
package import PhotoModel
package import PhotoScan
package import Review
package import SystemPackage

/// The objections to removing photos of a plan: decisions of the user that the plan does not contain, and plans without
/// the photos that have to stay.
package struct PlanObjections {
  private let file: PlanFile
  private let decided: EarlierDecisions
  /// The paths of files that went to the trash since the plan was made.
  private let movedSince: Set<FilePath>
  /// The files that a review has decided to keep since.
  private let stayingSince: StayingFiles
  private let naming: (FilePath) -> String
  /// The photos of each set.
  private let members: [String: [PlanFile.Photo]]

  /// The time from which on moves and decisions count as later than the plan. Where the plan is from the future, the
  /// clock was wrong then or is now, and all of them may be later.
  package static func beginning(of file: PlanFile) -> Date { isFromTheFuture(file) ? .distantPast : file.createdAt }

  private static func isFromTheFuture(_ file: PlanFile) -> Bool { file.createdAt > Date() }

  /// Creates the objections of a plan.
  ///
  /// - Parameters:
  ///   - decided: The decisions of earlier reviews.
  ///   - movedSince: The paths of files that went to the trash since the plan was made.
  ///   - stayingSince: The files that were decided to stay since.
  package init(
    _ file: PlanFile, _ decided: EarlierDecisions, movedSince: Set<FilePath>, stayingSince: [DecidedFile],
    naming: @escaping (FilePath) -> String
  ) {
    self.movedSince = movedSince
    self.stayingSince = StayingFiles(stayingSince) { (try? fileStatus(of: $0))?.identity }
    self.file = file
    self.decided = decided
    self.naming = naming
    var members: [String: [PlanFile.Photo]] = [:]
    for photo in file.photos { for set in photo.sets { members[set, default: []].append(photo) } }
    self.members = members
  }

  /// The reason why a photo stays, as a sentence; nil where there is none.
  package func objection(to photo: PlanFile.Photo) -> String? {
    let name = naming(photo.path)
    if !photo.namesItsSets {
      return "\(name) stays: the plan does not say of what set it is, so nothing tells what has to stay for it. Make "
        + "the plan again, or name the photo to deckle trash."
    }
    if let back = fileThatCameBack(of: photo) {
      let what = back == photo.path ? "it" : naming(back)
      let when =
        Self.isFromTheFuture(file)
        ? "went to the trash once and is back, maybe after the plan was made: the date of the plan is still to come."
        : "went to the trash after the plan was made, and is back."
      return "\(name) stays: \(what) \(when) Make a new plan if it is meant to go."
    }
    // The clock alone is no proof: it may have been wrong when the plan was made.
    if let date = decided.keptAt(photo.digest), date > Self.beginning(of: file) {
      return "\(name) stays: you kept it after the plan was made."
    }
    if stayingSince.contains(photo.path, (try? fileStatus(of: photo.path))?.identity, photo.digest) {
      return "\(name) stays: you decided so in a review after the plan was made. Make a new plan if it is meant to go."
    }
    if !photo.isKnownAsKept, let reason = stayingReason(about: photo) {
      return "\(name) stays: \(reason.text(naming: naming)), and the plan does not know that. Make the plan again."
    }
    return notSame(as: photo).map { other in
      "\(name) stays: you said that it is not the same as \(naming(other.path)). To move it all the same, name it to "
        + "deckle trash."
    }
  }

  /// A file that is at its path again after it went to the trash: somebody put it back after the plan was made. Nil
  /// where there is none.
  private func fileThatCameBack(of photo: PlanFile.Photo) -> FilePath? {
    guard !movedSince.isEmpty else { return nil }
    return ([photo.path] + photo.companions.keys.sorted(by: precedesInByteOrder)).first {
      movedSince.contains($0) && (try? fileStatus(of: $0)) != nil
    }
  }

  private func stayingReason(about photo: PlanFile.Photo) -> StayingReason? {
    guard decided.keptAt(photo.digest) == nil else { return .itself }
    func file(_ path: FilePath, _ digest: ContentDigest?) -> EarlierDecisions.File {
      (path, (try? fileStatus(of: path))?.identity, digest)
    }
    let companions = photo.companions.sorted { precedesInByteOrder($0.key, $1.key) }
    return decided.stayingReason(about: file(photo.path, photo.digest), with: companions.map { file($0.key, $0.value) })
  }

  /// A photo of one of its sets that the user declared not to be the same; nil where there is none.
  private func notSame(as photo: PlanFile.Photo) -> PlanFile.Photo? {
    let others = photo.sets.flatMap { members[$0] ?? [] }
    let contents = others.compactMap(\.digest)
    guard let digest = decided.contentRefused(with: photo.digest, among: contents) else { return nil }
    return others.first { $0.digest == digest }
  }
}
