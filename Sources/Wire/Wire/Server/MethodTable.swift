/// The facts about a method that the wire needs. They are the method's contract entry without schemas and texts. A
/// server has one such object for each method, and its calls refer to this object.
package final class MethodTraits: Sendable {
    package let name: String
    package let kind: ContractMethod.Kind
    /// The sockets that serve the method: `session`, `admin`, `radio`, `provider`.
    package let sockets: [String]
    /// The timeout of a call without `timeout_ms`. For a stream, the value nil means that there is no deadline. For a
    /// unary method, it means ``ServerSettings/unaryTimeout``.
    package let defaultTimeout: Duration?
    /// The longest timeout. A longer `timeout_ms` is reduced to this one.
    package let maxTimeout: Duration?
    package let idempotency: ContractMethod.Idempotency
    package let onDisconnect: ContractMethod.Disconnect
    /// The policies from which the caller of a stream may choose. The first of them is the default. The list is empty
    /// for unary methods.
    package let overflow: [OverflowPolicy]
    /// Whether a call may choose where its stream begins.
    package let isResumable: Bool
    /// The index of the method among a server's methods. Tables with further data use it.
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

/// A server's methods, by name.
package struct MethodTable: Sendable {
    private let methods: [String: MethodTraits]

    /// Creates a table. If two methods have the same name, the first one is used.
    package init(_ methods: some Sequence<MethodTraits>) {
        self.methods = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
    }

    package subscript(name: String) -> MethodTraits? { methods[name] }
}
