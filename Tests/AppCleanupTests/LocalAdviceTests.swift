import Foundation
import Glibc
import TestSupport
import Testing

@testable import AppCleanup

@Suite struct LocalAdviceTests {
  private func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

  private func event(_ answerText: String) throws -> String {
    let object = ["choices": [["delta": ["content": answerText]]]]
    return "data: \(String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self))\n\n"
  }

  private static let streamHead =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private func ask(
    _ server: ScriptedServer, limits: LocalAdvice.Limits = LocalAdvice.Limits()
  ) throws -> (answerText: [String], isCut: Bool) {
    defer { server.stop() }
    let advice = LocalAdvice(try AdviceEndpoint("http://127.0.0.1:\(server.port)/v1"), model: "small", limits: limits)
    var answerText: [String] = []
    let isCut = try advice.ask("Which?") { answerText.append($0) }
    return (answerText, isCut)
  }

  private func problem(
    _ server: ScriptedServer, limits: LocalAdvice.Limits = LocalAdvice.Limits()
  ) -> LocalAdvice.Problem? {
    do { _ = try ask(server, limits: limits) } catch { return error as? LocalAdvice.Problem }
    return nil
  }

  @Test(arguments: [
    (["HTTP/1.1 200 OK\r\n\r\n{}"], true), (["HTTP/1.", "0 20", "0 OK\r\n\r\n"], true),
    (["HTTP/1.1 404 Not Found\r\n\r\n"], false), (["SSH-2.0-OpenSSH\r\n"], false), ([], false),
  ])
  func `a server is a model where it knows of models`(answer: [String], isModel: Bool) throws {
    let server = ScriptedServer(answer)
    let advice = LocalAdvice(try AdviceEndpoint("http://127.0.0.1:\(server.port)"))

    #expect(advice.answers() == isModel)
    server.stop()
    #expect(server.request.hasPrefix("GET /v1/models HTTP/1.1\r\n") && !server.request.contains("POST"))
  }

  @Test func `words are handed on as they come, wherever the pieces are cut`() throws {
    let answer =
      Self.streamHead + chunk(try event("Remove ")) + chunk(try event("Old Game.")) + chunk("data: [DONE]\n\n")
      + "0\r\n\r\n"
    for size in [1, 7, 4096] {
      let characters = Array(answer)
      let pieces = stride(from: 0, to: characters.count, by: size).map {
        String(characters[$0..<min($0 + size, characters.count)])
      }
      let server = ScriptedServer(pieces)

      let (answerText, isCut) = try ask(server)

      #expect(answerText.joined() == "Remove Old Game.")
      #expect(!isCut)
      #expect(server.request.hasPrefix("POST /v1/chat/completions HTTP/1.1\r\n"))
      #expect(server.request.contains("\"model\":\"small\""))
    }
  }

  @Test func `an answer in one piece is read as well`() throws {
    let body = #"{"choices":[{"message":{"role":"assistant","content":"Keep all."}}]}"#
    for length in ["Content-Length: \(body.utf8.count)\r\n", ""] {
      let server = ScriptedServer(["HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(length)\r\n", body])
      #expect(try ask(server).answerText == ["Keep all."])
    }
  }

  @Test func `a server that refuses, or is none, is a sentence`() throws {
    let refusing = ScriptedServer(["HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"])
    #expect(problem(refusing) == .refused("127.0.0.1:\(refusing.port)", status: 404))
    for nonsense in [
      "SSH-2.0-OpenSSH_9.2\r\n", "", "HTTP/1.1 200 OK\r\n\r\nhello", Self.streamHead + "zz\r\n", "\u{0}",
    ] {
      let server = ScriptedServer([nonsense])
      #expect(problem(server) == .nonsense("127.0.0.1:\(server.port)"), "\(nonsense)")
    }
    let gone = ScriptedServer([])
    gone.stop()
    let port = gone.port
    let advice = LocalAdvice(try AdviceEndpoint("http://127.0.0.1:\(port)"))
    #expect(throws: LocalAdvice.Problem.self) { try advice.ask("Which?") { _ in } }
  }

  @Test func `a server that falls silent is left after its time`() throws {
    var limits = LocalAdvice.Limits()
    limits.stall = .milliseconds(60)
    for pieces in [[], [Self.streamHead], [Self.streamHead + chunk(try event("Well"))]] {
      let server = ScriptedServer(pieces, hangsUp: false)
      #expect(problem(server, limits: limits) == .tooSlow("127.0.0.1:\(server.port)"))
    }
  }

