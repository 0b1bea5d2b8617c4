import FileSafety
import PhotoAnalysis
import PhotoModel
import SystemPackage
import TextSurface

/// The sentences about files that go along with those that were named.
extension RemovalSelection {
  /// The sentences about files that go along, contents that would be lost, and files that stay.
  package var sentencesOfWhatGoesAlong: [String] {
    [alongSentence, lossSentence, withoutCopySentence, stayingSentence].compactMap(\.self)
  }

  /// The sentence about files that stay although they look like companions of a removed photo; nil where there are
  /// none.
  private var stayingSentence: String? {
    let going = Set((plan?.items ?? []).flatMap { $0.files.map(\.path) })
    let staying = (plan?.items ?? []).flatMap { namesakes[$0.path, default: []] }.filter { !going.contains($0.path) }
    return stayingText(staying, naming: environment.naming)
  }

  /// The sentence about contents that only a photo that goes has; nil where none would be lost.
  private var lossSentence: String? {
    let going = Set((plan?.items ?? []).map(\.path))
    return PhotoAnalysis.lossSentence(losing.filter { going.contains($0.photo.path) }, naming: environment.naming).map {
      SafeText($0).text
    }
  }

  /// The sentence about files that go although nobody named them; nil where there are none.
  private var alongSentence: String? {
    let count = entries.count { !$0.isNamed && $0.refusal == nil }
    guard count > 0 else { return nil }
    return "\(counted(count, "file")) of these \(count == 1 ? "belongs" : "belong") to the photos that were named, "
      + "and \(count == 1 ? "goes" : "go") along."
  }

  /// The sentence about companions that would be lost, because only their photo has a copy; nil where there are none.
  private var withoutCopySentence: String? {
    let files = filesWithoutCopy
    guard let first = files.first else { return nil }
    return files.count == 1
      ? "\(environment.naming(first)), which goes along, has no copy beside the one that stays."
      : "\(environment.naming(first)) and \(counted(files.count - 1, "other file")), which go along, have no copy beside the ones "
        + "that stay."
  }

  /// The files that go along with photos that have a copy, and have no copy beside that one: they would be lost.
  private var filesWithoutCopy: [FilePath] {
    var all: [FilePath] = []
    let going = Set((plan?.items ?? []).flatMap { $0.files.map { FileKey($0.identity) } })
    for item in plan?.items ?? [] where !item.exactCopies.isEmpty {
      let folders = Set(item.exactCopies.map { $0.path.removingLastComponent() })
      for companion in item.companions where companion.survivors.isEmpty && companion.identity.size > 0 {
        let beside = folders.flatMap { (try? regularFiles(in: $0)) ?? [] }.filter { _, status in
          status.identity.size == companion.identity.size && !going.contains(FileKey(status.identity))
        }
        let digest = beside.isEmpty ? nil : try? wholeDigest(of: companion.path)
        if digest == nil || !beside.contains(where: { (try? wholeDigest(of: $0.path)) == digest }) {
          all.append(companion.path)
        }
      }
    }
    return all
  }
}
