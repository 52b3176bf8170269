import Foundation
import LumiKitCore
import LumiKitUI
import SeamSwiftUI
import TermControls
import TermCore
import TermUI
import Testing

/// A screen with one button, on which LumiKit shows messages.
@MainActor private func screen(_ controller: UIViewController, _ columns: Int = 60, _ rows: Int = 16) -> Pilot {
    Pilot(Button("Behind") {}.filling().lmk_host(controller), columns: columns, rows: rows)
}

@MainActor @Suite struct LMKToastViewTests {
    @Test("LMK toast view: messages come one after the other") func messagesComeOneAfterTheOther() {
        let controller = UIViewController()
        let pilot = screen(controller)
        LMKToast.showInfo(message: "first", on: controller)
        LMKToast.showError(message: "second", duration: 60, on: controller)
        #expect(pilot.text.contains("first") && !pilot.text.contains("second"))
        pilot.advance(by: .milliseconds(2999))
        #expect(pilot.text.contains("first"))
        pilot.advance(by: .milliseconds(1))
        #expect(pilot.text.contains("second") && !pilot.text.contains("first"))
        pilot.advance(by: .seconds(60))
        #expect(!pilot.text.contains("second") && !pilot.isWaiting)
    }

    @Test("LMK toast view: a long one stays until it is read") func aLongOneStaysUntilItIsRead() {
        let controller = UIViewController()
        let pilot = screen(controller)
        // A message of thirty words is shown for eight seconds.
        let words = (0..<30).map { "w\($0)" }.joined(separator: " ")
        var shown = 0
        LMKToastView(type: .success, message: words, duration: .nan).show(on: controller) { shown += 1 }
        #expect(pilot.text.contains("w1 ") && shown == 1)
        pilot.advance(by: .milliseconds(7999))
        #expect(pilot.text.contains("w1 "))
        pilot.advance(by: .milliseconds(1))
        #expect(!pilot.text.contains("w1 "))
    }

    @Test("LMK toast view: one is taken away and none is repeated") func oneIsTakenAwayAndNoneIsRepeated() {
        let controller = UIViewController()
        let pilot = screen(controller)
        let toast = LMKToastView(type: .warning, message: "careful")
        #expect(toast.accessibilityLabel == "careful" && LMKToastView.defaultDuration == 3)
        toast.show(on: controller)
        toast.show(on: controller)
        LMKToast.showWarning(message: "", on: controller)
        toast.dismiss()
        #expect(!pilot.text.contains("careful"))
        #expect(LMKToastType.error.iconName == "exclamationmark.circle.fill")
        #expect(
            LMKToastType.allCases.map(\.color) == [
                LMKColor.error, LMKColor.success, LMKColor.warning, LMKColor.info,
            ])
    }
}

@MainActor @Suite struct LMKBannerViewTests {
    @Test("LMK banner view: a banner stays until it is closed") func aBannerStaysUntilItIsClosed() {
        let controller = UIViewController()
        let pilot = screen(controller)
        let banner = LMKBannerView(type: .warning, message: "No internet")
        banner.actionTitle = "Retry"
        var retries = 0
        banner.actionHandler = { retries += 1 }
        banner.show(on: controller)
        pilot.advance(by: .seconds(600))
        #expect(pilot.lines[0].contains("No internet") && pilot.lines[1].contains("Behind"))
        pilot.click("Retry")
        #expect(retries == 1 && pilot.plain.lines.contains { $0.description.contains("Dismiss") })
        banner.showsDismissButton = false
        #expect(!pilot.plain.lines.contains { $0.description.contains("Dismiss") })
        LMKBannerView(type: .info, message: "Another").show(on: controller)
        banner.dismiss()
        #expect(pilot.text.contains("Another") && !pilot.text.contains("No internet"))
    }
}

