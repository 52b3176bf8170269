public import TermUI

extension View {
    /// Leaves the view unchanged, because a terminal has only one kind of navigation.
    public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
}

/// The old navigation styles, which a terminal does not distinguish.
nonisolated public protocol NavigationViewStyle {}

nonisolated public struct StackNavigationViewStyle: NavigationViewStyle {
    public init() {}
}

nonisolated public struct DefaultNavigationViewStyle: NavigationViewStyle {
    public init() {}
}

nonisolated public struct DoubleColumnNavigationViewStyle: NavigationViewStyle {
    public init() {}
}

nonisolated extension NavigationViewStyle where Self == StackNavigationViewStyle {
    public static var stack: StackNavigationViewStyle { StackNavigationViewStyle() }
}

nonisolated extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    public static var automatic: DefaultNavigationViewStyle { DefaultNavigationViewStyle() }
}

nonisolated extension NavigationViewStyle where Self == DoubleColumnNavigationViewStyle {
    /// The style of columns, which is drawn as a stack. Only ``NavigationSplitView`` has columns.
    public static var columns: DoubleColumnNavigationViewStyle { DoubleColumnNavigationViewStyle() }
}
