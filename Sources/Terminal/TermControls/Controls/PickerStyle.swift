public import TermUI

/// How a picker looks.
@MainActor @preconcurrency public protocol PickerStyle {
    /// The look as one of ours.
    var look: PickerLook { get }
}

/// One of the looks of a picker.
nonisolated public struct PickerLook: Hashable, Sendable {
    enum Kind {
        /// As a menu, and in a menu as rows.
        case automatic
        /// `Title ‹ value ›`: the arrows change it, Enter opens a list.
        case menu
        /// `Title  a |[b]| c`.
        case segments
        /// A row for each.
        case rows
    }

    let kind: Kind
}

/// As usual there.
public struct DefaultPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .automatic)

    /// The one of its kind.
    public init() {}
}

/// One line, with a list that opens.
public struct MenuPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .menu)

    /// The one of its kind.
    public init() {}
}

/// All values in one line.
public struct SegmentedPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .segments)

    /// The one of its kind.
    public init() {}
}

/// All values in one line.
public struct PalettePickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .segments)

    /// The one of its kind.
    public init() {}
}

/// A row for each value.
public struct InlinePickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .rows)

    /// The one of its kind.
    public init() {}
}

/// A row for each value.
public struct RadioGroupPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .rows)

    /// The one of its kind.
    public init() {}
}

/// One line: the arrows turn the wheel.
public struct WheelPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .menu)

    /// The one of its kind.
    public init() {}
}

/// One line, with a list that opens.
public struct NavigationLinkPickerStyle: PickerStyle {
    /// The look.
    public let look = PickerLook(kind: .menu)

    /// The one of its kind.
    public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// As usual there.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
    /// One line, with a list that opens.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

extension PickerStyle where Self == SegmentedPickerStyle {
    /// All values in one line.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == PalettePickerStyle {
    /// All values in one line.
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

extension PickerStyle where Self == InlinePickerStyle {
    /// A row for each value.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

extension PickerStyle where Self == RadioGroupPickerStyle {
    /// A row for each value.
    public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}

extension PickerStyle where Self == WheelPickerStyle {
    /// One line: the arrows turn the wheel.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

extension PickerStyle where Self == NavigationLinkPickerStyle {
    /// One line, with a list that opens.
    public static var navigationLink: NavigationLinkPickerStyle { NavigationLinkPickerStyle() }
}

nonisolated private enum PickerLookKey: EnvironmentKey {
    static let defaultValue = PickerLook(kind: .automatic)
}
nonisolated private enum HorizontalKey: EnvironmentKey { static let defaultValue = false }

nonisolated extension EnvironmentValues {
    var pickerLook: PickerLook {
        get { self[PickerLookKey.self] }
        set { self[PickerLookKey.self] = newValue }
    }

    var radioGroupsAreHorizontal: Bool {
        get { self[HorizontalKey.self] }
        set { self[HorizontalKey.self] = newValue }
    }
}

extension View {
    /// How pickers in the view look.
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { environment(\.pickerLook, style.look) }

    /// The rows of pickers in the view stand side by side.
    public func horizontalRadioGroupLayout() -> some View { environment(\.radioGroupsAreHorizontal, true) }
}
