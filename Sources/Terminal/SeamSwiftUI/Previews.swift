public import Foundation
public import TermUI

/// A view as a development environment would show it: it is not compiled.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SeamMacros", type: "PreviewMacro")

/// The same, with traits of a device.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait, _ more: PreviewTrait...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SeamMacros", type: "PreviewMacro")

/// A property of a preview; nothing is added to it.
@attached(peer) public macro Previewable() = #externalMacro(module: "SeamMacros", type: "PreviewableMacro")

/// A trait of a preview's device; not used.
nonisolated public struct PreviewTrait: Sendable {
    /// The size of a device.
    public static let defaultLayout = Self()
    /// The size of the view.
    public static let sizeThatFitsLayout = Self()
    /// On its side.
    public static let landscapeLeft = Self()
    /// On its side.
    public static let landscapeRight = Self()
    /// Upright.
    public static let portrait = Self()

    /// A size in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { Self() }
}

/// A view's previews in the form from before iOS 17: compiled, but never shown.
@MainActor @preconcurrency public protocol PreviewProvider {
    /// The type of its views.
    associatedtype Previews: View

    /// The views.
    @ViewBuilder static var previews: Previews { get }
}

/// The size of a preview.
nonisolated public enum PreviewLayout: Sendable {
    /// A device's.
    case device
    /// The view's.
    case sizeThatFits
    /// A size in points.
    case fixed(width: CGFloat, height: CGFloat)
}

/// The device of a preview.
nonisolated public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    /// Its name.
    public let rawValue: String

    /// A device by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A device by its name.
    public init(stringLiteral: String) {
        rawValue = stringLiteral
    }
}

/// How a preview's device is held.
nonisolated public enum InterfaceOrientation: Sendable {
    /// Each of the ways.
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

extension View {
    /// Leaves the view as it is.
    public func previewLayout(_ layout: PreviewLayout) -> some View { self }

    /// Leaves the view as it is.
    public func previewDevice(_ device: PreviewDevice?) -> some View { self }

    /// Leaves the view as it is.
    public func previewDisplayName(_ name: String?) -> some View { self }

    /// Leaves the view as it is.
    public func previewInterfaceOrientation(_ orientation: InterfaceOrientation) -> some View { self }
}
