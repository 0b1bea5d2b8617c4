import Foundation
import Glibc

// fuzz ENTRY SEED FROM COUNT SCRATCH [FILE…]: feeds mutations of the files to one entry. The same arguments give the
// same inputs. SCRATCH gets the number of the input under way every thousand, to come back to after a crash.

let arguments = CommandLine.arguments
guard arguments.count >= 6, let entry = fuzzEntries[arguments[1]], let seed = UInt64(arguments[2]),
  let from = Int(arguments[3]), let count = Int(arguments[4])
else {
  let names = fuzzEntries.keys.sorted().joined(separator: " ")
  FileHandle.standardError.write(Data("usage: fuzz ENTRY SEED FROM COUNT SCRATCH [FILE…]\nentries: \(names)\n".utf8))
  exit(64)
}

let scratch = open(arguments[5], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
var mutator = Mutator(
  seed: seed, corpus: arguments.dropFirst(6).compactMap { FileManager.default.contents(atPath: $0) })
var slowest = Duration.zero
let clock = ContinuousClock()
for number in from..<(from + count) {
  if number % 1000 == 0 || count <= 1000 {
    let text = Array("\(number)\n".utf8)
    _ = text.withUnsafeBytes { pwrite(scratch, $0.baseAddress, $0.count, 0) }
  }
  let input = mutator.input(number)
  let start = clock.now
  if let problem = entry.problem(input) {
    FileHandle.standardError.write(Data("input \(number): \(problem): \(Data(input).base64EncodedString())\n".utf8))
    exit(1)
  }
  let took = clock.now - start
  if took > slowest { slowest = took }
  if took > entry.timeout {
    FileHandle.standardError.write(
      Data("input \(number): took \(took): \(Data(input.prefix(4096)).base64EncodedString())\n".utf8))
    exit(1)
  }
}
print("\(count) inputs, the slowest took \(slowest)")
