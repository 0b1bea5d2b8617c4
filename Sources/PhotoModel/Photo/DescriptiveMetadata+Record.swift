/// Metadata as a part of a record, for a file or a message between processes.
extension DescriptiveMetadata {
  /// Writes all values, for `init(_:)`.
  package func write(to writer: inout RecordWriter) {
    writer.write(rating ?? 0)
    writer.write(isFavourite ? 1 : 0)
    writer.write(isPicked.map { $0 ? 2 : 1 } ?? 0)
    for text in [label, title, caption, copyright, edit] { writer.write(text) }
    for list in [keywords, people] {
      writer.write(list.count)
      for text in list { writer.write(text) }
    }
  }

  /// Reads the values that `write(to:)` wrote; nil where one is none that a reader of files gives.
  package init?(_ reader: inout RecordReader) {
    self.init()
    let (stars, favourite, picked) = (reader.number(), reader.number(), reader.number())
    guard (-1...5).contains(stars), (0...1).contains(favourite), (0...2).contains(picked) else { return nil }
    rating = stars == 0 ? nil : stars
    isFavourite = favourite == 1
    isPicked = picked == 0 ? nil : picked == 2
    label = reader.text()
    title = reader.text()
    caption = reader.text()
    copyright = reader.text()
    edit = reader.text()
    guard let keywords = Self.list(&reader), let people = Self.list(&reader), !reader.isCut else { return nil }
    self.keywords = keywords
    self.people = people
    // The record may come from a process that was taken over.
    guard limited == self else { return nil }
  }

  private static func list(_ reader: inout RecordReader) -> [String]? {
    var texts: [String] = []
    // A count is only a claim until its texts have been read.
    for _ in 0..<max(0, min(reader.number(), 1000)) {
      guard let text = reader.text(), !reader.isCut else { return nil }
      texts.append(text)
    }
    return texts
  }
}
