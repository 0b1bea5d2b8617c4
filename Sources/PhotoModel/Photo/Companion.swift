package import SystemPackage

/// A file that belongs to a photo without being the one that is shown: the RAW beside a JPEG, the movie of a Live
/// Photo, a sidecar. It goes where its photo goes.
package struct Companion: Hashable, Sendable {
  /// The role of the file for the photo, named as in `scan --json`.
  package enum Role: String, CaseIterable, Hashable, Sendable, Codable {
    case raw, movie, sidecar

    /// "RAW": the label in a list of files.
    package var title: String {
      switch self {
      case .raw: "RAW"
      case .movie: "Movie"
      case .sidecar: "Sidecar"
      }
    }
  }

  /// The file that a companion belongs to by its name, where a photo has a JPEG and a RAW and only one of them is to
  /// go.
  package enum Owner: Hashable, Sendable {
    /// `IMG_1.xmp`: belongs to every file called `IMG_1`, so it stays as long as one of them stays.
    case photo
    /// `IMG_1.JPG.json`, and the movie: belongs to the file that is shown.
    case shown
    /// The RAW itself, and `IMG_1.CR2.xmp`.
    case raw
    /// `IMG_1.MOV.json`: belongs to the movie, which belongs to the file that is shown.
    case movie

    /// Whether the companion goes with the file that is shown.
    package var isOfShown: Bool { self == .shown || self == .movie }
  }

  /// The file.
  package var path: FilePath
  /// The file as it was scanned.
  package var identity: FileIdentity
  /// The role of the file.
  package var role: Role
  /// The file that this one belongs to.
  package var owner: Owner
  /// SHA-256 of the file; nil where it was not needed, or the file could not be read to its end.
  package var digest: ContentDigest?
  /// Whether other names lead to the same file (hard links): removing this one frees nothing.
  package var hasOtherNames: Bool
  /// The contents of a sidecar; nil where it was not read, or cannot be, and for other roles.
  package var contents: SidecarContents?

  /// Whether the file is an XMP sidecar by its name.
  package var isXMP: Bool { path.extension?.lowercased() == "xmp" }

  /// Creates a companion.
  package init(
    path: FilePath, identity: FileIdentity, role: Role, owner: Owner, digest: ContentDigest? = nil,
    hasOtherNames: Bool = false, contents: SidecarContents? = nil
  ) {
    self.contents = contents
    self.hasOtherNames = hasOtherNames
    self.path = path
    self.identity = identity
    self.role = role
    self.owner = owner
    self.digest = digest
  }

  /// The size of the file.
  package var size: ByteCount { ByteCount(identity.size) }
}

/// The parts of a photo that go when it is deleted. There is a choice only where the photo has a RAW beside the shown
/// file.
package enum PhotoParts: String, CaseIterable, Hashable, Sendable, Codable {
  /// Everything.
  case all
  /// The JPEG (or HEIC) with the files that belong to it alone; the RAW stays, with every sidecar that may belong to
  /// it.
  case shown
  /// The RAW with the files that belong to it alone; the JPEG stays, with every sidecar that may belong to it.
  case raw

  /// The parts that go if these go and the others go as well.
  package func union(_ other: PhotoParts) -> PhotoParts { self == other ? self : .all }
}

/// "JPEG + RAW · movie · 2 sidecars": the files of a photo. Empty for a single file.
///
/// - Parameter shown: The word for the file that is shown: "JPEG".
package func companionsTitle(_ companions: [Companion], shown: String) -> String {
  guard !companions.isEmpty else { return "" }
  let sidecars = companions.count { $0.role == .sidecar }
  let hasRAW = companions.contains { $0.role == .raw }
  return [
    hasRAW ? "\(shown) + RAW" : shown, companions.contains { $0.role == .movie } ? "movie" : nil,
    sidecars == 0 ? nil : sidecars == 1 ? "sidecar" : "\(sidecars) sidecars",
  ].compactMap { $0 }.joined(separator: " · ")
}

/// "1 RAW · 2 movies · 3 sidecars", in this order; empty for none.
package func countedCompanions(_ counts: [Companion.Role: Int]) -> String {
  Companion.Role.allCases.compactMap { role in
    guard let count = counts[role], count > 0 else { return nil }
    return role == .raw ? "\(groupedDigits(count)) RAW" : counted(count, role.rawValue)
  }.joined(separator: " · ")
}

/// "12 photos", and "12 photos (31 files)" where that is more.
package func countedPhotos(_ photos: Int, files: Int) -> String {
  files > photos ? "\(counted(photos, "photo")) (\(counted(files, "file")))" : counted(photos, "photo")
}
