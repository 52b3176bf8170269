public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

/// UIKit's view, which is the base class of LumiKit's components. A view is an object with state, and can be used in
/// any `body`, like a SwiftUI view. The object is redrawn when one of its properties changes.
///
/// A view is shown in one place at a time. Subclasses draw in ``makeContent()``. Subviews are drawn in front of this
/// content. A subview that follows the edges of its superview fills it. If the ``frame`` of a subview has a size, the
/// subview is drawn in this rectangle. All other subviews are drawn one below another. Each has its own size.
open class UIView: ObservableObject, View {
    /// Whether the view is hidden and takes no space.
    @Published public var isHidden = false { didSet { superview?.setNeedsDisplay() } }
    /// The view's opacity, from 0 to 1. If the background is not known, a view with an opacity below three quarters is
    /// dim.
    @Published public var alpha: CGFloat = 1
    /// Whether the view can be used.
    @Published public var isEnabled = true
    /// The colour behind the view. Nil means that there is no colour.
    @Published public var backgroundColor: UIColor?
    /// The colour of interactive elements in the view. Nil means that they have the surrounding tint.
    @Published public var tintColor: UIColor?
    /// The words for people who do not see the screen. Nil means the view's own text.
    @Published public var accessibilityLabel: String?
    /// The value that is read after the view's label.
    @Published public var accessibilityValue: String?
    @Published public var accessibilityHint: String?
    /// The kind of view, for people who do not see the screen. Line mode names it after the view's words.
    @Published public var accessibilityTraits: UIAccessibilityTraits = .none
    /// Whether the view is a single element for people who do not see the screen. Its label presents this element.
    @Published public var isAccessibilityElement = false
    public var accessibilityIdentifier: String?
    public var tag = 0

    /// The rectangle in the superview, in points. If the rectangle has no size, the view itself determines its place
    /// and size.
    @Published public var frame: CGRect { didSet { superview?.setNeedsDisplay() } }
    /// The views in front of this view's content.
    @Published public internal(set) var subviews: [UIView] = []
    public internal(set) weak var superview: UIView?
    /// Whether the view has the size of its superview.
    @Published var followsEdges = false { didSet { superview?.setNeedsDisplay() } }
    /// The size that a program has given to the view, in points.
    @Published var fixedSize: CGSize?

    /// The shadow, the line and the corners that a program has given to the view.
    @Published var finish: LMKFinish?

    public init(frame: CGRect = .zero) { self.frame = frame }

    /// The rectangle of the view in its own coordinates. Setting it changes the size of the ``frame``.
    public var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { frame.size = newValue.size }
    }

    /// The middle of the ``frame``.
    public var center: CGPoint {
        get { CGPoint(x: frame.midX, y: frame.midY) }
        set { frame.origin = CGPoint(x: newValue.x - frame.width / 2, y: newValue.y - frame.height / 2) }
    }

    var hasFrame: Bool { frame.width > 0 && frame.height > 0 }

    /// The subviews that this class draws in ``makeContent()``.
    var arranged: [UIView] { [] }

    /// Removes a subview from the subviews.
    func lose(_ view: UIView) { subviews.removeAll { $0 === view } }

    /// The colour that is drawn behind the content. If a view draws its ``backgroundColor`` itself, this is nil.
    var fill: UIColor? { backgroundColor }

    /// Sets the view's shadow, or removes it.
    func setShadow(_ shadow: LMKShadowStyle?) { change { $0.shadow = shadow } }

    /// Sets the radius of the view's corners, in points.
    func setCornerRadius(_ radius: CGFloat) { change { $0.radius = radius } }

    func change(_ change: (inout LMKFinish) -> Void) {
        var finish = finish ?? LMKFinish()
        change(&finish)
        self.finish = finish == LMKFinish() ? nil : finish
    }

    /// Returns the content to draw now. This method is called on the main actor while the parent is being drawn, and
    /// must change nothing.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// The preferred size of the view, in points.
    open var intrinsicContentSize: CGSize { .zero }

    /// Redraws the view. Call this method after a change, unless the change was made to a published property.
    public func setNeedsDisplay() { objectWillChange.send() }

    /// Redraws the view like ``setNeedsDisplay()``, because the drawn content determines the sizes.
    public func setNeedsLayout() { setNeedsDisplay() }

    /// Does nothing, because changes are drawn with the next frame.
    public func layoutIfNeeded() {}

    public var body: UIViewBody { UIViewBody(view: self) }
}

public struct UIViewBody: View {
    @ObservedObject private var view: UIView

    init(view: UIView) { self.view = view }

    public var body: some View {
        if !view.isHidden { shown.accessibilityAddTraits(view.accessibilityTraits.traits) }
    }

    @ViewBuilder private var shown: some View {
        if let label = view.accessibilityLabel {
            drawn.accessibilityLabel(label).accessibilityHint(besides)
        } else if !besides.isEmpty {
            drawn.accessibilityHint(besides)
        } else {
            drawn
        }
    }

    @ViewBuilder private var drawn: some View {
        if let finish = view.finish { plain.lmk_finish(finish) } else { plain }
    }

    private var plain: some View {
        UIViewTree(view: view)
            .chrome(
                background: view.fill, tint: view.tintColor, opacity: Double(view.alpha),
                isEnabled: view.isEnabled)
    }

    /// The words that follow the label.
    private var besides: String {
        [view.accessibilityValue, view.accessibilityHint].compactMap(\.self).joined(separator: ", ")
    }
}
