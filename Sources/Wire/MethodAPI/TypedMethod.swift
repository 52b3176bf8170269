package import Wire

/// A method of a service, with its name and its types. The service's contract in `Protocol/contract` is authoritative.
package protocol TypedMethod: Sendable {
    associatedtype Params: JSONCodable
    associatedtype Result: JSONCodable

    /// The method's name on the wire, for example `session.get`.
    static var name: String { get }
    /// Whether the method changes nothing, so that a lost call had no effect.
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

    /// The error for an answer that does not match the contract. The server is at fault. A method that only reads has
    /// no effect in any case.
    package static func disagreement(_ what: String, _ fault: FieldFault) -> WireError {
        var error = WireError.serverFault("\(what) of \(name) does not match the contract: \(fault)")
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

/// An item of a stream, which is decoded by its kind.
package protocol StreamItem: Sendable, Hashable {
    /// Decodes an item. Returns nil if this version does not know the kind. The caller then ignores the item.
    init?(kind: String, data: JSON) throws(FieldFault)

    /// The item's `kind` on the wire.
    var kind: String { get }

    /// The item's `data` on the wire.
    var json: JSON { get }
}

/// The empty result `{}` of a method that returns nothing.
package struct Nothing: JSONRecord, Hashable {
    package init() {}

    /// Accepts any object, because newer versions may add members.
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
    /// Decodes an item, or returns nil if this version does not know the item's kind.
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
    /// The rule in words, for example `must be a UUID in lower case`. It becomes the fault of every text that breaks
    /// the rule.
    static var rule: StaticString { get }

    /// Reads a text, or returns nil if it is not a value of this type.
    init?(_ text: String)
}

extension WireText {
    package init(reading cursor: inout JSONCursor) throws(FieldFault) {
        guard let text = cursor.string(), let value = Self(text) else { throw FieldFault("", "\(Self.rule)") }
        self = value
    }

    package func write(to writer: inout JSONWriter) { writer.string(description) }
}
