import Foundation
import PhotoModel
import PhotoScan
import SystemPackage
import Testing

/// A plan that comes back: what is read of it, and what is refused as a whole.
@Suite struct PlanFileTests {
  private static let photo = #"{"path": "/p/a.jpg", "decision": "delete", "bytes": 1, "companions": [], "reasons": []}"#

  /// A plan with these photos.
  private func plan(_ photos: String, more: String = "") -> [UInt8] {
    let head = #""schema": "deckle.plan/1", "createdAt": "2026-01-31T12:00:00Z", "folders": [{"path": "/p"}]"#
    return Array("{\(head), \"photos\": [\(photos)]\(more)}".utf8)
  }

  private func photo(_ fields: String) -> String {
    #"{"bytes": 1, "companions": [], "reasons": [], "decision": "keep", \#(fields)}"#
  }

  @Test func `is read with its paths, contents, companions and sets`() throws {
    let digest = String(repeating: "0a", count: 32)
    let text = """
      {"path": "/p/a\\u00e9.jpg", "decision": "delete", "bytes": 1, "digest": "\(digest)", "inBackup": true,
      "companions": [{"path": "/p/a.xmp", "role": "sidecar", "bytes": 2}],
      "reasons": [{"category": "duplicate", "set": "d1", "why": "x"}, {"category": "blurry", "why": "y"}]}
      """

    let file = try PlanFile(plan(text))

    let photo = try #require(file.photos.first)
    #expect(photo.path == FilePath("/p/aé.jpg"))
    #expect(photo.decision == .delete)
    #expect(photo.digest?.hexadecimal == digest)
    let companions: [FilePath: ContentDigest?] = [FilePath("/p/a.xmp"): nil]
    #expect(photo.companions == companions)
    #expect(photo.sets == ["d1"] && photo.namesItsSets)
    #expect(file.createdAt == Date(timeIntervalSince1970: 1_769_860_800))
  }

  @Test(arguments: ["[]", #"[{"category": "duplicate", "why": "x"}]"#])
  func `a photo without a reason, or with one that names no set, does not name its sets`(_ reasons: String) throws {
    let text = Self.photo.replacing(#""reasons": []"#, with: #""reasons": \#(reasons)"#)

    #expect(try PlanFile(plan(text)).photos.map(\.namesItsSets) == [false])
  }

  @Test(
    arguments: [
      (#"{"a": 1, "b": {"a": 2}, "c": [{"a": 1}, {"a": 2}]}"#, nil), (#"{"a": 1, "a": 2}"#, "a"),
      (#"{"x": [{"k": "}", "k": 1}]}"#, "k"), (#"{"a\"": 1, "a\"": 2}"#, #"a""#), (#"{"a": "a", "b": "a"}"#, nil),
      ("{\"", nil), ("]}\"\\", nil),
    ] as [(String, String?)])
  func `a key that stands twice in one object is found`(_ text: String, _ key: String?) {
    var found: String?
    do { _ = try PlanFile(Array(text.utf8)) } catch {
      if case .doubledKey(let doubled) = error { found = doubled }
    }

    #expect(found == key)
  }

  @Test func `bytes that are no text name the file that the text shows`() throws {
    let name: [UInt8] = Array("/p/".utf8) + [0xFF] + Array(".jpg".utf8)
    let fields = "\"path\": \"/p/\u{FFFD}.jpg\", \"pathBytes\": \"\(Data(name).base64EncodedString())\""

    #expect(try PlanFile(plan(photo(fields))).photos.map(\.path.bytes) == [name])
  }

  @Test(arguments: [
    (#""path": "/p/a.jpg", "path": "/p/b.jpg""#, PlanFile.Problem.doubledKey("path")),
    (#""path": "/p/a.jpg", "p\u0061th": "/p/b.jpg""#, .doubledKey("path")),
    (#""path": "/p/a.jpg", "pathBytes": "L3AvYi5qcGc=""#, .otherBytes(of: "/p/a.jpg")),
    (#""path": "/p/a.jpg", "pathBytes": "?""#, .noBase64(of: "/p/a.jpg")),
    (#""path": "p/a.jpg""#, .notAbsolute("p/a.jpg")), (#""path": "/p/a\u0000.jpg""#, .notAbsolute("/p/a\0.jpg")),
    (#""path": "/q/a.jpg""#, .outsideItsFolders(FilePath("/q/a.jpg"))),
    (#""path": "/p/a.jpg", "digest": "12""#, .noDigest(of: FilePath("/p/a.jpg"))),
    (#""path": 7"#, .wrongKind(keyPath: ["photo 1", "path"])),
    (#""digest": null"#, .missing("path", keyPath: ["photo 1"])),
  ])
  func `a slip is named, and nothing of the plan is read`(_ fields: String, _ problem: PlanFile.Problem) {
    #expect(throws: problem) { try PlanFile(plan(photo(fields))) }
  }

  @Test func `what is another document, another kind or another encoding is refused`() throws {
    let other = String(decoding: plan(""), as: UTF8.self).replacing("plan/1", with: "plan/2")
    let wide = String(decoding: plan(Self.photo), as: UTF8.self).data(using: .utf16LittleEndian)

    let unclosed = Self.photo.replacing("\"delete\"", with: "\"delete,")
    #expect(throws: PlanFile.Problem.noJSON) { try PlanFile([]) }
    #expect(throws: PlanFile.Problem.noJSON) { try PlanFile(plan(unclosed)) }
    #expect(throws: PlanFile.Problem.otherKind("deckle.plan/2")) { try PlanFile(Array(other.utf8)) }
    #expect(throws: PlanFile.Problem.noJSON) { try PlanFile(Array(try #require(wide))) }
    #expect(throws: PlanFile.Problem.unknownValue(keyPath: ["photo 1", "decision"])) {
      try PlanFile(plan(Self.photo.replacing("delete", with: "erase")))
    }
    #expect(throws: PlanFile.Problem.namedTwice(FilePath("/p/a.jpg"))) {
      try PlanFile(plan("\(Self.photo), \(Self.photo)"))
    }
    #expect(throws: PlanFile.Problem.doubledKey("photos")) { try PlanFile(plan(Self.photo, more: ", \"photos\": []")) }
  }
}
