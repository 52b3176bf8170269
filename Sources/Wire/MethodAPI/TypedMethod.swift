package import Wire

/// A method of a service: its name and its types. The service's contract in `Protocol/contract` is authoritative.
package protocol TypedMethod: Sendable {
    associatedtype Params: JSONCodable
    associatedtype Result: JSONCodable

    /// The name on the wire: `session.get`.
    static var name: String { get }
    /// Whether the method changes nothing, so a lost call had no effect.
    static var onlyReads: Bool { get }
    /// The error for an answer that does not match the contract.
    static func disagreement(_ what: String, _ fault: FieldFault) -> WireError
}

/// A method that changes nothing.
package protocol ReadingMethod: TypedMethod {}

extension ReadingMethod {
    package static var onlyReads: Bool { true }
}

extension TypedMethod {
    package static var onlyReads: Bool { false }

    /// The server is at fault. A method that only reads has no effect in any case.
    package static func disagreement(_ what: String, _ fault: FieldFault) -> WireError {
        var error = WireError.serverFault("\(what) of \(name) is not as agreed: \(fault)")
        if onlyReads { error.effect = .none }
        return error
    }

    /// Decodes a reply's result.
    package static func result(_ text: JSONText) throws(WireError) -> Result {
        do throws(FieldFault) {
            return try Result(text: text)
        } catch {
            throw disagreement("the result", error)
        }
    }
}

/// A method that sends items before its reply.
package protocol TypedStream: TypedMethod {
    associatedtype Item: StreamItem
}

/// An item of a stream, by its kind.
package protocol StreamItem: Sendable, Hashable {
    /// Nil for a kind unknown to this version; the caller ignores the item.
    init?(kind: String, data: JSON) throws(FieldFault)

    /// The wire item's `kind`.
    var kind: String { get }

    /// The wire item's `data`.
    var json: JSON { get }
}

/// `{}`: the result of a method without one.
package struct Nothing: JSONRecord, Hashable {
    package init() {}

    /// Accepts any object: newer versions may add members.
    package init(fields: inout JSONFields) throws(FieldFault) {}

    package func writeMembers(to writer: inout JSONWriter) {}
}

/// The parameters of a method that takes no parameters.
package struct NoParams: JSONRecord, Hashable {
    package init() {}

    package init(fields: inout JSONFields) throws(FieldFault) { try fields.end() }

    package func writeMembers(to writer: inout JSONWriter) {}
}

extension TypedStream {
    /// Decodes an item; nil for a kind unknown to this version.
    package static func item(_ item: Wire.Item) throws(WireError) -> Item? {
        do throws(FieldFault) {
            return try Item(kind: item.kind, data: item.data.json)
        } catch {
            throw disagreement("an item", error)
        }
    }
}

/// A value that is a string on the wire.
package protocol WireText: JSONReadable, JSONWritable, CustomStringConvertible {
    /// The fault for any other text: `must be a UUID in lower case`.
    static var rule: StaticString { get }

    /// The value of a text, or nil.
    init?(_ text: String)
}

extension WireText {
    package init(reading cursor: inout JSONCursor) throws(FieldFault) {
        guard let text = cursor.string(), let value = Self(text) else { throw FieldFault("", "\(Self.rule)") }
        self = value
    }

    package func write(to writer: inout JSONWriter) { writer.string(description) }
}
