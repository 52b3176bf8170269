// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are UIKit's and LumiKit's own.

public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

public nonisolated enum NSLayoutConstraint {
    public enum Axis: Int, Sendable {
        case horizontal
        case vertical
    }
}

/// UIKit's stack, which puts its arranged subviews in a row or in a column. Distances are in points and become whole
/// cells.
open class UIStackView: UIView {
    public nonisolated enum Alignment: Int, Sendable {
        case fill
        case leading
        case firstBaseline
        case center
        case trailing
        case lastBaseline

        /// The other name of `leading`, for a row.
        public static let top = Alignment.leading
        /// The other name of `trailing`, for a row.
        public static let bottom = Alignment.trailing
    }

    public nonisolated enum Distribution: Int, Sendable {
        case fill
        case fillEqually
        /// Drawn like `fill`, because a cell cannot be divided.
        case fillProportionally
        case equalSpacing
        /// Drawn like `equalSpacing`.
        case equalCentering
    }

    @Published public var axis = NSLayoutConstraint.Axis.horizontal
    @Published public var alignment = Alignment.fill
    @Published public var distribution = Distribution.fill
    /// The distance between two arranged subviews, in points.
    @Published public var spacing: CGFloat = 0
    /// Whether ``layoutMargins`` are kept free around the arranged subviews.
    @Published public var isLayoutMarginsRelativeArrangement = false
    @Published public var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    @Published public private(set) var arrangedSubviews: [UIView] = []

    override public init(frame: CGRect = .zero) { super.init(frame: frame) }

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        views.forEach(addArrangedSubview)
    }

    public convenience init(
        lmk_axis: NSLayoutConstraint.Axis, spacing: CGFloat = LMKSpacing.small, alignment: Alignment = .fill,
        distribution: Distribution = .fill, arrangedSubviews: [UIView] = []
    ) {
        self.init(arrangedSubviews: arrangedSubviews)
        (axis, self.spacing, self.alignment, self.distribution) = (lmk_axis, spacing, alignment, distribution)
    }

    /// Adds a view to the end of the row or column. A view that is already there moves to the end.
    public func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

    public func insertArrangedSubview(_ view: UIView, at index: Int) {
        addSubview(view)
        guard view.superview === self else { return }
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(max(index, 0), arrangedSubviews.count))
    }

    /// Takes a view out of the row or column. The view stays a subview, as in UIKit.
    public func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }

    public func lmk_addArrangedSubviews(_ views: [UIView]) { views.forEach(addArrangedSubview) }

    public func lmk_removeAllArrangedSubviews() { arrangedSubviews.forEach { $0.removeFromSuperview() } }

    override var arranged: [UIView] { arrangedSubviews }

    override func lose(_ view: UIView) {
        removeArrangedSubview(view)
        super.lose(view)
    }

    override open func makeContent() -> AnyView {
        AnyView(
            UIStack(stack: self)
                .padding(isLayoutMarginsRelativeArrangement ? layoutMargins.edges : EdgeInsets()))
    }
}

/// The row or column of a stack.
private struct UIStack: View {
    @ObservedObject var stack: UIStackView

    var body: some View {
        switch stack.axis {
        case .horizontal: HStack(alignment: vertical, spacing: stack.spacing) { parts }
        case .vertical: VStack(alignment: horizontal, spacing: stack.spacing) { parts }
        }
    }

    @ViewBuilder private var parts: some View {
        let views = stack.arrangedSubviews.filter { !$0.isHidden }.map(HeldView.init)
        let isSpread = [.equalSpacing, .equalCentering].contains(stack.distribution)
        ForEach(views) { held in
            if isSpread, held.view !== views.first?.view { Spacer(minLength: 0) }
            held.view.frame(
                maxWidth: fills(.horizontal) ? .infinity : nil, maxHeight: fills(.vertical) ? .infinity : nil,
                alignment: .topLeading)
        }
    }

    /// Whether the parts together fill all the space along an axis.
    private func fills(_ axis: NSLayoutConstraint.Axis) -> Bool {
        axis == stack.axis
            ? stack.distribution == .fillEqually : stack.alignment == .fill && stack.axis == .vertical
    }

    private var vertical: VerticalAlignment {
        switch stack.alignment {
        case .fill, .leading: .top
        case .firstBaseline: .firstTextBaseline
        case .center: .center
        case .lastBaseline: .lastTextBaseline
        case .trailing: .bottom
        }
    }

    private var horizontal: HorizontalAlignment {
        switch stack.alignment {
        case .fill, .leading, .firstBaseline: .leading
        case .center: .center
        case .trailing, .lastBaseline: .trailing
        }
    }
}
