/// What the wire has to know of a method; its contract entry says the same (`Protocol/contract/`).
package struct MethodTraits: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case unary
        case stream
    }

    /// Whether calls carry an idempotency key.
    package enum Idempotency: String, Sendable, Hashable, CaseIterable {
        case none
        case optional
        case required
    }

    /// What the loss of the caller does to a call that is not past its commit gate.
    package enum Disconnect: String, Sendable, Hashable, CaseIterable {
        case cancel
        /// The handler is not told; its outcome goes nowhere.
        case finish
    }

    package var name: String
    package var kind: Kind
    /// The sockets that serve the method: `session`, `admin`, `radio`, `provider`.
    package var sockets: [String]
    /// What a call without `timeout_ms` gets. Nil: a stream without an end of its own; for a unary method 10 seconds.
    package var defaultTimeout: Duration?
    /// What a longer `timeout_ms` is cut to.
    package var maxTimeout: Duration?
    package var idempotency: Idempotency
    package var onDisconnect: Disconnect
    /// The policies that a stream's caller may choose from, the default first; empty for unary methods.
    package var overflow: [OverflowPolicy]

    package init(
        _ name: String, _ kind: Kind, sockets: [String], defaultTimeout: Duration? = nil, maxTimeout: Duration? = nil,
        idempotency: Idempotency = .none, onDisconnect: Disconnect = .cancel, overflow: [OverflowPolicy] = []
    ) {
        self.name = name
        self.kind = kind
        self.sockets = sockets
        self.defaultTimeout = defaultTimeout
        self.maxTimeout = maxTimeout
        self.idempotency = idempotency
        self.onDisconnect = onDisconnect
        self.overflow = overflow
    }
}

/// What happens to a stream whose reader is slower than its events (`Protocol/framing.md` section 5.2).
package enum OverflowPolicy: String, Sendable, Hashable, CaseIterable {
    /// The stream ends with `stream.slow_consumer`.
    case lossless
    /// Newer items replace older ones of the same key.
    case latest
    /// The oldest items go, and an item `gap` says which.
    case dropOldest = "drop_oldest"
}

/// The methods of a server by name.
package struct MethodTable: Sendable {
    private let methods: [String: MethodTraits]

    /// Of two methods with one name the first counts.
    package init(_ methods: some Sequence<MethodTraits>) {
        self.methods = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> MethodTraits? { methods[name] }

    package var names: [String] { methods.keys.sorted() }
}
