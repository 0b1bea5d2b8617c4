import FileSafety
import Foundation
import PhotoModel
import TextSurface

extension BatchEntry.State {
  var text: String {
    switch self {
    case .inTrash: "in the trash"
    case .originalInTrash: "smaller, the original in the trash"
    case .inFolder: "in your folder"
    case .restored: "put back"
    case .gone: "no longer in the trash"
    case .notInFolder: "changed or gone in your folder"
    case .away: "its trash is not there"
    case .unclear: "not where it should be"
    }
  }

  /// The text for a small picture, about 16 columns.
  var shortText: String {
    switch self {
    case .inTrash, .restored: text
    case .originalInTrash: "made smaller"
    case .inFolder: "in its folder"
    case .gone: "left the trash"
    case .notInFolder: "changed or gone"
    case .away: "trash not there"
    case .unclear: "not in its place"
    }
  }
}

extension BatchSummary {
  /// The size of the photos that were moved and not put back.
  var awayBytes: ByteCount { restored >= photos ? .zero : restored == 0 ? bytes : bytes - restoredBytes }

  /// The start of the status: the app that left the folders, or the number of files where it is not that of the photos;
  /// else empty.
  var origin: String {
    if let app { return "left by \(SafeText(app).text), " }
    return files > photos ? "\(counted(files, "file")), " : ""
  }

  /// ", verified today 14:02": the end of the status; empty where the batch was never verified.
  func verified(_ title: (Date) -> String) -> String {
    guard let verification else { return "" }
    let date = title(Date(timeIntervalSince1970: TimeInterval(verification.secondsSince1970)))
    let faults = verification.faults
    return ", verified \(date)" + (faults > 0 ? ": \(groupedDigits(faults)) changed or missing" : "")
  }

  /// The location of the photos in a few words: "in the trash".
  var whereabouts: String {
    if restored >= photos { return "put back" }
    if smaller > 0, restored + gone + away == 0 { return "made smaller" }
    if restored > 0 { return "\(restored) of \(photos) put back" }
    if gone >= photos, smaller > 0 { return "made smaller, the originals gone" }
    if gone >= photos { return folders == 0 ? "no longer in the trash" : "changed or gone in your folder" }
    if gone + away >= photos { return folders == 0 ? "its trash is not there" : "its folder is not there" }
    let location =
      smaller > 0
      ? "originals in the trash"
      : folders == 0 ? "in the trash" : folders >= photos ? "in your folder" : "in the trash and in your folder"
    return gone + away > 0 ? "\(photos - gone - away) of \(photos) \(location)" : location
  }
}
