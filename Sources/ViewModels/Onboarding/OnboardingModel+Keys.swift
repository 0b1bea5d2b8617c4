import TextSurface

extension OnboardingModel: Screen {
  nonisolated static var context: KeyContext { .onboarding }

  nonisolated static let keys: [KeyRecord<OnboardingModel>] = [
    KeyRecord(
      [Key(.enter)], .open, "go on", hint: 1, plain: .offered(1, "continue", "", as: "continue"),
      leads: { $0.enterPressed() }),
    KeyRecord([Key("s")], .skipStep, "skip for now", hint: 2, plain: .offered(2, "skip"), does: { $0.skipPressed() }),
    KeyRecord(
      [Key("o")], .chooseFolder, "another folder", hint: 3, plain: .offered(3, "folder"),
      leads: { _ in .go(.folderEntry) }),
    KeyRecord(
      [Key(.escape)], .back, "skip all of them", hint: 4, as: "skip all", plain: .unoffered("skip all", "w", "back"),
      does: { $0.leave() }),
    KeyRecord([Key(.up), Key("k")], .up, "folder above", does: { $0.move(by: -1) }),
    KeyRecord([Key(.down), Key("j")], .down, "folder below", does: { $0.move(by: 1) }),
  ]

  var message: String? { state.note }
}
