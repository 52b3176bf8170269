/// A value that writes its JSON.
@usableFromInline
package protocol JSONWritable {
    /// Writes the value's JSON as one value.
    func write(to writer: inout JSONWriter)
}

/// A value that reads its JSON.
@usableFromInline
package protocol JSONReadable {
    /// Decodes the value on which `cursor` stands, and leaves it behind the value. Faults name the field from this
    /// value on.
    init(reading cursor: inout JSONCursor) throws(FieldFault)
}

/// A value that knows its JSON.
///
/// ``JSONReadable/init(reading:)`` and ``JSONWritable/write(to:)`` go by way of the tree, unless the type has better
/// ones; a type that is an object is best a ``JSONRecord``.
package protocol JSONCodable: JSONReadable, JSONWritable, Sendable {
    /// Decodes; `path` is the JSON Pointer of `json`, for faults.
    init(json: JSON, at path: String) throws(FieldFault)

    /// The value's JSON, with absent members left out.
    var json: JSON { get }
}

extension JSONCodable {
    /// Decodes a value that stands alone.
    package init(json: JSON) throws(FieldFault) { try self.init(json: json, at: "") }

    /// Decodes by way of the tree.
    package init(reading cursor: inout JSONCursor) throws(FieldFault) { try self.init(json: cursor.json(), at: "") }

    /// Decodes a value that stands alone. Its text was checked, and is not checked again.
    package init(text: JSONText) throws(FieldFault) {
        var cursor = JSONCursor(text)
        try self.init(reading: &cursor)
    }

    /// Writes ``json``.
    package func write(to writer: inout JSONWriter) { writer.value(json) }

    /// The value's JSON as it travels.
    package var jsonText: JSONText { JSONWriter.text { write(to: &$0) } }
}

/// A value that is an object, coded member by member and straight from and to the bytes.
package protocol JSONRecord: JSONCodable {
    /// Decodes the members. The faults of `fields` name them.
    init(fields: inout JSONFields) throws(FieldFault)

    /// Writes the members, in the order in which ``init(fields:)`` asks for them: that one is the fastest.
    func writeMembers(to writer: inout JSONWriter)
}

extension JSONRecord {
    package init(reading cursor: inout JSONCursor) throws(FieldFault) {
        var fields = try JSONFields(taking: &cursor)
        do throws(FieldFault) {
            try self.init(fields: &fields)
        } catch {
            fields.giveBack(&cursor)
            throw error
        }
        fields.giveBack(&cursor)
    }

    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        try self.init(fields: &fields)
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    package var json: JSON { jsonText.json }
}