@MainActor @Suite struct LMKAlertPresenterTests {
    @Test("LMK alert presenter: alerts wait for each other") func alertsWaitForEachOther() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var told: [String] = []
        LMKAlertPresenter.presentConfirmation(
            on: controller, title: "Delete key?", message: "It is gone then.", confirmTitle: "Delete",
            confirmStyle: .destructive, onConfirm: { told.append("deleted") }, onCancel: { told.append("kept") })
        LMKAlertPresenter.presentAlert(on: controller, title: "Also this") { told.append("read") }
        #expect(pilot.text.contains("Delete key?") && !pilot.text.contains("Also this"))
        pilot.press(.escape)
        #expect(told == ["kept"] && pilot.text.contains("Also this"))
        pilot.click("OK")
        #expect(told == ["kept", "read"] && pilot.text == "[ Behind ]")
    }

    @Test("LMK alert presenter: several things stand below each other") func severalThingsStandBelowEachOther() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var told: [String] = []
        LMKAlertPresenter.presentActionSheet(
            on: controller, title: "Key",
            actions: [
                ("Share", .default, { told.append("share") }), ("Delete", .destructive, { told.append("delete") }),
            ])
        pilot.press(.tab, .return)
        #expect(told == ["delete"] && pilot.text == "[ Behind ]")
    }

    @Test("LMK alert presenter: an alert is in front of a sheet") func anAlertIsInFrontOfASheet() {
        let controller = UIViewController()
        let pilot = screen(controller, 40, 12)
        var told: [String] = []
        LMKActionSheet.present(in: controller, title: "Sheet", actions: [.init(title: "One") { told.append("one") }])
        LMKAlertPresenter.presentAlert(on: controller, title: "Lost.") { told.append("read") }
        #expect(pilot.text.contains("Lost.") && pilot.text.contains("[ OK ]"), "\(pilot.text)")
        pilot.press(.return)
        #expect(told == ["read"] && controller.presentedViewController != nil)
        pilot.press("1")
        #expect(told == ["read", "one"] && pilot.text == "[ Behind ]")
    }

    @Test("LMK alert presenter: of too many alerts the new ones are not shown")
    func ofTooManyAlertsTheNewOnesAreNotShown() {
        let controller = UIViewController()
        let pilot = screen(controller)
        for number in 1...25 { LMKAlertPresenter.presentAlert(on: controller, title: "Alert \(number).") }
        for number in 1...20 {
            #expect(pilot.text.contains("Alert \(number)."))
            pilot.press(.escape)
        }
        #expect(pilot.text == "[ Behind ]")
    }

    @Test("LMK alert presenter: what is critical can be tried again") func whatIsCriticalCanBeTriedAgain() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var tries = 0
        LMKErrorHandler.presentError(
            on: controller, message: "Lost.", retryAction: { tries += 1 }, severity: .critical)
        pilot.click("Retry")
        #expect(tries == 1)
    }

    @Test("LMK alert presenter: of too many toasts the oldest go") func ofTooManyToastsTheOldestGo() {
        let controller = UIViewController()
        let pilot = screen(controller)
        for number in 1...9 { LMKToast.showInfo(message: "Toast \(number).", on: controller) }
        let withdrawn = LMKToastView(type: .info, message: "Withdrawn.")
        withdrawn.show(on: controller)
        withdrawn.dismiss()
        // The first message is shown. The last five of the waiting messages were kept, and one of these five was
        // withdrawn.
        for number in [1, 6, 7, 8, 9] {
            #expect(pilot.text.contains("Toast \(number)."), "\(pilot.text)")
            pilot.advance(by: .seconds(3))
        }
        #expect(pilot.text == "[ Behind ]")
    }

    @Test("LMK alert presenter: more than there is room for scrolls") func moreThanThereIsRoomForScrolls() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var told: [Int] = []
        LMKAlertPresenter.presentActionSheet(
            on: controller, title: "Key",
            actions: (0..<40).map { row in ("Row \(row).", .default, { told.append(row) }) })
        #expect(pilot.text.contains("Key"))
        for row in 1..<40 {
            pilot.press(.tab)
            #expect(pilot.style(of: "Row \(row).")?.attributes.contains(.reverse) == true, "\(pilot.text)")
        }
        pilot.press(.return)
        #expect(told == [39])
    }

    @Test("LMK alert presenter: the words can be others") func theWordsCanBeOthers() {
        let before = LMKAlertPresenter.strings
        defer { LMKAlertPresenter.strings = before }
        #expect(before == LMKAlertPresenter.Strings(ok: "OK", cancel: "Cancel"))
        LMKAlertPresenter.strings = .init(ok: "Gut", cancel: "Nein")
        let controller = UIViewController()
        let pilot = screen(controller)
        LMKAlertPresenter.presentConfirmation(on: controller, title: "?", onConfirm: {})
        #expect(pilot.text.contains("[ Nein ]") && pilot.text.contains("[ Gut ]"))
    }
}

