public import Foundation
import TermCore
public import TermUI

nonisolated public struct DatePickerComponents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let hourAndMinute = DatePickerComponents(rawValue: 1 << 0)
    public static let date = DatePickerComponents(rawValue: 1 << 1)
}

/// A control for choosing a date and time of day in ``EnvironmentValues/timeZone``. The left and right arrows move from
/// part to part. The up and down arrows, `+` and `-` change a part. People who do not see the screen type the whole
/// date, such as `2026-11-26 23:22`. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct DatePicker<Label: View>: View {
    public typealias Components = DatePickerComponents

    private let given: DateParts
    @Environment(\.timeZone) private var zone
    @Environment(\.labelsAreSpread) private var isInForm
    @Environment(\.arrowsMoveFocus) private var arrowsMoveFocus
    /// Whether the up and down arrows change a part although they would move to another control.
    @State private var isChanging = false
    private let label: Label

    @State private var current = 0

    fileprivate init(_ dates: DateParts, _ label: Label) {
        (given, self.label) = (dates, label)
    }

    public init(
        selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(DateParts(selection, nil, nil, displayedComponents), label()) }

    public init(
        selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date],
        @ViewBuilder label: () -> Label
    ) { self.init(DateParts(selection, range.lowerBound, range.upperBound, displayedComponents), label()) }

    public init(
        selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(DateParts(selection, range.lowerBound, nil, displayedComponents), label()) }

    public init(
        selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
    ) { self.init(DateParts(selection, nil, range.upperBound, displayedComponents), label()) }

    public var body: some View {
        let dates = given.seen(in: zone)
        let texts = dates.texts
        let place = min(current, max(0, texts.count - 1))
        Control(
            value: dates.words, action: arrowsMoveFocus ? { isChanging.toggle() } : nil,
            adjust: { dates.step($0, at: place) }, set: { dates.write($0) },
            keys: { key in turn(key, place, dates) }
        ) { _ in
            LabelRow(label: label) {
                HStack(spacing: 0) {
                    ForEach(Array(texts.indices), id: \.self) { at in
                        let isChanged = isChanging && at == place
                        let text = Text(verbatim: isChanged ? "[\(texts[at].text)]" : texts[at].text)
                        (at == place ? text.bold().underline() : text).modified(Clickable { current = at })
                        Text(verbatim: texts[at].after)
                    }
                }
                .accessibilityHidden(true)
                .layoutPriority(1)
            }
            .lineLimit(1)
        }
    }

    private var changes: Bool { arrowsMoveFocus ? isChanging : !isInForm }

    private func turn(_ key: KeyPress, _ place: Int, _ dates: DateParts) -> Bool {
        let count = dates.texts.count
        guard key.modifiers.isEmpty, count > 0 else { return false }
        switch key.key {
        case .leftArrow: current = max(0, place - 1)
        case .rightArrow: current = min(count - 1, place + 1)
        // In a form, the arrows move to the next control. The keys + and - also change the part by a step.
        case .upArrow where changes: dates.step(1, at: place)
        case .downArrow where changes: dates.step(-1, at: place)
        default: return false
        }
        return true
    }
}

extension DatePicker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, nil, nil, displayedComponents), Text(titleKey)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, nil, nil, displayedComponents), Text(title)) }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, range.lowerBound, range.upperBound, displayedComponents), Text(titleKey)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, range.lowerBound, range.upperBound, displayedComponents), Text(title)) }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, range.lowerBound, nil, displayedComponents), Text(titleKey)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, range.lowerBound, nil, displayedComponents), Text(title)) }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, nil, range.upperBound, displayedComponents), Text(titleKey)) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) { self.init(DateParts(selection, nil, range.upperBound, displayedComponents), Text(title)) }
}

/// The shown parts of a date, and the rules for changing the parts. Only years from 1 to 9999 can be reached.
struct DateParts {
    private let selection: Binding<Date>
    private let range: ClosedRange<Date>
    private let parts: [(part: Calendar.Component, digits: Int, after: String)]
    private var calendar: Calendar

    /// The range, in seconds from Foundation's reference date, that stays within the years 1 to 9999 in any zone.
    private static let years =
        Date(timeIntervalSinceReferenceDate: -63_113_817_600)...Date(timeIntervalSinceReferenceDate: 252_423_907_199)

