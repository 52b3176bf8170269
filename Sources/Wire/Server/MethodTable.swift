/// What the wire has to know of a method: a part of its contract entry, without schemas and texts. There is one for
/// each method of a server, and calls refer to it.
package final class MethodTraits: Sendable {
    package let name: String
    package let kind: ContractMethod.Kind
    /// The sockets that serve the method: `session`, `admin`, `radio`, `provider`.
    package let sockets: [String]
    /// What a call without `timeout_ms` gets. Nil: a stream without an end of its own; for a unary method 10 seconds.
    package let defaultTimeout: Duration?
    /// What a longer `timeout_ms` is cut to.
    package let maxTimeout: Duration?
    package let idempotency: ContractMethod.Idempotency
    package let onDisconnect: ContractMethod.Disconnect
    /// The policies that a stream's caller may choose from, the default first; empty for unary methods.
    package let overflow: [OverflowPolicy]
    /// Whether a call may say where its stream begins.
    package let isResumable: Bool
    /// Its place among the methods of a server, for whoever keeps more about each.
    package let number: Int

    package init(
        _ name: String, _ kind: ContractMethod.Kind, sockets: [String], defaultTimeout: Duration? = nil,
        maxTimeout: Duration? = nil, idempotency: ContractMethod.Idempotency = .none,
        onDisconnect: ContractMethod.Disconnect = .cancel, overflow: [OverflowPolicy] = [], isResumable: Bool = false,
        number: Int = 0
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
        self.number = number
    }

    package convenience init(_ method: ContractMethod, number: Int = 0) {
        self.init(
            method.name, method.kind, sockets: method.sockets, defaultTimeout: method.defaultTimeout,
            maxTimeout: method.maximumTimeout, idempotency: method.idem, onDisconnect: method.onDisconnect,
            overflow: method.overflow, isResumable: method.isResumable, number: number)
    }
}

extension MethodTraits: Hashable {
    package static func == (left: MethodTraits, right: MethodTraits) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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
