import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct LMKCardPageControllerTests {
    private final class Page: LMKCardPageController {
        var acted = 0
        var isPlain = false

        override var showsLeadingButton: Bool { !isPlain }
        override var showsTrailingButton: Bool { !isPlain }
        override var showsHeaderSeparator: Bool { isPlain }

        override func setupContent() { contentContainerView.addSubview(LMKLabelFactory.body(text: "first")) }

        override func trailingButtonTapped() { acted += 1 }
    }

    private func press(_ pilot: Pilot, _ label: String) {
        let line = pilot.plain.lines.map(\.description).first { $0.hasSuffix(". \(label)") }
        let number = line?.prefix { $0 != "." } ?? ""
        if case .done = pilot.plain.perform(String(number)) {
            pilot.advance(by: .zero)
        } else {
            Issue.record("\(label) is not among \(pilot.plain.lines)")
        }
    }

    @Test("LMK card page controller: further content is in front, and goes away by the button and Esc") func pages() {
        let (root, page) = (UIViewController(), Page(title: "Settings"))
        let pilot = shown(root, 60, 14)
        root.present(page)
        #expect(pilot.shows("Settings") && pilot.shows("first") && !page.canPopContent)
        let (second, third) = (LMKLabelFactory.body(text: "second"), LMKLabelFactory.body(text: "third"))
        page.pushContentView(second, title: "Details")
        page.pushContentView(second)
        page.pushContentView(third)
        #expect(pilot.shows("Details") && pilot.shows("third") && !pilot.shows("first"))
        pilot.press(.escape)
        #expect(pilot.shows("second") && page.canPopContent)
        press(pilot, "Back")
        #expect(pilot.shows("first") && pilot.shows("Settings") && !page.canPopContent && page.title == "Settings")
        press(pilot, "Action")
        #expect(page.acted == 1)
        press(pilot, "Back")
        #expect(root.presentedViewController == nil && !pilot.shows("Settings"))
    }

    @Test("LMK card page controller: a subclass chooses its header") func header() {
        let page = Page(title: "Settings")
        page.isPlain = true
        let pilot = shown(page, 40, 10)
        #expect(pilot.lines.contains { $0.contains("───") } && page.leadingButton.isHidden)
        page.pushContentView(LMKLabelFactory.body(text: "second"))
        #expect(!page.leadingButton.isHidden)
        page.popContentView()
        page.popContentView()
        #expect(page.leadingButton.isHidden && pilot.shows("first"))
        #expect(LMKCardPageLayout.headerHeight >= LMKLayout.minimumTouchTarget)
    }

    @Test("LMK card panel controller: a card has its controller, and its share of the screen") func panel() {
        let (root, page) = (UIViewController(), Page(title: "Settings"))
        let panel = LMKCardPanelController(rootViewController: page)
        let pilot = shown(root, 100, 20)
        LMKCardPanelController.show(panel, on: root)
        let lines = pilot.lines.filter { $0.contains("│") || $0.contains("╭") || $0.contains("╰") }
        #expect(lines.count == 12, "\(pilot.text)")
        #expect(lines.allSatisfy { $0.trimmingCharacters(in: .whitespaces).count <= 54 }, "\(pilot.text)")
        #expect(pilot.shows("first") && page.parent === panel)
        page.pushContentView(LMKLabelFactory.body(text: "second"))
        pilot.press(.escape)
        #expect(pilot.shows("first"), "Esc goes back first")
        pilot.press(.escape)
        #expect(root.presentedViewController == nil && !pilot.shows("first"))
        var isClosed = false
        LMKCardPanelController.show(panel, on: root)
        panel.dismissPanel { isClosed = true }
        #expect(isClosed && root.presentedViewController == nil)
    }
}

@MainActor @Suite struct LMKTipViewTests {
    @Test("LMK tip view: a tip is closed by its button and by Esc, and another tip replaces it") func tips() {
        let root = UIViewController()
        let pilot = shown(root, 60, 12)
        var closed = 0
        LMKTip.show(title: "Welcome", message: "Press + for a key.", on: root) { closed += 1 }
        #expect(pilot.shows("Welcome") && pilot.shows("Press + for a key.") && pilot.shows("Got it"), "\(pilot.text)")
        pilot.press(.return)
        #expect(!pilot.shows("Welcome") && closed == 1)
        LMKTip.show(message: "one", on: root) { closed += 1 }
        let button = LMKButton(title: "+", style: .outlined(.systemBlue))
        button.accessibilityLabel = "Add"
        LMKTip.show(
            message: "two", style: .pointed(sourceView: button, arrowDirection: .automatic), on: root
        ) { closed += 1 }
        #expect(closed == 2 && !pilot.shows("one") && pilot.shows("two") && pilot.shows("Add"), "\(pilot.text)")
        pilot.press(.escape)
        #expect(closed == 3 && root.presentedViewController == nil)
        let tip = LMKTipView(message: "three")
        tip.dismiss()
        #expect(LMKTipView.Strings() == LMKTipView.strings && LMKTipLayout.maxWidth == 300)
    }
}
