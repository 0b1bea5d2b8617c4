import Foundation
import PhotoModel
import PhotoScan
import SystemPackage
import TextSurface

/// The parts of a contact sheet as HTML: one page by itself, without scripts and without anything from elsewhere.
///
/// Every name passes `SafeText` and then the escaping of HTML, so that a file can neither steer a terminal that shows
/// the page's text nor add anything to the page.
struct ReportPage {
  let report: ScanReport
  let findings: Findings
  let createdAt: Date
  /// The categories in the order of the page.
  let categories: [IssueCategory]
  let naming: (FilePath) -> String

  /// The beginning of a page of Deckle's, by which one can be written anew and nothing else is ever replaced.
  static let beginning =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"Deckle\">\n"

  var head: String {
    let folders = report.roots.map { escaped(naming($0.path)) }.joined(separator: ", ")
    let figures = [
      counted(report.scannedCount, "photo"), report.photos.map(\.size).total.formatted,
      createdAt.formatted(.iso8601).prefix(16).replacing("T", with: " ") + " UTC",
    ]
    let links = categories.map { category in
      let issues = findings.issues(in: category)
      return "<a href=\"#\(category.rawValue)\"><b>\(groupedDigits(issues.count))</b> \(category.title)"
        + "<small>\(issues.map(\.size).total.formatted)</small></a>"
    }
    return Self.beginning + """
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>Deckle: \(folders)</title>
      <style>\(Self.style)</style>
      <header><h1>\(folders)</h1><p>\(figures.joined(separator: " · "))\(report.isInterrupted ? " · stopped early" : "")</p>
      <nav>\(links.joined())</nav>
      <p>What Deckle found. Nothing was moved. <mark>proposed</mark> is what it would put into the bin; the rest is for
      you to judge.</p></header>

      """
  }

  func beginning(of category: IssueCategory) -> String {
    let issues = findings.issues(in: category)
    let sets = findings.groups.count { $0.category == category }
    let amount =
      issues.isEmpty
      ? "nothing found"
      : "\(counted(issues.count, "photo"))\(sets > 0 ? " in \(counted(sets, "set"))" : "") · \(issues.map(\.size).total.formatted)"
    return "<section id=\"\(category.rawValue)\"><h2>\(category.title) <small>\(amount)</small></h2>\n"
  }

  func end(of category: IssueCategory, leaving left: Int) -> String {
    (left > 0
      ? "<p>\(counted(left, "more photo")) not shown here; deckle scan --category \(category.rawValue) lists all.</p>\n"
      : "") + "</section>\n"
  }

  func beginning(of group: PhotoGroup) -> String {
    let title = group.keepWhole.map { $0.title(of: group.members.count) } ?? "\(group.members.count) photos"
    return "<div class=\"set\"><h3>\(escaped(title)) <small>stays: \(escaped(group.reason))</small></h3>\n"
  }

  /// - Parameters:
  ///   - picture: A small JPEG; nil where it cannot be shown.
  ///   - issue: The issue; nil for the keeper of a set.
  func figure(_ path: FilePath, size: ByteCount, picture: [UInt8]?, issue: PhotoIssue?) -> String {
    let name = escaped(SafeText(bytes: path.nameBytes).text)
    let image =
      picture.map {
        "<img alt=\"\(name)\" loading=\"lazy\" src=\"data:image/jpeg;base64,\(Data($0).base64EncodedString())\">"
      }
      ?? "<div class=\"none\">no picture</div>"
    let mark = issue.map(Self.mark(of:)) ?? "<strong>★ stays</strong>"
    return "<figure>\(image)<figcaption><b>\(name)</b>\(mark)<span>\(size.formatted)</span>"
      + "<span>\(escaped(naming(path.removingLastComponent())))</span>"
      + (issue.map { "<em>\(escaped($0.why))</em>" } ?? "") + "</figcaption></figure>\n"
  }

  var end: String {
    guard !report.skipped.isEmpty else { return "</html>\n" }
    let items = report.skipped.prefix(1000).map { "<li>\(escaped(naming($0.path))): \(escaped($0.message))</li>" }
    let more = report.skipped.count > 1000 ? "<li>and \(groupedDigits(report.skipped.count - 1000)) more</li>" : ""
    return "<section><h2>Not read <small>\(SkippedCount(of: report.skipped).shortText)</small></h2><ul>"
      + items.joined(separator: "\n") + more + "</ul></section>\n</html>\n"
  }

  /// The mark of an issue: a photo in a category without groups, for which no other stays, is at most "likely".
  private static func mark(of issue: PhotoIssue) -> String {
    guard issue.isPreselected else { return "<i>to judge</i>" }
    return "<mark>\(issue.category.isGrouped ? "proposed" : "likely")</mark>"
  }

  private func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static let style = """
    :root{color-scheme:light dark;--ground:#fbfafc;--ink:#1d1a24;--faint:#6b6675;--line:#dcd8e2;--accent:#7c3aed;--card:#fff;--on:#fff}
    @media(prefers-color-scheme:dark){:root{--ground:#131118;--ink:#eceaf2;--faint:#9b96a8;--line:#322d3d;--accent:#a855f7;--card:#1b1822;--on:#131118}}
    *{box-sizing:border-box}
    html{background:var(--ground);color:var(--ink);font:15px/1.45 system-ui,sans-serif;max-width:1400px;margin:auto;padding:0 24px 48px}
    h1{font-size:1.5rem;margin:32px 0 0}h2{margin:40px 0 12px;border-bottom:1px solid var(--line);padding-bottom:6px}
    h3{font-size:1rem;margin:0 0 8px}small,figcaption span,header p{color:var(--faint);font-weight:400}
    nav{display:flex;flex-wrap:wrap;gap:12px;margin:16px 0}
    nav a{flex:1 1 160px;border:1px solid var(--line);border-radius:10px;padding:10px 14px;text-decoration:none;color:inherit;background:var(--card)}
    nav b{font-size:1.3rem;color:var(--accent)}nav small{display:block}
    .set{border-left:3px solid var(--accent);padding-left:14px;margin:0 0 24px}
    .row{display:grid;grid-template-columns:repeat(auto-fill,minmax(200px,1fr));gap:14px}
    figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:10px;overflow:hidden;break-inside:avoid}
    img,.none{display:block;width:100%;height:165px;object-fit:contain;background:#0002}
    .none{display:grid;place-items:center;color:var(--faint)}
    figcaption{padding:8px 10px;font-size:.82rem;overflow-wrap:anywhere}
    figcaption>*{display:block}mark{background:var(--accent);color:var(--on);border-radius:6px;padding:0 6px;width:max-content}
    header mark{display:inline-block}figcaption em{margin-top:4px;font-style:normal}
    @media(max-width:560px){html{padding:0 14px 32px}.row{grid-template-columns:repeat(auto-fill,minmax(130px,1fr));gap:10px}img,.none{height:110px}}
    @media print{html{max-width:none;padding:0}nav{display:none}}
    """
}
