public import Foundation
public import TermUI

nonisolated public struct PresentationDetent: Hashable, Sendable {
    /// Whether the height is about half of the screen.
    let isHalf: Bool
    private let part: CGFloat

    public static let medium = PresentationDetent(isHalf: true, part: 0.5)
    public static let large = PresentationDetent(isHalf: false, part: 1)

    /// Returns half of the rows, or all rows.
    public static func fraction(_ fraction: CGFloat) -> PresentationDetent {
        PresentationDetent(isHalf: fraction <= 0.5, part: fraction)
    }

    /// Returns a height in points. The height is ignored, because a sheet is as high as its content.
    public static func height(_ height: CGFloat) -> PresentationDetent {
        PresentationDetent(isHalf: false, part: height)
    }
}

/// The way in which a sheet adapts to little space. A terminal has only one way.
nonisolated public struct PresentationAdaptation: Sendable {
    public static let automatic = Self(), none = Self(), popover = Self(), sheet = Self(), fullScreenCover = Self()
}

/// Whether views behind a sheet can be used. In a terminal, the views behind a sheet cannot be used.
nonisolated public struct PresentationBackgroundInteraction: Sendable {
    public static let automatic = Self(), enabled = Self(), disabled = Self()
}

/// The effect of a drag on a sheet's content. A terminal has no dragging.
nonisolated public struct PresentationContentInteraction: Sendable {
    public static let automatic = Self(), resizes = Self(), scrolls = Self()
}

extension View {
    /// Limits the height of the enclosing sheet to half of the rows, if the choices contain no larger height.
    public func presentationDetents(_ detents: Set<PresentationDetent>) -> some View {
        modified(LayerWish(isHalf: !detents.isEmpty && detents.allSatisfy(\.isHalf)))
    }

    public func presentationDetents(
        _ detents: Set<PresentationDetent>, selection: Binding<PresentationDetent>
    ) -> some View { presentationDetents([selection.wrappedValue]) }

    /// Sets whether Esc leaves the enclosing sheet open.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        modified(LayerWish(isKept: isDisabled))
    }

    // A sheet in a terminal has a box around it, and no part that can be dragged.

    public func presentationDragIndicator(_ visibility: Visibility) -> some View { self }

    public func presentationCornerRadius(_ radius: CGFloat?) -> some View { self }

    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View { self }

    public func presentationCompactAdaptation(
        horizontal: PresentationAdaptation, vertical: PresentationAdaptation
    ) -> some View { self }

    public func presentationBackgroundInteraction(_ interaction: PresentationBackgroundInteraction) -> some View {
        self
    }

    public func presentationContentInteraction(_ interaction: PresentationContentInteraction) -> some View { self }
}

private struct LayerWish: NodeModifier, Equatable {
    var isHalf: Bool?
    var isKept: Bool?

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) {
        let wishes = LayerWishes.of(node)
        if let isHalf { wishes.isHalf = isHalf }
        if let isKept { wishes.isKept = isKept }
    }
}
