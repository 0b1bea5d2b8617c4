/// Makes the libraries do now what they do only once, so that they still work where no file may be opened any more:
/// look for plugins, read settings, make tables.
package func warmUpDecoders() {
  _ = TinyPicture.decoded()
  _ = captureFacts(inEXIF: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  _ = XMPPacket(Array("<x/>".utf8))
}
