/// The verdict of a review about a photo, as it is written for other programs into a sidecar.
package enum ExportedVerdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The photo was kept.
  case pick
  /// The photo is in the bin.
  case rejected
  /// The photo is neither, and an earlier export wrote otherwise.
  case none
}

/// Words and a verdict that are to be added to the sidecar of a photo.
package struct SidecarAddition: Hashable, Sendable, Codable {
  /// The metadata that the photo lacks: rating, label, keywords, title, caption, people, place and time.
  package var contents = SidecarContents()
  /// Values of the photo that this metadata replaces, because the user chose so: only these may be removed from a
  /// sidecar.
  package var replaced = SidecarContents()
  /// The verdict of an export; nil where metadata is carried over.
  package var verdict: ExportedVerdict?
  /// Whether the photo has a rating of its own, which no verdict may contradict.
  package var isRated = false
  /// Whether the photo has a pick or a rejection of its own, which no verdict may contradict.
  package var isFlagged = false

  /// Creates an addition of metadata.
  ///
  /// - Parameter replaced: The values of the photo that it replaces.
  package init(_ contents: SidecarContents, replacing replaced: SidecarContents = SidecarContents()) {
    self.contents = contents
    self.replaced = replaced
  }

  /// Creates an addition of a verdict.
  ///
  /// - Parameter own: The metadata that people wrote about the photo.
  package init(_ verdict: ExportedVerdict, besides own: DescriptiveMetadata) {
    self.verdict = verdict
    isRated = own.rating != nil
    isFlagged = own.isPicked != nil
  }
}

/// A change of the bytes of a sidecar: a text that is inserted, or replaces a short value.
///
/// All other bytes stay. A change comes from a process that may have been taken over, so it is checked where it is
/// applied.
package struct SidecarEdit: Hashable, Sendable, Codable {
  /// The offset in the sidecar, in bytes.
  package var offset: Int
  /// The value that the text replaces; empty where nothing goes.
  package var old: String
  /// The text that comes in.
  package var new: String

  /// Creates a change.
  package init(at offset: Int, replacing old: String = "", with new: String) {
    self.offset = offset
    self.old = old
    self.new = new
  }

  /// The largest size of all texts of a sidecar's changes together, in bytes.
  package static let mostBytes = 48_000

  /// Whether a change may replace a value: an empty one, one that an export wrote, or one of those that the user chose
  /// to replace.
  package static func mayReplace(_ value: String, in replaced: SidecarContents = SidecarContents()) -> Bool {
    if ["", "0", "-1", "1", "3", "pick", "rejected", "none"].contains(value) { return true }
    let metadata = replaced.metadata
    let texts = [metadata.rating.map(String.init), metadata.label, metadata.title, metadata.caption].compactMap(\.self)
    if let text = DescriptiveMetadata.text(unescaped(value)), texts.contains(text) { return true }
    // Programs write a place and a time in many ways, each of few characters that no other text consists of.
    func consists(of characters: String) -> Bool { value.utf8.count <= 35 && value.allSatisfy(characters.contains) }
    return replaced.location != nil && consists(of: "0123456789,.NSEW")
      || replaced.capturedAt != nil && consists(of: "0123456789-:.+TZ ")
  }
}

/// The text of a value with XML's own references resolved; those that a document declares stay as they are.
private func unescaped(_ value: String) -> String {
  value.replacing(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/) { match in
    if let name = match.3 { return ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"][name] ?? "" }
    let code = match.1.flatMap { UInt32($0, radix: 16) } ?? match.2.flatMap { UInt32($0) }
    return code.flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
  }
}

/// Why nothing is added to a sidecar.
package struct SidecarRefusal: Error, Hashable, Sendable {
  /// The reason as one sentence, fit for a screen.
  package var sentence: String

  /// Creates a refusal for this reason.
  package init(_ sentence: String) { self.sentence = sentence }
}

extension [SidecarEdit] {
  /// The sidecar with these changes.
  ///
  /// - Parameters:
  ///   - sidecar: The bytes that the changes were made for.
  ///   - replaced: Values that the user chose to replace.
  /// - Returns: Nil where they do not fit the sidecar: out of order, outside of it, too long, or replacing a value that
  ///   must stay.
  package func applied(to sidecar: [UInt8], replacing replaced: SidecarContents = SidecarContents()) -> [UInt8]? {
    guard reduce(0, { $0 + $1.new.utf8.count }) <= SidecarEdit.mostBytes else { return nil }
    var bytes: [UInt8] = []
    var index = 0
    for edit in self {
      let end = edit.offset.addingReportingOverflow(edit.old.utf8.count)
      guard SidecarEdit.mayReplace(edit.old, in: replaced), edit.offset >= index, !end.overflow,
        end.partialValue <= sidecar.count,
        sidecar[edit.offset..<end.partialValue].elementsEqual(edit.old.utf8)
      else { return nil }
      bytes += sidecar[index..<edit.offset]
      bytes += edit.new.utf8
      index = end.partialValue
    }
    return bytes + sidecar[index...]
  }
}
