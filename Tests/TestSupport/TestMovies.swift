/// A QuickTime movie without a picture: `ftyp`, `moov` with the movie header and, where asked, Apple's keys, and
/// `mdat`.
package struct MovieForm {
  /// The time of creation in milliseconds since 1970, UTC; nil writes 0, the value for an unknown time.
  package var createdAt: Int64?
  /// The duration in milliseconds.
  package var milliseconds = 2500
  /// The identifier that ties the movie to a Live Photo; nil writes none.
  package var contentIdentifier: String?
  /// The creation date in Apple's form, "2024-08-15T10:00:00+0200"; nil writes none.
  package var creationDate: String?
  /// Whether times and durations have 64 bits.
  package var isLong = false
  /// The number of bytes of `mdat` before `moov`; nil puts `moov` first.
  package var bytesBefore: Int?
  /// Whether the metadata box begins with a version, as in ISO media.
  package var hasFullMetadata = false

  /// Creates the form of a movie of 2.5 seconds without identifier.
  package init(createdAt: Int64? = nil) { self.createdAt = createdAt }
}

/// A QuickTime movie in this form.
package func movieData(_ form: MovieForm) -> [UInt8] {
  let samples = [UInt8](repeating: 7, count: form.bytesBefore ?? 64)
  let parts =
    form.bytesBefore == nil
    ? [movieBox("moov", movie(form)), movieBox("mdat", samples)]
    : [movieBox("mdat", samples), movieBox("moov", movie(form))]
  return movieBox("ftyp", Array("qt  ".utf8) + big(512, 4) + Array("qt  ".utf8)) + parts.joined()
}

/// A box with its head of eight bytes.
package func movieBox(_ letters: String, _ content: [UInt8]) -> [UInt8] {
  big(content.count + 8, 4) + Array(letters.utf8) + content
}

private func big(_ number: Int, _ length: Int) -> [UInt8] {
  (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

private func movie(_ form: MovieForm) -> [UInt8] {
  let created = form.createdAt.map { Int($0 / 1000) + 2_082_844_800 } ?? 0
  let width = form.isLong ? 8 : 4
  let header =
    [form.isLong ? 1 : 0, 0, 0, 0] + big(created, width) + big(created, width) + big(1000, 4)
    + big(form.milliseconds, width) + [UInt8](repeating: 0, count: 80)
  return movieBox("mvhd", header) + metadata(form)
}

private func metadata(_ form: MovieForm) -> [UInt8] {
  let keys = [
    ("com.apple.quicktime.content.identifier", form.contentIdentifier),
    ("com.apple.quicktime.creationdate", form.creationDate),
  ].compactMap { key, value in value.map { (key, $0) } }
  if keys.isEmpty { return [] }
  let names = keys.flatMap { movieBox("mdta", Array($0.0.utf8)) }
  let items = keys.enumerated().flatMap { number, key -> [UInt8] in
    let data = movieBox("data", big(1, 4) + big(0, 4) + Array(key.1.utf8))
    return big(data.count + 8, 4) + big(number + 1, 4) + data
  }
  let content =
    movieBox("hdlr", [UInt8](repeating: 0, count: 25)) + movieBox("keys", big(0, 4) + big(keys.count, 4) + names)
    + movieBox("ilst", items)
  return movieBox("meta", (form.hasFullMetadata ? big(0, 4) : []) + content)
}
