public import Foundation
import TermCore
public import TermUI

/// Shows that something is in progress and, if known, how far along it is.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
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

    /// `value` of `total` is done; nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(part: value.map { Double($0 / total) }, label(), currentValueLabel()) }

    /// Progress of unknown length, with a label, and words for how far along it is.
    public init(@ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel) {
        self.init(part: nil, label(), currentValueLabel())
    }

    /// The time elapsed in an interval, or remaining.
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

    /// `value` of `total` is done; nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
        self.init(part: value.map { Double($0 / total) }, nil, nil)
    }

    /// The current state of a Foundation `Progress`.
    public init(_ progress: Progress) {
        self.init(part: progress.isIndeterminate ? nil : progress.fractionCompleted, nil, nil)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init(@ViewBuilder label: () -> Label) { self.init(part: nil, label(), nil) }

    /// `value` of `total` is done, with a label; nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(part: value.map { Double($0 / total) }, label(), nil)
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == Text {
    /// The time elapsed in an interval, or remaining.
    public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
        self.init(timerInterval: timerInterval, countsDown: countsDown) {
            EmptyView()
        } currentValueLabel: {
            Text(timerInterval: timerInterval, countsDown: countsDown)
        }
    }
}

extension ProgressView where CurrentValueLabel == Text {
    /// The time elapsed in an interval, or remaining, with a label.
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

    /// `value` of `total` is done; nil if the length is unknown.
    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
        self.init(part: value.map { Double($0 / total) }, Text(titleKey), nil)
    }

    /// `value` of `total` is done; nil if the length is unknown.
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

    /// The progress view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ProgressViewStyleConfiguration {
    public typealias Label = AnyView
    public typealias CurrentValueLabel = AnyView

    /// How much is done, from 0 to 1; nil if unknown.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
}

extension ProgressViewStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .progress, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// A bar, or a spinner if the length is unknown.
public struct DefaultProgressViewStyle: ProgressViewStyle, Equatable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    public func makeBody(configuration: Configuration) -> some View {
        Progression(configuration: configuration).tinted(tint)
    }
}

public typealias LinearProgressViewStyle = DefaultProgressViewStyle

/// A spinner, or a percentage if the length is known.
public struct CircularProgressViewStyle: ProgressViewStyle, Equatable {
    private var tint: Color?

    public init() {}

    public init(tint: Color) { self.tint = tint }

    /// The label, and the spinner or the percentage.
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
    /// The view with another tint, or the current one.
    @ViewBuilder fileprivate func tinted(_ tint: Color?) -> some View {
        if let tint { self.tint(tint) } else { self }
    }
}

/// Progress as drawn by a built-in style.
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
