public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

/// The base class of LumiKit's components. A component is an object with state, like a UIKit view, and can be used in
/// any `body`, like a SwiftUI view. The object is redrawn when one of its properties changes.
///
/// A component is shown in one place at a time. Subclasses draw in ``makeContent()``.
open class LMKView: ObservableObject, View {
    /// Whether the view is hidden and takes no space.
    @Published public var isHidden = false
    /// The view's opacity, from 0 to 1. If the background is not known, a view with an opacity below three quarters is
    /// dim.
    @Published public var alpha: CGFloat = 1
    /// Whether the view can be used.
    @Published public var isEnabled = true
    /// The colour behind the view, or nil for no colour.
    @Published public var backgroundColor: UIColor?
    /// The colour of interactive elements in the view, or nil for the surrounding tint.
    @Published public var tintColor: UIColor?
    /// The words for people who do not see the screen, or nil for the view's own text.
    @Published public var accessibilityLabel: String?
    /// The value that is read after the view's label.
    @Published public var accessibilityValue: String?
    @Published public var accessibilityHint: String?
    /// The kind of view, for people who do not see the screen.
    @Published public var accessibilityTraits: UIAccessibilityTraits = .none
    /// Whether the view is a single element for people who do not see the screen, presented by its label.
    @Published public var isAccessibilityElement = false
    public var accessibilityIdentifier: String?
    public var tag = 0

    /// The shadow, the line and the corners that a program has given to the view.
    @Published var finish: LMKFinish?

    public init() {}

    /// The colour that is drawn behind the content. It is nil for a view that draws its ``backgroundColor`` itself.
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

    /// Returns the content to draw now. This method is called on the main actor while the parent is drawn, and must not
    /// change anything.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// The preferred size of the view, in points.
    open var intrinsicContentSize: CGSize { .zero }

    /// Redraws the view. Call this method after a change that is not a change of a published property.
    public func setNeedsDisplay() { objectWillChange.send() }

    /// Redraws the view, like ``setNeedsDisplay()``, because sizes follow from the drawn content.
    public func setNeedsLayout() { setNeedsDisplay() }

    /// Does nothing, because changes are drawn with the next frame.
    public func layoutIfNeeded() {}

    public var body: LMKViewBody { LMKViewBody(view: self) }
}

public struct LMKViewBody: View {
    @ObservedObject private var view: LMKView

    init(view: LMKView) { self.view = view }

    public var body: some View {
        if !view.isHidden { shown }
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
        view.makeContent()
            .chrome(
                background: view.fill, tint: view.tintColor, opacity: Double(view.alpha),
                isEnabled: view.isEnabled)
    }

    /// The words that follow the label.
    private var besides: String {
        [view.accessibilityValue, view.accessibilityHint].compactMap(\.self).joined(separator: ", ")
    }
}
