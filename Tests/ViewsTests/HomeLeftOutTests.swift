import PhotoModel
import Testing
import TextSurface

@testable import ViewModels
@testable import Views

@Suite struct HomeLeftOutTests {
  private func lines(width: Int, height: Int) -> [HomeLayout.WarningLine] {
    var state = HomeState()
    state.unread = SkippedCount(files: 2)
    state.leftOut = [
      "Left out: 1 folder with 200 files: ~/Pictures/.recycle (bin).", "1 folder with 200 files left out",
    ]
    return HomeLayout.warningLines(state, in: Rect(x: 0, y: 0, width: width, height: height))
  }

  @Test func `what was left out stands below what could not be read, in the words that there is room for`() {
    #expect(lines(width: 100, height: 30).map(\.text).last?.hasSuffix("~/Pictures/.recycle (bin).") == true)
    #expect(lines(width: 50, height: 30).map(\.text).last == "1 folder with 200 files left out")
    #expect(lines(width: 100, height: 30).map(\.isUnread) == [true, false])
    #expect(lines(width: 100, height: 30).map(\.isCalm) == [false, true])
  }

  @Test func `where rows are scarce only what could not be read is said`() {
    #expect(lines(width: 100, height: 10).map(\.isUnread) == [true])
  }
}
