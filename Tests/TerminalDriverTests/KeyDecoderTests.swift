import TerminalDriver
import TestSupport
import Testing
import TextSurface

@Suite struct KeyDecoderTests {
  private func decode(_ text: String) -> [InputEvent] {
    var decoder = KeyDecoder()
    let events = decoder.decode(text.utf8)
    return events + decoder.finish()
  }

  @Test(arguments: [
    ("d", Key("d")), ("é", Key("é")), ("日", Key("日")), ("🙂", Key("🙂")), (" ", Key(" ")),
    ("\r", Key(.enter)), ("\n", Key(.enter)), ("\t", Key(.tab)), ("\u{7F}", Key(.backspace)),
    ("\u{8}", Key(.backspace)),
    ("\u{12}", .control("r")), ("\u{0}", .control(" ")), ("\u{1F}", .control("_")),
    ("\u{1B}", Key(.escape)), ("\u{1B}x", Key(.character("x"), alt: true)),
    ("\u{1B}[", Key(.character("["), alt: true)),
    ("\u{1B}O", Key(.character("O"), alt: true)), ("\u{1B}\u{12}", Key(.character("r"), control: true, alt: true)),
    ("\u{1B}[A", Key(.up)), ("\u{1B}OB", Key(.down)), ("\u{1B}[1;5C", Key(.right, control: true)),
    ("\u{1B}[1;3D", Key(.left, alt: true)), ("\u{1B}[1;2A", Key(.up)), ("\u{1B}\u{1B}[A", Key(.up, alt: true)),
    ("\u{1B}[H", Key(.home)), ("\u{1B}[4~", Key(.end)), ("\u{1B}[8~", Key(.end)), ("\u{1B}[5~", Key(.pageUp)),
    ("\u{1B}[6;5~", Key(.pageDown, control: true)), ("\u{1B}[3~", Key(.deleteForward)), ("\u{1B}[Z", Key(.backTab)),
    ("\u{1B}OP", Key(.function(1))), ("\u{1B}[[E", Key(.function(5))), ("\u{1B}[15~", Key(.function(5))),
    ("\u{1B}[24~", Key(.function(12))), ("\u{1B}[1;5P", Key(.function(1), control: true)),
    ("\u{1B}[5^", Key(.pageUp, control: true)), ("\u{1B}[6$", Key(.pageDown)), ("\u{1B}[27;5;114~", .control("r")),
    ("\u{1B}[114;5u", .control("r")), ("\u{1B}[9;2u", Key(.backTab)), ("\u{1B}[9;4u", Key(.backTab, alt: true)),
    ("\u{1B}[9;5u", Key(.tab, control: true)), ("\u{1B}[1;1:1D", Key(.left)),
    ("\u{1B}OM", Key(.enter)),
  ])
  func `a sequence is the key that sends it`(bytes: String, key: Key) {
    #expect(decode(bytes) == [.key(key)])
  }

  @Test(arguments: [
    ("\u{1B}[<0;4;5M", InputEvent.mouse(Mouse(.press, x: 3, y: 4))),
    ("\u{1B}[<32;301;5M", .mouse(Mouse(.drag, x: 300, y: 4))),
    ("\u{1B}[<0;4;5m", .mouse(Mouse(.release, x: 3, y: 4))),
    ("\u{1B}[<64;1;1M", .mouse(Mouse(.wheelUp, x: 0, y: 0))),
    ("\u{1B}[<65;1;1M", .mouse(Mouse(.wheelDown, x: 0, y: 0))),
    ("\u{1B}[<4;2;2M", .mouse(Mouse(.press, x: 1, y: 1))),
    ("\u{1B}[M !\"", .mouse(Mouse(.press, x: 0, y: 1))),
    ("\u{1B}[M#!!", .mouse(Mouse(.release, x: 0, y: 0))),
    ("\u{1B}[I", .focus(true)), ("\u{1B}[O", .focus(false)),
    ("\u{1B}[?997;1n", .background(isLight: false)), ("\u{1B}[?997;2n", .background(isLight: true)),
    ("\u{1B}[1;1:2D", .keyRepeat(Key(.left))), ("\u{1B}[1;5:3C", .keyUp(Key(.right, control: true))),
    ("\u{1B}[5;1:3~", .keyUp(Key(.pageUp))), ("\u{1B}[100;1:3u", .keyUp(Key("d"))),
    ("\u{1B}[27;1:3u", .keyUp(Key(.escape))), ("\u{1B}[13;:2u", .keyRepeat(Key(.enter))),
  ])
  func `a report is the event that it tells`(bytes: String, event: InputEvent) {
    #expect(decode(bytes) == [event])
  }

