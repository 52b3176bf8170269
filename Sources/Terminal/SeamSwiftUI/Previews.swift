public import Foundation
public import TermUI

/// Declares a view for the preview of a development environment. Nothing shows it: a terminal has no canvas.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SeamMacros", type: "PreviewMacro")

/// Declares a view for a preview with the traits of a device. The declaration is not compiled.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait, _ more: PreviewTrait...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "SeamMacros", type: "PreviewMacro")

/// Marks a property of a preview. The macro adds nothing to the property.
@attached(peer) public macro Previewable() = #externalMacro(module: "SeamMacros", type: "PreviewableMacro")

/// A trait of a preview's device, which is ignored.
nonisolated public struct PreviewTrait: Sendable {
    /// A preview of the device's size.
    public static let defaultLayout = Self()
    /// A preview of the view's own size.
    public static let sizeThatFitsLayout = Self()
    /// A device turned on its left side.
    public static let landscapeLeft = Self()
    /// A device turned on its right side.
    public static let landscapeRight = Self()
    /// A device held upright.
    public static let portrait = Self()

    /// Returns the trait that gives a preview a fixed size in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait { Self() }
}

/// The previews of a view in the form used before iOS 17. They are compiled but never shown.
@MainActor @preconcurrency public protocol PreviewProvider {
    /// The type of the previews.
    associatedtype Previews: View

    /// The views that are previewed.
    @ViewBuilder static var previews: Previews { get }
}

/// The size of a preview.
nonisolated public enum PreviewLayout: Sendable {
    /// The size of the device.
    case device
    /// The size of the view.
    case sizeThatFits
    /// A fixed size in points.
    case fixed(width: CGFloat, height: CGFloat)
}

/// The device of a preview.
nonisolated public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    /// The name of the device.
    public let rawValue: String

    /// Creates a device from its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a device from its name.
    public init(stringLiteral: String) {
        rawValue = stringLiteral
    }
}

/// How a preview's device is held.
nonisolated public enum InterfaceOrientation: Sendable {
    /// The ways in which a device can be held.
    case portrait, portraitUpsideDown, landscapeLeft, landscapeRight
}

extension View {
    /// Returns the view unchanged, because a terminal shows no previews.
    public func previewLayout(_ layout: PreviewLayout) -> some View { self }

    /// Returns the view unchanged, because a terminal shows no previews.
    public func previewDevice(_ device: PreviewDevice?) -> some View { self }

    /// Returns the view unchanged, because a terminal shows no previews.
    public func previewDisplayName(_ name: String?) -> some View { self }

    /// Returns the view unchanged, because a terminal shows no previews.
    public func previewInterfaceOrientation(_ orientation: InterfaceOrientation) -> some View { self }
}
