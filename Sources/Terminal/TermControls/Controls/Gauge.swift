public import TermUI

/// A read-only value within bounds, shown as a bar with labels. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View {
    private let value: Double
    private let bounds: ClosedRange<Double>
    private let label: Label
    private let current: CurrentValueLabel?
    private let least: BoundsLabel?
    private let most: BoundsLabel?

    @Environment(\.styles) private var styles

    fileprivate init<V: BinaryFloatingPoint>(
        _ value: V, _ bounds: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel?, _ least: BoundsLabel?,
        _ most: BoundsLabel?
    ) {
        self.value = Double(value)
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        (self.label, self.current, self.least, self.most) = (label, current, least, most)
    }

    /// The gauge in its style. People who do not see the screen get the label and the value.
    public var body: some View {
        let style = styles[.gauge]?.base as? any GaugeStyle ?? DefaultGaugeStyle()
        style.styled(
            GaugeStyleConfiguration(
                value: Scale.part(of: value, in: bounds), label: AnyView(label),
                currentValueLabel: current.map { AnyView($0) }, minimumValueLabel: least.map { AnyView($0) },
                maximumValueLabel: most.map { AnyView($0) }, words: Scale.words(value, in: bounds)))
    }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
    ) { self.init(value, bounds, label(), nil, nil, nil) }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), nil, nil) }
}

extension Gauge where MarkedValueLabels == EmptyView {
    /// Creates a gauge for a value, with a label, and with labels for the value and the bounds.
    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) { self.init(value, bounds, label(), currentValueLabel(), minimumValueLabel(), maximumValueLabel()) }
}

@MainActor @preconcurrency public protocol GaugeStyle {
    /// The type of the gauge's view.
    associatedtype Body: View
    /// The parts of a gauge that a style receives.
    typealias Configuration = GaugeStyleConfiguration

    /// Returns the view of a gauge.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct GaugeStyleConfiguration {
    /// The value, from 0 to 1.
    public var value: Double
    public var label: AnyView
    public var currentValueLabel: AnyView?
    public var minimumValueLabel: AnyView?
    public var maximumValueLabel: AnyView?
    let words: String
}

extension GaugeStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .gauge, style: self) { $0.makeBody(configuration: configuration) })
    }
}

public struct DefaultGaugeStyle: GaugeStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            LabelRow(label: configuration.label) {
                HStack {
                    configuration.minimumValueLabel?.accessibilityHidden(true)
                    ProgressBar(part: configuration.value)
                    configuration.maximumValueLabel?.accessibilityHidden(true)
                }
            }
            if let current = configuration.currentValueLabel {
                current
            } else {
                Text(verbatim: configuration.words).modified(Unseen())
            }
        }
        .lineLimit(1)
    }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
    /// The style that draws a bar. All gauges look alike.
    public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
    public static var linearCapacity: DefaultGaugeStyle { DefaultGaugeStyle() }
    public static var accessoryLinear: DefaultGaugeStyle { DefaultGaugeStyle() }
    public static var accessoryLinearCapacity: DefaultGaugeStyle { DefaultGaugeStyle() }
    public static var accessoryCircular: DefaultGaugeStyle { DefaultGaugeStyle() }
    public static var accessoryCircularCapacity: DefaultGaugeStyle { DefaultGaugeStyle() }
}

extension View {
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View { self.style(.gauge, style) }

    /// Sets the size of controls in the view. The size changes nothing, because all characters have the same size.
    public func controlSize(_ size: ControlSize) -> some View { environment(\.controlSize, size) }
}

/// The size of controls. In a terminal, all characters have the same size.
nonisolated public enum ControlSize: Hashable, CaseIterable, Sendable {
    case mini, small, regular, large, extraLarge
}

nonisolated extension EnvironmentValues {
    /// The size of controls, which changes nothing in a terminal.
    @Entry public var controlSize = ControlSize.regular
}
