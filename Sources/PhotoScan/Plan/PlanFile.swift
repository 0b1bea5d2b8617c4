package import Foundation
package import PhotoModel
package import SystemPackage

/// A plan as the user gives it back, read strictly, because a typing error must not move a photo.
package struct PlanFile: Sendable {
  /// A photo of the plan.
  package struct Photo: Sendable {
    /// The path, from the bytes where the plan has them.
    package var path: FilePath
    /// The decision of the user.
    package var decision: PlanDecision
    /// The folder that the photo is to go to; nil unless the decision is move.
    package var destination: FilePath?
    /// The content that the plan was made for; nil where the plan has none.
    package var digest: ContentDigest?
    /// The files that belong to the photo by the plan, with their contents; nil where they could not be read.
    package var companions: [FilePath: ContentDigest?]
    /// The companions without content of the photo's own: sidecars with exported verdicts.
    package var exported: Set<FilePath>
    /// The ids of all sets that the photo is in by the plan.
    package var sets: [String]
    /// The ids among `sets` of sets that are only similar: other shots, or edited copies.
    package var similarSets: Set<String>
    /// Whether the photo has reasons, and each reason of a set names its set.
    package var namesItsSets: Bool
    /// Whether the plan records that the user had kept the photo, or made it the keeper of a set.
    package var isKnownAsKept: Bool
  }

  /// An error in a plan. Texts are as they are written in it.
  package enum Problem: Error, Hashable {
    case noJSON
    /// One key occurs twice in one object.
    case doubledKey(String)
    /// The document has another schema, or another version of it.
    case otherKind(String)
    case noTime
    /// A key is missing, with the key path of its object.
    case missing(String, keyPath: [String])
    /// Text where a number belongs, and the like.
    case wrongKind(keyPath: [String])
    /// A decision or category that Deckle does not have.
    case unknownValue(keyPath: [String])
    case outsideItsFolders(FilePath)
    case namedTwice(FilePath)
    case noDigest(of: FilePath)
    case noBase64(of: String)
    /// The bytes are of another path than the text that a person reads.
    case otherBytes(of: String)
    case notAbsolute(String)
    /// The decision is move without a folder, or another one with a folder.
    case destination(of: FilePath)
  }

  /// The photos, in the order of the plan.
  package var photos: [Photo]
  /// The folders that were scanned for the plan.
  package var folders: [FilePath]
  /// The time of the plan; photos kept later were not known to it.
  package var createdAt: Date

  /// Reads a plan.
  ///
  /// - Throws: The first error. A plan is read whole or not at all.
  package init(_ bytes: [UInt8]) throws(Problem) {
    // Other encodings of JSON hold NULs; their content was not searched for doubled keys.
    if bytes.contains(0) { throw .noJSON }
    // In text that is no JSON no key can be recognised.
    guard (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil else { throw .noJSON }
    if let key = doubledKey(inJSON: bytes) { throw .doubledKey(key) }
    let document = try Self.document(bytes)
    guard document.schema == PlanDocument.schemaName else { throw .otherKind(document.schema) }
    guard let date = try? Date(document.createdAt, strategy: .iso8601) else { throw .noTime }
    createdAt = date
    photos = []
    folders = []
    for folder in document.folders { folders.append(try path(folder.path, folder.pathBytes)) }
    var seen: Set<FilePath> = []
    for entry in document.photos {
      let photo = try Photo(entry)
      guard folders.contains(where: { photo.path.starts(with: $0) }) else { throw .outsideItsFolders(photo.path) }
      guard seen.insert(photo.path).inserted else { throw .namedTwice(photo.path) }
      photos.append(photo)
    }
  }

  /// The field by which any document of Deckle names its kind.
  private struct Kind: Decodable {
    var schema: String?
  }

  private static func document(_ bytes: [UInt8]) throws(Problem) -> PlanDocument {
    // The schema is checked first: for another document it is no help to know which keys are missing.
    let kind = try? JSONDecoder().decode(Kind.self, from: Data(bytes)).schema
    if let kind, kind != PlanDocument.schemaName { throw .otherKind(kind) }
    do {
      return try JSONDecoder().decode(PlanDocument.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw problem(error)
    } catch {
      throw .noJSON
    }
  }

  private static func problem(_ error: DecodingError) -> Problem {
    switch error {
    case .keyNotFound(let key, let context): .missing(key.stringValue, keyPath: keyPath(context))
    case .typeMismatch(_, let context), .valueNotFound(_, let context): .wrongKind(keyPath: keyPath(context))
    case .dataCorrupted(let context) where !context.codingPath.isEmpty: .unknownValue(keyPath: keyPath(context))
    case .dataCorrupted: .noJSON
    @unknown default: .noJSON
    }
  }

  /// "photo 12", "decision": counted from 1.
  private static func keyPath(_ context: DecodingError.Context) -> [String] {
    var parts: [String] = []
    for key in context.codingPath {
      if let index = key.intValue, let list = parts.popLast() {
        parts.append("\(list == "photos" ? "photo" : list) \(index + 1)")
      } else {
        parts.append(key.stringValue)
      }
    }
    return parts
  }
}

extension PlanFile.Photo {
  fileprivate init(_ photo: PlanDocument.Photo) throws(PlanFile.Problem) {
    path = try PhotoScan.path(photo.path, photo.pathBytes)
    decision = photo.decision
    (companions, exported) = ([:], [])
    for part in photo.companions {
      let path = try PhotoScan.path(part.path, part.pathBytes)
      let digest = try contentDigest(part.digest, of: path)
      if companions[path] == nil { companions[path] = .some(digest) }
      if part.exported == true { exported.insert(path) }
    }
    sets = photo.reasons.compactMap(\.set)
    similarSets = Set(photo.reasons.filter { $0.category == .similar }.compactMap(\.set))
    namesItsSets = !photo.reasons.isEmpty && photo.reasons.allSatisfy { $0.set != nil || !$0.category.isGrouped }
    isKnownAsKept = photo.kept == true
    digest = try contentDigest(photo.digest, of: path)
    if let folder = photo.to { destination = try PhotoScan.path(folder, photo.toBytes) }
    guard (decision == .move) == (destination != nil) else { throw .destination(of: path) }
  }
}

private func contentDigest(_ text: String?, of path: FilePath) throws(PlanFile.Problem) -> ContentDigest? {
  guard let text else { return nil }
  guard let digest = ContentDigest(hexadecimal: text) else { throw .noDigest(of: path) }
  return digest
}

/// A path of a document: its bytes where they are given, else its text.
private func path(_ text: String, _ base64: String?) throws(PlanFile.Problem) -> FilePath {
  var bytes = Array(text.utf8)
  if let base64 {
    guard let data = Data(base64Encoded: base64) else { throw .noBase64(of: text) }
    // A person reads the text; different bytes would move a file that nobody read about.
    guard String(decoding: data, as: UTF8.self).utf8.elementsEqual(text.utf8) else { throw .otherBytes(of: text) }
    bytes = Array(data)
  }
  guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { throw .notAbsolute(text) }
  return FilePath(bytes: bytes)
}
