public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

/// The base of LumiKit's components: an object with state, as a view of UIKit is, that can stand in any `body`, as a
/// view of SwiftUI can. It is drawn again when one of its properties changes.
///
/// A component is shown in one place at a time. Subclasses draw in ``makeContent()``.
open class LMKView: ObservableObject, View {
    /// Whether it is not shown, and takes no room.
    @Published public var isHidden = false
    /// How much of it is seen, from 0 to 1. Less than three quarters is dim where the background is not known.
    @Published public var alpha: CGFloat = 1
    /// Whether it can be used.
    @Published public var isEnabled = true
    /// The colour behind it; nil for no colour.
    @Published public var backgroundColor: UIColor?
    /// The colour of what can be done in it; nil for that of what is around it.
    @Published public var tintColor: UIColor?
    /// The words for people who do not see the screen; nil for what is written in it.
    @Published public var accessibilityLabel: String?
    /// The value that it says after its label.
    @Published public var accessibilityValue: String?
    @Published public var accessibilityHint: String?
    /// The kind of view, for people who do not see the screen.
    @Published public var accessibilityTraits: UIAccessibilityTraits = .none
    /// Whether it is one thing for them, which says its label.
    @Published public var isAccessibilityElement = false
    public var accessibilityIdentifier: String?
    public var tag = 0

    public init() {}

    /// The view that it draws now. Called on the main actor while its parent is drawn; it must not change anything.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// The room that it would like, in points.
    open var intrinsicContentSize: CGSize { .zero }

    /// Draws it again: for what is not one of its published properties.
    public func setNeedsDisplay() { objectWillChange.send() }

    /// The same as ``setNeedsDisplay()``: sizes follow from what is drawn.
    public func setNeedsLayout() { setNeedsDisplay() }

    /// Does nothing: what was changed is drawn with the next frame.
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

    private var drawn: some View {
        view.makeContent()
            .chrome(
                background: view.backgroundColor, tint: view.tintColor, opacity: Double(view.alpha),
                isEnabled: view.isEnabled)
    }

    /// The words that follow the label.
    private var besides: String {
        [view.accessibilityValue, view.accessibilityHint].compactMap(\.self).joined(separator: ", ")
    }
}
