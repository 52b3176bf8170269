import Foundation
import LumiKitCore
import LumiKitUI
import SeamSwiftUI

struct DatesPage: View {
    let controller: UIViewController
    @State private var chosen = "none"

    /// A day that does not move, so that the page is always the same.
    private static let day = Date(timeIntervalSince1970: 1_781_000_000)

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("A day") {
                LMKDatePickerHelper.presentDatePicker(
                    on: controller, title: "Valid from", defaultDate: Self.day, maximumDate: Self.day
                ) { chosen = LMKDateFormatterHelper.formatDate($0) }
            }
            Button("A range of days") {
                LMKDatePickerHelper.presentDateRangePicker(
                    on: controller, title: "Guests", defaultStartDate: Self.day,
                    defaultEndDate: Self.day.addingTimeInterval(86_400 * 3)
                ) { chosen = [$0, $1].map { LMKDateFormatterHelper.formatDate($0) }.joined(separator: " to ") }
            }
            Text("Chosen: \(chosen)")
        }
    }
}

struct TipsPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("A tip") {
                LMKTip.show(
                    title: "Your first key", message: "Hold the key with Enter, and the door opens.",
                    icon: UIImage(systemName: "key"), on: controller)
            }
        }
    }
}

struct PanelsPage: View {
    let controller: UIViewController

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Button("A card") {
                LMKCardPanelController.show(
                    LMKCardPanelController(rootViewController: DoorPage(title: "Lobby")), on: controller)
            }
        }
    }
}

/// A page of a card, with further content in front of it.
private final class DoorPage: LMKCardPageController {
    override func setupContent() {
        let more = LMKButton(title: "Hours", style: .filled(LMKColor.primary))
        more.tapHandler = { [weak self] in
            self?.pushContentView(LMKLabelFactory.body(text: "06:00 to 22:00"), title: "Hours")
        }
        contentContainerView.addSubview(
            UIStackView(
                lmk_axis: .vertical, spacing: 0,
                arrangedSubviews: [LMKLabelFactory.body(text: "The door on the ground floor."), more]))
    }

    override var showsTrailingButton: Bool { false }
}

struct FeedbackPage: View {
    var body: some View {
        HStack(spacing: 8) {
            Button("success") { LMKHapticFeedbackHelper.success() }
            Button("warning") { LMKHapticFeedbackHelper.warning() }
            Button("error") { LMKHapticFeedbackHelper.error() }
        }
    }
}

struct ControllersPage: View {
    @State private var controller = CountController()

    var body: some View { controller }
}

/// A controller whose view has other views in it.
private final class CountController: UIViewController {
    private let label = LMKLabelFactory.heading(text: "0 doors", level: 2)
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        let more = LMKButton(title: "One more", style: .filled(LMKColor.primary))
        more.tapHandler = { [weak self] in self?.add() }
        view.addSubview(UIStackView(lmk_axis: .vertical, spacing: 0, arrangedSubviews: [label, more]))
    }

    private func add() {
        count += 1
        label.text = "\(count) doors"
    }
}