  @Test(arguments: [
    // Other buttons, motion without a button, a place that is none, unknown numbers, answers, halves.
    "\u{1B}[<2;4;5M", "\u{1B}[<35;4;5M", "\u{1B}[<0;0;5M", "\u{1B}[99~", "\u{1B}[?1;2c", "\u{1B}[>0;276;0c",
    "\u{1B}P1+r5463\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{7}", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[2~",
    // The left Shift of kitty's protocol.
    "\u{1B}[57441;2u",
    "\u{1B}[<0;4", "\u{1B}[1;5", "\u{1B}[200~", "\u{80}", "\u{1B}[?2026;2$y",
  ])
  func `what means nothing here is swallowed whole`(bytes: String) {
    #expect(decode(bytes).isEmpty)
  }

  @Test func `bytes that arrive one by one give the same events as all at once`() {
    let bytes = Array("a\u{1B}[A\u{1B}OPé\u{1B}[<0;4;5M日\u{1B}x\u{1B}[1;5C\r\u{1B}[?1;2cq".utf8)
    var whole = KeyDecoder()
    var single = KeyDecoder()
    let expected = whole.decode(bytes)
    #expect(bytes.flatMap { single.decode([$0]) } == expected)
    #expect(expected.count == 10)
  }

  @Test func `only what is unfinished waits, and a lone Escape the shortest`() {
    var decoder = KeyDecoder()
    #expect(decoder.timeout == nil)
    _ = decoder.decode("a".utf8)
    #expect(decoder.timeout == nil)
    _ = decoder.decode([0x1B])
    let short = decoder.timeout
    _ = decoder.decode(Array("[1".utf8))
    let long = decoder.timeout
    #expect(short == .milliseconds(25) && long == .milliseconds(500))
    #expect(decoder.finish().isEmpty && decoder.timeout == nil)
  }

  @Test func `a terminal's own sequences win over the built-in ones`() {
    var decoder = KeyDecoder(terminfoKeys: [Array("\u{1B}[A".utf8): .down, Array("\u{1B}t".utf8): .home])
    #expect(decoder.decode("\u{1B}[A\u{1B}t".utf8) == [.key(Key(.down)), .key(Key(.home))])
  }

  @Test func `no bytes make a control character a printable key, and none are kept for ever`() {
    var random = SeededGenerator(seed: 6)
    var decoder = KeyDecoder()
    for _ in 0..<10_000 {
      let events = decoder.decode(random.bytes(Int.random(in: 1...12, using: &random)))
      for case .key(let key) in events {
        guard case .character(let scalar) = key.code else { continue }
        #expect(scalar.properties.generalCategory != .control)
      }
    }
    _ = decoder.finish()
    #expect(decoder.timeout == nil)
    #expect(decoder.decode("k".utf8) == [.key(Key("k"))])
  }

  @Test func `a pasted text is no key, however it is cut into pieces`() {
    let bytes = Array("a\u{1B}[200~Hi Amy, y\u{1B}[A my hotel\r\ny\u{1B}[201~b".utf8)
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var events: [InputEvent] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        events += decoder.decode(bytes[start..<min(bytes.count, start + size)])
      }
      #expect(
        events == [.key(Key("a")), .paste("Hi Amy, y[A my hotel"), .key(Key("b"))], "in pieces of \(size)")
    }
  }
}
