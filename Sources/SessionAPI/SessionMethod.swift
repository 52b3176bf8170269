package import Wire

/// A method of the session service: its name and its types. `Protocol/contract/session.json` is the authority.
package protocol SessionMethod: Sendable {
    associatedtype Params: JSONCodable
    associatedtype Result: JSONCodable

    /// The wire's name: `session.get`.
    static var name: String { get }
}

/// A method that answers items before its reply.
package protocol SessionStream: SessionMethod {
    associatedtype Item: SessionItem
}

/// An item of a stream, by its kind.
package protocol SessionItem: Sendable, Hashable {
    /// Nil for a kind that this version does not know: ignore it.
    init?(kind: String, data: JSON) throws(FieldFault)

    /// The wire item's `kind`.
    var kind: String { get }

    /// The wire item's `data`.
    var json: JSON { get }
}

/// `{}`: the result of a method that has nothing to tell.
package struct Nothing: JSONRecord, Hashable {
    package init() {}

    /// Accepts any object: newer versions may tell something.
    package init(fields: inout JSONFields) throws(FieldFault) {}

    package func writeMembers(to writer: inout JSONWriter) {}
}
