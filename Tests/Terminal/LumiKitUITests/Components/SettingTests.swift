import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

/// A program can read the value that it has set on a component, and the component draws this value.
@MainActor @Suite("Settings of LumiKit's components") struct LMKSettingTests {
    /// The colours behind the cells of a view.
    private func backgrounds(_ view: some View) -> Set<TerminalColor> {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let frame = shown(view, 20, 5, environment).frame
        return Set((0..<frame.height).flatMap { frame.row($0).map(\.style.background) })
    }

    @Test("LMK setting: the background of a component is set and drawn") func backgroundIsSetAndDrawn() {
        let badge = LMKBadgeView()
        badge.configure(text: "New")
        let card = LMKCardView()
        card.contentView.addSubview(UILabel())
        let all: [UIView] = [
            badge, card, LMKChipView(text: "Chip"), LMKBannerView(type: .info, message: "Message"),
            LMKToastView(type: .info, message: "Message"), LMKChipView(text: "Chip", style: .outlined),
        ]
        let color = UIColor(red: 0.2, green: 0.1, blue: 0.4, alpha: 1)
        for (number, view) in all.enumerated() {
            if number < 5 { #expect(view.backgroundColor != nil, "\(number)") }
            view.backgroundColor = color
            #expect(view.backgroundColor == color && backgrounds(view).contains(.rgb(51, 26, 102)), "\(number)")
        }
        #expect(badge.badgeColor == color && card.cardBackgroundColor == color)
        let divider = LMKDividerView()
        #expect(divider.backgroundColor == LMKColor.divider)
        divider.backgroundColor = .systemRed
        #expect(shown(divider, 5, 1).style(of: "─")?.foreground == .palette(1))
    }

    @Test("LMK setting: a toast that is shown has the object's settings") func aShownToastHasTheObjectsSettings() {
        let toast = LMKToastView(type: .info, message: "Message")
        #expect(toast.accessibilityTraits == .staticText && toast.isAccessibilityElement)
        (toast.accessibilityLabel, toast.backgroundColor) = ("Spoken", UIColor(red: 1, green: 0, blue: 0, alpha: 1))
        let controller = UIViewController()
        let pilot = shown(Text("page").lmk_host(controller), 30, 8)
        toast.show(on: controller)
        #expect(pilot.shows("Message") && pilot.plain.lines.contains { $0.description.contains("Spoken") })
        #expect(pilot.style(of: "Message")?.background == .rgb(255, 0, 0))
    }

    @Test("LMK setting: a loading state is read by its message") func aLoadingStateIsReadByItsMessage() {
        let loading = LMKLoadingStateView()
        #expect(loading.accessibilityLabel == nil && loading.isAccessibilityElement)
        #expect(loading.accessibilityTraits == .updatesFrequently)
        loading.startLoading(message: "Reading")
        #expect(loading.accessibilityLabel == "Reading")
        loading.updateMessage("Writing")
        #expect(loading.accessibilityLabel == "Writing")
    }

    @Test("LMK setting: a press is seen if it is enabled") func aPressIsSeenIfItIsEnabled() {
        let button = LMKButton(title: "Open", style: .outlined(.systemRed))
        let graph = ViewGraph(button.filling(), environment: EnvironmentValues(), now: .now)
        graph.resize(to: CellSize(20, 2))
        graph.update()
        func isBold() -> Bool {
            graph.mouse(MouseEvent(.press(.left), x: 3, y: 0))
            graph.update()
            defer {
                graph.mouse(MouseEvent(.release(.left), x: 3, y: 0))
                graph.update()
            }
            return graph.frame().cells[3, 0].style.attributes.contains(.bold)
        }
        #expect(!isBold())
        button.pressAnimationEnabled = true
        #expect(isBold())
    }

    @Test("LMK setting: a sheet leaves a tenth of the screen") func aSheetLeavesATenthOfTheScreen() {
        let controller = UIViewController()
        let pilot = shown(Text("page").lmk_host(controller), 30, 20)
        LMKActionSheet.present(
            in: controller, actions: (0..<40).map { LMKActionSheet.Action(title: "row \($0)") {} })
        #expect(pilot.lines.prefix(2).allSatisfy { !$0.contains("╭") } && pilot.lines[2].contains("╭"))
    }

    @Test("LMK setting: a code has the size that was asked for") func aCodeHasTheSizeThatWasAskedFor() throws {
        func columns(_ size: CGFloat, scale: CGFloat? = nil, on screen: Int = 130) throws -> Int {
            let image = try #require(LMKQRCodeGenerator.generateQRCode(from: "a", size: size, scale: scale))
            let controller = UIViewController()
            let pilot = shown(Text("page").lmk_host(controller), screen, 80)
            LMKShareService.shareImage(image, from: controller)
            return pilot.lines.map { $0.count { $0 == "▀" } }.max() ?? 0
        }
        // The smallest code has 21 modules, and a margin of 4 modules on each side.
        #expect(try columns(200) == 29 && columns(10) == 29)
        #expect(try columns(500) == 58 && columns(250, scale: 2) == 58)
        #expect(try columns(500, on: 50) == 29)
    }
}
