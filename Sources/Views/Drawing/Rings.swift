import PhotoModel
import TextSurface
import ViewModels

/// The volume of the library as a ring: the used part muted, and at its end the part in the bin and the part left to
/// gain. A ring within it has the review: moved, in the bin, kept, and the rest open.
struct HomeRing {
  let state: HomeState
  let storage: StorageFigures

  private static let thickness = 0.2

  func draw(in rect: Rect, theme: Theme, into surface: inout Surface) {
    let isReviewShown = !state.reviewTexts.isEmpty
    let rings = [disk(theme)] + (isReviewShown && rect.height >= 9 ? [review(theme)] : [])
    surface.blend(
      ringArt(
        rings, size: Size(columns: rect.width, rows: rect.height), background: theme.ground, depth: theme.depth,
        cellAspect: theme.cell.aspect),
      x: rect.x, y: rect.y, clip: rect)
    if let ground = theme.ground {
      let hole = surface.hole(of: rect, lines: isReviewShown ? 2 : 3)
      // Characters reach further into the hole than pixels do.
      if theme.drawings != nil { surface.fill(hole, style: theme.style(.ground)) }
      surface.attach(.rings(rings), in: rect, around: hole, on: ground, theme: theme)
    }
    if isReviewShown {
      surface.writeInRing(percentTitle(state.fractionReviewed), below: ["reviewed"], in: rect, theme: theme)
    } else {
      surface.writeInRing(
        storage.used.formatted, below: ["used of", storage.capacity.formatted], in: rect, theme: theme)
    }
  }

  private func disk(_ theme: Theme) -> Ring {
    func shown(_ bytes: ByteCount) -> Double { bytes > .zero ? max(HomeState.leastPart, storage.part(of: bytes)) : 0 }
    // The round end belongs to the last segment, which would otherwise look longer than it is.
    let end = Self.thickness / 2 / (2 * .pi * (1 - Self.thickness / 2))
    let (bin, gain) = (shown(state.binGain), shown(state.gainShown))
    var segments = [
      Ring.Segment(
        part: max(0, storage.part(of: storage.used) - bin - gain), color: theme.ringColor(.used), texture: .sparse),
      Ring.Segment(part: bin, color: theme.ringColor(.bin), texture: .checker),
      Ring.Segment(part: gain, start: theme.ringColor(.start), end: theme.ringColor(.end)),
    ].filter { $0.part > 0 }
    if let last = segments.indices.last { segments[last].part = max(0.001, segments[last].part - end) }
    return Ring(segments: segments, track: theme.ringColor(.track), thickness: Self.thickness)
  }

  private func review(_ theme: Theme) -> Ring {
    let whole = Double(state.photosInReview)
    return Ring(
      segments: [
        Ring.Segment(part: Double(state.movedCount) / whole, color: theme.ringColor(.used), texture: .sparse),
        Ring.Segment(part: Double(state.binCount) / whole, color: theme.ringColor(.bin), texture: .checker),
        Ring.Segment(part: Double(state.keptCount) / whole, color: theme.ringColor(.kept)),
      ], track: theme.ringColor(.track), radius: 1 - Self.thickness - 0.08, thickness: 0.12)
  }
}

extension HomeState.Figure.Kind {
  /// The legend mark of a number, styled like its part of the ring; nil where the ring does not show it.
  func mark(_ theme: Theme) -> (text: String, style: Style)? {
    let texture: Ring.Segment.Texture = self == .bin ? .checker : .solid
    let color = theme.ringColor(self == .bin ? .bin : .start)
    guard self != .gained else { return nil }
    return (
      theme.depth == .direct24 ? "■" : String(texture.cell),
      theme.depth == .none ? theme.style(.text) : Style(foreground: color)
    )
  }
}

/// The progress of the scan, with the per cent inside: one ring per stage where there is space, else one for all.
struct ScanningRing {
  let state: ScanningState

  /// The time of one turn of the arc while nothing can be counted.
  private static let turn: Duration = .milliseconds(1600)

  func draw(in rect: Rect, theme: Theme, now: Duration, into surface: inout Surface) {
    let rings =
      rect.height >= 13
      ? ScanProgress.Stage.allCases.enumerated().map { index, stage in
        ring(stage, radius: 1 - 0.2 * Double(index), thickness: 0.11, theme: theme, now: now)
      } : [ring(state.progress.stage, radius: 1, thickness: 0.2, theme: theme, now: now)]
    surface.blend(
      ringArt(
        rings, size: Size(columns: rect.width, rows: rect.height), background: theme.ground, depth: theme.depth,
        cellAspect: theme.cell.aspect),
      x: rect.x, y: rect.y, clip: rect)
    if state.isUncounted {
      surface.writeInRing(groupedDigits(state.progress.total), below: ["found"], in: rect, theme: theme)
    } else {
      let lines = state.workTitle.split(separator: " ", maxSplits: 1).map(String.init)
      let share = state.isFinishing ? nil : state.share(of: state.progress.stage)
      surface.writeInRing(share.map(percentTitle) ?? "…", below: lines, in: rect, theme: theme)
    }
  }

  private func ring(
    _ stage: ScanProgress.Stage, radius: Double, thickness: Double, theme: Theme, now: Duration
  ) -> Ring {
    let track = theme.ringColor(.track)
    func accent(_ part: Double) -> Ring.Segment {
      Ring.Segment(part: part, start: theme.ringColor(.start), end: theme.ringColor(.end))
    }
    var segments: [Ring.Segment] = []
    if state.progress.stage != stage {
      // Dimmed: finished work does not need attention.
      if state.share(of: stage) == 1 { segments = [Ring.Segment(part: 1, color: theme.ringColor(.used))] }
    } else {
      if let share = state.share(of: stage) {
        segments = [accent(share)]
      } else if ScanningView.isMoving(state, theme: theme) {
        let turns = now / Self.turn
        let start = turns - turns.rounded(.down)
        let beyond = max(0, start + 0.25 - 1)
        segments = [
          Ring.Segment(part: beyond, color: theme.ringColor(.end)), Ring.Segment(part: start - beyond, color: track),
          accent(0.25 - beyond), Ring.Segment(part: max(0, 0.75 - start), color: track),
        ]
      }
    }
    return Ring(segments: segments, track: track, radius: radius, thickness: thickness)
  }
}

extension Surface {
  /// The cells in the hole of a ring that have its text.
  fileprivate func hole(of rect: Rect, lines: Int) -> Rect {
    let middle = rect.inset(columns: rect.width / 4, rows: 0)
    return Rect(x: middle.x, y: rect.y + (rect.height - lines) / 2, width: middle.width, height: lines)
  }

  /// Draws a figure and text below it, in the hole of a ring.
  fileprivate mutating func writeInRing(_ figure: String, below text: [String], in rect: Rect, theme: Theme) {
    let hole = hole(of: rect, lines: 1 + text.count)
    writeCentered(figure, in: hole, y: hole.y, style: theme.style(.strong))
    for (row, line) in text.enumerated() {
      writeCentered(line, in: hole, y: hole.y + 1 + row, style: theme.style(.faint))
    }
  }
}
