/// A length or another number; a terminal's letters have one size, so it is the number itself.
@propertyWrapper
nonisolated public struct ScaledMetric<Value: BinaryFloatingPoint>: NestedProperty, @MainActor DynamicProperty {
    public let wrappedValue: Value

    /// A number that elsewhere scales with the font size.
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle = .body) {
        self.wrappedValue = wrappedValue
    }
}
