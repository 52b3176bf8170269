/// How large a person wants what they read. Letters of a terminal have one size: views take it as how much room they
/// give, and controls of this module do not change.
nonisolated public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    /// Smaller than usual.
    case xSmall, small, medium
    /// As usual.
    case large
    /// Larger than usual.
    case xLarge, xxLarge, xxxLarge
    /// For people who need still more.
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// Whether it is one of those for people who need still more.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

nonisolated private enum DynamicTypeSizeKey: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }

nonisolated extension EnvironmentValues {
    /// How large what people read is wanted here: ``DynamicTypeSize/large`` unless it is set.
    public var dynamicTypeSize: DynamicTypeSize {
        get { self[DynamicTypeSizeKey.self] }
        set { self[DynamicTypeSizeKey.self] = newValue }
    }
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
