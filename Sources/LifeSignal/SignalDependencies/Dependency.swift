/// A property that is one of the task's dependencies.
///
///     @Dependency(\.userClient) var userClient
///     @Dependency(UserClient.self) var userClient
///
/// Each access looks the value up. A value set where the property is read overrides one set where the property was
/// created.
@propertyWrapper
public struct Dependency<Value>: Sendable {
    private let initial: DependencyValues
    /// Reads an immutable key path or type, neither of which the compiler knows to be Sendable. If the key path had to
    /// be Sendable, it could not be written in a module that is isolated to the main actor by default.
    private nonisolated(unsafe) let read: (DependencyValues) -> Value

    /// The dependency with that name.
    public init(_ path: KeyPath<DependencyValues, Value>) {
        initial = .current
        unsafe read = { $0[keyPath: path] }
    }

    /// The dependency of that key.
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

/// Runs `operation` with other dependencies, which also apply to the tasks that it starts. Throws what `update` or
/// `operation` throws; the changes do not outlive the call.
@discardableResult
public func withDependencies<Answer>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Answer
) rethrows -> Answer {
    var values = DependencyValues.current
    try update(&values)
    return try DependencyValues.$current.withValue(values, operation: operation)
}

/// Runs `operation` with other dependencies on the caller's actor; they also apply to the tasks that it starts. Throws
/// what `update` or `operation` throws; the changes do not outlive the call.
@discardableResult
public func withDependencies<Answer>(
    isolation: isolated (any Actor)? = #isolation,
    _ update: (inout DependencyValues) async throws -> Void, operation: () async throws -> Answer
) async rethrows -> Answer {
    var values = DependencyValues.current
    try await update(&values)
    return try await DependencyValues.$current.withValue(values, operation: operation, isolation: isolation)
}
