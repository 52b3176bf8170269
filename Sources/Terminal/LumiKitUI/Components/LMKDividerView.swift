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
    @Environment(\.lmkDesign) private var design

    /// Creates a line in the design's colour for lines, or in `color`.
    public init(_ orientation: LMKDividerOrientation = .horizontal, color: UIColor? = nil) {
        (self.orientation, self.color) = (orientation, color)
    }

    public var body: some View {
        CellRule(along: orientation == .vertical ? .vertical : .horizontal, color ?? design.colors.divider)
            .accessibilityHidden(true)
    }
}

public final class LMKDividerView: LMKView {
    /// The thickness of one pixel, in points. A terminal's line is one cell.
    public static let defaultThickness: CGFloat = 1

    @Published public var orientation: LMKDividerOrientation
    /// The thickness of the line, in points. The line is always drawn as one cell.
    @Published public var thickness: CGFloat

    /// Creates a line in the design's colour for lines, or in `color`.
    public init(
        orientation: LMKDividerOrientation = .horizontal, color: UIColor? = nil,
        thickness: CGFloat = LMKDividerView.defaultThickness
    ) {
        self.orientation = orientation
        self.thickness = LMKDesign.length(thickness)
        super.init()
        tintColor = color ?? LMKColor.divider
    }

    override public var intrinsicContentSize: CGSize {
        // The value -1 is UIKit's `noIntrinsicMetric`, which means as long as the space allows.
        orientation == .horizontal ? CGSize(width: -1, height: thickness) : CGSize(width: thickness, height: -1)
    }

    override public func makeContent() -> AnyView { AnyView(LMKDivider(orientation, color: tintColor)) }
}
