/// A value that writes itself as JSON.
@usableFromInline
package protocol JSONWritable {
    /// Writes the value's JSON as one value.
    func write(to writer: inout JSONWriter)
}

/// A value that reads itself from JSON.
@usableFromInline
package protocol JSONReadable {
    /// Decodes the value at `cursor` and moves the cursor past it. Faults name the field relative to this value.
    init(reading cursor: inout JSONCursor) throws(FieldFault)
}

/// A value that can be made from JSON, and from which JSON can be made.
///
/// By default, ``JSONReadable/init(reading:)`` and ``JSONWritable/write(to:)`` use a tree of ``JSON`` values. A type
/// may provide faster versions. If a type is an object, it should be a ``JSONRecord``.
package protocol JSONCodable: JSONReadable, JSONWritable, Sendable {
    /// Decodes the value. `path` is the JSON Pointer of `json`, for faults.
    init(json: JSON, at path: String) throws(FieldFault)

    /// The value as JSON, without absent members.
    var json: JSON { get }
}

extension JSONCodable {
    /// Decodes a value that is not inside another value.
    package init(json: JSON) throws(FieldFault) { try self.init(json: json, at: "") }

    /// Decodes the value. For this, builds a tree of JSON values.
    package init(reading cursor: inout JSONCursor) throws(FieldFault) { try self.init(json: cursor.json(), at: "") }

    /// Decodes a value that is not inside another value. The text has already been checked, so it is not checked here.
    package init(text: JSONText) throws(FieldFault) {
        var cursor = JSONCursor(text)
        try self.init(reading: &cursor)
    }

    /// Writes ``json``.
    package func write(to writer: inout JSONWriter) { writer.value(json) }

    /// The value as JSON text for the wire.
    package var jsonText: JSONText { JSONWriter.text { write(to: &$0) } }
}

/// A value that is an object. The object is encoded and decoded member by member. Its bytes are written and read
/// directly.
package protocol JSONRecord: JSONCodable {
    /// Decodes the members. Faults from `fields` name the member.
    init(fields: inout JSONFields) throws(FieldFault)

    /// Writes the members. Decoding is fastest if the members have the same order in the text as in ``init(fields:)``.
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
