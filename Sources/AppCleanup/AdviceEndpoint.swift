/// The address of a model on this machine: an OpenAI-style server on a loopback address, such as those of llama.cpp
/// and Ollama. No other address can be made.
package struct AdviceEndpoint: Hashable, Sendable {
  /// "127.0.0.1" or "::1".
  package let address: String
  /// The port, 80 where the address names none.
  package let port: UInt16
  /// The path up to and without "/chat/completions".
  package let path: String
  /// The host and the port as they were written.
  package let host: String

  /// The reason why an address cannot be used.
  package enum Problem: Error, Hashable, Sendable {
    case notAnAddress
    /// The address may be that of another machine, or a name server would have to be asked.
    case notThisMachine(String)
    case encrypted
  }

  /// - Parameter text: "http://127.0.0.1:8080/v1"; "http://localhost:11434" means its "/v1".
  package init(_ text: String) throws(Problem) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notAnAddress }
    if text.lowercased().hasPrefix("https://") { throw .encrypted }
    guard text.lowercased().hasPrefix("http://") else { throw .notAnAddress }
    let rest = text.dropFirst("http://".count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let authority = rest[..<slash]
    // A name and a password before the host would hide where it leads.
    guard !authority.contains("@"), !authority.isEmpty else { throw .notAnAddress }
    let (host, port) = try Self.parts(of: authority)
    guard let address = Self.loopback(host) else { throw .notThisMachine(host) }
    self.address = address
    self.host = String(authority)
    self.port = port
    let written = rest[slash...].prefix { $0 != "?" && $0 != "#" }
    var path = String(written)
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path.isEmpty ? "/v1" : path
  }

  private static func parts(of authority: Substring) throws(Problem) -> (host: String, port: UInt16) {
    var host = authority
    var port: UInt16 = 80
    if authority.hasPrefix("[") {
      guard let bracket = authority.firstIndex(of: "]") else { throw .notAnAddress }
      host = authority[authority.index(after: authority.startIndex)..<bracket]
      let after = authority[authority.index(after: bracket)...]
      guard after.isEmpty || after.hasPrefix(":") else { throw .notAnAddress }
      if !after.isEmpty { port = try number(after.dropFirst()) }
    } else if let colon = authority.lastIndex(of: ":") {
      host = authority[..<colon]
      port = try number(authority[authority.index(after: colon)...])
    }
    return (host.lowercased(), port)
  }

  private static func number(_ text: Substring) throws(Problem) -> UInt16 {
    guard text.allSatisfy(\.isASCII), let port = UInt16(text), port > 0 else { throw .notAnAddress }
    return port
  }

  /// The address of the loopback host; nil for any other. No name server is queried: "localhost" is this machine by
  /// definition (RFC 6761), 127.0.0.0/8 and ::1 are by number.
  private static func loopback(_ host: String) -> String? {
    if host == "localhost" { return "127.0.0.1" }
    if host == "::1" { return "::1" }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } && (part == "0" || !part.hasPrefix("0")) ? UInt8(part) : nil
    }
    return parts.count == 4 && numbers.count == 4 && numbers[0] == 127 ? host : nil
  }
}

extension AdviceEndpoint.Problem {
  /// The problem as a sentence with a valid form.
  package var sentence: String {
    switch self {
    case .notAnAddress: "That is no address of a server. Write it like http://127.0.0.1:8080/v1."
    case .notThisMachine(let host):
      "“\(host)” may be another machine, and nothing leaves this one. Only 127.0.0.1, ::1 and localhost can be asked."
    case .encrypted: "A model on this machine is asked with http, not https. Write it like http://127.0.0.1:8080/v1."
    }
  }
}
