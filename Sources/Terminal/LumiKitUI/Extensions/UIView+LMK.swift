// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

public import Foundation
public import SeamSwiftUI
import TermUI

// LumiKit's additions to a view of UIKit are modifiers here: they are written after the view, and what "remove" took
// away is not written.
extension View {
    /// Darker cells below and to the right, where a shadow reaches 8 points or more and the colours are known.
    public func lmk_applyShadow(_ style: LMKShadowStyle) -> some View {
        cellShadow(dark: style.depth(.dark), light: style.depth(.light))
    }

    /// The view without a shadow: as it is.
    public func lmk_removeShadow() -> some View { self }

    /// A line around the view in a colour. From a radius of 4 points on, its corners are round where the terminal has
    /// the characters.
    public func lmk_applyBorder(
        color: UIColor = .separator, width: CGFloat = 1, cornerRadius: CGFloat = 0
    ) -> some View {
        framed(width > 0 ? color : nil, isRounded: cornerRadius >= 4)
    }

    /// The view without a line: as it is.
    public func lmk_removeBorder() -> some View { self }

    /// Round corners of a background; cells without a line around them have no corners.
    public func lmk_applyCornerRadius(_ radius: CGFloat) -> some View { cornerRadius(radius) }

    /// A pill: a terminal's nearest to a circle.
    public func lmk_makeCircular() -> some View { clipShape(Capsule()) }

    /// There at once: two steps of brightness would be all that a terminal could do.
    public func lmk_fadeIn(duration: TimeInterval = 0.2) -> some View { opacity(1) }

    /// Gone at once; its room stays.
    public func lmk_fadeOut(duration: TimeInterval = 0.2) -> some View { opacity(0) }

    func lmk_framed(_ color: UIColor, radius: CGFloat) -> some View {
        framed(color, isRounded: radius >= 4)
    }

    /// Says one thing to people who do not see the screen.
    func accessibilityElement(saying label: String) -> some View { accessibilityLabel(label) }
}

extension LMKShadowStyle {
    /// How dark it is, from 0 to 1; 0 where it does not reach as far as a cell is wide.
    fileprivate func depth(_ scheme: ColorScheme) -> Double {
        radius >= 8 ? color.parts(on: scheme).alpha * Double(opacity) : 0
    }
}
