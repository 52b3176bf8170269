public import TermUI

/// The look of buttons. The style creates the view that is pressed.
@MainActor @preconcurrency public protocol ButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The parts of a button that a style receives.
    typealias Configuration = ButtonStyleConfiguration

    /// Returns the view of a button.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
    public typealias Label = AnyView

    public let label: Label
    /// Whether a mouse button is held down on the button. Keys press the button immediately.
    public let isPressed: Bool
    public let role: ButtonRole?
}

/// The look and the behavior of buttons. The style creates the whole control.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {
    /// The type of the button's view.
    associatedtype Body: View
    /// The parts of a button that a style receives.
    typealias Configuration = PrimitiveButtonStyleConfiguration

    /// Returns the view of a button with its behavior.
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

/// The style that draws `[ Open ]`. In a menu, the style draws only the label.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// Returns the label in brackets.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.automatic) }
}

/// The style that draws `[ Open ]`.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// Returns the label in brackets.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.bordered) }
}

/// The style that draws `[ Open ]` in reverse video.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}

    /// Returns the label in brackets, in reverse video.
    public func makeBody(configuration: Configuration) -> some View { configuration.button(.prominent) }
}

public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.button(.plain) }
}

/// The style that draws only the label, in the colour of interactive elements.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        configuration.button(.plain).foregroundColor(.accentColor)
    }
}

/// The style that draws the label with a line under it.
public struct LinkButtonStyle: PrimitiveButtonStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.button(.link) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// The style that draws `[ Open ]`.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
    /// The style that draws `[ Open ]`, because cells have no glass.
    public static var glass: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// The style that draws `[ Open ]` in reverse video.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
    /// The style that draws `[ Open ]` in reverse video, because cells have no glass.
    public static var glassProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// The style that draws only the label, in the colour of interactive elements.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == LinkButtonStyle {
    /// The style that draws the label with a line under it.
    public static var link: LinkButtonStyle { LinkButtonStyle() }
}

/// The shape of a button's border. In a terminal, the border is always a pair of brackets.
nonisolated public struct ButtonBorderShape: Hashable, Sendable {
    public static let automatic = Self(), capsule = Self(), roundedRectangle = Self(), circle = Self()

    /// Returns the shape with a radius in points.
    public static func roundedRectangle(radius: Double) -> Self { Self() }
}

/// Whether a button repeats its action while it is held down. A terminal repeats keys by itself.
nonisolated public struct ButtonRepeatBehavior: Hashable, Sendable {
    public static let automatic = Self(), enabled = Self(), disabled = Self()
}

extension View {
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { self.style(.button, style) }

    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self.style(.button, style) }

    /// Leaves the view unchanged, because borders are always brackets.
    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }

    /// Leaves the view unchanged, because the terminal repeats keys.
    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
}
