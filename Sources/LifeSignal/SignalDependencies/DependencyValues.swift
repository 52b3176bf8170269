import LinuxSupport

/// A task's dependencies: the values that were set with ``withDependencies(_:operation:)``, and defaults for all other
/// keys.
///
/// A module adds a name for each of its keys:
///
///     extension DependencyValues {
///         var clock: ClockClient {
///             get { self[ClockClient.self] }
///             set { self[ClockClient.self] = newValue }
///         }
///     }
public struct DependencyValues: Sendable {
    @TaskLocal static var current = DependencyValues()

    private var values: [ObjectIdentifier: any Sendable] = [:]
    private var chosen: DependencyContext?

    /// Sets no values, and uses the process's context.
    public init() {}

    /// Which default applies to a key without a value.
    public var context: DependencyContext {
        get { chosen ?? .ofProcess }
        set { chosen = newValue }
    }

    /// The value of a key. It is the value that was set or, if no value was set, the default for the ``context``.
    public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
        get {
            if let stored = values[ObjectIdentifier(key)], let value = stored as? Key.Value { return value }
            return DefaultValues.shared.value(of: key, in: context)
        }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// These values, overridden by the values that are set in `newer`.
    func merging(_ newer: DependencyValues) -> DependencyValues {
        var merged = self
        merged.values.merge(newer.values) { $1 }
        merged.chosen = newer.chosen ?? chosen
        return merged
    }
}

/// The defaults of a process: one for each key and context.
private final class DefaultValues: Sendable {
    static let shared = DefaultValues()

    private struct Name: Hashable {
        var key: ObjectIdentifier
        var context: DependencyContext
    }

    private let defaults = Locked<[Name: any Sendable]>([:])

    func value<Key: TestDependencyKey>(of key: Key.Type, in context: DependencyContext) -> Key.Value {
        let name = Name(key: ObjectIdentifier(key), context: context)
        let value = defaults.withLock { defaults in
            if let value = defaults[name] as? DefaultValue<Key.Value> { return value }
            let value = DefaultValue<Key.Value>()
            defaults[name] = value
            return value
        }
        var bare = DependencyValues()
        bare.context = context
        return value.get {
            // The default is made without the values of the task that first reads it, because all other tasks get the
            // same default.
            DependencyValues.$current.withValue(bare) { Self.make(key, context) }
        }
    }

    private static func make<Key: TestDependencyKey>(_ key: Key.Type, _ context: DependencyContext) -> Key.Value {
        switch context {
        case .live:
            if let live = (key as? any DependencyKey.Type)?.liveValue as? Key.Value { return live }
            DependencyIssue.report("\(key) has no liveValue; the program gets its testValue")
            return key.testValue
        case .preview: return key.previewValue
        case .test: return key.testValue
        }
    }
}

/// One default, computed when it is first read.
private final class DefaultValue<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)

    /// Makes the value on the first call. Concurrent callers wait, as with a `static let`. A default that reads itself
    /// traps.
    func get(_ make: () -> Value) -> Value {
        value.withLock { value in
            if let value { return value }
            let made = make()
            value = made
            return made
        }
    }
}
