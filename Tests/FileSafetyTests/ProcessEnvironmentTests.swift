import PhotoModel
import SystemPackage
import Testing

@testable import FileSafety

/// The environment, byte for byte.
@Suite struct ProcessEnvironmentTests {
  @Test func `a folder whose name is no UTF-8 is itself, and a relative one is none`() {
    let variables = ProcessEnvironment(entries: [
      Array("HOME=/home/jos".utf8) + [0xE9], Array("XDG_DATA_HOME=data".utf8), Array("A=b=c".utf8),
      Array("HOME=/x".utf8),
      Array("nothing".utf8),
    ])

    #expect(variables.folder("HOME")?.bytes == Array("/home/jos".utf8) + [0xE9])
    #expect(variables.folder("XDG_DATA_HOME") == nil && variables.path("XDG_DATA_HOME") == "data")
    #expect(variables["A"] == "b=c" && variables["nothing"] == nil)
    #expect(variables["HOME"] == "/home/jos\u{FFFD}" && variables.texts.count == 3)
    let trash = TrashEnvironment.current(variables: variables).homeTrash
    #expect(trash.bytes == Array("/home/jos".utf8) + [0xE9] + Array("/.local/share/Trash".utf8))
  }

  @Test func `this process has its arguments without the process table`() {
    #expect(processArguments.map { String(decoding: $0, as: UTF8.self) } == CommandLine.arguments)
  }
}
