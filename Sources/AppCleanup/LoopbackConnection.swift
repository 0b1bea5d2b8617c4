import Glibc

/// A connection to a server on this machine: bytes out, bytes in, with a limit for every wait.
///
/// Waits are made of short pieces, between which it is asked whether to stop.
struct LoopbackConnection: ~Copyable {
  private let socket: CInt
  private let isStopped: () -> Bool

  enum Failure: Error, Hashable, Sendable {
    case noServer, tooSlow, stopped, lost
  }

  /// Connects to the server of an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: On a loopback address, by number.
  ///   - timeout: The longest time for the connection.
  /// - Throws: `.noServer`, `.tooSlow` or `.stopped`.
  init(
    _ endpoint: AdviceEndpoint, timeout: Duration, isStopped: @escaping () -> Bool
  ) throws(Failure) {
    // By number alone: no name server is asked.
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard Glibc.getaddrinfo(endpoint.address, String(endpoint.port), &hints, &found) == 0, let found else {
      throw .noServer
    }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = Glibc.socket(found.pointee.ai_family, kind, 0)
    guard number >= 0 else { throw .noServer }
    do throws(Failure) {
      let result = connect(number, found.pointee.ai_addr, found.pointee.ai_addrlen)
      guard result == 0 || errno == EINPROGRESS else { throw .noServer }
      try Self.wait(number, for: Int16(POLLOUT), timeout: timeout, isStopped)
      var problem: CInt = 0
      var length = socklen_t(MemoryLayout<CInt>.size)
      guard getsockopt(number, SOL_SOCKET, SO_ERROR, &problem, &length) == 0, problem == 0 else { throw .noServer }
    } catch {
      close(number)
      throw error
    }
    socket = number
    self.isStopped = isStopped
  }

  deinit { close(socket) }

  func send(_ bytes: [UInt8], timeout: Duration) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      try Self.wait(socket, for: Int16(POLLOUT), timeout: timeout, isStopped)
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.send(socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno != EAGAIN, errno != EINTR { throw .lost }
      sent += max(0, count)
    }
  }

  /// The next bytes; empty at the end.
  func receive(timeout: Duration) throws(Failure) -> [UInt8] {
    while true {
      try Self.wait(socket, for: Int16(POLLIN), timeout: timeout, isStopped)
      var buffer = [UInt8](repeating: 0, count: 16_384)
      let count = recv(socket, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer[..<count]) }
      guard errno == EAGAIN || errno == EINTR else { throw .lost }
    }
  }

  private static func wait(
    _ socket: CInt, for events: Int16, timeout: Duration, _ isStopped: () -> Bool
  ) throws(Failure) {
    let deadline = ContinuousClock.now + timeout
    repeat {
      if isStopped() { throw .stopped }
      var waiting = pollfd(fd: socket, events: events, revents: 0)
      if poll(&waiting, 1, 50) > 0 { return }
    } while ContinuousClock.now < deadline
    throw .tooSlow
  }
}
