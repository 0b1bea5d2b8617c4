extension ConfirmationState {
  /// Photos of one kind, by what stays of them, with the texts behind their number.
  package struct Kind: Hashable, Sendable {
    /// The number of the photos, at least 1.
    package let count: Int
    /// Whether the photos should be checked before a yes.
    package let needsCheck: Bool
    /// The texts, in the singular or plural, the longest first.
    fileprivate let texts: [String]

    /// The text as a whole sentence.
    package var sentence: String { texts[0] }
    /// The text for a line of 46 columns.
    package var title: String { texts[texts.count - 2] }
    /// The text for a narrower line.
    package var shortTitle: String { texts[texts.count - 1] }
  }

  /// The kinds of photos that the question is about, without those of which there is none.
  package var kinds: [Kind] {
    func kind(_ count: Int, _ one: [String], _ many: [String], needsCheck: Bool = false) -> Kind {
      Kind(count: count, needsCheck: needsCheck, texts: count == 1 ? one : many)
    }
    func caution(_ count: Int, _ one: [String], _ many: [String]) -> Kind { kind(count, one, many, needsCheck: true) }
    if let shrink {
      return [
        kind(
          shrink.lossless.photos, ["loses nothing: the same picture in fewer bytes", "loses nothing"],
          ["lose nothing: the same pictures in fewer bytes", "lose nothing"]),
        caution(
          shrink.fitted.photos, ["becomes a smaller picture, visibly", "gets visibly smaller"],
          ["become smaller pictures, visibly", "get visibly smaller"]),
      ].filter { $0.count > 0 }
    }
    return [
      kind(
        exactCopies, ["is an exact copy; a copy of it stays", "exact copy; one of it stays"],
        ["are exact copies; a copy of each stays", "copies; one of each stays"]),
      kind(
        duplicates, ["shows the same picture as its keeper, which stays", "duplicate; its keeper stays"],
        [
          "show the same picture as their keepers, which stay", "show the same picture; each keeper stays",
          "duplicates; each keeper stays",
        ]),
      kind(
        similar, ["is similar; its keeper stays", "similar; its keeper stays"],
        ["are similar; the keeper of each stays", "similar; each keeper stays"]),
      caution(
        keepersLeaving,
        [
          "is similar; the keeper of its set goes and another stays", "is similar; keeper goes, another stays",
          "similar; another one stays",
        ],
        [
          "are similar; the keeper of each set goes and another stays", "are similar; keeper goes, another stays",
          "similar; another one stays",
        ]),
      caution(
        formerCopies,
        [
          "was marked as a duplicate and is none any more", "was marked as a copy; it is none now",
          "is no copy any more",
        ],
        [
          "were marked as duplicates and are none any more", "were marked as copies; they are none now",
          "are no copies any more",
        ]),
      caution(
        lastCopies,
        [
          "is the last of its exact copies; another of its set stays",
          "is the last exact copy; another of its set stays", "last exact copy; another stays",
        ],
        [
          "are the last of their exact copies; another of each set stays",
          "are last exact copies; another of each set stays", "last exact copies; others stay",
        ]),
      caution(
        otherKeepers,
        [
          "was marked beside another keeper than the one that stays", "was marked beside another keeper",
          "marked beside another",
        ],
        [
          "were marked beside other keepers than those that stay", "were marked beside other keepers",
          "marked beside others",
        ]),
      kind(
        inPart, ["goes in part; the rest of it stays", "in part; the rest stays"],
        ["go in part; the rest of each stays", "in part; the rest stays"]),
      caution(
        unreadRests,
        [
          "goes in part, and the rest of it could not be read", "goes in part; the rest cannot be read",
          "in part; the rest unreadable",
        ],
        [
          "go in part, and the rest of each could not be read", "go in part; the rest cannot be read",
          "in part; the rest unreadable",
        ]),
      caution(
        onlyOnes, ["is the only one of its kind", "the only one of its kind"],
        ["are the only ones of their kind", "the only ones of their kind"]),
      // Photos that were counted above, too.
      caution(
        losing,
        [
          "of them takes a RAW, movie or sidecar along that has no copy",
          "of them with a RAW, movie or sidecar not kept",
          "of them with files not kept",
        ],
        [
          "of them take a RAW, movie or sidecar along that has no copy",
          "of them with a RAW, movie or sidecar not kept",
          "of them with files not kept",
        ]),
      caution(
        richer, ["of them holds more than what stays for it", "of them holds more"],
        ["of them hold more than what stays for them", "of them hold more"]),
      kind(
        protected, ["more is protected, so it stays in the bin", "more is protected; it stays"],
        ["more are protected, so they stay in the bin", "more are protected; they stay"]),
    ].filter { $0.count > 0 }
  }
}
