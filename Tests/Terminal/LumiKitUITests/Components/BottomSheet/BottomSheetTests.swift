import Foundation
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermCore
import TermUI
import Testing

@MainActor private func screen(_ controller: UIViewController, _ columns: Int = 40, _ rows: Int = 14) -> Pilot {
    Pilot(Button("Behind") {}.filling().lmk_host(controller), columns: columns, rows: rows)
}

@MainActor @Suite struct LMKBottomSheetControllerTests {
    private final class Mine: LMKBottomSheetController {
        private(set) var setups = 0
        private(set) var dismissals = 0
        override func setupSheetContent() { setups += 1 }
        override func makeSheetContent() -> AnyView { AnyView(Text("mine")) }
        override func onDismissTapped() {
            dismissals += 1
            super.onDismissTapped()
        }
    }

    @Test("LMK bottom sheet controller: a sheet is at the bottom") func aSheetIsAtTheBottom() {
        let (controller, sheet) = (UIViewController(), Mine(cancelTitle: "Enough"))
        let pilot = screen(controller)
        LMKBottomSheetController.addAsChild(sheet, in: controller)
        #expect(sheet.setups == 1 && controller.presentedViewController === sheet)
        #expect(pilot.lines[13].hasPrefix("╰") && pilot.lines[12].contains("[ Enough ]"))
        #expect(pilot.lines[11].contains("mine") && pilot.lines[0] == "[ Behind ]")
        pilot.click("Enough")
        #expect(sheet.dismissals == 1 && controller.presentedViewController == nil)
        LMKBottomSheetController.addAsChild(sheet, in: controller)
        pilot.press(.escape)
        #expect(sheet.dismissals == 2 && pilot.text == "[ Behind ]")
    }

    @Test("LMK bottom sheet controller: a sheet on a sheet is in front") func aSheetOnASheetIsInFront() {
        let (controller, first, second) = (UIViewController(), Mine(cancelTitle: "First"), Mine(cancelTitle: "Second"))
        let pilot = screen(controller)
        controller.present(first)
        controller.present(second)
        #expect(first.presentedViewController === second && pilot.text.contains("Second"))
        pilot.press(.escape)
        #expect(pilot.text.contains("First") && first.presentedViewController == nil)
        controller.present(controller)
        first.dismiss()
        #expect(controller.presentedViewController == nil)
    }

    @Test("LMK bottom sheet controller: what is in front of a sheet goes with it")
    func whatIsInFrontOfASheetGoesWithIt() {
        let (controller, first, second) = (UIViewController(), Mine(cancelTitle: "First"), Mine(cancelTitle: "Second"))
        let pilot = screen(controller)
        controller.present(first)
        controller.present(second)
        controller.dismiss()
        #expect(first.presentedViewController == nil && second.presentingViewController == nil)
        controller.present(first)
        #expect(pilot.text.contains("First") && !pilot.text.contains("Second"))
        second.dismiss()
        #expect(controller.presentedViewController === first)
    }
}

@Suite struct LMKBottomSheetLayoutTests {
    @Test("LMK bottom sheet layout: the sizes are LumiKit kit's") func theSizesAreLumiKits() {
        #expect(LMKBottomSheetLayout.rowHeight == 56 && LMKBottomSheetLayout.buttonHeight == 50)
        #expect(LMKBottomSheetLayout.maxScreenHeightRatio == 0.9 && LMKBottomSheetLayout.backButtonHeight == 44)
        #expect(LMKBottomSheetLayout.dragIndicatorWidth == 40 && LMKBottomSheetLayout.dragIndicatorHeight == 5)
    }
}

@MainActor @Suite struct LMKActionSheetTests {
    private final class Log { var told: [String] = [] }

    private func present(_ controller: UIViewController, _ log: Log) {
        LMKActionSheet.present(
            in: controller, title: "Key", message: "What now?",
            actions: [
                .init(title: "Share", subtitle: "as a link") { log.told.append("share") },
                .init(
                    title: "Move", icon: UIImage(systemName: "folder"),
                    page: .init(title: "Where", actions: [.init(title: "Home") { log.told.append("home") }])),
                .init(title: "Delete", style: .destructive) { log.told.append("delete") },
            ], onDismiss: { log.told.append("dismissed") })
    }

    @Test("LMK action sheet: a digit chooses") func aDigitChooses() {
        let (controller, log) = (UIViewController(), Log())
        let pilot = screen(controller)
        present(controller, log)
        #expect(pilot.text.contains("1 Share") && pilot.text.contains("as a link") && pilot.text.contains("Move >"))
        pilot.press("9", "1")
        #expect(log.told == ["share"] && pilot.text == "[ Behind ]")
    }

    @Test("LMK action sheet: the arrows and enter choose") func theArrowsAndEnterChoose() {
        let (controller, log) = (UIViewController(), Log())
        let pilot = screen(controller)
        present(controller, log)
        pilot.press(.downArrow, .return)
        #expect(pilot.text.contains("Where") && pilot.text.contains("< Back"))
        pilot.press(.escape)
        #expect(pilot.text.contains("What now?"))
        pilot.press("2")
        pilot.click("Home")
        #expect(log.told == ["home"] && pilot.text == "[ Behind ]")
    }

    @Test("LMK action sheet: the arrows reach each line", arguments: [5, 30])
    func theArrowsReachEachLine(_ count: Int) {
        let controller = UIViewController()
        let pilot = screen(controller, 40, 12)
        var chosen: [Int] = []
        LMKActionSheet.present(
            in: controller, actions: (0..<count).map { row in .init(title: "Row \(row).") { chosen.append(row) } })
        for row in 1..<count {
            pilot.press(.downArrow)
            #expect(pilot.style(of: "Row \(row).")?.attributes.contains(.reverse) == true, "\(pilot.text)")
        }
        pilot.press(.upArrow, .return)
        #expect(chosen == [count - 2])
    }