    init(_ selection: Binding<Date>, _ least: Date?, _ most: Date?, _ components: DatePickerComponents) {
        self.selection = selection
        let lower = Self.known(least ?? Self.years.lowerBound)
        range = lower...max(lower, Self.known(most ?? Self.years.upperBound))
        let hasTime = components.contains(.hourAndMinute)
        let date: [(part: Calendar.Component, digits: Int, after: String)] =
            [(.year, 4, "-"), (.month, 2, "-"), (.day, 2, hasTime ? " " : "")]
        parts = (components.contains(.date) ? date : []) + (hasTime ? [(.hour, 2, ":"), (.minute, 2, "")] : [])
        calendar = Calendar(identifier: .gregorian)
    }

    /// Returns the same parts in a time zone.
    func seen(in zone: TimeZone) -> DateParts {
        var parts = self
        parts.calendar.timeZone = zone
        return parts
    }

    /// Returns the date. It is limited to dates that a calendar can split into parts.
    private static func known(_ date: Date) -> Date {
        let seconds = date.timeIntervalSinceReferenceDate
        guard !seconds.isNaN else { return Date(timeIntervalSinceReferenceDate: 0) }
        return min(max(date, years.lowerBound), years.upperBound)
    }

    private var date: Date { Self.known(selection.wrappedValue) }

    /// The parts in digits, each with the text that follows it.
    var texts: [(text: String, after: String)] {
        let date = date
        return parts.map { part, digits, after in
            let number = "\(calendar.component(part, from: date))"
            return (String(repeating: "0", count: max(0, digits - number.count)) + number, after)
        }
    }

    var words: String { texts.map { $0.text + $0.after }.joined() }

    private func set(_ date: Date) {
        let new = min(max(date, range.lowerBound), range.upperBound)
        if new != selection.wrappedValue { selection.wrappedValue = new }
    }

    func step(_ steps: Int, at place: Int) {
        guard parts.indices.contains(place) else { return }
        let count = min(max(steps, -10_000), 10_000)
        if let next = calendar.date(byAdding: parts[place].part, value: count, to: date) { set(Self.known(next)) }
    }

    /// Reads the parts in order, with any characters between them. Returns false if the parts form no date, or if
    /// nobody can choose the date that they form.
    func write(_ text: String) -> Bool {
        let numbers = text.split { !$0.isASCII || !$0.isNumber }.map { Int($0) }
        guard numbers.count == parts.count, !numbers.isEmpty else { return false }
        var components = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        for ((part, _, _), number) in zip(parts, numbers) {
            guard let number, number < 10_000 else { return false }
            components.setValue(number, for: part)
        }
        guard components.isValidDate(in: calendar), let new = calendar.date(from: components), range.contains(new)
        else {
            return false
        }
        set(new)
        return true
    }
}

/// The look of date pickers. In a terminal, all date pickers look alike.
@MainActor @preconcurrency public protocol DatePickerStyle {}

public struct DefaultDatePickerStyle: DatePickerStyle {
    public init() {}
}

public typealias CompactDatePickerStyle = DefaultDatePickerStyle
public typealias GraphicalDatePickerStyle = DefaultDatePickerStyle
public typealias WheelDatePickerStyle = DefaultDatePickerStyle
public typealias FieldDatePickerStyle = DefaultDatePickerStyle
public typealias StepperFieldDatePickerStyle = DefaultDatePickerStyle

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
    public static var compact: DefaultDatePickerStyle { DefaultDatePickerStyle() }
    public static var graphical: DefaultDatePickerStyle { DefaultDatePickerStyle() }
    public static var wheel: DefaultDatePickerStyle { DefaultDatePickerStyle() }
    public static var field: DefaultDatePickerStyle { DefaultDatePickerStyle() }
    public static var stepperField: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

extension View {
    /// Leaves the view unchanged, because all date pickers look alike.
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { self }
}

nonisolated extension EnvironmentValues {
    /// Whether the up and down arrows move from a date picker to the next control, as in a form. They change its parts
    /// after Enter, until Enter is pressed again. The keys `+` and `-` always change them.
    @Entry package var arrowsMoveFocus = false
}
