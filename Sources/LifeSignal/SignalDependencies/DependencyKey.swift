/// A dependency that tests and previews know: the key of ``DependencyValues`` under which its value stands.
///
/// The module that declares an interface conforms to this; the module with the implementation conforms to
/// ``DependencyKey``.
public protocol TestDependencyKey {
    /// The dependency itself.
    associatedtype Value: Sendable = Self

    /// The value for previews; ``testValue`` if a type does not say otherwise.
    static var previewValue: Value { get }
    /// The value for tests.
    static var testValue: Value { get }
}

/// A dependency with an implementation.
///
/// Each value is computed once for its context, when it is first asked for, and then kept.
public protocol DependencyKey: TestDependencyKey {
    associatedtype Value: Sendable = Self

    /// The value for running programs.
    static var liveValue: Value { get }
    /// The value for previews; ``liveValue`` if a type does not say otherwise.
    static var previewValue: Value { get }
    /// The value for tests. For a type without one, it is ``previewValue``, and an issue is reported.
    static var testValue: Value { get }
}

extension TestDependencyKey {
    /// The value for tests.
    public static var previewValue: Value { testValue }
}

extension DependencyKey {
    /// The value for running programs.
    public static var previewValue: Value { liveValue }

    /// The value for previews. Reports an issue: a test should say what it means.
    public static var testValue: Value {
        DependencyIssue.report("\(Self.self) has no testValue; a test gets its previewValue")
        return previewValue
    }
}
