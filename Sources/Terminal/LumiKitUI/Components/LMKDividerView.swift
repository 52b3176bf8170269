public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

public nonisolated enum LMKDividerOrientation: Hashable, Sendable {
    case horizontal
    case vertical
}

public struct LMKDivider: View {
    private let orientation: LMKDividerOrientation
    private let color: UIColor?
    private let thickness: CGFloat
    @Environment(\.lmkDesign) private var design

    /// Creates a line. Its colour is `color`, or the design's colour for lines. The `thickness` is in points. Each line
    /// takes at least one cell, except a line whose thickness is zero.
    public init(
        _ orientation: LMKDividerOrientation = .horizontal, color: UIColor? = nil,
        thickness: CGFloat = LMKDividerView.defaultThickness
    ) {
        (self.orientation, self.color, self.thickness) = (orientation, color, thickness)
    }

    @ViewBuilder public var body: some View {
        if orientation == .vertical { HStack(spacing: 0) { rules } } else { VStack(spacing: 0) { rules } }
    }

    private var rules: some View {
        let axis: Axis = orientation == .vertical ? .vertical : .horizontal
        return ForEach(0..<cells, id: \.self) { _ in
            CellRule(along: axis, color ?? design.colors.divider).accessibilityHidden(true)
        }
    }

    /// The thickness in cells.
    private var cells: Int {
        let points = LMKDesign.length(thickness)
        guard points > 0 else { return 0 }
        return min(max(1, orientation == .vertical ? CellMetrics.columns(points) : CellMetrics.rows(points)), 100)
    }
}

public final class LMKDividerView: UIView {
    /// The thickness of one pixel, in points. A terminal draws a thin line as one cell.
    public static let defaultThickness: CGFloat = 1

    @Published public var orientation: LMKDividerOrientation
    /// The thickness of the line, in points. A line takes at least one cell, except when its thickness is zero.
    @Published public var thickness: CGFloat

    /// Creates a line. Its colour is `color`, or the design's colour for lines.
    public init(
        orientation: LMKDividerOrientation = .horizontal, color: UIColor? = nil,
        thickness: CGFloat = LMKDividerView.defaultThickness
    ) {
        self.orientation = orientation
        self.thickness = LMKDesign.length(thickness)
        super.init()
        tintColor = color ?? LMKColor.divider
    }

    /// The colour of the line.
    override public var backgroundColor: UIColor? {
        get { tintColor }
        set { tintColor = newValue }
    }

    override var fill: UIColor? { nil }

    override public var intrinsicContentSize: CGSize {
        // The value -1 is UIKit's `noIntrinsicMetric`. It means that the line is as long as the space allows.
        orientation == .horizontal ? CGSize(width: -1, height: thickness) : CGSize(width: thickness, height: -1)
    }

    override public func makeContent() -> AnyView {
        AnyView(LMKDivider(orientation, color: tintColor, thickness: thickness))
    }
}
