/// A dependency with values for tests and previews: the key for its value in ``DependencyValues``.
///
/// The module that declares an interface conforms to this; the module with the implementation conforms to
/// ``DependencyKey``.
public protocol TestDependencyKey {
    /// The dependency itself.
    associatedtype Value: Sendable = Self

    /// The value for previews; ``testValue`` by default.
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
    /// The value for previews; ``liveValue`` by default.
    static var previewValue: Value { get }
    /// The value for tests. By default, this is ``previewValue``, and an issue is reported.
    static var testValue: Value { get }
}

extension TestDependencyKey {
    /// The value for previews: the one for tests.
    public static var previewValue: Value { testValue }
}

extension DependencyKey {
    /// The value for previews: the one for running programs.
    public static var previewValue: Value { liveValue }

    /// The value for tests: the one for previews. Reports an issue, because a test should set its own.
    public static var testValue: Value {
        DependencyIssue.report("\(Self.self) has no testValue; a test gets its previewValue")
        return previewValue
    }
}
