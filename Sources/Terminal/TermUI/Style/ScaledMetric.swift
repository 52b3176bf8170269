/// A length or another number; letters of a terminal have one size, so it is the number itself.
@propertyWrapper
nonisolated public struct ScaledMetric<Value: BinaryFloatingPoint>: NestedProperty, @MainActor DynamicProperty {
    public let wrappedValue: Value

    /// A number that follows a font's size elsewhere.
    public init(wrappedValue: Value, relativeTo style: Font.TextStyle = .body) {
        self.wrappedValue = wrappedValue
    }
}
