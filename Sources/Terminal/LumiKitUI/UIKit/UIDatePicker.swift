public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermControls

public nonisolated enum UIDatePickerStyle: Int, Sendable {
    case automatic
    case wheels
    case compact
    case inline
}

/// UIKit's control for choosing a date, drawn like ``TermControls/DatePicker``.
public final class UIDatePicker: UIView {
    public nonisolated enum Mode: Int, Sendable {
        case time
        case date
        case dateAndTime
    }

    /// The chosen date, which is never outside the limits.
    @Published private var chosen = Date()
    /// The earliest date. If both limits are set and this limit is later than the other one, neither of them has an
    /// effect.
    @Published public var minimumDate: Date? { didSet { date = chosen } }
    @Published public var maximumDate: Date? { didSet { date = chosen } }
    @Published public var datePickerMode = Mode.dateAndTime
    /// The value is stored, but a terminal draws all styles in the same way.
    public var preferredDatePickerStyle = UIDatePickerStyle.automatic
    /// A closure that is called when the person has changed the date.
    var didChange: (() -> Void)?

    public var date: Date {
        get { chosen }
        set { chosen = limits.map { min(max(newValue, $0.lowerBound), $0.upperBound) } ?? newValue }
    }

    private var limits: ClosedRange<Date>? {
        let (least, most) = (minimumDate ?? .distantPast, maximumDate ?? .distantFuture)
        return least <= most ? least...most : nil
    }

    override public func makeContent() -> AnyView {
        let components: DatePickerComponents =
            switch datePickerMode {
            case .time: .hourAndMinute
            case .date: .date
            case .dateAndTime: [.date, .hourAndMinute]
            }
        let selection = Binding<Date>(
            get: { MainActor.assumeIsolated { self.date } },
            set: { date in MainActor.assumeIsolated { self.choose(date) } })
        return AnyView(
            DatePicker(
                selection: selection, in: limits ?? .distantPast ... .distantFuture, displayedComponents: components
            ) { EmptyView() })
    }

    private func choose(_ date: Date) {
        self.date = date
        didChange?()
    }
}
