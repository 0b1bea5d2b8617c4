package import Foundation

/// Texts of a model on this machine about the apps of the list. They select nothing and run nothing.
package struct LocalAdvice: Sendable {
  /// The limits of time and size for an answer.
  package struct Limits: Hashable, Sendable {
    /// The longest time for a connection.
    package var connecting = Duration.seconds(3)
    /// The longest time between two pieces of the answer; a model that is loaded first takes its time.
    package var stall = Duration.seconds(60)
    /// The longest time for the whole answer.
    package var whole = Duration.seconds(180)
    /// The largest number of characters of the answer; the rest is not read.
    package var mostCharacters = 8_000

    /// Creates the limits of the program.
    package init() {}
  }

  /// The server that is asked.
  package let endpoint: AdviceEndpoint
  /// The model's name for a server that has several.
  private let model: String
  private let limits: Limits

  /// Creates the advice of one model.
  package init(_ endpoint: AdviceEndpoint, model: String = "default", limits: Limits = Limits()) {
    self.endpoint = endpoint
    self.model = model
    self.limits = limits
  }

  /// The reason why no advice came, or no more of it.
  package enum Problem: Error, Hashable, Sendable {
    case noServer(String)
    case tooSlow(String)
    case stopped
    case refused(String, status: Int)
    case nonsense(String)

    /// The problem as a sentence with a way out.
    package var sentence: String {
      switch self {
      case .noServer(let host):
        "No model answers at \(host). Start its server, or change adviceEndpoint in config.toml."
      case .tooSlow(let host): "The model at \(host) took too long. A smaller one may answer in time."
      case .stopped: "The advice was stopped."
      case .refused(let host, let status):
        "The server at \(host) refused (HTTP \(status)). Check adviceModel in config.toml."
      case .nonsense(let host): "What came from \(host) is no answer of a model. Check adviceEndpoint in config.toml."
      }
    }
  }

  /// The prompt for the model: the facts of the list and nothing else.
  ///
  /// - Parameter apps: In the order of the list; the first twenty that may be removed are named.
  package static func prompt(about apps: [InstalledApp], at now: Date) -> String {
    let lines = apps.filter { $0.protection == nil }.prefix(20).map { app in
      let size = app.info.sizeBytes.map { bytes in
        bytes >= 1_000_000_000 ? "\((Double(bytes) / 1e8).rounded() / 10) GB" : "\(bytes / 1_000_000) MB"
      }
      let days = app.info.daysSinceLastUse(at: now).map { "\(Int($0)) days ago" }
      return "- \(plain(app.info.name)): \(size ?? "size unknown"), last used: \(days ?? "unknown")"
    }
    return "These apps are installed, the best candidates for removal first:\n" + lines.joined(separator: "\n")
      + "\n\nWhich of them would you remove first, and why? Answer in at most six short sentences. Speak only of these "
      + "apps and of what is written here."
  }

  /// A name on one line, without anything that could look like another line or an instruction.
  private static func plain(_ name: String) -> String {
    String(
      String.UnicodeScalarView(name.unicodeScalars.filter { $0.properties.generalCategory != .control }).prefix(60))
  }

  /// Asks the model, and passes on the text as it comes. Blocks.
  ///
  /// - Parameter isStopped: Called about every 50 ms.
  /// - Returns: Whether the answer was cut because it grew too long.
  /// - Throws: `Problem`; the text passed on before stays valid.
  @discardableResult
  package func ask(
    _ prompt: String, isStopped: @escaping () -> Bool = { Task.isCancelled }, notify: (String) -> Void
  ) throws(Problem) -> Bool {
    do {
      return try talk(prompt, isStopped, notify)
    } catch let problem as Problem {
      throw problem
    } catch let failure as LoopbackConnection.Failure {
      switch failure {
      case .noServer: throw .noServer(endpoint.host)
      case .tooSlow: throw .tooSlow(endpoint.host)
      case .stopped: throw .stopped
      case .lost: throw .nonsense(endpoint.host)
      }
    } catch ModelResponse.Problem.status(let status) {
      throw .refused(endpoint.host, status: status)
    } catch {
      throw .nonsense(endpoint.host)
    }
  }

  /// Whether a model answers: the server is asked for its models, and gets no data. Blocks for a few seconds at most.
  package func answers() -> Bool {
    let request = "GET \(endpoint.path)/models HTTP/1.1\r\nHost: \(endpoint.host)\r\nConnection: close\r\n\r\n"
    do {
      let connection = try LoopbackConnection(endpoint, timeout: limits.connecting, isStopped: { Task.isCancelled })
      try connection.send(Array(request.utf8), timeout: limits.connecting)
      var answer: [UInt8] = []
      while answer.count < Self.statusLine.count + 1 {
        let bytes = try connection.receive(timeout: limits.connecting)
        if bytes.isEmpty { break }
        answer += bytes
      }
      // "HTTP/1.1 200": whatever the minor version.
      let status = String(decoding: answer.prefix(Self.statusLine.count), as: UTF8.self)
      return status.hasPrefix("HTTP/1.") && status.hasSuffix(" 200")
    } catch { return false }
  }

  private static let statusLine = "HTTP/1.1 200"

  private func talk(
    _ prompt: String, _ isStopped: @escaping () -> Bool, _ notify: (String) -> Void
  ) throws -> Bool {
    let connection = try LoopbackConnection(endpoint, timeout: limits.connecting, isStopped: isStopped)
    try connection.send(request(prompt), timeout: limits.connecting)
    let deadline = ContinuousClock.now + limits.whole
    var response = ModelResponse()
    var length = 0
    func isTooLong(_ text: [String]) -> Bool {
      for piece in text {
        let space = limits.mostCharacters - length
        if space > 0 { notify(String(piece.prefix(space))) }
        length += piece.count
      }
      return length > limits.mostCharacters
    }
    while !response.isFinished {
      guard ContinuousClock.now < deadline else { throw Problem.tooSlow(endpoint.host) }
      let bytes = try connection.receive(timeout: limits.stall)
      if isTooLong(bytes.isEmpty ? try response.end() : try response.take(bytes)) { return true }
      if bytes.isEmpty { break }
    }
    if response.isFinished, length == 0, isTooLong(try response.end()) { return true }
    guard length > 0 else { throw Problem.nonsense(endpoint.host) }
    return false
  }

  private func request(_ prompt: String) throws -> [UInt8] {
    let system = "You help to clean up a computer. You are brief and honest, and you say what you do not know."
    let body = try JSONSerialization.data(withJSONObject: [
      "model": model, "stream": true, "temperature": 0.2, "max_tokens": 500,
      "messages": [["role": "system", "content": system], ["role": "user", "content": prompt]],
    ])
    let head = [
      "POST \(endpoint.path)/chat/completions HTTP/1.1", "Host: \(endpoint.host)", "Content-Type: application/json",
      "Accept: text/event-stream, application/json", "Content-Length: \(body.count)", "Connection: close", "", "",
    ].joined(separator: "\r\n")
    return Array(head.utf8) + Array(body)
  }
}
