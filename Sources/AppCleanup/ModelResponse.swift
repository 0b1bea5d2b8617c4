import Foundation

/// Reads the answer of a model server as it comes in: HTTP/1.1, whole or in chunks, one document or a stream of events.
///
/// Everything in it is bounded, because a server of this machine may be broken, too.
package struct ModelResponse {
  /// Why there is no answer.
  package enum Problem: Error, Hashable, Sendable {
    case notHTTP
    case status(Int)
    case tooLong
    case noAnswer
  }

  private enum Part {
    case head
    case body(left: Int?)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd
    case end
  }

  private var part = Part.head
  private var waiting: [UInt8] = []
  private var isEventStream = false
  private var line: [UInt8] = []
  private var document: [UInt8] = []
  /// Whether the answer is complete, so that nothing more is read from the connection.
  package private(set) var isFinished = false
  /// Creates a reader before the first byte.
  package init() {}

  private static let mostHead = 64_000
  private static let mostChunkSize = 100
  private static let mostBody = 4_000_000

  /// Takes the next bytes of the connection.
  ///
  /// - Returns: The texts that these bytes complete.
  package mutating func take(_ bytes: [UInt8]) throws(Problem) -> [String] {
    waiting += bytes
    var texts: [String] = []
    while !isFinished, try step(&texts) {}
    return texts
  }

  /// The connection has ended.
  ///
  /// - Returns: The text of an answer that came in one piece; empty where it was streamed.
  package mutating func end() throws(Problem) -> [String] {
    if case .head = part { throw .notHTTP }
    if isEventStream {
      var texts: [String] = []
      takeLine(&texts)
      return texts
    }
    guard let answer = Self.text(in: document, key: "message") else { throw .noAnswer }
    return [answer]
  }

  // MARK: HTTP

  /// - Returns: Whether there was progress, so that another step may follow.
  private mutating func step(_ texts: inout [String]) throws(Problem) -> Bool {
    switch part {
    case .head: return try readHead()
    case .body(let left):
      guard !waiting.isEmpty else { return false }
      let taken = min(waiting.count, left ?? .max)
      try takeBody(waiting[..<taken], &texts)
      waiting.removeFirst(taken)
      part = left.map { $0 == taken ? .end : .body(left: $0 - taken) } ?? .body(left: nil)
    case .chunkSize:
      guard let newline = waiting.firstIndex(of: 0x0A) else {
        if waiting.count > Self.mostChunkSize { throw .notHTTP }
        return false
      }
      // However it comes in.
      if newline > Self.mostChunkSize { throw .notHTTP }
      let text = String(decoding: waiting[..<newline], as: UTF8.self).prefix { $0.isHexDigit }
      guard let size = Int(text, radix: 16), size >= 0, size <= Self.mostBody else { throw .notHTTP }
      waiting.removeFirst(newline + 1)
      part = size == 0 ? .end : .chunk(left: size)
    case .chunk(let left):
      guard !waiting.isEmpty else { return false }
      let taken = min(waiting.count, left)
      try takeBody(waiting[..<taken], &texts)
      waiting.removeFirst(taken)
      part = taken == left ? .chunkEnd : .chunk(left: left - taken)
    case .chunkEnd:
      guard let newline = waiting.firstIndex(of: 0x0A) else { return false }
      waiting.removeFirst(newline + 1)
      part = .chunkSize
    case .end:
      isFinished = true
      return false
    }
    return true
  }

  private mutating func readHead() throws(Problem) -> Bool {
    guard let end = Self.endOfHead(waiting) else {
      if waiting.count > Self.mostHead { throw .tooLong }
      return false
    }
    let lines = String(decoding: waiting[..<end], as: UTF8.self).split(whereSeparator: \.isNewline)
    let status = (lines.first ?? "").split(separator: " ")
    guard status.count > 1, status[0].hasPrefix("HTTP/1."), let code = Int(status[1]) else { throw .notHTTP }
    guard code == 200 else { throw .status(code) }
    var fields: [String: String] = [:]
    for field in lines.dropFirst() {
      guard let colon = field.firstIndex(of: ":") else { continue }
      let value = field[field.index(after: colon)...].trimmingCharacters(in: .whitespaces).lowercased()
      fields[field[..<colon].lowercased()] = value
    }
    waiting.removeFirst(end)
    isEventStream = fields["content-type"]?.hasPrefix("text/event-stream") == true
    if fields["transfer-encoding"]?.contains("chunked") == true {
      part = .chunkSize
    } else {
      part = .body(left: fields["content-length"].flatMap { Int($0) }.map { max(0, $0) })
    }
    if case .body(left: 0?) = part { part = .end }
    return true
  }

  /// The index behind the empty line that ends the head; nil where the head is not whole.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    for index in bytes.indices.dropFirst(1) where bytes[index] == 0x0A {
      if bytes[index - 1] == 0x0A { return index + 1 }
      if index >= 3, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
    }
    return nil
  }

  // MARK: Words

  private mutating func takeBody(_ bytes: ArraySlice<UInt8>, _ texts: inout [String]) throws(Problem) {
    guard isEventStream else {
      document += bytes
      if document.count > Self.mostBody { throw .tooLong }
      return
    }
    // Bytes behind the end mark are ignored, however the connection cuts them.
    for byte in bytes where !isFinished {
      if byte == 0x0A { takeLine(&texts) } else { line.append(byte) }
      if line.count > Self.mostHead { throw .tooLong }
    }
  }

  /// Reads a line "data: {…}", the only kind of line with text.
  private mutating func takeLine(_ texts: inout [String]) {
    defer { line = [] }
    let prefix = Array("data:".utf8)
    guard line.starts(with: prefix) else { return }
    let payload = line.dropFirst(prefix.count).drop { $0 == 0x20 }.filter { $0 != 0x0D }
    if payload.elementsEqual("[DONE]".utf8) {
      isFinished = true
    } else if let text = Self.text(in: Array(payload), key: "delta"), !text.isEmpty {
      texts.append(text)
    }
  }

  /// `choices[0].KEY.content`.
  private static func text(in bytes: [UInt8], key: String) -> String? {
    let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let choice = (object?["choices"] as? [[String: Any]])?.first
    return (choice?[key] as? [String: Any])?["content"] as? String
  }
}
