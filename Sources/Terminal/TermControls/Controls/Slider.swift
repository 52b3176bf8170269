import Foundation
import TermCore
public import TermUI

/// A control for a value within bounds, drawn as a line. The left and right arrows change the value by a step. If there
/// is no step, they change it by a twentieth of the range. Home and End move the value to the bounds, and a click or
/// drag moves the value to any place. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Slider<Label: View, ValueLabel: View>: View {
    private let scale: Scale
    private let label: Label
    private let least: ValueLabel?
    private let most: ValueLabel?

    @Environment(\.labelsAreHidden) private var isHidden

    fileprivate init(_ scale: Scale, _ label: Label, _ least: ValueLabel?, _ most: ValueLabel?) {
        (self.scale, self.label, self.least, self.most) = (scale, label, least, most)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, nil, onEditingChanged), label(), minimumValueLabel(), maximumValueLabel())
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(
            Scale(value, bounds, Double(step), onEditingChanged), label(), minimumValueLabel(), maximumValueLabel())
    }

    public var body: some View {
        let scale = scale
        Control(
            value: scale.words, adjust: { scale.step($0) }, set: { scale.write($0) },
            keys: { key in
                guard key.modifiers.isEmpty, key.key == .home || key.key == .end else { return false }
                scale.set(part: key.key == .home ? 0 : 1)
                return true
            }
        ) { _ in
            LabelRow(label: label) {
                HStack {
                    least?.accessibilityHidden(true)
                    Track(part: scale.part, edit: scale.edit) { scale.move(part: $0) }
                    most?.accessibilityHidden(true)
                }
            }
            .lineLimit(1)
        }
    }
}

extension Slider where ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, nil, onEditingChanged), label(), nil, nil)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, Double(step), onEditingChanged), label(), nil, nil)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, nil, onEditingChanged), EmptyView(), nil, nil)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, Double(step), onEditingChanged), EmptyView(), nil, nil)
    }
}

// The following are the forms from before iOS 15.
extension Slider {
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        minimumValueLabel: ValueLabel, maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, nil, onEditingChanged), label(), minimumValueLabel, maximumValueLabel)
    }

    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, minimumValueLabel: ValueLabel,
        maximumValueLabel: ValueLabel, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, Double(step), onEditingChanged), label(), minimumValueLabel, maximumValueLabel)
    }
}

extension Slider where ValueLabel == EmptyView {
    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, nil, onEditingChanged), label(), nil, nil)
    }

    @_disfavoredOverload
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, @ViewBuilder label: () -> Label
    ) where V.Stride: BinaryFloatingPoint {
        self.init(Scale(value, bounds, Double(step), onEditingChanged), label(), nil, nil)
    }
}

/// A value within bounds.
struct Scale {
    private let bounds: ClosedRange<Double>
    private let stepLength: Double?
    private let read: () -> Double
    private let write: (Double) -> Void
    /// Reports the beginning and the end of a change.
    let edit: (Bool) -> Void

    init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: Double?, _ onEditingChanged: @escaping (Bool) -> Void
    ) {
        self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
        stepLength = step.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        read = { Double(value.wrappedValue) }
        write = { value.wrappedValue = V($0) }
        edit = onEditingChanged
    }

    private var length: Double { bounds.upperBound - bounds.lowerBound }

    /// The position of the value between the bounds, from 0 to 1.
    var part: Double { Scale.part(of: read(), in: bounds) }

    static func part(of value: Double, in bounds: ClosedRange<Double>) -> Double {
        let part = (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound)
        return part.isNaN ? 0 : min(max(part, 0), 1)
    }

    /// The value in words for people. If the range has the length 1, this is the value as a percentage. Otherwise, it
    /// is the value as a number.
    var words: String { Scale.words(read(), in: bounds) }

    static func words(_ value: Double, in bounds: ClosedRange<Double>) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "?" }
        if bounds == 0...1 { return "\(Int((value * 100).rounded()))%" }
        let hundredth = (value * 100).rounded() / 100
        return hundredth == hundredth.rounded() ? "\(Int(hundredth))" : "\(hundredth)"
    }

    private func set(_ value: Double, isPartOfEdit: Bool = false) {
        var new = min(max(value, bounds.lowerBound), bounds.upperBound)
        if let stepLength, new < bounds.upperBound {
            let steps = ((new - bounds.lowerBound) / stepLength).rounded()
            new = min(bounds.lowerBound + steps * stepLength, bounds.upperBound)
        }
        guard new.isFinite, new != read() else { return }
        if !isPartOfEdit { edit(true) }
        write(new)
        if !isPartOfEdit { edit(false) }
    }

    func set(part: Double) { set(bounds.lowerBound + min(max(part, 0), 1) * length) }

    /// Sets the value during a change whose beginning and end are reported separately.
    func move(part: Double) { set(bounds.lowerBound + min(max(part, 0), 1) * length, isPartOfEdit: true) }

    func step(_ steps: Int) {
        let now = read()
        set((now.isFinite ? now : bounds.lowerBound) + Double(steps) * (stepLength ?? length / 20))
    }

    func write(_ text: String) -> Bool {
        let isPercent = text.hasSuffix("%")
        guard let number = Double(isPercent ? String(text.dropLast()) : text), number.isFinite else { return false }
        set(isPercent ? bounds.lowerBound + number / 100 * length : number)
        return true
    }
}

/// A line with a knob.
private struct Track: PrimitiveView {
    let part: Double
    let edit: (Bool) -> Void
    let set: (Double) -> Void

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func looksLike(_ other: any NodeBehaviour) -> Bool { (other as? Track)?.part == part }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { CellSize(proposal.width ?? 20, 1) }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left):
            node.focusControl()
            node.graph.hold(node)
            edit(true)
        case .drag(.left): guard node.graph.isHeld(node) else { return false }
        case .release(.left):
            edit(false)
            return true
        default: return false
        }
        if node.frame.width > 1 { set(Double(event.x - node.frame.x) / Double(node.frame.width - 1)) }
        return true
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (frame, environment) = (node.frame, node.environment)
        guard !frame.isEmpty else { return }
        let signs: [Unicode.Scalar] =
            switch environment.glyphs {
            case .ascii: ["=", "O", "-"]
            case .console: ["═", "■", "─"]
            case .unicode: ["━", "●", "─"]
            }
        let accent = CellStyle(foreground: Color.accentColor.resolved(in: environment))
        let knob = Int((part * Double(frame.width - 1)).rounded())
        canvas.fill(CellRect(x: frame.x, y: frame.y, CellSize(knob, 1)), signs[0], accent)
        canvas.fill(CellRect(x: frame.x + knob, y: frame.y, CellSize(1, 1)), signs[1], accent)
        let rest = CellRect(x: frame.x + knob + 1, y: frame.y, CellSize(frame.width - knob - 1, 1))
        canvas.fill(rest, signs[2], CellStyle(attributes: .dim))
    }
}
