public import Foundation
public import TermUI

/// The way in which a view appears and disappears, on systems where this takes time. In a terminal, views appear and
/// disappear immediately.
@preconcurrency @MainActor public protocol Transition {
    associatedtype Body: View

    /// The view that appears or disappears.
    typealias Content = TransitionContent<Self>

    /// Returns the view in a phase. This method is never called.
    @ViewBuilder func body(content: Content, phase: TransitionPhase) -> Body
}

/// The view that a ``Transition`` applies to.
/// Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct TransitionContent<Owner>: View {
    public var body: some View { EmptyView() }
}

nonisolated public enum TransitionPhase: Hashable, Sendable {
    case willAppear
    case identity
    case didDisappear

    public var isIdentity: Bool { self == .identity }

    /// The phase as a number. The number is -1 before the view appears, and 1 when the view disappears.
    public var value: Double { self == .willAppear ? -1 : self == .identity ? 0 : 1 }
}

/// A transition of any kind. In a terminal, views appear and disappear immediately.
nonisolated public struct AnyTransition: Sendable {
    private init() {}

    /// Creates a transition that hides the type of another transition.
    public init<T: Transition>(_ transition: T) {}

    public static let identity = AnyTransition()
    public static let opacity = AnyTransition()
    public static let scale = AnyTransition()
    public static let slide = AnyTransition()
    public static let blurReplace = AnyTransition()
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
    public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition() }
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }

    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition()
    }

    public static func modifier<E: ViewModifier>(active: E, identity: E) -> AnyTransition { AnyTransition() }
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

nonisolated public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let position = MatchedGeometryProperties(rawValue: 1 << 0)
    public static let size = MatchedGeometryProperties(rawValue: 1 << 1)
    public static let frame: MatchedGeometryProperties = [.position, .size]
}

/// The way in which one page becomes another page. In a terminal, this is immediate.
nonisolated public struct NavigationTransition: Sendable {
    public static let automatic = NavigationTransition()

    public static func zoom<ID: Hashable, Space>(sourceID: ID, in namespace: Space) -> NavigationTransition {
        NavigationTransition()
    }
}

// Each modifier in this extension leaves the view unchanged.
extension View {
    /// Leaves the view unchanged, because the view appears and disappears immediately.
    public func transition(_ t: AnyTransition) -> some View { self }
    /// Leaves the view unchanged, because the view appears and disappears immediately.
    public func transition<T: Transition>(_ transition: T) -> some View { self }
    public func matchedGeometryEffect<ID: Hashable, Space>(
        id: ID, in namespace: Space, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> some View { self }
    public func matchedTransitionSource<ID: Hashable, Space>(id: ID, in namespace: Space) -> some View { self }
    public func navigationTransition(_ style: NavigationTransition) -> some View { self }
    public func geometryGroup() -> some View { self }
}
