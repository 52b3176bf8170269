extension String: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Int64: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.integer(self) }
}

extension Int: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension UInt32: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.integer(Int64(self)) }
}

extension Bool: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.bool(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
    @inlinable
    package func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Timestamp: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.string(description) }
}

extension JSON: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.value(self) }
}

extension JSONText: JSONWritable {
    @usableFromInline
    package func write(to writer: inout JSONWriter) { writer.text(self) }
}
