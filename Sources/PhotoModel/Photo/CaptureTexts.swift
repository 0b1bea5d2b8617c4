import Synchronization

/// The texts that the camera wrote into a file. Photos of one camera have the same, and share one of these.
final class CaptureTexts: Sendable {
  private let make: String?
  private let model: String?
  private let lens: String?
  private let software: String?
  private let userComment: String?

  private init(_ facts: CaptureFacts) {
    make = facts.make
    model = facts.model
    lens = facts.lens
    software = facts.software
    userComment = facts.userComment
  }

  func write(to facts: inout CaptureFacts) {
    facts.make = make
    facts.model = model
    facts.lens = lens
    facts.software = software
    facts.userComment = userComment
  }

  var namesCamera: Bool { make != nil || model != nil }

  private func matches(_ facts: CaptureFacts) -> Bool {
    make == facts.make && model == facts.model && lens == facts.lens && software == facts.software
      && userComment == facts.userComment
  }

  /// The texts of facts; a shared object for texts that came up lately: neighbours in a library are mostly of one
  /// camera.
  static func shared(of facts: CaptureFacts) -> CaptureTexts { recent.withLock { $0.texts(of: facts) } }

  private static let recent = Mutex(Recent())

  private struct Recent {
    private static let most = 8
    private var texts: [CaptureTexts] = []
    private var oldest = 0

    mutating func texts(of facts: CaptureFacts) -> CaptureTexts {
      if let known = texts.first(where: { $0.matches(facts) }) { return known }
      let new = CaptureTexts(facts)
      if texts.count < Self.most {
        texts.append(new)
      } else {
        texts[oldest] = new
        oldest = (oldest + 1) % Self.most
      }
      return new
    }
  }
}
