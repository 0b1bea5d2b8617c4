package import PhotoModel

/// The numbers of Home and the sentences about them.
extension HomeState {
  /// One of the numbers of Home: space left to gain, photos in the bin, space gained.
  package struct Figure: Hashable, Sendable {
    /// The subject of the number.
    package enum Kind: Hashable, Sendable {
      case toGain, bin, gained
    }

    /// The subject of the number.
    package var kind: Kind
    /// "3.8 GB".
    package var number: String
    /// The label below the number: "left to gain".
    package var title: String
    /// The rest as a short text: "754 photos"; empty where there is nothing more.
    package var note = ""
    /// The same in at most 13 columns.
    package var shortNote = ""
    /// Whole sentences, "3.8 GB left to gain in 754 photos", in ever shorter versions.
    package var texts: [String]

    /// Creates a number; its sentences are the number and each of the texts.
    fileprivate init(
      _ kind: Kind, _ number: String, _ title: String, note: String = "", shortNote: String? = nil, texts: [String] = []
    ) {
      (self.kind, self.number, self.title, self.note) = (kind, number, title, note)
      self.shortNote = shortNote ?? note
      self.texts = (texts + [title]).map { "\(number) \($0)" }
    }
  }

  /// The numbers that are known.
  package var figures: [Figure] {
    var figures: [Figure] = []
    if headlines.isEmpty {
      let photos = photosToGain > 0 ? counted(photosToGain, "photo") : ""
      figures.append(
        Figure(
          .toGain, reclaimable.formatted, "left to gain", note: photos,
          texts: photos.isEmpty ? [] : ["left to gain in \(photos)"]))
    }
    let photos = binCount > 0 ? counted(binCount, "photo") : ""
    figures.append(
      marksWaiting > 0
        ? Figure(.bin, counted(marksWaiting, "photo"), "marked")
        : folderBytes > .zero
          ? Figure(
            .bin, binGain.formatted, "to the trash", note: "\(folderBytes.formatted) to folders",
            shortNote: "folders, too", texts: ["to the trash, \(folderBytes.formatted) to folders"])
          : Figure(
            .bin, binBytes.formatted, "in the bin", note: photos,
            texts: photos.isEmpty ? [] : ["in the bin from \(photos)"]))
    if let gained { figures.append(Figure(gained)) }
    return figures
  }

  /// "38 photos in the bin", "The bin is empty"; "4 photos marked" while the findings are not known.
  package var binText: String {
    if binCount > 0 { return "\(counted(binCount, "photo")) in the bin" }
    return marksWaiting > 0 ? "\(counted(marksWaiting, "photo")) marked" : "The bin is empty"
  }

  /// "38 in the bin", "0 in the bin": the same in fewer columns.
  package var shortBinText: String {
    marksWaiting > 0 && binCount == 0 ? binText : "\(groupedDigits(binCount)) in the bin"
  }

  /// "412 kept" or "412 kept in every category", "754 open", "38 moved": the rest of the review; empty where nothing is
  /// in review, or not all of it is known.
  package var reviewTexts: [String] {
    guard photosInReview > 0, headlines.isEmpty else { return [] }
    let kept = keptInPart > 0 ? "kept in every category" : "kept"
    return ["\(groupedDigits(keptCount)) \(kept)", "\(groupedDigits(photosToGain)) open"]
      + (movedCount > 0 ? ["\(groupedDigits(movedCount)) moved"] : [])
  }

  /// The sentence in place of the space left to gain, in ever shorter versions; empty where that is known.
  package var headlines: [String] {
    if isScanning, let text = scanInPartText { return [text] }
    if isReadingKnown { return ["Reading what the last scan found …"] }
    let forgotten = "What was found is not known any more"
    if isForgotten { return ["\(forgotten): scan again", forgotten] }
    return scanInPartText.map { [$0] } ?? []
  }

  /// The number of photos that the review is about.
  package var photosInReview: Int { binCount + keptCount + movedCount + photosToGain }
  /// The settled part of these, 0…1.
  package var fractionReviewed: Double {
    photosInReview > 0 ? Double(photosInReview - photosToGain) / Double(photosInReview) : 0
  }

  /// The bytes that are free once the bin has gone to the trash, and that is emptied.
  package var binGain: ByteCount { binBytes - folderBytes }

  /// The bytes that the ring shows as left to gain.
  package var gainShown: ByteCount { headlines.isEmpty ? reclaimable : .zero }

  /// "412 GB of 1.0 TB used · the bin drawn larger": the label of the storage ring, with its coloured parts that are
  /// drawn larger than they are, in ever shorter versions; empty while the disk has not answered.
  package var storageTexts: [String] {
    guard let storage else { return [] }
    let used = "\(storage.used.formatted) of \(storage.capacity.formatted) used"
    let enlarged = [(gainShown, "what is left"), (binGain, "the bin")].filter { bytes, _ in
      bytes > .zero && storage.part(of: bytes) < Self.leastPart
    }.map(\.1)
    guard !enlarged.isEmpty else { return [used] }
    return ["\(used) · \(enlarged.joined(separator: " and ")) drawn larger", "\(used) · parts not to scale", used]
  }

  /// The least part of the storage ring that can be seen: smaller ones are drawn as large as this.
  package static let leastPart = 0.03
}

extension HomeState.Figure {
  /// The bytes that were gained: nothing is free while it is in a trash.
  fileprivate init(_ gained: HistoryState.Gained) {
    let left = gained.bytes - gained.gone
    let isFree = gained.bytes <= .zero || left <= .zero
    let note = isFree ? "so far" : gained.gone > .zero ? "\(left.formatted) in trash" : "still in trash"
    let text =
      isFree
      ? "gained so far"
      : gained.gone > .zero
        ? "gained so far, \(left.formatted) of it in the trash" : "gained once the trash is emptied"
    self.init(
      .gained, gained.bytes.formatted, "gained", note: note, texts: [text] + (isFree ? [] : ["gained, \(note)"]))
  }
}
