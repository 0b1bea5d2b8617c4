import FileSafety
import Foundation
import Glibc
import PhotoModel
import Removal
import SystemPackage
import TextSurface

/// The lines of the files: the outcome of each, and its path in the trash, its sizes or the reason against it.
func outcomeLines(_ files: [FileOutcome], moved: String = "moved") -> [String] {
  var table = TextTable([.leading, .leading, .leading])
  for file in files {
    let title = [.moved, .shrunk].contains(file.outcome) ? moved : file.outcome.rawValue
    let place = file.outcome == .moved ? (file.to ?? file.trashPath).map { "→ \(SafeText(bytes: $0.bytes).text)" } : nil
    table.add([title, SafeText(bytes: file.path.bytes).text, file.reason ?? place ?? file.sizes ?? ""])
  }
  return table.lines
}

extension FileOutcome {
  /// "4.1 MB → 3.7 MB"; nil of a file that was not made smaller.
  fileprivate var sizes: String? {
    guard outcome == .shrunk, let bytesBefore, let bytesAfter else { return nil }
    return "\(bytesBefore.formatted) → \(bytesAfter.formatted)"
  }
}

extension Console {
  /// Whether a person can be asked.
  var canAsk: Bool { isInputTerminal && isErrorTerminal }

  /// Asks on standard error. Only "y" and "yes" are a yes; Ctrl-C and the end of the input are a no.
  func confirm(_ question: String) -> Bool {
    let reply = answer(to: question + " [y/N] ")
    return reply == "y" || reply == "yes"
  }

  /// Asks where yes is the safe answer: only "n" and "no" refuse; anything else, Ctrl-C and the end of the input do
  /// not.
  func refuses(_ question: String) -> Bool {
    let reply = answer(to: question + " [Y/n] ")
    return reply == "n" || reply == "no"
  }

  /// Asks for a phrase that nobody types by habit.
  ///
  /// - Parameter deed: The action that follows: "erase 3 files for good".
  func confirmByTyping(_ phrase: String, toDo deed: String) -> Bool { typed(phrase, toDo: deed) == phrase }

  /// Asks for a phrase that nobody types by habit.
  ///
  /// - Returns: The typed text; nil after Ctrl-C and at the end of the input.
  func typed(_ phrase: String, toDo deed: String) -> String? { answer(to: "Type \(phrase) to \(deed): ") }

  /// One line of standard input in lower case; nil after Ctrl-C and at the end of the input.
  private func answer(to question: String) -> String? {
    IOWatchdog.current?.rests()
    printRaw(question)
    var answer: [UInt8] = []
    var byte: UInt8 = 0
    while !Interruption.isRaised {
      // Waiting in pieces, because a read that has begun is taken up again after a signal.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 100) > 0 else { continue }
      guard read(STDIN_FILENO, &byte, 1) == 1 else { break }
      if byte == UInt8(ascii: "\n") {
        return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
      }
      answer.append(byte)
    }
    printRaw("\n")
    return nil
  }
}
