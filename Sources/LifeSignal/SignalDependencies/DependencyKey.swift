/// A key in ``DependencyValues`` for a dependency that has values for tests and previews.
///
/// In the module that declares the interface, the key conforms to this protocol. In the module with the
/// implementation, it conforms to ``DependencyKey``.
public protocol TestDependencyKey {
    /// The dependency itself.
    associatedtype Value: Sendable = Self

    /// The value for previews, which is ``testValue`` by default.
    static var previewValue: Value { get }
    /// The value for tests.
    static var testValue: Value { get }
}

/// A dependency with an implementation.
///
/// Each context's value is computed once, when it is first read, and then kept.
public protocol DependencyKey: TestDependencyKey {
    associatedtype Value: Sendable = Self

    /// The value for running programs.
    static var liveValue: Value { get }
    /// The value for previews, which is ``liveValue`` by default.
    static var previewValue: Value { get }
    /// The value for tests. By default, this is ``previewValue``, and an issue is reported.
    static var testValue: Value { get }
}

extension TestDependencyKey {
    /// The value for previews, which by default is the value for tests.
    public static var previewValue: Value { testValue }
}

extension DependencyKey {
    /// The value for previews, which by default is the value for running programs.
    public static var previewValue: Value { liveValue }

    /// The value for tests, which by default is the value for previews. Reports an issue, because a test should set its
    /// own value.
    public static var testValue: Value {
        DependencyIssue.report("\(Self.self) has no testValue; a test gets its previewValue")
        return previewValue
    }
}
