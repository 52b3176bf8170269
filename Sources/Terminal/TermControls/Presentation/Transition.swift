public import Foundation
public import TermUI

/// How a view comes and goes, on systems where that takes time; in a terminal at once.
@preconcurrency @MainActor public protocol Transition {
    /// The type of its view.
    associatedtype Body: View

    /// The view that comes or goes.
    typealias Content = TransitionContent<Self>

    /// The view in a phase. Never called.
    @ViewBuilder func body(content: Content, phase: TransitionPhase) -> Body
}

/// The view that a ``Transition`` is for.
public struct TransitionContent<Owner>: View {
    /// Nothing.
    public var body: some View { EmptyView() }
}

/// How far a view has come or gone.
nonisolated public enum TransitionPhase: Hashable, Sendable {
    /// Before it has come.
    case willAppear
    /// It is there.
    case identity
    /// It goes.
    case didDisappear

    /// Whether it is there.
    public var isIdentity: Bool { self == .identity }

    /// -1 before it has come, 1 when it goes.
    public var value: Double { self == .willAppear ? -1 : self == .identity ? 0 : 1 }
}

/// A transition of any kind; in a terminal views come and go at once.
nonisolated public struct AnyTransition: Sendable {
    private init() {}

    /// Hides the kind of a transition.
    public init<T: Transition>(_ transition: T) {}

    /// At once.
    public static let identity = AnyTransition()
    /// By fading.
    public static let opacity = AnyTransition()
    /// By growing.
    public static let scale = AnyTransition()
    /// From the left, and to the right.
    public static let slide = AnyTransition()
    /// Out of a blur.
    public static let blurReplace = AnyTransition()
    /// By growing from a part of the size.
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { AnyTransition() }
    /// From a side.
    public static func move(edge: Edge) -> AnyTransition { AnyTransition() }
    /// From a side, while what was there goes.
    public static func push(from edge: Edge) -> AnyTransition { AnyTransition() }
    /// From elsewhere.
    public static func offset(_ offset: CGSize) -> AnyTransition { AnyTransition() }
    /// From elsewhere.
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition { AnyTransition() }

    /// In one way, and out in another.
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
        AnyTransition()
    }

    /// From one change of the view to another.
    public static func modifier<E: ViewModifier>(active: E, identity: E) -> AnyTransition { AnyTransition() }
    /// In both ways.
    public func combined(with other: AnyTransition) -> AnyTransition { self }
    /// In a given time.
    public func animation(_ animation: Animation?) -> AnyTransition { self }
}

/// Which parts of a place two views share.
nonisolated public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    /// One bit for each part.
    public let rawValue: UInt32

    /// Parts with these bits.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Where it is.
    public static let position = MatchedGeometryProperties(rawValue: 1 << 0)
    /// How large it is.
    public static let size = MatchedGeometryProperties(rawValue: 1 << 1)
    /// Both.
    public static let frame: MatchedGeometryProperties = [.position, .size]
}

/// How one page becomes another; in a terminal at once.
nonisolated public struct NavigationTransition: Sendable {
    /// As usual.
    public static let automatic = NavigationTransition()

    /// Out of a view.
    public static func zoom<ID: Hashable, Space>(sourceID: ID, in namespace: Space) -> NavigationTransition {
        NavigationTransition()
    }
}

// Each of these leaves the view as it is.
extension View {
    /// Leaves the view as it is: it comes and goes at once.
    public func transition(_ t: AnyTransition) -> some View { self }
    /// Leaves the view as it is: it comes and goes at once.
    public func transition<T: Transition>(_ transition: T) -> some View { self }
    /// Leaves the view as it is.
    public func matchedGeometryEffect<ID: Hashable, Space>(
        id: ID, in namespace: Space, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> some View { self }
    /// Leaves the view as it is.
    public func matchedTransitionSource<ID: Hashable, Space>(id: ID, in namespace: Space) -> some View { self }
    /// Leaves the view as it is.
    public func navigationTransition(_ style: NavigationTransition) -> some View { self }
    /// Leaves the view as it is.
    public func geometryGroup() -> some View { self }
}
