// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are UIKit's and LumiKit's own.

public import Foundation
import SeamSwiftUI

// The tree of views. A view is in only one superview at a time, and never inside itself.
extension UIView {
    /// Adds a view in front of the other subviews. A view that has a superview is moved. The view itself is not added,
    /// and neither is a view that contains it.
    public func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

    /// Inserts a view behind the subview at `index`. If there are not as many subviews, inserts it in front of all of
    /// them.
    public func insertSubview(_ view: UIView, at index: Int) {
        guard !isDescendant(of: view) else { return }
        view.removeFromSuperview()
        subviews.insert(view, at: min(max(index, 0), subviews.count))
        view.superview = self
    }

    /// Removes the view from its superview.
    public func removeFromSuperview() {
        guard let superview else { return }
        superview.lose(self)
        self.superview = nil
    }

    public func bringSubviewToFront(_ view: UIView) {
        if view.superview === self { subviews = subviews.filter { $0 !== view } + [view] }
    }

    public func sendSubviewToBack(_ view: UIView) {
        if view.superview === self { subviews = [view] + subviews.filter { $0 !== view } }
    }

    /// Whether the view is `view`, or is within it.
    public func isDescendant(of view: UIView) -> Bool {
        sequence(first: self) { $0.superview }.contains { $0 === view }
    }

    /// Returns the first view that has this tag. The search covers this view and the views within it.
    public func viewWithTag(_ tag: Int) -> UIView? {
        self.tag == tag ? self : subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
    }

    public func lmk_addSubviews(_ views: [UIView]) { views.forEach(addSubview) }

    /// Gives the view the size of its superview.
    public func lmk_setEdgesEqualToSuperView() { followsEdges = true }

    /// Gives the view a size in points. A cell is 8 points wide and 16 points high.
    public func lmk_setAutoLayoutSize(width: CGFloat, height: CGFloat) {
        fixedSize = CGSize(width: LMKDesign.length(width), height: LMKDesign.length(height))
    }

    /// Refused, because a terminal's layout uses no constraints.
    @available(*, unavailable, message: "a terminal has no constraints; give a view a frame, or use a UIStackView")
    public var lmk_safeAreaSnp: Never? { nil }
}

/// A view's content, with its subviews in front.
struct UIViewTree: View {
    @ObservedObject var view: UIView

    var body: some View {
        if view.subviews.count == view.arranged.count {
            sized(view.makeContent())
        } else {
            sized(
                ZStack(alignment: .topLeading) {
                    view.makeContent()
                    ForEach(filling) { $0.view }
                    VStack(alignment: .leading, spacing: 0) { ForEach(flowing) { $0.view } }
                    ForEach(placed) {
                        $0.view.padding(.leading, max(0, $0.view.frame.minX)).padding(.top, max(0, $0.view.frame.minY))
                    }
                })
        }
    }

    @ViewBuilder private func sized(_ content: some View) -> some View {
        if view.followsEdges {
            content.frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        } else if let size = view.hasFrame ? view.frame.size : view.fixedSize {
            content.frame(width: size.width, height: size.height, alignment: .topLeading)
        } else {
            content
        }
    }

    private var own: [UIView] {
        let arranged = view.arranged
        return view.subviews.filter { view in !arranged.contains { $0 === view } }
    }

    private var filling: [HeldView] { own.filter(\.followsEdges).map(HeldView.init) }
    private var placed: [HeldView] { own.filter { !$0.followsEdges && $0.hasFrame }.map(HeldView.init) }
    private var flowing: [HeldView] { own.filter { !$0.followsEdges && !$0.hasFrame }.map(HeldView.init) }
}

/// A view in a list of views.
struct HeldView: Identifiable {
    let view: UIView
    var id: ObjectIdentifier { ObjectIdentifier(view) }
}
