public import Foundation
import TermCore
public import TermUI

/// Shows that work is in progress. If the part of the work that is done is known, shows this part as well. Example:
/// `ControlsPage.swift` in `Tests/Gallery`.
public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    private enum Measure {
        case part(Double?)
        case time(ClosedRange<Date>, countsDown: Bool)
    }

    private let measure: Measure
    private let label: Label?
    private let current: CurrentValueLabel?

    @Environment(\.styles) private var styles

    fileprivate init(part: Double?, _ label: Label?, _ current: CurrentValueLabel?) {
        (measure, self.label, self.current) = (.part(part), label, current)
    }

    /// Creates a view that shows that `value` of `total` is done. The `value` is nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(part: value.map { Double($0 / total) }, label(), currentValueLabel()) }

    /// Creates a view for work of unknown length. It has a label, and another label for the current value.
    public init(@ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel) {
        self.init(part: nil, label(), currentValueLabel())
    }

    /// Creates a view of the elapsed or remaining time in an interval.
    public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        measure = .time(timerInterval, countsDown: countsDown)
        (self.label, current) = (label(), currentValueLabel())
    }

    public var body: some View {
        switch measure {
        case .part(let part): styled(part)
        case .time(let interval, let countsDown):
            TimelineView(every: .seconds(1)) { _ in
                let passed = Scale.part(
                    of: Date.now.timeIntervalSinceReferenceDate,
                    in: interval.lowerBound
                        .timeIntervalSinceReferenceDate...interval.upperBound.timeIntervalSinceReferenceDate)
                styled(countsDown ? 1 - passed : passed)
            }
        }
    }

    private func styled(_ part: Double?) -> AnyView {
        let style = styles[.progress]?.base as? any ProgressViewStyle ?? DefaultProgressViewStyle()
        return style.styled(
            ProgressViewStyleConfiguration(
                fractionCompleted: part, label: label.map { AnyView($0) },
                currentValueLabel: current.map { AnyView($0) }))
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    public init() { self.init(part: nil, nil, nil) }

    /// Creates a view that shows that `value` of `total` is done. The `value` is nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
        self.init(part: value.map { Double($0 / total) }, nil, nil)
    }

    /// Creates a view of the current state of a Foundation `Progress`.
    public init(_ progress: Progress) {
        self.init(part: progress.isIndeterminate ? nil : progress.fractionCompleted, nil, nil)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init(@ViewBuilder label: () -> Label) { self.init(part: nil, label(), nil) }

    /// Creates a view with a label. The view shows that `value` of `total` is done. The `value` is nil if the length is
    /// unknown.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(part: value.map { Double($0 / total) }, label(), nil)
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == Text {
    /// Creates a view of the elapsed or remaining time in an interval.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
        self.init(timerInterval: timerInterval, countsDown: countsDown) {
            EmptyView()
        } currentValueLabel: {
            Text(timerInterval: timerInterval, countsDown: countsDown)
        }
    }
}

extension ProgressView where CurrentValueLabel == Text {
    /// Creates a view of the elapsed or remaining time in an interval, with a label.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        self.init(timerInterval: timerInterval, countsDown: countsDown, label: label) {
            Text(timerInterval: timerInterval, countsDown: countsDown)
        }
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    public init(_ titleKey: LocalizedStringKey) { self.init(part: nil, Text(titleKey), nil) }

    @_disfavoredOverload
    public init(_ title: some StringProtocol) { self.init(part: nil, Text(title), nil) }

    /// Creates a view with a title. It shows that `value` of `total` is done. The `value` is nil if the length is
    /// unknown.
    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
        self.init(part: value.map { Double($0 / total) }, Text(titleKey), nil)
    }

    /// Creates a view with a title. It shows that `value` of `total` is done. The `value` is nil if the length is
    /// unknown.
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(_ title: some StringProtocol, value: V?, total: V = 1.0) {
        self.init(part: value.map { Double($0 / total) }, Text(title), nil)
    }
}

extension ProgressView where Label == AnyView, CurrentValueLabel == AnyView {
    public init(_ configuration: ProgressViewStyleConfiguration) {
        self.init(part: configuration.fractionCompleted, configuration.label, configuration.currentValueLabel)
    }
}

@MainActor @preconcurrency public protocol ProgressViewStyle {
    associatedtype Body: View
    /// The parts that a style receives.
    typealias Configuration = ProgressViewStyleConfiguration

    /// Returns the view of the progress.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
    public typealias Label = AnyView
    public typealias CurrentValueLabel = AnyView

    /// The part of the work that is done, from 0 to 1. Nil means that it is unknown.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
}

extension ProgressViewStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .progress, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// The style that draws a bar, or a spinner if the length is unknown.
public struct DefaultProgressViewStyle: ProgressViewStyle, Equatable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    public func makeBody(configuration: Configuration) -> some View {
        Progression(configuration: configuration).tinted(tint)
    }
}

public typealias LinearProgressViewStyle = DefaultProgressViewStyle

/// The style that draws a spinner, or a percentage if the length is known.
public struct CircularProgressViewStyle: ProgressViewStyle, Equatable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    /// Returns the label, and the spinner or the percentage.
    public func makeBody(configuration: Configuration) -> some View {
        Progression(configuration: configuration, isRound: true).tinted(tint)
    }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
    public static var linear: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View { self.style(.progress, style) }
}

extension View {
    /// Returns the view with another tint, or with the current tint.
    @ViewBuilder fileprivate func tinted(_ tint: Color?) -> some View {
        if let tint { self.tint(tint) } else { self }
    }
}

/// The view of progress that is drawn by a built-in style.
private struct Progression: View {
    let configuration: ProgressViewStyleConfiguration
    var isRound = false

    @Environment(\.reduceMotion) private var reduceMotion
    @Environment(\.labelsAreHidden) private var isHidden

    var body: some View {
        HStack {
            if let part = configuration.fractionCompleted {
                label
                if isRound { Text(verbatim: Scale.words(part, in: 0...1)) } else { ProgressBar(part: part) }
            } else if reduceMotion {
                label
                Text("...")
            } else {
                Wheel().accessibilityHidden(true)
                label
            }
            configuration.currentValueLabel
        }
        .lineLimit(1)
    }

    @ViewBuilder private var label: some View { if !isHidden { configuration.label } }
}
