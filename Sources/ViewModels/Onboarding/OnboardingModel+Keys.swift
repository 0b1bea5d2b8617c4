import TextSurface

extension OnboardingModel: Screen {
  nonisolated static var context: KeyContext { .onboarding }

  nonisolated static let keys: [KeyRecord<OnboardingModel>] = [
    KeyRecord([Key(.enter)], .open, "go on", hint: 1, leads: { $0.enterPressed() }),
    KeyRecord([Key("s")], .skipStep, "skip for now", hint: 2, does: { $0.skipPressed() }),
    KeyRecord([Key("o")], .chooseFolder, "another folder", hint: 3, leads: { _ in .go(.folderEntry) }),
    KeyRecord([Key(.escape)], .back, "skip all of them", hint: 4, as: "skip all", does: { $0.leave() }),
    KeyRecord([Key(.up), Key("k")], .up, "folder above", does: { $0.move(by: -1) }),
    KeyRecord([Key(.down), Key("j")], .down, "folder below", does: { $0.move(by: 1) }),
  ]

  var message: String? { state.note }
}
