/// A word of a command line, quoted where a shell would read it otherwise.
package func shellWord(_ word: String) -> String {
  let isPlain =
    !word.isEmpty
    && word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "-_./:+,@%=".utf8.contains(byte)
      }
    }
  return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
}
