import Testing
import TextSurface

@Suite struct KeyTests {
  @Test(arguments: [
    (Key("d"), "d"), (Key("D"), "D"), (Key(" "), "Space"), (.control("r"), "Ctrl-R"), (Key(.left), "←"),
    (Key(.right, control: true, alt: true), "Ctrl-Alt-→"), (Key(.function(5)), "F5"), (Key("x", alt: true), "Alt-x"),
  ])
  func `a key is called what its user calls it`(key: Key, title: String) {
    #expect(key.title == title)
  }
}

extension Key {
  fileprivate init(_ scalar: Unicode.Scalar, alt: Bool) { self.init(.character(scalar), alt: alt) }
}
