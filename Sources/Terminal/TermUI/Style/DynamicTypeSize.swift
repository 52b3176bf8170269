/// The text size that a person prefers. All letters of a terminal have the same size, so views may use this preference
/// to adjust spacing. This module's controls ignore it.
nonisolated public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium
    case large
    case xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

nonisolated extension EnvironmentValues {
    /// The preferred text size, which is ``DynamicTypeSize/large`` unless another size is set.
    @Entry public var dynamicTypeSize = DynamicTypeSize.large
}

extension View {
    /// Sets the preferred text size in the view.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }

    /// Limits the text size in the view to the nearest size in the range. A range without a size changes nothing.
    public func dynamicTypeSize<Range: RangeExpression<DynamicTypeSize>>(_ range: Range) -> some View {
        modified(SizeLimit(allowed: DynamicTypeSize.allCases.filter { range.contains($0) }))
    }
}

private struct SizeLimit: NodeModifier, Equatable {
    /// The sizes that are allowed, from the smallest.
    let allowed: [DynamicTypeSize]

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: allowed) { values in
            guard let least = allowed.first, let most = allowed.last else { return }
            values.dynamicTypeSize = min(max(values.dynamicTypeSize, least), most)
        }
    }
}
