public import SeamCombine
public import SeamSwiftUI
import TermCore

/// A placeholder for a row that has not arrived yet. The placeholder consists of shaded lines, which do not move.
public struct LMKSkeleton: View, Equatable {
    private let lines: Int
    @Environment(\.lmkDesign) private var design
    @Environment(\.glyphs) private var glyphs

    /// Creates a placeholder with 1 to 20 lines. Each line is shorter than the line above it.
    public init(lines: Int = 3) { self.lines = min(max(lines, 1), 20) }

    /// Whether both placeholders have the same number of lines.
    public nonisolated static func == (one: LMKSkeleton, other: LMKSkeleton) -> Bool { one.lines == other.lines }

    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(0..<lines, id: \.self) { line in
                Text(String(repeating: glyphs == .ascii ? "." : "░", count: max(6, 32 - 8 * line)))
            }
        }
        .lineLimit(1)
        .foregroundColor(design.colors.textTertiary)
        .accessibilityElement(saying: "Loading")
    }
}

public final class LMKSkeletonCell: UIView {
    /// Whether the placeholder shimmers on a phone. In a terminal, the lines do not move.
    @Published public private(set) var isShimmering = false

    /// Marks the placeholder as waiting. The `staggerIndex` is the row's position.
    public func startShimmer(staggerIndex: Int = 0) { isShimmering = true }

    /// Marks the placeholder as no longer waiting.
    public func stopShimmer() { isShimmering = false }

    /// Starts the shimmer of `cells`.
    public static func startShimmers(in cells: [LMKSkeletonCell]) {
        for (index, cell) in cells.enumerated() { cell.startShimmer(staggerIndex: index) }
    }

    override public func makeContent() -> AnyView { AnyView(LMKSkeleton()) }
}
