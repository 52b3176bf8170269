extension FieldFault {
    /// The line and the column in `bytes` at which the faulty value is. Both are counted from 1. If the value is
    /// missing, this is the start of the text. `bytes` must be the decoded text.
    package func position(in bytes: [UInt8]) -> (line: Int, column: Int) {
        JSONFault(.unexpectedKind, at: JSONPlace.offset(of: field, in: bytes) ?? 0).position(in: bytes)
    }
}

/// Finds the place in a JSON text that a JSON Pointer refers to.
private enum JSONPlace {
    /// The number of bytes before the value to which `pointer` refers. Returns nil if there is no such value.
    static func offset(of pointer: String, in bytes: [UInt8]) -> Int? {
        let tokens = pointer.unicodeScalars.split(separator: "/").map { FieldFault.key(String($0)) }
        var reader = JSONReader(bytes)
        guard let offset = try? find(tokens[...], &reader) else { return nil }
        // Blanks may precede the value.
        return bytes[offset...].firstIndex { !" \t\r\n".utf8.contains($0) } ?? offset
    }

    private static func find(_ tokens: ArraySlice<String>, _ reader: inout JSONReader) throws(JSONFault) -> Int? {
        guard let token = tokens.first else {
            let offset = reader.offset
            _ = try reader.raw()
            return offset
        }
        var found: Int?
        try reader.object { (reader, key) throws(JSONFault) in
            if key.isSpelled(as: token), let element = tokens.dropFirst().first, Int(element) != nil {
                found = reader.offset
                _ = try reader.raw()
            } else if key.isSpelled(as: token) {
                found = try find(tokens.dropFirst(), &reader)
            } else {
                _ = try reader.raw()
            }
        }
        return found
    }
}
