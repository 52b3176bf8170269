public import Foundation
public import SeamCombine
public import SeamSwiftUI

public nonisolated enum LMKGradientDirection: Hashable, Sendable, CaseIterable {
    case topToBottom
    case leftToRight
    case topLeftToBottomRight
    case topRightToBottomLeft

    var points: (start: UnitPoint, end: UnitPoint) {
        switch self {
        case .topToBottom: (.top, .bottom)
        case .leftToRight: (.leading, .trailing)
        case .topLeftToBottomRight: (.topLeading, .bottomTrailing)
        case .topRightToBottomLeft: (.topTrailing, .bottomLeading)
        }
    }
}

/// A surface whose colour changes from one side to the other. The colours do not move. With few colours, the gradient
/// has visible steps.
public final class LMKGradientView: UIView {
    /// The colours, from the first side.
    @Published public var colors: [UIColor]
    @Published public var direction: LMKGradientDirection
    /// The position of each colour in the gradient, from 0 to 1. Nil means that the colours are evenly spaced. The
    /// positions are ignored unless each colour has one.
    @Published public var locations: [NSNumber]?

    public init(
        colors: [UIColor], direction: LMKGradientDirection = .topToBottom, locations: [NSNumber]? = nil
    ) {
        (self.colors, self.direction, self.locations) = (colors, direction, locations)
    }

    override public func makeContent() -> AnyView {
        let places = locations.flatMap { $0.count == colors.count ? $0.map { CGFloat($0.doubleValue) } : nil }
        let gradient = places.map { places in
            Gradient(stops: zip(colors, places).map { Gradient.Stop(color: $0, location: LMKDesign.share($1)) })
        }
        let (start, end) = direction.points
        return AnyView(
            LinearGradient(gradient: gradient ?? Gradient(colors: colors), startPoint: start, endPoint: end)
                .accessibilityHidden(true))
    }
}
