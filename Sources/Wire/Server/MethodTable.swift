/// What the wire has to know of a method: a part of its contract entry, without schemas and texts.
package struct MethodTraits: Sendable, Hashable {
    package var name: String
    package var kind: ContractMethod.Kind
    /// The sockets that serve the method: `session`, `admin`, `radio`, `provider`.
    package var sockets: [String]
    /// What a call without `timeout_ms` gets. Nil: a stream without an end of its own; for a unary method 10 seconds.
    package var defaultTimeout: Duration?
    /// What a longer `timeout_ms` is cut to.
    package var maxTimeout: Duration?
    package var idempotency: ContractMethod.Idempotency
    package var onDisconnect: ContractMethod.Disconnect
    /// The policies that a stream's caller may choose from, the default first; empty for unary methods.
    package var overflow: [OverflowPolicy]
    /// Whether a call may say where its stream begins.
    package var isResumable: Bool

    package init(
        _ name: String, _ kind: ContractMethod.Kind, sockets: [String], defaultTimeout: Duration? = nil,
        maxTimeout: Duration? = nil, idempotency: ContractMethod.Idempotency = .none,
        onDisconnect: ContractMethod.Disconnect = .cancel, overflow: [OverflowPolicy] = [], isResumable: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.sockets = sockets
        self.defaultTimeout = defaultTimeout
        self.maxTimeout = maxTimeout
        self.idempotency = idempotency
        self.onDisconnect = onDisconnect
        self.overflow = overflow
        self.isResumable = isResumable
    }

    package init(_ method: ContractMethod) {
        self.init(
            method.name, method.kind, sockets: method.sockets, defaultTimeout: method.defaultTimeout,
            maxTimeout: method.maximumTimeout, idempotency: method.idem, onDisconnect: method.onDisconnect,
            overflow: method.overflow, isResumable: method.isResumable)
    }
}

/// What happens to a stream whose reader is slower than its events (`Protocol/framing.md` section 5.2).
package typealias OverflowPolicy = ContractMethod.Overflow

/// The methods of a server by name.
package struct MethodTable: Sendable {
    private let methods: [String: MethodTraits]

    /// Of two methods with one name the first counts.
    package init(_ methods: some Sequence<MethodTraits>) {
        self.methods = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> MethodTraits? { methods[name] }
}
