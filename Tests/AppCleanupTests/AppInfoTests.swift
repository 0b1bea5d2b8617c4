import Foundation
import Testing

@testable import AppCleanup

@Suite struct AppInfoTests {
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func app(_ name: String, bytes: Int64? = nil, daysAgo: Double? = nil) -> AppInfo {
    AppInfo(
      id: name, name: name, source: .dpkg, sizeBytes: bytes,
      lastUse: daysAgo.map { AppInfo.LastUse(date: now.addingTimeInterval(-$0 * 86_400), evidence: "test") })
  }

  @Test(arguments: [
    (0 as Int64, 0.0, 0.0),
    (1_000_000_000, 0, 0.4),
    (0, 45, 0.3),
    (0, 90, 0.6),
    (0, 9000, 0.6),
    (2_500_000_000, 90, 1.6),
    (500_000_000, 30, 0.4),
    (10_000_000_000, 1, 4.0 + 0.6 / 90),
  ]) func `the score is 0.4 times the size in GB and 0.6 times the share of 90 days`(
    bytes: Int64, days: Double, expected: Double
  ) {
    #expect(abs(cleanupScore(sizeBytes: bytes, daysSinceLastUse: days) - expected) < 1e-9)
  }

  @Test func `the second term is a half where the last use is unknown`() {
    #expect(cleanupScore(sizeBytes: 0, daysSinceLastUse: nil) == 0.5)
    #expect(abs(cleanupScore(sizeBytes: 3_000_000_000, daysSinceLastUse: nil) - 1.7) < 1e-9)
  }

  @Test func `a use that lies ahead counts as today and a negative size as none`() {
    #expect(cleanupScore(sizeBytes: -5, daysSinceLastUse: -40) == 0)
    #expect(app("tomorrow", bytes: 0, daysAgo: -1).daysSinceLastUse(at: now) == 0)
  }

  @Test func `a big app unused for 90 days outranks a small one used today`() {
    let big = app("big", bytes: 5_000_000_000, daysAgo: 90)
    let small = app("small", bytes: 10_000_000, daysAgo: 0)

    #expect(big.cleanupScore(at: now) > small.cleanupScore(at: now))
    #expect(byCleanupScore([small, big], at: now, info: \.self) == [big, small])
  }

  @Test func `an app with nothing known scores the half of the unknown use`() {
    let mystery = app("mystery")

    #expect(mystery.daysSinceLastUse(at: now) == nil)
    #expect(mystery.cleanupScore(at: now) == 0.5)
  }

  @Test func `equal scores are listed by name whatever the order was`() {
    let apps = ["delta", "alpha", "charlie", "bravo"].map { app($0, bytes: 1, daysAgo: 3) }

    let ordered = byCleanupScore(apps, at: now, info: \.self)
    #expect(ordered.map(\.name) == ["alpha", "bravo", "charlie", "delta"])
    #expect(byCleanupScore(apps.reversed(), at: now, info: \.self) == ordered)
  }

  @Test func `the score grows with the size and with the days`() {
    for days in stride(from: 0.0, through: 120, by: 7.5) {
      for gigabytes in 0..<5 {
        let bytes = Int64(gigabytes) * 1_000_000_000
        let score = cleanupScore(sizeBytes: bytes, daysSinceLastUse: days)
        #expect(cleanupScore(sizeBytes: bytes + 1_000_000, daysSinceLastUse: days) > score)
        #expect(cleanupScore(sizeBytes: bytes, daysSinceLastUse: days + 1) >= score)
      }
    }
  }
}
