import ImageDecoding
import PhotoModel

/// Which formats of pictures are read here, and by what.
struct FormatChecks {
  typealias Check = DoctorDocument.Check

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
    if support.isComplete { return Check("formats", title, .ok, "read by \(support.reader)") }
    let package = support.format == .heic ? "libheif-plugin-libde265" : "libheif-plugin-dav1d"
    return Check(
      "formats", title, .warning, "\(support.reader) is there without a decoder for it",
      advice: "Install \(package); until then these pictures are listed as not read, and stay.")
  }
}
