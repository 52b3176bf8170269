package import Wire

/// A method of the session service: its name and its types. `Protocol/contract/session.json` is the authority.
package protocol SessionMethod: Sendable {
    associatedtype Params: JSONCodable
    associatedtype Result: JSONCodable

    /// The wire's name: `session.get`.
    static var name: String { get }
}

/// The methods that change nothing: a call that is lost had no effect.
///
/// By the contracts, these are the methods that may be repeated and that end with their connection, except those that
/// give out a code, answer a prompt, or set the level of the log.
package enum ReadingMethods {
    package static let names: Set<String> = [
        "audit.list", "audit.verify", "credentials.list", "credentials.nearby", "credentials.watch", "locks.grants",
        "locks.list", "providers.list", "rpc.can", "rpc.describe", "rpc.health", "rpc.health.watch", "rpc.metrics",
        "rpc.stats", "rpc.whoami", "session.get", "session.list", "session.watch", "unlock.watch",
    ]
}

extension OutgoingCall {
    /// The same call, marked if its method only reads.
    package var markedIfItOnlyReads: OutgoingCall {
        var call = self
        call.onlyReads = ReadingMethods.names.contains(method)
        return call
    }
}

/// A method that answers items before its reply.
package protocol SessionStream: SessionMethod {
    associatedtype Item: SessionItem
}

/// An item of a stream, by its kind.
package protocol SessionItem: Sendable, Hashable {
    /// Nil for a kind that this version does not know; the caller ignores the item.
    init?(kind: String, data: JSON) throws(FieldFault)

    /// The wire item's `kind`.
    var kind: String { get }

    /// The wire item's `data`.
    var json: JSON { get }
}

/// `{}`: the result of a method that has nothing to tell.
package struct Nothing: JSONRecord, Hashable {
    package init() {}

    /// Accepts any object: newer versions may add members.
    package init(fields: inout JSONFields) throws(FieldFault) {}

    package func writeMembers(to writer: inout JSONWriter) {}
}
