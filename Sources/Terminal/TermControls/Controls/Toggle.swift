import Foundation
import TermCore
public import TermUI

/// A control that is on or off. Enter, the space bar and a click switch the control. Example: `ControlsPage.swift` in
/// `Tests/Gallery`.
public struct Toggle<Label: View>: View {
    private let isOn: Binding<Bool>
    private let isMixed: Bool
    private let label: Label

    @Environment(\.styles) private var styles

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        (self.isOn, isMixed, self.label) = (isOn, false, label())
    }

    /// Creates a toggle for several bindings. The toggle is on if all bindings are on.
    public init<C: RandomAccessCollection>(
        sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
    ) {
        let values = sources.map { $0[keyPath: isOn] }
        let count = values.count { $0.wrappedValue }
        self.isOn = Binding(
            get: { MainActor.assumeIsolated { !values.isEmpty && values.allSatisfy(\.wrappedValue) } },
            set: { isOn in MainActor.assumeIsolated { for value in values { value.wrappedValue = isOn } } })
        (isMixed, self.label) = (count > 0 && count < values.count, label())
    }

    public var body: some View {
        let style = styles[.toggle]?.base as? any ToggleStyle ?? DefaultToggleStyle()
        style.styled(ToggleStyleConfiguration(label: AnyView(label), isOn: isOn, isMixed: isMixed))
    }
}

extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(title) } }

    public init<C: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) { self.init(sources: sources, isOn: isOn) { Text(titleKey) } }

    @_disfavoredOverload
    public init<C: RandomAccessCollection>(
        _ title: some StringProtocol, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) { self.init(sources: sources, isOn: isOn) { Text(title) } }
}

extension Toggle where Label == TermControls.Label<Text, Image> {
    /// Creates a toggle with a picture and a title.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { TermControls.Label(titleKey, systemImage: systemImage) }
    }

    /// Creates a toggle with a picture and a title.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { TermControls.Label(title, systemImage: systemImage) }
    }
}

extension Toggle where Label == AnyView {
    public init(_ configuration: ToggleStyleConfiguration) {
        (isOn, isMixed, label) = (configuration.$isOn, configuration.isMixed, configuration.label)
    }
}

@MainActor @preconcurrency public protocol ToggleStyle {
    /// The type of the toggle's view.
    associatedtype Body: View
    /// The parts of a toggle that a style receives.
    typealias Configuration = ToggleStyleConfiguration

    /// Returns the view of a toggle.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ToggleStyleConfiguration {
    public typealias Label = AnyView

    public let label: Label
    @Binding public var isOn: Bool
    public let isMixed: Bool

    init(label: Label, isOn: Binding<Bool>, isMixed: Bool) {
        (self.label, _isOn, self.isMixed) = (label, isOn, isMixed)
    }

    fileprivate func control(_ look: BuiltInToggle.Look) -> BuiltInToggle {
        BuiltInToggle(look: look, label: label, isOn: $isOn, isMixed: isMixed)
    }
}

extension ToggleStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .toggle, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// A toggle that is drawn by a built-in style.
private struct BuiltInToggle: View {
    enum Look {
        /// The look `[x] Title`.
        case checkbox
        /// The look `─● Title`.
        case slider
        /// The look `[x Title ]`.
        case button
    }

    let look: Look
    let label: AnyView
    @Binding var isOn: Bool
    let isMixed: Bool

    @Environment(\.glyphs) private var glyphs
    @Environment(\.labelsAreHidden) private var isHidden
    @Environment(\.labelsAreSpread) private var isFormed
    @Environment(\.footerWords) private var words

    private var word: String { isMixed ? "mixed" : isOn ? words.on : words.off }

    private var sign: String {
        let mark = isMixed ? "-" : isOn ? "x" : " "
        switch look {
        case .checkbox: return "[\(mark)]"
        case .button: return mark
        case .slider where glyphs == .unicode: return isOn ? "─●" : "○─"
        case .slider: return isOn ? "[on ]" : "[off]"
        }
    }

    private func part(_ text: String) -> some View { Text(verbatim: text).accessibilityHidden(true) }

    var body: some View {
        Control(value: word, endsLayer: true, action: { isOn.toggle() }, set: write) { _ in
            if look == .button {
                HStack(spacing: 0) {
                    part("[" + sign + " ")
                    label
                    part(" ]")
                }
            } else if isHidden {
                ZStack {
                    label.modified(Unseen())
                    part(sign)
                }
            } else {
                HStack {
                    if !isFormed { part(sign) }
                    label
                    if isFormed {
                        Spacer()
                        part(sign)
                    }
                }
            }
        }
    }

    private func write(_ text: String) -> Bool {
        let (isOnWord, isOffWord) = (["on", words.on].contains(text), ["off", words.off].contains(text))
        guard isOnWord || isOffWord else { return false }
        isOn = isOnWord
        return true
    }
}

/// The style that draws `[x] Title`.
public struct DefaultToggleStyle: ToggleStyle {
    public init() {}

    /// Returns a box with or without a cross, and the title.
    public func makeBody(configuration: Configuration) -> some View { configuration.control(.checkbox) }
}

public typealias CheckboxToggleStyle = DefaultToggleStyle

/// The style that draws `─● Title`.
public struct SwitchToggleStyle: ToggleStyle {
    public init() {}

    /// Creates the style with a colour. The switch is still drawn in the text colour.
    public init(tint: Color) {}

    public func makeBody(configuration: Configuration) -> some View { configuration.control(.slider) }
}

/// The style that draws `[x Title ]`.
public struct ButtonToggleStyle: ToggleStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.control(.button) }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
    /// The style that draws `[x] Title`.
    public static var checkbox: DefaultToggleStyle { DefaultToggleStyle() }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    /// The style that draws `─● Title`.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    /// The style that draws `[x Title ]`.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

extension View {
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { self.style(.toggle, style) }
}
