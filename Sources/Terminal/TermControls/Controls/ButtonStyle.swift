public import TermUI

/// How buttons look: the style makes the view that is pressed.
@MainActor @preconcurrency public protocol ButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The parts of a button that a style receives.
    typealias Configuration = ButtonStyleConfiguration

    /// The view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
    public typealias Label = AnyView

    public let label: Label
    /// Whether a mouse button is down on it. Keys press it immediately.
    public let isPressed: Bool
    public let role: ButtonRole?
}

/// How buttons look and when they act: the style makes the whole control.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The parts of a button that a style receives.
    typealias Configuration = PrimitiveButtonStyleConfiguration

    /// The view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct PrimitiveButtonStyleConfiguration {
    public typealias Label = AnyView

    public let label: Label
    public let role: ButtonRole?
    let action: () -> Void

    public func trigger() { action() }

    fileprivate func button(_ look: BuiltInButton<Label>.Look) -> BuiltInButton<Label> {
        BuiltInButton(look: look, role: role, action: action, label: label)
    }
}

extension ButtonStyle {
    func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .button, style: self) { $0.makeBody(configuration: configuration) })
    }
}

extension PrimitiveButtonStyle {
    func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .button, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// `[ Open ]`; in a menu, only the label.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// The label in brackets.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.automatic) }
}

/// `[ Open ]`.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// The label in brackets.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.bordered) }
}

/// `[ Open ]` in reverse video.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// The label in brackets, in reverse video.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.prominent) }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.button(.plain) }
}

/// Only the label, in the colour of interactive elements.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        configuration.button(.plain).foregroundColor(.accentColor)
    }
}

/// The label with a line under it.
public struct LinkButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.button(.link) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// `[ Open ]`.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
    /// `[ Open ]`: cells have no glass.
    public static var glass: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// `[ Open ]` in reverse video.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
    /// `[ Open ]` in reverse video: cells have no glass.
    public static var glassProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// Only the label, in the colour of interactive elements.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == LinkButtonStyle {
    /// The label with a line under it.
    public static var link: LinkButtonStyle { LinkButtonStyle() }
}

/// The shape of a button's border; a terminal's is a pair of brackets.
nonisolated public struct ButtonBorderShape: Hashable, Sendable {
    public static let automatic = Self(), capsule = Self(), roundedRectangle = Self(), circle = Self()

    /// The shape with a radius in points.
    public static func roundedRectangle(radius: Double) -> Self { Self() }
}

/// Whether a button repeats its action while held down; a terminal repeats keys itself.
nonisolated public struct ButtonRepeatBehavior: Hashable, Sendable {
    public static let automatic = Self(), enabled = Self(), disabled = Self()
}

extension View {
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { self.style(.button, style) }

    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self.style(.button, style) }

    /// Leaves the view as it is: borders are brackets.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }

    /// Leaves the view as it is: the terminal repeats keys.
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
}
