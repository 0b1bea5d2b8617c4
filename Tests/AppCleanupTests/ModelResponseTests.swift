import Testing

@testable import AppCleanup

/// Bytes of a model server, cut wherever a connection may cut them.
@Suite struct ModelResponseTests {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static func event(_ text: String) -> String {
    "data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n"
  }

  private func text(of answer: String, piece: Int) throws -> [String] {
    var response = ModelResponse()
    var text: [String] = []
    let bytes = Array(answer.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) where !response.isFinished {
      text += try response.take(Array(bytes[start..<min(start + piece, bytes.count)]))
    }
    return try text + response.end()
  }

  @Test(arguments: [1, 7, 10_000]) func `nothing is taken from behind the last word`(piece: Int) throws {
    let body = Self.event("hi") + "data: [DONE]\n" + Self.event("more")
    let answer = Self.head + String(body.utf8.count, radix: 16) + "\r\n" + body + "\r\n0\r\n\r\n"

    #expect(try text(of: answer, piece: piece) == ["hi"])
  }

  @Test(arguments: [1, 7, 10_000]) func `a size that does not end is refused`(piece: Int) throws {
    let body = Self.event("hi")
    let size = String(body.utf8.count, radix: 16) + ";" + String(repeating: "x", count: 200)
    let answer = Self.head + size + "\r\n" + body + "\r\n0\r\n\r\n"

    #expect(throws: ModelResponse.Problem.notHTTP) { try text(of: answer, piece: piece) }
  }
}
