import DecodeWorker
import Glibc
import ImageDecoding
import PhotoModel
import PhotoScan

// Behaves as a decode worker does, and does what no decode worker should where the file begins with the word for it.
// Locked down like the real one, so that what happens here is what would happen there.

let own = WorkerProgram(path: "", argument: "--test-worker")
guard WorkerMain.isAskedFor(CommandLine.arguments, by: own) else { exit(64) }

let live = WorkerOperations()
var operations = live
operations.digest = { bytes in
  misbehave(bytes, early: true)
  return live.digest(bytes)
}
operations.inspection = { bytes, digest, measures in
  misbehave(bytes)
  let isAnother = String(decoding: bytes, as: UTF8.self).hasPrefix("another digest")
  return live.inspection(bytes, isAnother ? live.digest([1]) : digest, measures)
}
operations.picture = { bytes, side in
  misbehave(bytes)
  return live.picture(bytes, side)
}
operations.detail = { bytes, center, size in
  misbehave(bytes)
  return live.detail(bytes, center, size)
}
operations.keypointFeatures = { bytes, wants in
  misbehave(bytes)
  return live.keypointFeatures(bytes, wants)
}
operations.siftFeatures = { bytes in
  misbehave(bytes)
  return live.siftFeatures(bytes)
}
operations.comparedPixels = { bytes in
  misbehave(bytes)
  return live.comparedPixels(bytes)
}
operations.sidecar = { bytes in
  misbehave(bytes)
  return live.sidecar(bytes)
}
operations.shrunken = { bytes, way throws(ShrinkRefusal) in
  misbehave(bytes)
  switch firstLine(of: bytes) {
  case "unasked refusal": throw .protected
  case "larger": return ShrunkenFile(bytes: bytes + bytes, method: .repackedPNG)
  case "other bytes": return ShrunkenFile(bytes: [1, 2, 3], method: .repackedPNG)
  default: return try live.shrunken(bytes, way)
  }
}
operations.movie = { size, read in
  misbehave(read(0..<min(size, 64)) ?? [])
  return live.movie(size, read)
}
WorkerMain.run(CommandLine.arguments, operations: operations)

func firstLine(of bytes: [UInt8]) -> String {
  String(decoding: bytes.prefix { $0 != 0x0A }.prefix(32), as: UTF8.self)
}

/// - Parameter early: Whether the worker misbehaves at the first request about a file; then the command follows
///   "early".
func misbehave(_ bytes: [UInt8], early: Bool = false) {
  let command = firstLine(of: bytes)
  if early, !command.hasPrefix("early ") { return }
  switch early ? String(command.dropFirst(6)) : command {
  case "trap": fatalError("a trap on purpose\u{1B}[31m")
  case "segfault": raise(SIGSEGV)
  case "abort": abort()
  case "leave": exit(0)
  case "sleep": while true { sleep(1000) }
  case "spin": while true {}
  case "work": work()
  case "swift memory": grow()
  case "killed": raise(SIGKILL)
  case "garbage": send([1, 0, 0, 0, 250, 250, 250, 250])
  case "wrong number": send([255, 255, 255, 255, 0])
  case "too long": send([UInt8](repeating: 7, count: 100_000))
  case "silent close": close(3)
  default: break
  }
}

/// A third of a second of processor time.
func work() {
  func spent() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
  let start = spent()
  while spent() - start < 333_000_000 {}
}

/// Allocates until no memory is left.
func grow() {
  var blocks: [[UInt8]] = []
  while true { blocks.append([UInt8](repeating: UInt8(truncatingIfNeeded: blocks.count), count: 1 << 24)) }
}

func send(_ bytes: [UInt8]) {
  var piece = iovec()
  var copy = bytes
  copy.withUnsafeMutableBytes { buffer in
    piece.iov_base = buffer.baseAddress
    piece.iov_len = buffer.count
    var message = msghdr()
    withUnsafeMutablePointer(to: &piece) { pointer in
      message.msg_iov = pointer
      message.msg_iovlen = 1
      _ = sendmsg(3, &message, Int32(MSG_NOSIGNAL))
    }
  }
  _exit(3)
}
