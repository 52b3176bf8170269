/// A value that knows its JSON.
package protocol JSONCodable: Sendable {
    /// Decodes; `path` is the JSON Pointer of `json`, for faults.
    init(json: JSON, at path: String) throws(FieldFault)

    /// Decodes a value that stands alone, without checking its text again.
    init(text: JSONText) throws(FieldFault)

    /// The value's JSON, with absent members left out.
    var json: JSON { get }

    /// Writes the value's JSON as one value.
    func write(to writer: inout JSONWriter)
}

extension JSONCodable {
    /// Decodes a value that stands alone.
    package init(json: JSON) throws(FieldFault) { try self.init(json: json, at: "") }

    package init(text: JSONText) throws(FieldFault) { try self.init(json: text.json, at: "") }

    package func write(to writer: inout JSONWriter) { writer.value(json) }

    /// The value's JSON as it travels.
    package var jsonText: JSONText {
        var writer = JSONWriter()
        write(to: &writer)
        return JSONText(checked: writer.finish()[...])
    }
}
