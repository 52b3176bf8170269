/// A property that reads one of the current task's dependencies.
///
///     @Dependency(\.userClient) var userClient
///     @Dependency(UserClient.self) var userClient
///
/// Each access looks the value up. If a value is set where the property is read, it overrides a value that was set
/// where the property was created.
@propertyWrapper
public struct Dependency<Value>: Sendable {
    private let initial: DependencyValues
    /// Reads with an immutable key path or type. The compiler does not know that they are Sendable. If a key path had
    /// to be Sendable, it could not be written in a module that is isolated to the main actor by default.
    private nonisolated(unsafe) let read: (DependencyValues) -> Value

    /// Creates a property for the dependency at a key path.
    public init(_ path: KeyPath<DependencyValues, Value>) {
        initial = .current
        unsafe read = { $0[keyPath: path] }
    }

    /// Creates a property for the dependency with a key.
    public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
        initial = .current
        unsafe read = { $0[key] }
    }

    /// The current value.
    public var wrappedValue: Value {
        let values = initial.merging(.current)
        return DependencyValues.$current.withValue(values) { unsafe read(values) }
    }
}

/// Runs `operation` with other dependencies, which also apply to the tasks that it starts. Throws the errors of
/// `update` and `operation`. The changes end with the call.
@discardableResult
public func withDependencies<Answer>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Answer
) rethrows -> Answer {
    var values = DependencyValues.current
    try update(&values)
    return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs `operation` with other dependencies on the caller's actor; they also apply to the tasks that `operation`
/// starts. Throws the errors of `update` and `operation`. The changes end with the call.
@discardableResult
public func withDependencies<Answer>(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Answer
) async rethrows -> Answer {
    var values = DependencyValues.current
    try await update(&values)
    return try await DependencyValues.$current.withValue(values, operation: operation, isolation: isolation)
}
