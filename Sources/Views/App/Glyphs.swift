import ViewModels

extension StrokeArt {
  /// A ring with a check in it, the check last, so that it draws itself as the hand would.
  static let check = StrokeArt(strokes: [
    arc(center: Point(0.5, 0.5), radius: 0.44, from: 0, to: 1),
    [Point(0.28, 0.53), Point(0.44, 0.68), Point(0.73, 0.35)],
  ])

  /// The check without its ring.
  static let bareCheck = StrokeArt(strokes: [[Point(0.12, 0.52), Point(0.4, 0.8), Point(0.88, 0.22)]], thickness: 0.14)

  /// The part of the length of the check's strokes that the ring has, which is drawn first; 0…1.
  static let checkRingShare: Double = {
    let ring = length(of: check.strokes[0])
    return ring / (ring + length(of: check.strokes[1]))
  }()

  static let folder = StrokeArt(strokes: [
    [
      Point(0.08, 0.8), Point(0.08, 0.22), Point(0.38, 0.22), Point(0.47, 0.34), Point(0.92, 0.34),
      Point(0.92, 0.8), Point(0.08, 0.8),
    ]
  ])

  static let lock = StrokeArt(strokes: [
    [Point(0.2, 0.46), Point(0.8, 0.46), Point(0.8, 0.9), Point(0.2, 0.9), Point(0.2, 0.46)],
    [Point(0.32, 0.46)] + arc(center: Point(0.5, 0.28), radius: 0.18, from: -0.25, to: 0.25) + [Point(0.68, 0.46)],
    [Point(0.5, 0.63), Point(0.5, 0.75)],
  ])

  static let warning = StrokeArt(strokes: [
    [Point(0.5, 0.12), Point(0.94, 0.86), Point(0.06, 0.86), Point(0.5, 0.12)],
    [Point(0.5, 0.4), Point(0.5, 0.6)],
    [Point(0.5, 0.74)],
  ])

  static let trash = StrokeArt(strokes: [
    [Point(0.14, 0.26), Point(0.86, 0.26)],
    [Point(0.4, 0.26), Point(0.4, 0.14), Point(0.6, 0.14), Point(0.6, 0.26)],
    [Point(0.24, 0.26), Point(0.3, 0.88), Point(0.7, 0.88), Point(0.76, 0.26)],
    [Point(0.42, 0.42), Point(0.44, 0.74)], [Point(0.58, 0.42), Point(0.56, 0.74)],
  ])

  /// The trash for four rows: every line is on one row or column of the sixteen dots.
  static let smallTrash = StrokeArt(
    strokes: [
      [(6, 3), (6, 1), (9, 1), (9, 3)], [(1, 3), (14, 3)], [(3, 5), (3, 14), (12, 14), (12, 5)], [(6, 7), (6, 12)],
      [(9, 7), (9, 12)],
    ].map { (stroke: [(Double, Double)]) in stroke.map { Point(($0 + 0.5) / 16, ($1 + 0.5) / 16) } },
    thickness: 0.07)

  static let apps = StrokeArt(
    strokes: [(0.1, 0.1), (0.58, 0.1), (0.1, 0.58), (0.58, 0.58)].map { x, y in
      [Point(x, y), Point(x + 0.32, y), Point(x + 0.32, y + 0.32), Point(x, y + 0.32), Point(x, y)]
    })

  static let photo = StrokeArt(strokes: [
    [Point(0.06, 0.16), Point(0.94, 0.16), Point(0.94, 0.84), Point(0.06, 0.84), Point(0.06, 0.16)],
    arc(center: Point(0.31, 0.38), radius: 0.05, from: 0, to: 1),
    [Point(0.1, 0.76), Point(0.38, 0.54), Point(0.54, 0.68), Point(0.7, 0.52), Point(0.9, 0.72)],
  ])

  static func art(for glyph: Notice.Glyph) -> StrokeArt {
    switch glyph {
    case .check: check
    case .folder: folder
    case .lock: lock
    case .warning: warning
    case .apps: apps
    case .photo: photo
    }
  }
}
