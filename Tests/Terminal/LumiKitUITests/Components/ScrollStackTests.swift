import Foundation
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermUI
import Testing

@MainActor @Suite struct LMKScrollStackViewControllerTests {
    private final class Doors: LMKScrollStackViewController {
        override var stackSpacing: CGFloat { 0 }
        override func setupStackContent() {
            addSectionHeader("Doors")
            addDivider()
            for number in 0..<20 { stackView.addArrangedSubview(LMKLabelFactory.body(text: "Door \(number)")) }
        }
    }

    @Test("LMKScrollStackViewController: its column scrolls") func itScrolls() {
        let doors = Doors()
        let pilot = shown(doors, 30, 8)
        #expect(pilot.shows("Doors") && pilot.shows("Door 0") && !pilot.shows("Door 19"))
        #expect(doors.stackView.arrangedSubviews.count == 22 && doors.contentView.subviews.count == 1)
        for _ in 0..<30 { pilot.scroll(down: true, x: 3, y: 4) }
        #expect(pilot.shows("Door 19") && !pilot.shows("Door 0 "))
        #expect(LMKScrollStackViewController().stackSpacing == LMKSpacing.large)
        #expect(LMKScrollStackViewController().contentInsets.left == LMKSpacing.cardPadding)
    }

    @Test("LMKLottieRefreshControl: r refreshes until the end is reported") func refresh() {
        let (doors, control) = (Doors(), LMKLottieRefreshControl())
        var count = 0
        control.valueChangedHandler = { count += 1 }
        doors.refreshControl = control
        let pilot = Pilot(KeyFooter(content: doors), columns: 40, rows: 10)
        #expect(pilot.lines.last?.contains("r refresh") == true, "\(pilot.text)")
        let before = pilot.lines
        pilot.press("r", "r")
        #expect(count == 1 && control.isRefreshing && pilot.lines != before)
        control.endRefreshing()
        #expect(pilot.lines == before && LMKLottieRefreshControl.pullThreshold == 80)
        pilot.press("r")
        #expect(count == 2)
        control.endRefreshing()
        for _ in 0..<3 { pilot.scroll(down: false, x: 3, y: 4) }
        #expect(count == 3 && control.isRefreshing)
    }
}
