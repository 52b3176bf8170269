public import Foundation
import LinuxSupport
public import LumiKitCore
import SeamSwiftUI

/// Asks for dates in an ``LMKActionSheet``. The sheet of each method has a button that confirms the date. The close
/// button and Esc change nothing.
///
/// If a default date is outside the limits, the nearest date within them replaces it.
public enum LMKDatePickerHelper {
    public nonisolated struct Strings: Hashable, Sendable {
        public var confirm: String
        public var fromLabel: String
        public var toLabel: String
        public var textFieldPlaceholder: String

        public init(
            confirm: String = "OK", fromLabel: String = "From", toLabel: String = "To",
            textFieldPlaceholder: String = "Add notes..."
        ) {
            (self.confirm, self.fromLabel, self.toLabel) = (confirm, fromLabel, toLabel)
            self.textFieldPlaceholder = textFieldPlaceholder
        }
    }

    /// The words of the sheets. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// Asks for a date that is at most `maximumDate`.
    public static func presentDatePickerAlert(
        on viewController: UIViewController, title: String, defaultDate: Date,
        maximumDate: Date = LMKDateHelper.today, onConfirm: @escaping (Date) -> Void, onCancel: (() -> Void)? = nil
    ) {
        let picker = picker(defaultDate, nil, maximumDate)
        LMKActionSheet.present(
            in: viewController, title: title, contentView: picker, contentHeight: 0, confirmTitle: strings.confirm,
            onConfirm: { onConfirm(picker.date) }, onDismiss: onCancel)
    }

    /// Asks for a date within limits. If the limits are in the wrong order, they are swapped.
    public static func presentDatePicker(
        on viewController: UIViewController, title: String, message: String? = nil,
        defaultDate: Date = LMKDateHelper.today, maximumDate: Date? = LMKDateHelper.today, minimumDate: Date? = nil,
        onConfirm: @escaping (Date) -> Void
    ) {
        var (least, most) = (minimumDate, maximumDate)
        if let earliest = least, let latest = most, earliest > latest { swap(&least, &most) }
        let picker = picker(defaultDate, least, most)
        LMKActionSheet.present(
            in: viewController, title: title, message: message, contentView: picker, contentHeight: 0,
            confirmTitle: strings.confirm, onConfirm: { onConfirm(picker.date) })
    }

    /// Asks for a date. The earliest possible date is today, or tomorrow.
    public static func presentFutureDatePicker(
        on viewController: UIViewController, title: String, message: String? = nil, defaultDate: Date? = nil,
        excludeToday: Bool = false, onConfirm: @escaping (Date) -> Void
    ) {
        let today = LMKDateHelper.today
        let first = excludeToday ? LMKDateHelper.calendar.date(byAdding: .day, value: 1, to: today) ?? today : today
        presentDatePicker(
            on: viewController, title: title, message: message, defaultDate: defaultDate ?? first, maximumDate: nil,
            minimumDate: first, onConfirm: onConfirm)
    }

    /// Asks for a date up to today.
    public static func presentPastDatePicker(
        on viewController: UIViewController, title: String, message: String? = nil,
        defaultDate: Date = LMKDateHelper.today, onConfirm: @escaping (Date) -> Void
    ) {
        presentDatePicker(
            on: viewController, title: title, message: message, defaultDate: defaultDate, onConfirm: onConfirm)
    }

    /// Asks for a range of days, which is given by its first and its last day. If one day moves past the other, the
    /// other moves with it. The result has the beginnings of both days.
    public static func presentDateRangePicker(
        on viewController: UIViewController, title: String, message: String? = nil,
        defaultStartDate: Date = LMKDateHelper.today, defaultEndDate: Date? = nil,
        onConfirm: @escaping (Date, Date) -> Void
    ) {
        let inFourWeeks = LMKDateHelper.calendar.date(byAdding: .weekOfYear, value: 4, to: LMKDateHelper.today)
        let end = defaultEndDate ?? inFourWeeks ?? LMKDateHelper.today
        let from = picker(min(defaultStartDate, end), nil, nil, .compact)
        let to = picker(max(defaultStartDate, end), nil, nil, .compact)
        from.didChange = { [weak from, weak to] in
            if let from, let to, from.date > to.date { to.date = from.date }
        }
        to.didChange = { [weak from, weak to] in
            if let from, let to, to.date < from.date { from.date = to.date }
        }
        LMKActionSheet.present(
            in: viewController, title: title, message: message,
            contentView: column([row(strings.fromLabel, from), row(strings.toLabel, to)]), contentHeight: 0,
            confirmTitle: strings.confirm,
            onConfirm: { onConfirm(from.date.lmk_startOfDay, to.date.lmk_startOfDay) })
    }

    /// Asks for a text and a date. The latest possible date is today. The text is nil if the person writes nothing but
    /// white space.
    public static func presentDatePickerWithTextField(
        on viewController: UIViewController, title: String, message: String? = nil,
        defaultDate: Date = LMKDateHelper.today, textFieldPlaceholder: String? = nil,
        onConfirm: @escaping (Date, String?) -> Void
    ) {
        let (field, picker) = (UITextField(), picker(defaultDate, nil, LMKDateHelper.today))
        field.placeholder = textFieldPlaceholder ?? strings.textFieldPlaceholder
        LMKActionSheet.present(
            in: viewController, title: title, message: message, contentView: column([field, picker]), contentHeight: 0,
            confirmTitle: strings.confirm,
            onConfirm: {
                let text = (field.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
                onConfirm(picker.date, text.isEmpty ? nil : text)
            })
    }

    private static func picker(
        _ date: Date, _ least: Date?, _ most: Date?, _ style: UIDatePickerStyle = .wheels
    ) -> UIDatePicker {
        let picker = UIDatePicker()
        (picker.datePickerMode, picker.preferredDatePickerStyle) = (.date, style)
        (picker.minimumDate, picker.maximumDate) = (least, most)
        picker.date = date
        return picker
    }

    private static func column(_ views: [UIView]) -> UIStackView {
        UIStackView(lmk_axis: .vertical, spacing: 0, alignment: .leading, arrangedSubviews: views)
    }

    private static func row(_ label: String, _ picker: UIDatePicker) -> UIStackView {
        picker.accessibilityLabel = label
        let label = LMKLabelFactory.body(text: label)
        label.lmk_setAutoLayoutSize(width: 64, height: 16)
        return UIStackView(lmk_axis: .horizontal, arrangedSubviews: [label, picker])
    }
}
