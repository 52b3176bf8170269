// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation
public import SeamSwiftUI
import TermCore
import TermUI

// LumiKit's additions to UIKit views are methods of the components, which are objects. For all other views, they are
// modifiers.
extension View {
    /// Adds darker cells below and to the right. It does so if the shadow reaches 8 points or more and the colours are
    /// known.
    public func lmk_applyShadow(_ style: LMKShadowStyle) -> LMKShadowed<Self> {
        LMKShadowed(content: self, style: style)
    }

    /// Adds a coloured line around the view. If the radius is 4 points or more, the corners are rounded, provided that
    /// the terminal has the characters for round corners.
    public func lmk_applyBorder(
        color: UIColor = .separator, width: CGFloat = 1, cornerRadius: CGFloat = 0
    ) -> LMKBordered<Self> {
        LMKBordered(content: self, color: width > 0 ? color : nil, radius: cornerRadius)
    }

    /// Rounds the corners of a background. If the radius is 8 points or more and the view has at least three rows, the
    /// background leaves the corner cells free.
    public func lmk_applyCornerRadius(_ radius: CGFloat) -> some View { modified(LMKRounded(isRound: radius >= 8)) }

    /// Clips the view to a pill. In a terminal, this shape is the closest to a circle.
    public func lmk_makeCircular() -> some View { clipShape(Capsule()) }

    /// Shows the view. It is dim for the first `duration` seconds.
    public func lmk_fadeIn(duration: TimeInterval = 0.2) -> some View {
        modifier(LMKFade(duration: LMKFade.time(duration), end: 1))
    }

    /// Hides the view, which is dim for `duration` seconds. After that, the view's space stays empty.
    public func lmk_fadeOut(duration: TimeInterval = 0.2) -> some View {
        modifier(LMKFade(duration: LMKFade.time(duration), end: 0))
    }

    func lmk_framed(_ color: UIColor, radius: CGFloat) -> some View {
        framed(color, isRounded: radius >= 4)
    }

    /// Presents the view as one element to people who do not see the screen.
    func accessibilityElement(saying label: String) -> some View { accessibilityLabel(label) }
}

/// A view with a shadow.
public struct LMKShadowed<Content: View>: View {
    fileprivate let content: Content
    fileprivate let style: LMKShadowStyle

    public var body: some View { content.cellShadow(dark: style.depths.x, light: style.depths.y) }

    /// Returns the view without its shadow.
    public func lmk_removeShadow() -> Content { content }
}

/// A view with a line around it.
public struct LMKBordered<Content: View>: View {
    fileprivate let content: Content
    fileprivate let color: UIColor?
    fileprivate let radius: CGFloat

    public var body: some View { content.framed(color, isRounded: radius >= 4) }

    /// Returns the view without its line.
    public func lmk_removeBorder() -> Content { content }

    /// Returns the view with other corners of its line.
    public func lmk_applyCornerRadius(_ radius: CGFloat) -> LMKBordered {
        LMKBordered(content: content, color: color, radius: radius)
    }
}

extension UIView {
    public func lmk_applyShadow(_ style: LMKShadowStyle) { setShadow(style) }

    public func lmk_removeShadow() { setShadow(nil) }

    /// Adds a coloured line around the view.
    public func lmk_applyBorder(color: UIColor = .separator, width: CGFloat = 1, cornerRadius: CGFloat = 0) {
        change { $0.border = width > 0 ? color : nil }
        setCornerRadius(cornerRadius)
    }

    public func lmk_removeBorder() { change { $0.border = nil } }

    /// Rounds the corners of the view's line or background.
    public func lmk_applyCornerRadius(_ radius: CGFloat) { setCornerRadius(radius) }

    /// Rounds the corners as far as a terminal can.
    public func lmk_makeCircular() { setCornerRadius(.greatestFiniteMagnitude) }

    /// Changes the opacity. Meanwhile the view is dim, unless nothing moves.
    public func lmk_fadeIn(
        _ alpha: CGFloat = 1, duration: Double = LMKAnimationHelper.Duration.alert,
        completion: ((Bool) -> Void)? = nil
    ) {
        LMKAnimationHelper.fade(self, to: alpha, duration) { completion?(true) }
    }

    /// Changes the opacity. Meanwhile the view is dim, unless nothing moves.
    public func lmk_fadeOut(
        _ alpha: CGFloat = 0, duration: Double = LMKAnimationHelper.Duration.alert,
        completion: ((Bool) -> Void)? = nil
    ) {
        LMKAnimationHelper.fade(self, to: alpha, duration) { completion?(true) }
    }
}

/// The shadow, the line and the radius that a program has set for a component.
struct LMKFinish: Equatable {
    var shadow: LMKShadowStyle?
    var border: UIColor?
    var radius: CGFloat = 0
}

extension View {
    func lmk_finish(_ finish: LMKFinish) -> some View {
        modified(LMKRounded(isRound: finish.border == nil && finish.radius >= 8))
            .framed(finish.border, isRounded: finish.radius >= 4)
            .cellShadow(dark: finish.shadow?.depths.x ?? 0, light: finish.shadow?.depths.y ?? 0)
    }
}

/// Leaves the corner cells of a background free.
private struct LMKRounded: NodeModifier, Equatable {
    let isRound: Bool

    func paint(_ node: ViewNode, on canvas: inout TermUI.Canvas) {
        let (frame, before) = (node.frame, canvas.cells)
        node.paintContent(on: &canvas)
        guard isRound, frame.height > 2, frame.width > 2 else { return }
        for y in [frame.y, frame.rows.upperBound - 1] {
            for x in [frame.x, frame.columns.upperBound - 1] {
                let corner = CellRect(x: x, y: y, CellSize(1, 1))
                guard canvas.shows(corner), canvas.cells[x, y].glyph.base == " " else { continue }
                canvas.restyle(corner) { $0.background = before[x, y].style.background }
            }
        }
    }
}

/// Dims a view for a time, and then shows or hides it.
private struct LMKFade: ViewModifier {
    let duration: Duration
    let end: Double
    @State private var isOver = false

    func body(content: Content) -> some View {
        content.opacity(isOver || duration == .zero ? end : 0.5).after(duration, id: end) { isOver = true }
    }

    /// Returns a time of at most a minute.
    static func time(_ seconds: TimeInterval) -> Duration { .seconds(seconds.isNaN ? 0 : min(max(seconds, 0), 60)) }
}
