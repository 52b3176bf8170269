extension JSONCodable {
    /// The text of a call's parameters. Throws `rpc.invalid_params` if every server of this version would refuse the
    /// parameters. A client therefore does not send parameters that cannot be valid.
    package func checkedParams() throws(WireError) -> JSONText {
        let text = jsonText
        if let unfit = Self.unfitMember(of: text) { throw .invalidParameter(unfit) }
        do throws(FieldFault) {
            _ = try Self(text: text)
        } catch {
            throw .invalidParameter(error)
        }
        return text
    }

    /// The first member whose value is not allowed on the wire, such as a string with U+0000.
    private static func unfitMember(of text: JSONText) -> FieldFault? {
        var reader = JSONReader(text.bytes)
        do throws(JSONFault) {
            return try reader.judgedObject()
        } catch {
            return FieldFault("", "must be JSON: \(error)")
        }
    }
}
