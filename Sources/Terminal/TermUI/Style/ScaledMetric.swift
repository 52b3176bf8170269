/// A length or another number that scales with the text size. All letters of a terminal have the same size, so the
/// value is the number itself.
@propertyWrapper
nonisolated public struct ScaledMetric<Value: BinaryFloatingPoint>: NestedProperty, @MainActor DynamicProperty {
    public let wrappedValue: Value

    /// Creates a number that scales with the font size on other platforms.
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle = .body) {
        self.wrappedValue = wrappedValue
    }
}
