public import Foundation

/// The opacities of translucent elements, from 0 to 1. If the colour behind an element is known, the colour of the
/// element is mixed with it. Otherwise, elements with an opacity below three quarters are dim.
public nonisolated struct LMKAlphaTheme: Sendable, Hashable {
    /// The opacity of the overlay behind the view of an operation's progress.
    public var overlay: CGFloat
    /// The opacity of the overlay behind a sheet or an alert. Below one eighth, the screen behind is unchanged. From
    /// three quarters on, it is not drawn.
    public var dimmingOverlay: CGFloat
    /// The opacity of a disabled button. Below one eighth, its title is invisible. From three quarters on, the button
    /// keeps its colours.
    public var disabled: CGFloat
    public var semiTransparent: CGFloat
    public var overlayStrong: CGFloat
    /// The opacity of a highlight on a light screen.
    public var overlayLight: CGFloat
    /// The opacity of a highlight on a dark screen.
    public var overlayDark: CGFloat
    public var overlayMedium: CGFloat
    public var overlayOpaque: CGFloat

    public init(
        overlay: CGFloat = 0.5,
        dimmingOverlay: CGFloat = 0.4,
        disabled: CGFloat = 0.38,
        semiTransparent: CGFloat = 0.3,
        overlayStrong: CGFloat = 0.7,
        overlayLight: CGFloat = 0.1,
        overlayDark: CGFloat = 0.2,
        overlayMedium: CGFloat = 0.15,
        overlayOpaque: CGFloat = 0.8
    ) {
        self.overlay = LMKDesign.share(overlay)
        self.dimmingOverlay = LMKDesign.share(dimmingOverlay)
        self.disabled = LMKDesign.share(disabled)
        self.semiTransparent = LMKDesign.share(semiTransparent)
        self.overlayStrong = LMKDesign.share(overlayStrong)
        self.overlayLight = LMKDesign.share(overlayLight)
        self.overlayDark = LMKDesign.share(overlayDark)
        self.overlayMedium = LMKDesign.share(overlayMedium)
        self.overlayOpaque = LMKDesign.share(overlayOpaque)
    }
}
