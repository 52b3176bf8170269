// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation
public import SeamSwiftUI
import TermUI

// In this module, LumiKit's additions to UIKit views are modifiers. A program applies the modifiers to the view, and
// leaves them out instead of calling "remove".
extension View {
    /// Adds darker cells below and to the right, if the shadow reaches 8 points or more and the colours are known.
    public func lmk_applyShadow(_ style: LMKShadowStyle) -> some View {
        cellShadow(dark: style.depth(.dark), light: style.depth(.light))
    }

    /// Returns the view unchanged, because the view has no shadow of its own.
    public func lmk_removeShadow() -> some View { self }

    /// Adds a coloured line around the view. From a radius of 4 points, the corners are rounded if the terminal has the
    /// characters for round corners.
    public func lmk_applyBorder(
        color: UIColor = .separator, width: CGFloat = 1, cornerRadius: CGFloat = 0
    ) -> some View {
        framed(width > 0 ? color : nil, isRounded: cornerRadius >= 4)
    }

    /// Returns the view unchanged, because the view has no line of its own.
    public func lmk_removeBorder() -> some View { self }

    /// Rounds the corners of a background. Cells without a line around them have no corners.
    public func lmk_applyCornerRadius(_ radius: CGFloat) -> some View { cornerRadius(radius) }

    /// Clips the view to a pill, which is the closest shape to a circle in a terminal.
    public func lmk_makeCircular() -> some View { clipShape(Capsule()) }

    /// Shows the view immediately, because a terminal can only show two steps of brightness.
    public func lmk_fadeIn(duration: TimeInterval = 0.2) -> some View { opacity(1) }

    /// Hides the view immediately. The view's space stays empty.
    public func lmk_fadeOut(duration: TimeInterval = 0.2) -> some View { opacity(0) }

    func lmk_framed(_ color: UIColor, radius: CGFloat) -> some View {
        framed(color, isRounded: radius >= 4)
    }

    /// Presents the view as one element to people who do not see the screen.
    func accessibilityElement(saying label: String) -> some View { accessibilityLabel(label) }
}

extension LMKShadowStyle {
    /// Returns the darkness of the shadow, from 0 to 1, or 0 if the shadow reaches less than the width of a cell.
    fileprivate func depth(_ scheme: ColorScheme) -> Double {
        radius >= 8 ? color.parts(on: scheme).alpha * Double(opacity) : 0
    }
}
