import TerminalDriver
import Testing

@Suite struct AsciiFallbackTests {
  @Test func `every likeness is printable ASCII`() {
    for value in UInt32(0x20)...0x1FFFF where value != 0x7F {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let likeness = asciiFallback(for: scalar)
      #expect((0x20..<0x7F).contains(likeness.value) || scalar == likeness && scalar.isASCII)
    }
  }

  @Test(arguments: zip("╭─╮│█▌▏░⣿←é日a~".unicodeScalars, "+-+|##|.#<e?a~".unicodeScalars))
  func `frames, blocks and arrows keep their look`(scalar: Unicode.Scalar, likeness: Unicode.Scalar) {
    #expect(asciiFallback(for: scalar) == likeness)
  }
}