    @Test("LMK action sheet: a long line leaves room for the warning") func aLongLineLeavesRoomForTheWarning() {
        let controller = UIViewController()
        let pilot = screen(controller)
        let title = "Delete all that is in this building"
        LMKActionSheet.present(in: controller, actions: [.init(title: title, style: .destructive) {}])
        pilot.press("1")
        #expect(pilot.text.contains("press again"), "\(pilot.text)")
    }

    @Test("LMK action sheet: what destroys asks twice") func whatDestroysAsksTwice() {
        let (controller, log) = (UIViewController(), Log())
        let pilot = screen(controller)
        present(controller, log)
        pilot.press("3")
        #expect(log.told.isEmpty && pilot.text.contains("press again"))
        pilot.press(.upArrow)
        #expect(!pilot.text.contains("press again"))
        pilot.press("3", "3")
        #expect(log.told == ["delete"])
    }

    @Test("LMK action sheet: esc says so") func escSaysSo() {
        let (controller, log) = (UIViewController(), Log())
        let pilot = screen(controller)
        present(controller, log)
        pilot.press(.escape)
        #expect(log.told == ["dismissed"])
        present(controller, log)
        pilot.click("Cancel")
        #expect(log.told == ["dismissed", "dismissed"])
    }

    @Test("LMK action sheet: a page keeps what it is given") func aPageKeepsWhatItIsGiven() {
        let view = UIView()
        let page = LMKActionSheet.Page(
            title: "Title", message: "Message", actions: [.init(title: "OK") {}], contentView: view,
            contentHeight: 200, confirmTitle: "Save", onConfirm: {})
        #expect(page.title == "Title" && page.actions.count == 1 && page.contentView === view)
        #expect(page.contentHeight == 200 && page.confirmTitle == "Save" && page.onConfirm != nil)
        let action = LMKActionSheet.Action(title: "Go", page: page)
        #expect(action.page?.title == "Title" && action.style == .default && action.icon == nil)
        #expect(LMKActionSheet.strings.back == "Back" && LMKActionSheet.Page().actions.isEmpty)
    }

    @Test("LMK action sheet: a view of the programs is in it") func aViewOfTheProgramsIsInIt() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var confirmed = 0
        LMKActionSheet.present(
            in: controller, contentView: LMKLabelFactory.body(text: "content"), contentHeight: 32, actions: [],
            confirmTitle: "Save", onConfirm: { confirmed += 1 })
        #expect(pilot.text.contains("content"))
        pilot.click("Save")
        #expect(confirmed == 1 && controller.presentedViewController == nil)
    }

    @Test("LMK action sheet: in lines the same can be done") func inLinesTheSameCanBeDone() {
        let (controller, log) = (UIViewController(), Log())
        let pilot = screen(controller)
        present(controller, log)
        let lines = pilot.plain.lines.map(\.description)
        #expect(lines.contains { $0.contains("Share") } && lines.contains { $0.contains("Delete") }, "\(lines)")
        _ = pilot.plain.perform("1")
        #expect(log.told == ["share"])
    }
}

@MainActor @Suite struct LMKEnumSelectionBottomSheetTests {
    private enum Order: CaseIterable, LMKEnumSelectable {
        case name, date
        var displayName: String { self == .name ? "By name" : "By date" }
        var iconName: String { "circle" }
    }

    @Test("LMK enum selection bottom sheet: a case is chosen") func aCaseIsChosen() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var chosen: [Order] = []
        LMKEnumSelectionBottomSheet.present(
            in: controller, title: "Sort", options: Order.allCases, currentSelection: Order.date, showIcons: true
        ) { chosen.append($0) }
        #expect(pilot.lines.contains { $0.contains("2 ✓") && $0.contains("By date") })
        pilot.press("1")
        #expect(chosen == [.name] && controller.presentedViewController == nil)
    }
}

@MainActor @Suite struct LMKProgressViewControllerTests {
    @Test("LMK progress view controller: one sees how far it is") func oneSeesHowFarItIs() {
        let (controller, work) = (UIViewController(), LMKProgressViewController(title: "Copying"))
        let pilot = screen(controller)
        controller.present(work)
        work.updateProgress(0.5, task: "Key 2 of 4")
        #expect(pilot.text.contains("Copying") && pilot.text.contains("50%") && pilot.text.contains("Key 2 of 4"))
        pilot.press(.escape)
        #expect(controller.presentedViewController === work && !pilot.text.contains("Cancel"))
        var cancels = 0
        work.onCancel = { cancels += 1 }
        pilot.click("Cancel")
        pilot.press(.escape)
        #expect(cancels == 2)
        work.updateProgress(.nan)
        work.updateTask("Ends")
        #expect(work.progress == 0 && pilot.text.contains("Ends"))
        work.dismiss()
        #expect(pilot.text == "[ Behind ]")
    }

    @Test("LMK progress view controller: work of unknown length has a wheel") func workOfUnknownLengthHasAWheel() {
        let (controller, work) = (UIViewController(), LMKProgressViewController(title: "Asking", style: .indeterminate))
        let pilot = screen(controller)
        controller.present(work)
        #expect(pilot.text.contains("Asking") && !pilot.text.contains("%") && pilot.isWaiting)
    }
}
