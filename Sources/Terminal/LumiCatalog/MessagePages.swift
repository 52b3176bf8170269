import Foundation
import LumiKitUI
import SeamSwiftUI

struct ToastsPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(LMKToastType.allCases, id: \.self) { type in LMKToastBox(type, "This is what \(type) looks like.") }
            HStack(spacing: 8) {
                ForEach(LMKToastType.allCases, id: \.self) { type in
                    Button("\(type)") { LMKToast.show(type: type, message: "One \(type), gone soon.", on: controller) }
                }
            }
        }
    }
}

struct BannersPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKBanner(.info, "These are the keys as of 9:41.")
            LMKBanner(.warning, "No internet connection", action: ("Retry", {}), dismiss: ("Dismiss", {}))
            Button("Show one above") {
                LMKBannerView(type: .error, message: "The radio is off.").show(on: controller)
            }
        }
    }
}

struct ProgressPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Sample("known") { ProgressView(value: 0.4).frame(width: 160) }
            Sample("unknown") { ProgressView() }
            Button("Work that you wait for") {
                let work = LMKProgressViewController(title: "Copying keys")
                work.updateProgress(0.5, task: "2 of 4")
                work.onCancel = { [weak work] in work?.dismiss() }
                controller.present(work)
            }
        }
    }
}

struct ErrorsPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(LMKErrorHandler.Severity.allCases, id: \.self) { severity in
                Button("\(severity)") {
                    LMKErrorHandler.presentError(
                        on: controller, message: "The door did not answer.", severity: severity)
                }
            }
            Button("error, with a button to try again") {
                LMKErrorHandler.presentError(on: controller, message: "The door did not answer.", retryAction: {})
            }
        }
    }
}

struct AlertsPage: View {
    let controller: UIViewController
    @State private var answer = "none"

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("An alert") {
                LMKAlertPresenter.presentAlert(on: controller, title: "Expired", message: "On March 1.")
            }
            Button("A question") {
                LMKAlertPresenter.presentConfirmation(
                    on: controller, title: "Sign out?", message: "The keys go with you.", confirmTitle: "Sign out",
                    confirmStyle: .destructive, onConfirm: { answer = "yes" }, onCancel: { answer = "no" })
            }
            Text("Answer: \(answer)")
        }
    }
}

struct SheetsPage: View {
    let controller: UIViewController
    @State private var chosen = "none"
    @State private var order = Order.name

    enum Order: CaseIterable, LMKEnumSelectable {
        case name, place, expiry
        var displayName: String { "By \(self)" }
        var iconName: String { ["key", "house", "clock"][Self.allCases.firstIndex(of: self) ?? 0] }
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("An action sheet") {
                LMKActionSheet.present(
                    in: controller, title: "Lobby", message: "What now?",
                    actions: [
                        .init(title: "Open", icon: UIImage(systemName: "key")) { chosen = "open" },
                        .init(
                            title: "Move",
                            page: .init(title: "Where", actions: [.init(title: "Home") { chosen = "home" }])),
                        .init(title: "Remove", style: .destructive) { chosen = "removed" },
                    ])
            }
            Button("One of a few") {
                LMKEnumSelectionBottomSheet.present(
                    in: controller, title: "Sort", options: Order.allCases, currentSelection: order, showIcons: true
                ) { order = $0 }
            }
            Text("Chosen: \(chosen), \(order.displayName)")
        }
    }
}

struct CodesPage: View {
    var body: some View { LMKQRCodeView("https://example.com/otp?id=42") }
}

struct SharePage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("Share a text") { LMKShareService.shareText("https://example.com/keys/42", from: controller) }
            Button("Share a code") {
                if let image = LMKQRCodeGenerator.generateQRCode(from: "https://example.com") {
                    LMKShareService.shareImage(image, from: controller)
                }
            }
        }
    }
}

struct MarkdownPage: View {
    var body: some View {
        LMKMarkdownView(
            """
            # Doors
            A key opens **one** door, *once* it is there.
            - `seam unlock lobby`
            - or this screen
            ---
            ## Codes
            Nobody sees them but you.
            """)
    }
}
