public import TermUI

@MainActor @preconcurrency public protocol PickerStyle {
    /// The corresponding built-in look.
    var look: PickerLook { get }
}

nonisolated public struct PickerLook: Hashable, Sendable {
    enum Kind {
        /// A menu. Inside another menu, the choices are rows.
        case automatic
        /// The look `Title ‹ value ›`. The arrows change the value, and Enter opens a list.
        case menu
        /// The look `Title a |[b]| c`.
        case segments
        case rows
    }

    let kind: Kind
}

public struct DefaultPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .automatic)

    public init() {}
}

/// The style that draws one line, with a list that opens.
public struct MenuPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .menu)

    public init() {}
}

public struct SegmentedPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .segments)

    public init() {}
}

public struct PalettePickerStyle: PickerStyle {
    public let look = PickerLook(kind: .segments)

    public init() {}
}

public struct InlinePickerStyle: PickerStyle {
    public let look = PickerLook(kind: .rows)

    public init() {}
}

public struct RadioGroupPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .rows)

    public init() {}
}

/// The style of a wheel, drawn as one line in which the arrows turn the wheel.
public struct WheelPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .menu)

    public init() {}
}

/// The style of a navigation link, drawn as one line with a list that opens.
public struct NavigationLinkPickerStyle: PickerStyle {
    public let look = PickerLook(kind: .menu)

    public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
    /// The style that draws one line, with a list that opens.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == PalettePickerStyle {
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == RadioGroupPickerStyle {
    public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}

extension PickerStyle where Self == WheelPickerStyle {
    /// The style of a wheel, drawn as one line in which the arrows turn the wheel.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// The style of a navigation link, drawn as one line with a list that opens.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

nonisolated extension EnvironmentValues {
    @Entry var pickerLook = PickerLook(kind: .automatic)

    @Entry var radioGroupsAreHorizontal = false
}

extension View {
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { environment(\.pickerLook, style.look) }

    /// Makes the pickers in the view show their rows side by side.
    public func horizontalRadioGroupLayout() -> some View { environment(\.radioGroupsAreHorizontal, true) }
}
