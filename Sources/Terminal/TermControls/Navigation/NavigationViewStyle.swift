public import TermUI

extension View {
    /// Leaves the view unchanged, because a terminal has only one kind of navigation.
    public func navigationViewStyle(_ style: some NavigationViewStyle) -> some View { self }
}

extension View {
    /// Leaves the view unchanged, because columns depend on the space alone.
    public func navigationSplitViewStyle(_ style: some NavigationSplitViewStyle) -> some View { self }
}

/// The styles of ``NavigationSplitView``, which a terminal does not distinguish.
nonisolated public protocol NavigationSplitViewStyle {}

nonisolated public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

nonisolated public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

nonisolated public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

nonisolated extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    public static var automatic: Self { Self() }
}

nonisolated extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    public static var balanced: Self { Self() }
}

nonisolated extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    public static var prominentDetail: Self { Self() }
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
