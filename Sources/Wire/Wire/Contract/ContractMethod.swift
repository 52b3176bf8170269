/// One entry of a contract's method table.
package struct ContractMethod: Sendable, Hashable {
    /// How a call is answered.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The call is answered with one reply.
        case unary
        /// The call is answered with items, and then with one reply.
        case stream
    }

    /// The state that the caller's session must have. Otherwise the method answers with an error.
    package enum Need: String, Sendable, Hashable, CaseIterable {
        case none
        case initialized
        case active
    }

    /// Whether a call has an idempotency key.
    package enum Idempotency: String, Sendable, Hashable, CaseIterable {
        case none
        case optional
        case required
    }

    /// The effect on a client's running call when the client is lost.
    package enum Disconnect: String, Sendable, Hashable, CaseIterable {
        case cancel
        case finish
    }

    /// The behavior of a stream if its reader is too slow.
    package enum Overflow: String, Sendable, Hashable, CaseIterable {
        case lossless
        case latest
        case dropOldest = "drop_oldest"
    }

    /// The schema of one kind of item.
    package struct ItemRule: Sendable, Hashable {
        package var kind: String
        package var data: Schema

        package init(kind: String, data: Schema) {
            self.kind = kind
            self.data = data
        }
    }

    package var name: String
    package var kind: Kind
    /// The sockets on which the method exists: `session`, `admin`, `radio`, `provider`. On other sockets, a call gets
    /// `permission_denied`.
    package var sockets: [String]
    package var needs: Need
    /// The schema of the parameters. It is always an object that refuses unknown members, or a reference to an object
    /// of this kind.
    package var params: Schema
    /// The kinds of items. They do not include the kinds that every topic has (`synced`, `gap`, `bookmark`). The list
    /// is empty for a unary method.
    package var items: [ItemRule]
    package var result: Schema
    /// The reasons for errors. They do not include the reasons that every method has.
    package var reasons: [String]
    package var idem: Idempotency
    /// Whether a call that failed with the effect `none` may be repeated without an idempotency key.
    package var isRetrySafe: Bool
    package var onDisconnect: Disconnect
    /// The timeout of a call that does not specify one. The value nil means that there is no timeout. It is possible
    /// only for streams.
    package var defaultTimeout: Duration?
    /// The longest timeout. A longer timeout is reduced to this one. The value nil means that there is no limit. It is
    /// possible only for streams.
    package var maximumTimeout: Duration?
    /// The policies from which the caller may choose. The first of them is the default. The list is empty for a unary
    /// method.
    package var overflow: [Overflow]
    /// Whether the stream can begin at a cursor.
    package var isResumable: Bool
    package var doc: String

    /// Reads one element of `methods`.
    init(json: JSON, types: JSONObject, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        name = try fields.string("name", bytes: 1...64)
        _ = try fields.optionalString("swift", bytes: 1...128)
        kind = try fields.enumeration("kind")
        sockets = try fields.strings("sockets", count: 1...8, bytes: 1...32)
        needs = try fields.optionalEnumeration("needs") ?? .none
        params = try Self.schema("params", &fields, types)
        result = try Self.schema("result", &fields, types)
        items = try Self.items(&fields, types)
        reasons = try fields.strings("reasons", count: 0...64, bytes: 3...128)
        _ = try fields.optionalBool("reads")
        idem = try fields.optionalEnumeration("idem") ?? .none
        isRetrySafe = try fields.optionalBool("retry_safe") ?? false
        onDisconnect = try fields.optionalEnumeration("on_disconnect") ?? .cancel
        if var timeout = try fields.optionalFields("timeout_ms") {
            defaultTimeout = try timeout.optionalMilliseconds("default", in: 1...86_400_000)
            maximumTimeout = try timeout.optionalMilliseconds("max", in: 1...86_400_000)
            try timeout.end()
        }
        overflow = []
        for text in try fields.strings("overflow", count: 0...3) {
            guard let policy = Overflow(rawValue: text), !overflow.contains(policy) else {
                throw fields.fault("overflow", "must contain lossless, latest or drop_oldest, each at most once")
            }
            overflow.append(policy)
        }
        isResumable = try fields.optionalBool("resume") ?? false
        doc = try fields.string("doc", bytes: 1...4096)
        try fields.end()
        try check(fields)
    }

    /// Checks the rules between members.
    private func check(_ fields: JSONFields) throws(FieldFault) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let characters = Set("abcdefghijklmnopqrstuvwxyz0123456789_")
        guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(characters.contains) }) else {
            throw fields.fault("name", "must be a name such as session.get")
        }
        switch kind {
        case .unary:
            guard items.isEmpty else { throw fields.fault("items", "is allowed only for a stream") }
            guard overflow.isEmpty else { throw fields.fault("overflow", "is allowed only for a stream") }
            guard !isResumable else { throw fields.fault("resume", "is allowed only for a stream") }
            guard defaultTimeout != nil, maximumTimeout != nil else {
                throw fields.fault("timeout_ms", "must give a default and a maximum for a unary method")
            }
        case .stream:
            guard !overflow.isEmpty else { throw fields.fault("overflow", "is missing") }
        }
        if let defaultTimeout, let maximumTimeout, defaultTimeout > maximumTimeout {
            throw fields.fault("timeout_ms", "must not have a default above its maximum")
        }
    }

    private static func schema(
        _ key: StaticString, _ fields: inout JSONFields, _ types: JSONObject
    ) throws(FieldFault) -> Schema {
        try Schema(json: try fields.json(key), types: types, at: fields.pointer(key))
    }

    private static func items(_ fields: inout JSONFields, _ types: JSONObject) throws(FieldFault) -> [ItemRule] {
        guard let json = fields.optionalJSON("items") else { return [] }
        guard case .object(let object) = json else { throw fields.fault("items", "must be an object") }
        var items: [ItemRule] = []
        for member in object.members {
            let path = fields.pointer("items") + FieldFault.token(member.key)
            items.append(ItemRule(kind: member.key, data: try Schema(json: member.value, types: types, at: path)))
        }
        return items
    }
}

/// The policy that applies if a stream's reader is slower than the stream's events (`Protocol/framing.md` section 5.2).
package typealias OverflowPolicy = ContractMethod.Overflow
