// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

public import Foundation
public import SeamSwiftUI
import TermUI

// LumiKit's additions to UIKit views are modifiers here: they are applied to the view, and instead of calling "remove"
// a program leaves them out.
extension View {
    /// Adds darker cells below and to the right, if the shadow reaches 8 points or more and the colours are known.
    public func lmk_applyShadow(_ style: LMKShadowStyle) -> some View {
        cellShadow(dark: style.depth(.dark), light: style.depth(.light))
    }

    /// The view without a shadow: as it is.
    public func lmk_removeShadow() -> some View { self }

    /// Adds a coloured line around the view. From a radius of 4 points up, its corners are rounded if the terminal has
    /// the characters.
    public func lmk_applyBorder(
        color: UIColor = .separator, width: CGFloat = 1, cornerRadius: CGFloat = 0
    ) -> some View {
        framed(width > 0 ? color : nil, isRounded: cornerRadius >= 4)
    }

    /// The view without a line: as it is.
    public func lmk_removeBorder() -> some View { self }

    /// Rounds the corners of a background; cells without a line around them have no corners.
    public func lmk_applyCornerRadius(_ radius: CGFloat) -> some View { cornerRadius(radius) }

    /// Clips to a pill, the closest a terminal gets to a circle.
    public func lmk_makeCircular() -> some View { clipShape(Capsule()) }

    /// Shows the view immediately: a terminal could only do two steps of brightness.
    public func lmk_fadeIn(duration: TimeInterval = 0.2) -> some View { opacity(1) }

    /// Hides the view immediately; its space stays.
    public func lmk_fadeOut(duration: TimeInterval = 0.2) -> some View { opacity(0) }

    func lmk_framed(_ color: UIColor, radius: CGFloat) -> some View {
        framed(color, isRounded: radius >= 4)
    }

    /// Presents the view as one element to people who do not see the screen.
    func accessibilityElement(saying label: String) -> some View { accessibilityLabel(label) }
}

extension LMKShadowStyle {
    /// How dark it is, from 0 to 1; 0 if it reaches less than the width of a cell.
    fileprivate func depth(_ scheme: ColorScheme) -> Double {
        radius >= 8 ? color.parts(on: scheme).alpha * Double(opacity) : 0
    }
}
