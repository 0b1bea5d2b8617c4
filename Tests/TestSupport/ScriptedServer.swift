import Foundation
import Glibc
import Synchronization

/// A server of this process on a loopback address: reads one request, sends the pieces that the test gives, and hangs
/// up.
package final class ScriptedServer: Sendable {
  /// The port that the system chose on 127.0.0.1.
  package let port: UInt16
  private let listener: CInt
  private let received = Mutex<[UInt8]>([])
  private let isDone = DispatchSemaphore(value: 0)
  private let mayEnd = DispatchSemaphore(value: 0)

  /// The request up to its last byte; empty before it was read.
  package var request: String { String(decoding: received.withLock { $0 }, as: UTF8.self) }

  /// - Parameters:
  ///   - pieces: The parts of the answer, sent one after the other.
  ///   - hangsUp: Whether the server closes the connection; else it stays open, silent, until the server is released.
  package init(_ pieces: [String], hangsUp: Bool = true) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(listener, $0, length) == 0 && listen(listener, 4) == 0)
        precondition(getsockname(listener, $0, &length) == 0)
      }
    }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve(pieces, hangsUp) }
  }

  deinit { close(listener) }

  /// Closes an open connection, and returns once the port is closed.
  package func stop() {
    mayEnd.signal()
    shutdown(listener, Int32(SHUT_RDWR))
    isDone.wait()
  }

  private func serve(_ pieces: [String], _ hangsUp: Bool) {
    defer { isDone.signal() }
    let connection = accept(listener, nil, nil)
    guard connection >= 0 else { return }
    defer { close(connection) }
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !isWhole(request) {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { break }
      request += buffer[..<count]
    }
    received.withLock { $0 = request }
    for piece in pieces {
      let bytes = Array(piece.utf8)
      if send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) < 0 { return }
    }
    if !hangsUp { mayEnd.wait() }
  }

  private func isWhole(_ request: [UInt8]) -> Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.range(of: "\r\n\r\n") else { return false }
    guard let field = text.range(of: "Content-Length: ") else { return text.hasPrefix("GET ") }
    let length = text[field.upperBound...].prefix { $0.isNumber }
    return text[end.upperBound...].utf8.count >= Int(length) ?? 0
  }
}
