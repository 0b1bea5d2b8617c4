package import PhotoModel

/// The verdicts of a review, for other programs.
extension Review {
  /// A photo with its verdict.
  package struct Verdict: Sendable {
    /// The photo.
    package var photo: ScannedPhoto
    /// The verdict; `none` where the photo is open.
    package var verdict: ExportedVerdict
    /// The parts that the verdict is about.
    package var parts: PhotoParts

    /// Creates a verdict about these parts of a photo.
    package init(photo: ScannedPhoto, verdict: ExportedVerdict, parts: PhotoParts = .all) {
      (self.photo, self.verdict, self.parts) = (photo, verdict, parts)
    }
  }

  /// The verdicts about all photos, in the order of the library. What goes to a folder of the user's is not rejected.
  package var verdicts: [Verdict] {
    photos.list.map { photo in
      if isInBin(photo.path), destination(of: photo.path) == nil {
        return Verdict(photo: photo, verdict: .rejected, parts: parts(of: photo.path))
      }
      return Verdict(photo: photo, verdict: isKept(photo.path) ? .pick : .none)
    }
  }
}
