public import Foundation

/// A value with a name that is kept for the program's next run, in the program's own file (``AppStore``). Views that
/// use the same name share the value.
@propertyWrapper
public struct AppStorage<Value>: NodeProperty, DynamicProperty {
    private let key: String
    private let initial: Value
    private let coding: StoredCoding<Value>
    private let defaults: UserDefaults?
    private var store: AppStore?

    fileprivate init(_ key: String, _ initial: Value, _ defaults: UserDefaults?, _ coding: StoredCoding<Value>) {
        (self.key, self.initial, self.defaults, self.coding) = (key, initial, defaults, coding)
    }

    /// The value that was set last, or the initial value.
    @preconcurrency @MainActor public var wrappedValue: Value {
        get { projectedValue.wrappedValue }
        nonmutating set { projectedValue.wrappedValue = newValue }
    }

    @preconcurrency @MainActor public var projectedValue: Binding<Value> {
        let (key, initial, coding) = (key, initial, coding)
        if let defaults {
            return Binding(
                get: { defaults.object(forKey: key).flatMap { coding.decode($0) } ?? initial },
                set: { defaults.set(coding.encode($0), forKey: key) })
        }
        let store = store ?? .shared
        return Binding(
            get: { store[key].flatMap { coding.decode($0) } ?? initial },
            set: { store[key] = coding.encode($0) })
    }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        let store = node.environment.appStore ?? .shared
        self.store = store
        if node.storage[place] == nil { node.storage[place] = AppStore.Watch(store, key, node) }
    }
}

/// The conversion of a value to JSON and back.
nonisolated private struct StoredCoding<Value> {
    let encode: (Value) -> Any?
    let decode: (Any) -> Value?

    init(_ encode: @escaping (Value) -> Any?, _ decode: @escaping (Any) -> Value?) {
        (self.encode, self.decode) = (encode, decode)
    }

    static func plain() -> StoredCoding { StoredCoding({ $0 }, { $0 as? Value }) }

    /// Returns the conversion for a value that may be missing.
    func optional() -> StoredCoding<Value?> { StoredCoding<Value?>({ $0.flatMap(encode) }, { decode($0) }) }
}

nonisolated extension StoredCoding where Value == URL {
    static var url: Self { Self({ $0.absoluteString }, { ($0 as? String).flatMap { URL(string: $0) } }) }
}

nonisolated extension StoredCoding where Value == Data {
    static var data: Self {
        Self({ $0.base64EncodedString() }, { ($0 as? String).flatMap { Data(base64Encoded: $0) } })
    }
}

nonisolated extension StoredCoding where Value == Int {
    static var int: Self { Self({ $0 }, { ($0 as? NSNumber).map { $0.intValue } ?? $0 as? Int }) }
}

nonisolated extension StoredCoding where Value == Double {
    static var double: Self { Self({ $0 }, { ($0 as? NSNumber).map { $0.doubleValue } ?? $0 as? Double }) }
}

nonisolated extension StoredCoding where Value: RawRepresentable {
    static func raw(_ coding: StoredCoding<Value.RawValue>) -> Self {
        Self({ coding.encode($0.rawValue) }, { coding.decode($0).flatMap { Value(rawValue: $0) } })
    }
}

extension AppStorage {
    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Bool {
        self.init(key, wrappedValue, store, .plain())
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Int {
        self.init(key, wrappedValue, store, .int)
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Double {
        self.init(key, wrappedValue, store, .double)
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == String {
        self.init(key, wrappedValue, store, .plain())
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == URL {
        self.init(key, wrappedValue, store, .url)
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value == Data {
        self.init(key, wrappedValue, store, .data)
    }

    /// Creates a stored value that is represented by a whole number.
    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == Int {
        self.init(key, wrappedValue, store, .raw(.int))
    }

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil)
    where Value: RawRepresentable, Value.RawValue == String {
        self.init(key, wrappedValue, store, .raw(.plain()))
    }

    @preconcurrency @MainActor public init(_ key: String, store: UserDefaults? = nil) where Value == Bool? {
        self.init(key, nil, store, StoredCoding<Bool>.plain().optional())
    }

    /// Creates a stored whole number, which may be missing.
    @preconcurrency @MainActor public init(_ key: String, store: UserDefaults? = nil) where Value == Int? {
        self.init(key, nil, store, StoredCoding<Int>.int.optional())
    }

    @preconcurrency @MainActor public init(_ key: String, store: UserDefaults? = nil) where Value == Double? {
        self.init(key, nil, store, StoredCoding<Double>.double.optional())
    }

    @preconcurrency @MainActor public init(_ key: String, store: UserDefaults? = nil) where Value == String? {
        self.init(key, nil, store, StoredCoding<String>.plain().optional())
    }

    @preconcurrency @MainActor public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Raw?, Raw.RawValue == String {
        self.init(key, nil, store, StoredCoding<Raw>.raw(.plain()).optional())
    }

    /// Creates a stored value that is represented by a whole number, and which may be missing.
    @preconcurrency @MainActor public init<Raw: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == Raw?, Raw.RawValue == Int {
        self.init(key, nil, store, StoredCoding<Raw>.raw(.int).optional())
    }
}

extension View {
    /// Leaves the view unchanged, because a value without its own store is kept in the program's file.
    public func defaultAppStorage(_ store: UserDefaults) -> some View { self }
}