@MainActor @Suite(.serialized) struct LMKErrorHandlerTests {
    private enum Trouble: LocalizedError {
        case lost
        var errorDescription: String? { "The key is lost" }
    }

    @Test("LMK error handler: what matters little is a toast") func whatMattersLittleIsAToast() {
        let controller = UIViewController()
        let pilot = screen(controller)
        LMKErrorHandler.presentInfo(on: controller, message: "Up to date")
        #expect(pilot.text.contains("Up to date") && !pilot.text.contains("OK"))
        pilot.advance(by: .seconds(3))
        LMKErrorHandler.presentError(on: controller, error: Trouble.lost)
        #expect(pilot.text.contains("The key is lost") && !pilot.text.contains("OK"))
    }

    @Test("LMK error handler: an error is presented as LumiKit spells it") func anErrorIsPresentedAsLumiKitSpellsIt() {
        struct Jammed: LocalizedError { var errorDescription: String? { "The bolt is stuck." } }
        let controller = UIViewController()
        let pilot = shown(Text("page").lmk_host(controller), 60, 12)
        var retries = 0
        LMKErrorHandler.present(on: controller, error: Jammed())
        #expect(pilot.shows("The bolt is stuck.") && !pilot.shows("Error"))
        LMKErrorHandler.present(on: controller, error: Jammed(), severity: .critical, retryAction: { retries += 1 })
        #expect(pilot.shows("Error") && pilot.shows("[ Retry ]"))
        pilot.click("Retry")
        #expect(retries == 1 && !pilot.shows("[ Retry ]"))
        LMKErrorHandler.present(on: controller, title: "Low battery", message: "Replace it.", severity: .warning)
        #expect(pilot.shows("Low battery") && pilot.shows("Replace it."))
    }

    @Test("LMK error handler: what matters is an alert") func whatMattersIsAnAlert() {
        let controller = UIViewController()
        let pilot = screen(controller)
        var tries = 0
        LMKErrorHandler.presentWarning(on: controller, message: "Battery low")
        #expect(pilot.text.contains("Warning") && pilot.text.contains("[ OK ]"))
        pilot.press(.return)
        LMKErrorHandler.presentError(on: controller, error: Trouble.lost, retryAction: { tries += 1 })
        #expect(pilot.text.contains("[ Retry ]"))
        pilot.press(.return)
        LMKErrorHandler.presentError(
            on: controller, message: "No way", retryAction: { tries += 1 }, showRetry: false, severity: .critical)
        #expect(pilot.text.contains("No way") && !pilot.text.contains("Retry"))
        pilot.press(.escape)
        #expect(tries == 1 && pilot.text == "[ Behind ]" && LMKErrorHandler.Severity.allCases.count == 4)
    }

    @Test("LMK error handler: everything is logged") func everythingIsLogged() {
        LMKLogger.enableLogStore(maxEntries: 50)
        defer { LMKLogger.disableLogStore() }
        let controller = UIViewController()
        let words = "logged \(UUID())"
        LMKErrorHandler.presentInfo(on: controller, message: words)
        LMKErrorHandler.presentWarning(on: controller, message: words)
        LMKErrorHandler.presentError(on: controller, message: words, severity: .critical)
        let kept = (LMKLogger.logStore?.entries ?? []).filter { $0.message.contains(words) }
        #expect(kept.map(\.level) == [.info, .warning, .error])
    }

    @Test("LMK error handler: the words are LumiKit kit's") func theWordsAreLumiKits() {
        let strings = LMKErrorHandler.Strings()
        #expect([strings.errorTitle, strings.retry, strings.ok] == ["Error", "Retry", "OK"])
        #expect([strings.warningTitle, strings.infoTitle] == ["Warning", "Info"])
    }
}
