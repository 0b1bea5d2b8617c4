package import SystemPackage

/// A file that resembles a file of a photo by name, but does not belong to it: it stays when the photo is removed.
package struct NamesakeFile: Hashable, Sendable {
  /// The reason why the file does not belong to the photo.
  package enum Reason: String, Hashable, Sendable {
    /// A movie with the content identifier of another Live Photo.
    case otherLivePhoto
    case anotherDay
    case anotherTime
    /// A movie of more than ten seconds.
    case tooLong
    /// A movie that is too large to be a Live Photo's.
    case tooLarge
    /// A movie without a time of capture.
    case withoutTime
    /// A movie without a duration.
    case withoutLength
    /// The photo has no time of capture.
    case photoWithoutTime
    /// A movie that could not be read, or was not read yet.
    case unread
    /// A picture of this kind has no movie beside it, or there are several of one name.
    case noPart
    /// The name fits several photos.
    case ambiguous
    /// A text or a sound, which may be of the photo.
    case byChance
    /// A sidecar that its program keeps in a folder of its own.
    case apart
    /// A list with metadata of several photos.
    case list
    /// A sidecar that is a symbolic link, which is not followed.
    case link
  }

  /// The file.
  package var path: FilePath
  /// The reason.
  package var reason: Reason

  /// Creates a namesake.
  package init(path: FilePath, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension NamesakeFile.Reason {
  /// The reason as a clause, such as "it was taken on another day".
  package var text: String {
    switch self {
    case .otherLivePhoto: "it is the movie of another Live Photo"
    case .anotherDay: "it was taken on another day"
    case .anotherTime: "it was taken at another time"
    case .tooLong: "it is too long for the movie of a photo"
    case .tooLarge: "it is too large for the movie of a photo"
    case .withoutTime: "it does not say when it was taken"
    case .withoutLength: "it does not say how long it is"
    case .photoWithoutTime: "nothing says when the photo was taken"
    case .unread: "nobody has looked yet when it was taken"
    case .noPart: "its name alone does not say whose it is"
    case .ambiguous: "it may belong to more than one photo"
    case .byChance: "it may have its name by chance"
    case .apart: "its program keeps it in a folder of its own"
    case .list: "it is about the photos of its whole folder"
    case .link: "it is a symbolic link"
    }
  }
}

/// The sentence about the first namesake, "IMG_1.mov stays: it was taken on another day.", and the number of others;
/// nil for none.
package func stayingText(_ namesakes: [NamesakeFile], naming: (FilePath) -> String) -> String? {
  guard let first = namesakes.first else { return nil }
  let others = namesakes.count - 1
  let more =
    others == 0
    ? ""
    : " So \(others == 1 ? "does" : "do") \(counted(others, "other file")) that look"
      + "\(others == 1 ? "s" : "") as if \(others == 1 ? "it" : "they") belonged to what goes."
  return "\(naming(first.path)) stays: \(first.reason.text).\(more)"
}

extension ScannedPhoto {
  /// Removes a movie from the photo, and with it the companions that belong to the movie; they become namesakes.
  package mutating func leaveOut(_ movie: Companion, _ reason: NamesakeFile.Reason) {
    let leaving = companions.filter { $0.path == movie.path || $0.owner == .movie }
    companions.removeAll(where: leaving.contains)
    namesakes += leaving.map { NamesakeFile(path: $0.path, reason: reason) }
    namesakes.sort { precedesInByteOrder($0.path, $1.path) }
  }
}
