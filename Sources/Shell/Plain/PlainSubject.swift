import PhotoModel
import ViewModels

/// The subject of a line that is typed now: the screen, the question, the photo.
struct PlainSubject: Hashable {
  private let route: Route
  private let question: Question.Subject?
  private let notice: Notice?
  private let photo: [UInt8]?
  private let size: ByteCount?
  /// Whether advice is under way; nil where no advice is shown.
  private let advice: Bool?
  /// Whether photos are being measured; nil on other screens.
  private let isMeasuring: Bool?

  init(_ state: AppState) {
    route = state.route
    question = if case .question(let question) = state.overlay { question.subject } else { nil }
    notice = state.visibleNotice
    let issue: PhotoIssue? = state.route.isDeck || state.route == .compare ? state.deck.card?.issue : nil
    photo = issue?.path.bytes
    size = issue?.size
    isMeasuring = state.route == .large ? state.large.isMeasuring : nil
    let panel = state.route == .apps ? state.apps.panel : nil
    advice = panel?.subject == .advice ? panel?.isWaiting : nil
  }
}
