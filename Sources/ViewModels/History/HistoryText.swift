import FileSafety
import Foundation
import PhotoModel
import TextSurface

extension BatchEntry.State {
  var text: String {
    switch self {
    case .inTrash: "in the trash"
    case .restored: "put back"
    case .gone: "no longer in the trash"
    case .away: "its trash is not there"
    case .unclear: "not where it should be"
    }
  }

  /// For what is no wider than a small picture.
  var shortText: String {
    switch self {
    case .inTrash, .restored: text
    case .gone: "left the trash"
    case .away: "trash not there"
    case .unclear: "not in its place"
    }
  }
}

extension BatchSummary {
  /// What was moved and not put back.
  var awayBytes: ByteCount { restored >= photos ? .zero : restored == 0 ? bytes : bytes - restoredBytes }

  /// What is to be said of it before the place: "31 files, ".
  var origin: String {
    if let app { return "left by \(SafeText(app).text), " }
    return files > photos ? "\(counted(files, "file")), " : ""
  }

  /// ", verified today 14:02"; empty where it never was.
  func verified(_ title: (Date) -> String) -> String {
    guard let verification else { return "" }
    let date = title(Date(timeIntervalSince1970: TimeInterval(verification.secondsSince1970)))
    let faults = verification.faults
    return ", verified \(date)" + (faults > 0 ? ": \(groupedDigits(faults)) changed or missing" : "")
  }

  /// Where its photos are, in a few words.
  var whereabouts: String {
    if restored >= photos { return "put back" }
    if restored > 0 { return "\(restored) of \(photos) put back" }
    if gone >= photos { return "no longer in the trash" }
    if gone + away >= photos { return "its trash is not there" }
    return gone + away > 0 ? "\(photos - gone - away) of \(photos) in the trash" : "in the trash"
  }
}
