import Foundation
import PhotoModel
import SystemPackage
import TextSurface

/// A plan as it came back from a person: read strictly, because a slip must not move a photo.
struct PlanFile {
  /// A photo of the plan.
  struct Photo {
    var path: FilePath
    var decision: UserDecision
    var digest: ContentDigest?
    /// Files that the plan knows to go with it, with what they held; nil where they could not be read.
    var companions: [FilePath: ContentDigest?]
    var sets: [String]
  }

  var photos: [Photo]
  /// What was kept later than this was not known to it.
  var createdAt: Date
  /// More than a plan for some million photos.
  private static let mostBytes = 1_000_000_000

  /// - Parameter source: A file, or "-" for standard input.
  /// - Throws: `CommandFailure` that names the file, the photo and what is wrong with it.
  init(from source: FilePath, naming: (FilePath) -> String) throws {
    let name = source.bytes == [UInt8(ascii: "-")] ? "The plan" : "The plan \(naming(source))"
    let bytes: [UInt8]
    do { bytes = try inputBytes(of: source, most: Self.mostBytes) } catch is InputTooLong {
      throw CommandFailure(
        "\(name) is longer than \(ByteCount(Int64(Self.mostBytes)).formatted). Nothing was moved; make plans of parts.")
    } catch {
      throw CommandFailure("\(name) cannot be read (\(error)). Nothing was moved.")
    }
    try self.init(bytes, name: name)
  }

  /// - Parameter name: Of the plan, as a sentence begins with it.
  init(_ bytes: [UInt8], name: String) throws {
    do {
      if let key = doubledKey(inJSON: bytes) { throw PlanProblem("says “\(SafeText(key).text)” twice of one thing") }
      let document = try JSONDecoder().decode(PlanDocument.self, from: Data(bytes))
      guard document.schema == PlanDocument.schemaName else {
        throw PlanProblem("is of the kind “\(SafeText(document.schema).text)”, not \(PlanDocument.schemaName)")
      }
      guard let date = try? Date(document.createdAt, strategy: .iso8601) else {
        throw PlanProblem("has a “createdAt” that is no time")
      }
      createdAt = date
      let folders = try document.folders.map { try filePath($0.path, $0.pathBytes) }
      photos = try document.photos.map(Photo.init)
      for photo in photos where !folders.contains(where: { photo.path.starts(with: $0) }) {
        throw PlanProblem("names \(SafeText(bytes: photo.path.bytes).text), which lies in none of its folders")
      }
      try refuseDoubles()
    } catch let problem as PlanProblem {
      throw CommandFailure("\(name) \(problem.words). Nothing was moved.")
    } catch let error as DecodingError {
      throw CommandFailure("\(name) \(Self.words(error)). Nothing was moved.")
    }
  }

  private func refuseDoubles() throws {
    var seen: Set<FilePath> = []
    for photo in photos where !seen.insert(photo.path).inserted {
      throw PlanProblem("names \(SafeText(bytes: photo.path.bytes).text) twice")
    }
  }

  /// What is wrong, in words that lead to the place.
  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context): "has no “\(SafeText(key.stringValue).text)” in \(place(context))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "has a value of the wrong kind in \(place(context))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: "is no JSON document"
    case .dataCorrupted(let context): "has a value that Deckle does not know in \(place(context))"
    @unknown default: "cannot be understood"
    }
  }

  /// "photo 12, decision": counted from 1.
  private static func place(_ context: DecodingError.Context) -> String {
    var words: [String] = []
    for key in context.codingPath {
      if let index = key.intValue, let list = words.popLast() {
        words.append("\(list == "photos" ? "photo" : list) \(index + 1)")
      } else {
        words.append(SafeText(key.stringValue).text)
      }
    }
    return words.isEmpty ? "its first level" : words.joined(separator: ", ")
  }
}

/// What is wrong with a plan that is well-formed; a sentence without its beginning.
private struct PlanProblem: Error {
  let words: String
  init(_ words: String) { self.words = words }
}

extension PlanFile.Photo {
  fileprivate init(_ photo: PlanDocument.Photo) throws {
    path = try filePath(photo.path, photo.pathBytes)
    decision = photo.decision
    companions = Dictionary(
      try photo.companions.map { part in
        let path = try filePath(part.path, part.pathBytes)
        return (path, try contentDigest(part.digest, of: path))
      }, uniquingKeysWith: { first, _ in first })
    sets = photo.reasons.compactMap(\.set)
    digest = try contentDigest(photo.digest, of: path)
  }
}

private func contentDigest(_ text: String?, of path: FilePath) throws -> ContentDigest? {
  guard let text else { return nil }
  guard let digest = ContentDigest(hexadecimal: text) else {
    throw PlanProblem("has a digest that is none, of \(SafeText(bytes: path.bytes).text)")
  }
  return digest
}

/// A path of a document: its bytes where they are given, else its text.
private func filePath(_ text: String, _ base64: String?) throws -> FilePath {
  let bytes = try base64.map { encoded in
    guard let data = Data(base64Encoded: encoded) else {
      throw PlanProblem("has “pathBytes” that are no base64, of \(SafeText(text).text)")
    }
    // A person reads the text; bytes that say something else would move what nobody read.
    guard String(decoding: data, as: UTF8.self) == text else {
      throw PlanProblem("has “pathBytes” that are another path than \(SafeText(text).text)")
    }
    return Array(data)
  }
  let path = bytes.map { FilePath(bytes: $0) } ?? FilePath(text)
  guard path.isAbsolute, !(bytes ?? Array(text.utf8)).contains(0) else {
    throw PlanProblem("has a path that does not begin with “/”: \(SafeText(text).text)")
  }
  return path
}