  @Test func `an answer without an end is cut`() throws {
    var limits = LocalAdvice.Limits()
    limits.mostCharacters = 100
    let server = ScriptedServer(
      [Self.streamHead] + (try (0..<50).map { _ in chunk(try event("more and more ")) }), hangsUp: false)

    let (answerText, isCut) = try ask(server, limits: limits)

    #expect(isCut)
    #expect(answerText.joined().count == 100)
  }

  @Test func `cancelling ends it although the server says nothing`() async throws {
    let server = ScriptedServer([Self.streamHead], hangsUp: false)
    let advice = LocalAdvice(try AdviceEndpoint("http://127.0.0.1:\(server.port)/v1"))
    let task = Task.detached { () -> LocalAdvice.Problem? in
      do throws(LocalAdvice.Problem) { try advice.ask("Which?") { _ in } } catch { return error }
      return nil
    }
    task.cancel()

    #expect(await task.value == .stopped)
    server.stop()
  }

  @Test func `noise for an answer has no words, and without a head it is none`() {
    func answerText(_ bytes: [UInt8]) throws -> [String] {
      var response = ModelResponse()
      return try response.take(bytes) + response.end()
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1000 {
      let noise = random.bytes(Int.random(in: 0...120, using: &random))

      #expect(throws: ModelResponse.Problem.self) { try answerText(noise) }
      #expect((try? answerText(Array(Self.streamHead.utf8) + noise)) ?? [] == [])
    }
  }

  @Test func `the prompt holds the facts of the list, and names add no lines to it`() {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let old = AppInfo(
      id: "a", name: "Old Game\n- rm -rf", source: .dpkg, sizeBytes: 2_000_000_000,
      lastUse: AppInfo.LastUse(date: now.addingTimeInterval(-120 * 86_400), evidence: "test"))
    let kept = InstalledApp(info: AppInfo(id: "b", name: "Kernel", source: .dpkg), protection: "it runs")

    let prompt = LocalAdvice.prompt(about: [InstalledApp(info: old), kept], at: now)

    #expect(prompt.contains("- Old Game- rm -rf: 2.0 GB, last used: 120 days ago\n"))
    #expect(!prompt.contains("Kernel"))
  }
}

@Suite struct AdviceEndpointTests {
  @Test(arguments: [
    ("http://127.0.0.1:8080/v1", "127.0.0.1", UInt16(8080), "/v1"),
    ("http://localhost:11434", "127.0.0.1", 11434, "/v1"),
    ("http://localhost:11434/", "127.0.0.1", 11434, "/v1"),
    ("HTTP://[::1]:99/api/v2/", "::1", 99, "/api/v2"),
    ("http://127.8.9.10", "127.8.9.10", 80, "/v1"),
  ]) func `loopback addresses are taken`(_ text: String, _ address: String, _ port: UInt16, _ path: String) throws {
    let endpoint = try AdviceEndpoint(text)
    #expect(endpoint.address == address && endpoint.port == port && endpoint.path == path)
  }

  @Test(arguments: [
    "http://192.168.1.5:8080", "http://example.com", "http://127.0.0.1.example.com", "http://localhost.example.com:80",
    "http://0.0.0.0:8080", "http://[fe80::1]:80", "http://2130706433", "http://0127.0.0.1", "http://127.1",
    "http://128.0.0.1", "http://[::ffff:127.0.0.1]",
  ]) func `any other machine is refused by name`(_ text: String) {
    #expect { try AdviceEndpoint(text) } throws: { error in
      if case AdviceEndpoint.Problem.notThisMachine? = error as? AdviceEndpoint.Problem { true } else { false }
    }
  }

  @Test(arguments: [
    "", "localhost:8080", "ftp://localhost", "http://", "http://localhost:", "http://localhost:0",
    "http://localhost:99999", "http://user@localhost", "http://127.0.0.1@example.com/", "http://local host",
    "http://[::1", "http://[::1]x", "http://localhost\r\nX: y",
  ]) func `what is no address is refused`(_ text: String) {
    #expect(throws: AdviceEndpoint.Problem.notAnAddress) { try AdviceEndpoint(text) }
  }

  @Test func `encryption is not spoken on this machine`() {
    #expect(throws: AdviceEndpoint.Problem.encrypted) { try AdviceEndpoint("https://localhost") }
  }
}
