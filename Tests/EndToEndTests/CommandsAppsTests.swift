import Foundation
import SystemPackage
import TestSupport
import Testing

/// `deckle apps` on the computer that runs the tests, whatever is installed there.
@Suite(.waits) struct CommandsAppsTests {
  @Test func `the document has its schema and the best candidates first`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("apps", "--all", "--json")
    let document = try Document(process)
    let apps = try document.list("apps")

    #expect(process.status == .exited(0))
    #expect(document.keys == ["schema", "apps"])
    #expect(document.text("schema") == "deckle.apps/1")
    for app in apps {
      #expect(
        app.keys == [
          "id", "name", "source", "sizeBytes", "lastUsed", "lastUseSource", "cleanupScore", "reasons", "removeCommand",
          "protected", "automatic", "neededBy",
        ])
      #expect(app.isNull("lastUsed") == (app.text("lastUseSource") == "unknown"))
      #expect((app.flag("protected") == true) == app.isNull("removeCommand"))
    }
    let removable = apps.filter { $0.flag("protected") == false }.compactMap { $0.number("cleanupScore") }
    #expect(removable == removable.sorted(by: >))
  }

  @Test func `packages without a menu entry are listed only when asked for`() throws {
    let fixture = try CommandFixture()

    let few = try Document(try fixture.deckle("apps", "--json")).list("apps")
    let all = try Document(try fixture.deckle("apps", "--all", "--json")).list("apps")

    #expect(few.count <= all.count)
    #expect(Set(few.compactMap { $0.text("id") }).isSubset(of: Set(all.compactMap { $0.text("id") })))
  }

  @Test func `no model is asked unless one is set up`() throws {
    let fixture = try CommandFixture()

    let process = try fixture.deckle("apps", "--tips")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("adviceEndpoint"))
  }

  @Test(arguments: [
    ("http://192.168.1.5:8080", "may be another machine"), ("https://localhost", "not https"),
    ("localhost", "no address"),
  ]) func `a model on another machine is refused, with the line that names it`(_ address: String, _ text: String)
    throws
  {
    let fixture = try CommandFixture()
    try fixture.folder.write(
      Array("mouse = true\nadviceEndpoint = \"\(address)\"\n".utf8), to: "home/config/deckle/config.toml")

    let process = try fixture.deckle("apps", "--tips")

    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("line 2"))
    #expect(process.errorText.contains(text), "\(process.errorText)")
  }

  /// A model that says so much to any question, set up for the commands of the room.
  private func model(answering answer: [String], in fixture: CommandFixture) throws -> ScriptedServer {
    let server = ScriptedServer(answer)
    let setting = "adviceEndpoint = \"http://127.0.0.1:\(server.port)/v1\"\n"
    try fixture.folder.write(Array(setting.utf8), to: "home/config/deckle/config.toml")
    return server
  }

  @Test func `advice stands in the document beside the apps`() throws {
    let fixture = try CommandFixture()
    let text = #"data: {"choices": [{"delta": {"content": "Remove the big one."}}]}"#
    let server = try model(
      answering: ["HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", text + "\n\n", "data: [DONE]\n\n"],
      in: fixture)
    defer { server.stop() }

    let process = try fixture.deckle("apps", "--all", "--json", "--tips")
    let document = try Document(process)

    #expect(process.status == .exited(0))
    #expect(document.keys == ["schema", "apps", "advice"])
    let advice = try document.part("advice")
    if try document.list("apps").isEmpty {
      #expect(advice.text("text") == "")
    } else {
      #expect(advice.text("text") == "Remove the big one.")
    }
    #expect(advice.text("host") == "127.0.0.1:\(server.port)")
    #expect(advice.flag("isWhole") == true)
  }

  @Test func `the document says which apps there are where the model refuses to speak`() throws {
    let fixture = try CommandFixture()
    let server = try model(answering: ["HTTP/1.1 404 Not Found\r\n\r\n"], in: fixture)
    defer { server.stop() }

    let process = try fixture.deckle("apps", "--all", "--json", "--tips")
    let document = try Document(process)

    guard try !document.list("apps").isEmpty else { return }
    #expect(process.status == .exited(1))
    #expect(process.errorText.contains("refused (HTTP 404)"))
    let advice = try document.part("advice")
    #expect(advice.text("text") == "")
    #expect(advice.flag("isWhole") == false)
  }
}
