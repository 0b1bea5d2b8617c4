import PhotoModel
import Testing

import struct Foundation.Date

@Suite struct ScanSettingsTests {
  @Test func `starts with the documented defaults`() {
    let settings = ScanSettings()
    #expect(settings.blurThreshold == 0.30)
    #expect(settings.duplicateThreshold == 0.95)
    #expect(settings.similarThreshold == 0.80)
    #expect(settings.batchSize == 30)
    #expect(settings.excludedFolders.isEmpty)
  }
}

@Suite struct ThresholdSliderTests {
  @Test func `blur goes from 0.10 to 0.80 in steps of 0.05`() {
    #expect(ThresholdSlider.blur.moved(0.30, by: 1) == 0.35)
    #expect(ThresholdSlider.blur.moved(0.30, by: -1) == 0.25)
    #expect(ThresholdSlider.blur.moved(0.10, by: -1) == 0.10)
    #expect(ThresholdSlider.blur.moved(0.80, by: 3) == 0.80)
    #expect(ThresholdSlider.blur.moved(0.10, by: 14) == 0.80)
  }

  @Test func `similarity ends at 0.99, and comes back to the grid`() {
    #expect(ThresholdSlider.similarity.moved(0.95, by: 1) == 0.99)
    #expect(ThresholdSlider.similarity.moved(0.99, by: -1) == 0.95)
    #expect(ThresholdSlider.similarity.moved(0.99, by: 1) == 0.99)
    #expect(ThresholdSlider.similarity.moved(0.50, by: -1) == 0.50)
    #expect(ThresholdSlider.similarity.moved(0.80, by: 0) == 0.80)
  }

  @Test func `a value between two steps goes to the next one, and one outside comes in`() {
    #expect(ThresholdSlider.similarity.moved(0.83, by: 1) == 0.85)
    #expect(ThresholdSlider.similarity.moved(0.83, by: -1) == 0.80)
    #expect(ThresholdSlider.blur.moved(0.95, by: -1) == 0.80)
    #expect(ThresholdSlider.blur.moved(0, by: 1) == 0.10)
  }

  @Test(arguments: [ThresholdSlider.blur, .similarity]) func `every value can be reached, and left again`(
    slider: ThresholdSlider
  ) {
    var value = slider.range.lowerBound
    var values = [value]
    while value < slider.range.upperBound, values.count < 100 {
      value = slider.moved(value, by: 1)
      values.append(value)
    }
    #expect(values.last == slider.range.upperBound)
    for pair in zip(values, values.dropFirst()) { #expect(slider.moved(pair.1, by: -1) == pair.0) }
  }
}

@Suite struct ScanProgressTests {
  @Test func `a quarter is 25%`() {
    let progress = ScanProgress(processed: 50, total: 200)
    #expect(progress.fraction == 0.25)
    #expect(progress.percentFormatted == "25%")
  }

  @Test func `nothing known is 0, and it never goes past the end`() {
    #expect(ScanProgress(processed: 0, total: 0).fraction == 0)
    #expect(ScanProgress(processed: 5, total: 0).percentFormatted == "0%")
    #expect(ScanProgress(processed: 9, total: 4).fraction == 1)
    #expect(ScanProgress(processed: 999, total: 1000).percentFormatted == "99%")
  }

  @Test func `carries live counts per category`() {
    let progress = ScanProgress(processed: 1, total: 2, found: [.blurry: 3])
    #expect(progress.found[.blurry] == 3)
    #expect(progress.stage == .reading)
  }
}

@Suite struct ScanResultTests {
  @Test func `counts all categories together`() {
    let result = ScanResult(
      date: Date(timeIntervalSince1970: 0), photosScanned: 100, issueCounts: [.duplicate: 3, .blurry: 4],
      reclaimable: ByteCount(12))
    #expect(result.totalIssuesFound == 7)
    #expect(result.photosScanned == 100)
    #expect(result.reclaimable == ByteCount(12))
  }

  @Test func `nothing found is 0`() {
    let result = ScanResult(
      date: Date(timeIntervalSince1970: 0), photosScanned: 0, issueCounts: [:], reclaimable: .zero)
    #expect(result.totalIssuesFound == 0)
  }
}

@Suite struct PhotoIssueTests {
  private func issue(bytes: Int64) -> PhotoIssue {
    PhotoIssue(path: "/a", category: .blurry, confidence: 0.5, score: 0.1, threshold: 0.3, size: ByteCount(bytes))
  }

  @Test func `starts pending and not preselected`() {
    #expect(issue(bytes: 1).decision == .pending)
    #expect(!issue(bytes: 1).isPreselected)
    #expect(issue(bytes: 1).group == nil)
  }

  @Test func `findings are counted by category`() {
    var findings = Findings()
    #expect(findings.counts.isEmpty)
    findings.issues = [1, 2, 3].map(issue)
    findings.issues[1].category = .similar
    #expect(findings.counts == [.blurry: 2, .similar: 1])
    #expect(findings.counts[.blurry] == findings.issues(in: .blurry).count)
  }

  @Test func `its size reads as people read it`() {
    #expect(issue(bytes: 3_100_000).fileSizeFormatted == "3.1 MB")
    #expect(issue(bytes: 48_200).fileSizeFormatted == "48.2 KB")
  }
}

@Suite struct IssueCategoryTests {
  @Test func `has the titles of the cards, and two of four come in groups`() {
    #expect(IssueCategory.allCases.map(\.title) == ["Duplicates", "Similar", "Blurry", "Screenshots"])
    #expect(IssueCategory.allCases.map(\.rawValue) == ["duplicate", "similar", "blurry", "screenshot"])
    #expect(IssueCategory.allCases.filter(\.isGrouped) == [.duplicate, .similar])
    #expect(IssueCategory.allCases.sorted() == IssueCategory.allCases)
  }
}
