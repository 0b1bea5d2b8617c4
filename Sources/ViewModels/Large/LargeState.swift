package import PhotoModel

/// The state of the list of photos whose files could be smaller.
package struct LargeState: Equatable, Sendable {
  /// A photo of the list.
  package struct Row: Hashable, Sendable {
    /// Whether the photo is to be made smaller.
    package enum Mark: Hashable, Sendable {
      case none
      /// Chosen by the method of the list.
      case chosen
      /// Chosen by another method than that of the list.
      case otherWay
    }

    /// The file's name, escaped.
    package var name: String
    /// The folder, from that of the library on; escaped, empty for the library itself.
    package var folder: String
    /// The size of the file now.
    package var before: ByteCount
    /// The size of the smaller file.
    package var after: ByteCount
    /// Whether the photo is to be made smaller.
    package var mark: Mark = .none

    /// The bytes that are won.
    package var gain: ByteCount { before - after }
  }

  /// A photo beside its smaller version.
  package struct Photo: Equatable, Sendable {
    /// The photo as it is.
    package var original: Side
    /// The photo as it would be.
    package var smaller: Side
    /// Whether the original is shown where there is space for one picture only.
    package var showsOriginal = false
    /// Whether the sharpest part of the photo is shown, a pixel of the original as one of the screen.
    package var isDetail = false
  }

  /// One of the two pictures.
  package struct Side: Equatable, Sendable {
    /// "4032×3024 · 8.2 MB".
    package var facts: String
    /// The picture; nil where there is no space for one.
    package var picture: CardPicture?
  }

  /// The measurement: photos that were measured, of `total`.
  package struct Progress: Hashable, Sendable {
    /// The photos that were measured.
    package var done: Int
    /// The photos that may be made smaller in the way that is measured.
    package var total: Int
  }

  /// The way in which the photos of the list are made smaller.
  package var way = ShrinkWay.lossless
  /// The photos with the largest gain first; those that match the filter.
  package var rows: [Row] = []
  /// Index into `rows`; 0 when empty.
  package var selection = 0
  /// The photo under the highlight beside its smaller version; nil while the list is shown.
  package var photo: Photo?
  /// The filter; empty shows all.
  package var filter = ""
  /// The photos of the list.
  package var listed = ShrinkGain()
  /// The photos that are chosen and lose nothing.
  package var lossless = ShrinkGain()
  /// The photos that are chosen and get smaller pictures.
  package var fitted = ShrinkGain()
  /// The photos that are not measured yet; 0 where all are.
  package var progress: Progress?
  /// Whether the measurement is running.
  package var isMeasuring = false
  /// The reason why photos could not be measured; nil where all could.
  package var failure: String?
  /// Whether photos are known.
  package var hasPhotos = false
  /// Whether the result of the last scan is still being read.
  package var isReading = false
  /// The sentence about the last key; nil where there is none.
  package var message: String?

  /// The row under the highlight; nil where there is none.
  package var selected: Row? { rows.indices.contains(selection) ? rows[selection] : nil }

  /// The number of photos that are to be made smaller.
  package var chosen: Int { lossless.photos + fitted.photos }

  /// "8.2 GB in 1 204 photos could be 5.9 GB".
  package var gainText: String {
    listed.photos == 0 ? "nothing to gain so far" : listed.text
  }

  /// The text about the chosen photos: "1 200 with nothing lost: 2.2 GB less · 4 visibly smaller: 12 MB less"; nil
  /// where none is chosen.
  package var chosenText: String? {
    let parts = [(lossless, "with nothing lost"), (fitted, "visibly smaller")].filter { $0.0.photos > 0 }
    guard !parts.isEmpty else { return nil }
    return parts.map { "\(groupedDigits($0.0.photos)) \($0.1): \($0.0.gain.formatted) less" }.joined(separator: " · ")
  }

  /// The text "1 204 chosen: 2.2 GB less", a shorter form of the text about the choice.
  package var shortChosenText: String? {
    chosen == 0 ? nil : "\(groupedDigits(chosen)) chosen: \((lossless.gain + fitted.gain).formatted) less"
  }

  /// "340 of 1 204 measured"; nil where all are.
  package var progressText: String? {
    progress.map { "\(groupedDigits($0.done)) of \(groupedDigits($0.total)) measured" }
  }

  /// The notice in place of the list; nil where there is a list.
  package var notice: Notice? {
    if isReading, !hasPhotos { return Notice(glyph: .photo, title: "Reading what the last scan found …", lines: []) }
    if !hasPhotos {
      return Notice(glyph: .photo, title: "No photos are known yet", lines: ["A scan finds them: s on Home."])
    }
    guard rows.isEmpty, !isMeasuring else { return nil }
    if !filter.isEmpty {
      let measured = progress.map {
        "None of the \(counted($0.done, "photo")) measured so far matches; s goes on measuring."
      }
      let lines: [String?] = [measured, "Going back shows all again."]
      return Notice(glyph: .photo, title: "No photo matches", lines: lines.compactMap(\.self))
    }
    if let progressText {
      return Notice(glyph: .photo, title: "The measurement was stopped", lines: ["\(progressText); s goes on."])
    }
    if let failure { return Notice(glyph: .warning, title: "No photo could be measured", lines: [failure]) }
    switch way {
    case .lossless:
      return Notice(
        glyph: .check, title: "Nothing to gain",
        lines: ["Every photo is as small as it can be with nothing lost.", "v shows what smaller pictures would win."])
    case .fit(let longSide, _):
      return Notice(
        glyph: .check, title: "Nothing to gain",
        lines: ["No photo is larger than \(groupedDigits(longSide)) pixels and would gain by it."]
          + (chosenText.map { ["Still chosen: \($0)."] } ?? []))
    }
  }
}

extension ShrinkGain {
  /// "8.2 GB in 1 204 photos could be 5.9 GB".
  package var text: String { "\(before.formatted) in \(counted(photos, "photo")) could be \(after.formatted)" }
}

extension LargeState: ListState {
  /// The gain, the chosen photos, and the progress of the measurement.
  package var listLines: [String] {
    let measured = progress.map { progress -> [String] in
      let text = "\(groupedDigits(progress.done)) of \(groupedDigits(progress.total))"
      return [isMeasuring ? "\(text) measured ..." : "Stopped at \(text); s goes on"]
    }
    if let notice { return [message].compactMap(\.self) + [notice.title] + notice.lines }
    let filter = filter.isEmpty ? "" : ", filter \(filter)"
    return [message].compactMap(\.self) + ["Large, \(way.title): \(gainText)\(filter)"]
      + [chosenText.map { "Chosen: \($0)" } ?? "None is chosen"] + (measured ?? [])
  }

  /// The number of photos.
  package var rowCount: Int { rows.count }
  /// A photo: name, folder, both sizes, and whether it is chosen.
  package func rowText(_ index: Int) -> String {
    let row = rows[index]
    let mark: String =
      switch row.mark {
      case .none: ""
      case .chosen: ", to be made smaller"
      case .otherWay: way == .lossless ? ", to be a smaller picture" : ", to be made smaller with nothing lost"
      }
    let folder = row.folder.isEmpty ? "" : " in \(row.folder)"
    return "\(row.name)\(folder), \(row.before.formatted) could be \(row.after.formatted)\(mark)"
  }
}
