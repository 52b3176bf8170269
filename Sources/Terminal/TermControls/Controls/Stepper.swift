public import Foundation
public import TermUI

/// A control for a value that goes up and down in steps. A person uses the left and right arrows, `+` and `-`, or
/// clicks on the signs. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Stepper<Label: View>: View {
    private let label: Label
    /// The value between the signs, if the label does not include it.
    private let value: Text?
    private let step: (_ isUp: Bool) -> Void
    private let write: ((String) -> Bool)?

    private init(_ label: Label, value: Text? = nil, write: ((String) -> Bool)? = nil, step: @escaping (Bool) -> Void) {
        (self.label, self.value, self.write, self.step) = (label, value, write, step)
    }

    /// Creates a control whose value is changed by two actions. One action changes it upwards, and the other changes it
    /// downwards. If there is no action for a direction, the value does not change in that direction.
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(label()) { isUp in
            guard let action = isUp ? onIncrement : onDecrement else { return }
            onEditingChanged(true)
            action()
            onEditingChanged(false)
        }
    }

    public init(
        onIncrement: (() -> Void)?, onDecrement: (() -> Void)?, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) {
        self.init(
            label: label, onIncrement: onIncrement, onDecrement: onDecrement, onEditingChanged: onEditingChanged)
    }

    fileprivate init<V: Strideable>(
        _ label: Label, _ value: Binding<V>, _ bounds: ClosedRange<V>?, _ step: V.Stride,
        _ onEditingChanged: @escaping (Bool) -> Void, text: Text? = nil, write: ((String) -> Bool)? = nil
    ) {
        self.init(label, value: text, write: write) { isUp in
            guard let next = Steps.value(after: value.wrappedValue, step, isUp: isUp) else { return }
            let new = bounds.map { min(max(next, $0.lowerBound), $0.upperBound) } ?? next
            guard new != value.wrappedValue else { return }
            onEditingChanged(true)
            value.wrappedValue = new
            onEditingChanged(false)
        }
    }

    fileprivate init<F: ParseableFormatStyle>(
        _ label: Label, _ value: Binding<F.FormatInput>, _ bounds: ClosedRange<F.FormatInput>?,
        _ step: F.FormatInput.Stride, _ format: F, _ onEditingChanged: @escaping (Bool) -> Void
    ) where F.FormatInput: Strideable, F.FormatOutput == String {
        self.init(
            label, value, bounds, step, onEditingChanged, text: Text(verbatim: format.format(value.wrappedValue)),
            write: { text in
                guard let new = try? format.parseStrategy.parse(text), bounds?.contains(new) ?? true else {
                    return false
                }
                value.wrappedValue = new
                return true
            })
    }

    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(label(), value, nil, step, onEditingChanged) }

    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(label(), value, bounds, step, onEditingChanged) }

    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, in bounds: ClosedRange<F.FormatInput>, step: F.FormatInput.Stride = 1, format: F,
        @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: Strideable, F.FormatOutput == String {
        self.init(label(), value, bounds, step, format, onEditingChanged)
    }

    public var body: some View {
        let step = step
        Control(
            adjust: { steps in for _ in 0..<min(abs(steps), 1000) { step(steps > 0) } }, set: write
        ) { _ in
            LabelRow(label: label) {
                HStack(spacing: 0) {
                    sign("[-") { step(false) }
                    if let value {
                        Text(verbatim: " ")
                        value.modified(SpokenValue())
                        Text(verbatim: " ")
                    } else {
                        sign("|") {}
                    }
                    sign("+]") { step(true) }
                }
                .layoutPriority(1)
            }
            .lineLimit(1)
        }
    }

    private func sign(_ text: String, action: @escaping () -> Void) -> some View {
        Text(verbatim: text).accessibilityHidden(true).modified(Clickable(action: action))
    }
}

extension Stepper where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(titleKey) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: { Text(title) }, onIncrement: onIncrement, onDecrement: onDecrement,
            onEditingChanged: onEditingChanged)
    }

    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(Text(titleKey), value, nil, step, onEditingChanged) }

    @_disfavoredOverload
    public init<V: Strideable>(
        _ title: some StringProtocol, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(Text(title), value, nil, step, onEditingChanged) }

    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(Text(titleKey), value, bounds, step, onEditingChanged) }

    @_disfavoredOverload
    public init<V: Strideable>(
        _ title: some StringProtocol, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) { self.init(Text(title), value, bounds, step, onEditingChanged) }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, step: F.FormatInput.Stride = 1, format: F,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: Strideable, F.FormatOutput == String {
        self.init(Text(titleKey), value, nil, step, format, onEditingChanged)
    }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, in bounds: ClosedRange<F.FormatInput>,
        step: F.FormatInput.Stride = 1, format: F, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where F.FormatInput: Strideable, F.FormatOutput == String {
        self.init(Text(titleKey), value, bounds, step, format, onEditingChanged)
    }
}

/// Calculates steps that stop at the limits of a number type.
private enum Steps {
    /// Returns the value after a step, or nil if the type cannot represent the value.
    static func value<V: Strideable>(after value: V, _ step: V.Stride, isUp: Bool) -> V? {
        guard let number = value as? any FixedWidthInteger else {
            return value.advanced(by: isUp ? step : 0 - step)
        }
        return (step as? Int).flatMap { sum(number, $0, isUp: isUp) } as? V
    }

    private static func sum<I: FixedWidthInteger>(_ number: I, _ step: Int, isUp: Bool) -> I? {
        guard let length = I(exactly: step.magnitude) else { return nil }
        let sum =
            isUp == (step >= 0) ? number.addingReportingOverflow(length) : number.subtractingReportingOverflow(length)
        return sum.overflow ? nil : sum.partialValue
    }
}
