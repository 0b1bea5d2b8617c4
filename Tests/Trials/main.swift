import DecodeWorker
import Foundation
import Glibc
import SystemPackage

// trials decide SESSION SEED COUNT: decides at random on a session, and says each decision before and after.
// trials plan SEED COUNT: makes removal plans of random items, and looks for one that would empty a set.
// trials inspect FOLDER SEED COUNT FILE…: broken pictures through the processes that open pictures.
// trials scan here|apart FOLDER: a scan without a cache, with pictures opened in this process or in those of their own.

let arguments = CommandLine.arguments
if WorkerMain.isAskedFor(arguments, by: Inspecting.program) { WorkerMain.run(arguments) }

func leave(_ sentence: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  exit(code)
}

switch (arguments.dropFirst().first, arguments.count) {
case ("decide", 5):
  guard let seed = UInt64(arguments[3]), let count = Int(arguments[4]) else { leave("SEED and COUNT are numbers", 64) }
  do { try await Deciding.run(session: FilePath(arguments[2]), seed: seed, count: count) } catch {
    leave("\(error)", 1)
  }
case ("plan", 4):
  guard let seed = UInt64(arguments[2]), let count = UInt64(arguments[3]) else {
    leave("SEED and COUNT are numbers", 64)
  }
  for number in 0..<count {
    if let problem = Planning.problem(seed: seed &+ number) { leave("plan \(seed &+ number): \(problem)", 1) }
  }
case ("inspect", 6...):
  guard let seed = UInt64(arguments[3]), let count = Int(arguments[4]) else { leave("SEED and COUNT are numbers", 64) }
  do {
    let outcome = try await Inspecting.run(
      arguments.dropFirst(5).map { FilePath($0) }, scratch: FilePath(arguments[2]), seed: seed, count: count)
    guard outcome.hasPrefix("ok") else { leave(outcome, 1) }
    print(outcome)
  } catch {
    leave("\(error)", 1)
  }
case ("scan", 4) where ["here", "apart"].contains(arguments[2]):
  print(await Inspecting.scan(FilePath(arguments[3]), apart: arguments[2] == "apart"))
default:
  leave(
    "usage: trials decide SESSION SEED COUNT | plan SEED COUNT | inspect FOLDER SEED COUNT FILE… | "
      + "scan here|apart FOLDER", 64)
}
