public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

/// The base of LumiKit's components: an object with state, like a UIKit view, that can be used in any `body`, like a
/// SwiftUI view. It is redrawn when one of its properties changes.
///
/// A component is shown in one place at a time. Subclasses draw in ``makeContent()``.
open class LMKView: ObservableObject, View {
    /// Whether it is hidden and takes no space.
    @Published public var isHidden = false
    /// Its opacity, from 0 to 1. Below three quarters it is dim if the background is not known.
    @Published public var alpha: CGFloat = 1
    /// Whether it can be used.
    @Published public var isEnabled = true
    /// The colour behind it; nil for no colour.
    @Published public var backgroundColor: UIColor?
    /// The colour of interactive elements in it; nil for the surrounding tint.
    @Published public var tintColor: UIColor?
    /// The words for people who do not see the screen; nil for its own text.
    @Published public var accessibilityLabel: String?
    /// The value that is read after its label.
    @Published public var accessibilityValue: String?
    @Published public var accessibilityHint: String?
    /// The kind of view, for people who do not see the screen.
    @Published public var accessibilityTraits: UIAccessibilityTraits = .none
    /// Whether it is a single element for them, presented by its label.
    @Published public var isAccessibilityElement = false
    public var accessibilityIdentifier: String?
    public var tag = 0

    public init() {}

    /// The view that it draws now. Called on the main actor while its parent is drawn; it must not change anything.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// Its preferred size, in points.
    open var intrinsicContentSize: CGSize { .zero }

    /// Redraws it, for changes other than those of its published properties.
    public func setNeedsDisplay() { objectWillChange.send() }

    /// The same as ``setNeedsDisplay()``: sizes follow from what is drawn.
    public func setNeedsLayout() { setNeedsDisplay() }

    /// Does nothing: changes are drawn with the next frame.
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
