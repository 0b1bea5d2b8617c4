import ImageDecoding
import PhotoInspection
import PhotoModel

/// Which formats of pictures are read here, and by what.
struct FormatChecks {
  typealias Check = DoctorDocument.Check

  /// What a locked process could do; nil where none can be started, and nothing is read.
  let report: SandboxReport?

  var all: [Check] {
    FormatSupport.all.map(check) + [
      Check("formats", "XMP", .ok, "read by \(FormatSupport.wordsReader)"),
      Check(
        "formats", "recognised only", .ok,
        "\(FormatSupport.otherFormats.joined(separator: ", ")) are listed as not read, and stay"),
    ]
  }

  private func check(_ support: FormatSupport) -> Check {
    let title = support.format.title
    guard let report else { return Check("formats", title, .problem, "not read: see \"opened in\" below") }
    if report.decoded.contains(support.format) { return Check("formats", title, .ok, "read by \(support.reader)") }
    return Check(
      "formats", title, .warning, "\(support.reader) is there and decodes none of it",
      advice: DecodingError.unsupported(support.format).sentence)
  }
}
