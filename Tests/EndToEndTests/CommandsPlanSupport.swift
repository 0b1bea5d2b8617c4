import Foundation
import TestSupport
import Testing

/// Plans, and libraries to make them of.
extension CommandFixture {
  /// Two copies of one photo, and a photo by itself.
  static func withCopies() throws -> CommandFixture {
    let fixture = try CommandFixture()
    try fixture.addPhoto("a/one.jpg", seed: 1)
    try fixture.addPhoto("b/one.jpg", seed: 1)
    try fixture.addPhoto("alone.jpg", seed: 2)
    return fixture
  }

  func plan() throws -> [String: Any] {
    let process = try deckle("plan", "photos")
    #expect(process.status == .exited(0), "\(process.errorText)")
    return try Document(process).object
  }

  func write(plan: [String: Any]) throws {
    try folder.write(Array(try JSONSerialization.data(withJSONObject: plan)), to: "plan.json")
  }
}

/// The plan with another decision for the photos that a test names by the ends of their paths.
func deciding(_ plan: [String: Any], _ decision: String, _ endings: String...) throws -> [String: Any] {
  var plan = plan
  var photos = try #require(plan["photos"] as? [[String: Any]])
  for index in photos.indices {
    let path = try #require(photos[index]["path"] as? String)
    if endings.contains(where: path.hasSuffix) { photos[index]["decision"] = decision }
  }
  plan["photos"] = photos
  return plan
}
