package import PhotoModel
package import SystemPackage

/// The decision of a review by which a photo stays, or at least is not proposed.
package enum StayingReason: Hashable, Sendable {
  /// The photo was kept, or chosen as the keeper of a set.
  case itself
  /// The file that had this name before was kept, or chosen. An editor writes a new file as well, so nothing
  /// distinguishes a changed photo from another photo that took the name.
  case beforeItChanged
  /// A companion that would go with the photo was kept as a photo of its own.
  case companion(FilePath)

  /// The reason as a clause, such as "you kept it before it changed".
  package func text(naming: (FilePath) -> String) -> String {
    switch self {
    case .itself: "you kept it, or chose it as the one that stays"
    case .beforeItChanged: "you kept it before it changed"
    case .companion(let path): "you kept \(naming(path)), which belongs to it"
    }
  }
}

extension EarlierDecisions {
  /// The present state of a file that would go.
  package typealias File = (path: FilePath, identity: FileIdentity?, digest: ContentDigest?)

  /// The reason why one of the files that go with a photo stays; nil where none was decided to stay. The choice of a
  /// keeper is about its content and ends when that changes; a keep is about the file at its path, and ends with a
  /// later decision.
  package func stayingReason(about file: File, with companions: [File]) -> StayingReason? {
    if staysByDecision(file.path, file.identity, file.digest) { return .itself }
    let kept = companions.first { containsPath($0.path) || staysByDecision($0.path, $0.identity, $0.digest) }
    if let kept { return .companion(kept.path) }
    return containsPath(file.path) ? .beforeItChanged : nil
  }

  /// The reason why a photo of a scan or one of its companions stays; nil for none.
  package func stayingReason(about photo: ScannedPhoto) -> StayingReason? {
    guard !isEmpty else { return nil }
    return stayingReason(
      about: (photo.path, photo.identity, photo.digest),
      with: photo.companions.map { ($0.path, $0.identity, $0.digest) })
  }
}

extension Findings {
  /// Takes back the proposal of each photo that was kept, changed since, or takes along a file that was kept: the
  /// user judges it.
  package mutating func apply(_ decided: EarlierDecisions, _ photos: [ScannedPhoto], naming: (FilePath) -> String) {
    guard !decided.isEmpty else { return }
    let listed = Set(issues.map(\.path))
    var text: [FilePath: String] = [:]
    for photo in photos where listed.contains(photo.path) {
      guard let reason = decided.stayingReason(about: photo) else { continue }
      text[photo.path] = reason.text(naming: naming)
    }
    for index in issues.indices {
      guard let text = text[issues[index].path] else { continue }
      issues[index].isPreselected = false
      issues[index].reword { "\(text); \($0)" }
    }
  }
}
