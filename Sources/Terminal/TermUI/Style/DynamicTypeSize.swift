/// How large a person wants what they read. Letters of a terminal have one size: views take it as how much room they
/// give, and controls of this module do not change.
nonisolated public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium
    case large
    case xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

nonisolated extension EnvironmentValues {
    /// How large what people read is wanted here: ``DynamicTypeSize/large`` unless it is set.
    @Entry public var dynamicTypeSize = DynamicTypeSize.large
}

extension View {
    /// Sets how large what people read is wanted in the view.
    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { environment(\.dynamicTypeSize, size) }

    /// Takes the nearest size of the range in the view. A range without a size changes nothing.
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
