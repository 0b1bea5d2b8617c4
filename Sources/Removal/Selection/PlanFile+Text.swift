import PhotoModel
package import PhotoScan
import SystemPackage
import TextSurface

extension PlanFile.Problem {
  /// The end of a sentence that begins with the name of the plan, with the location of the problem in the document.
  package var text: String {
    switch self {
    case .noJSON: "is no JSON document"
    case .doubledKey(let key): "says “\(safe(key))” twice of one thing"
    case .otherKind(let schema): "is of the kind “\(safe(schema))”, not \(PlanDocument.schemaName)"
    case .noTime: "has a “createdAt” that is no time"
    case .missing(let key, let path): "has no “\(safe(key))” in \(location(path))"
    case .wrongKind(let path): "has a value of the wrong kind in \(location(path))"
    case .unknownValue(let path) where path.last == "decision":
      "has none of delete, keep, pending or move in \(location(path))"
    case .unknownValue(let path): "has a value that Deckle does not know in \(location(path))"
    case .outsideItsFolders(let path): "names \(safe(path)), which lies in none of its folders"
    case .namedTwice(let path): "names \(safe(path)) twice"
    case .noDigest(let path): "has a digest that is none, of \(safe(path))"
    case .noBase64(let text): "has “pathBytes” that are no base64, of \(safe(text))"
    case .otherBytes(let text): "has “pathBytes” that are another path than \(safe(text))"
    case .destination(let path):
      "must name a folder (“to”) where the decision is move, and nowhere else: see \(safe(path))"
    case .notAbsolute(let text): "has a path that does not begin with “/”: \(safe(text))"
    }
  }

  private func safe(_ text: String) -> String { SafeText(text).text }
  private func safe(_ path: FilePath) -> String { SafeText(bytes: path.bytes).text }

  private func location(_ path: [String]) -> String {
    path.isEmpty ? "its first level" : path.map(safe).joined(separator: ", ")
  }
}
