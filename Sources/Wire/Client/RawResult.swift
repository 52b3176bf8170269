/// A result as it arrived, of which nothing is known but where it stands: ``decoded(_:)`` checks it and decodes it in
/// one pass.
package struct RawResult: Sendable {
    /// That of the reply's frame.
    private let payload: [UInt8]
    /// Where the result begins; it ends before the last byte of the payload.
    private let start: Int

    init(payload: [UInt8], start: Int) {
        self.payload = payload
        self.start = start
    }

    /// Throws `rpc.server_fault` for what is no JSON, or not as the value has it.
    package func decoded<Value: JSONReadable>(_: Value.Type = Value.self) throws(WireError) -> Value {
        var cursor = JSONCursor(unchecked: payload[...])
        cursor.restart(at: start)
        if let value = try? Value(reading: &cursor), cursor.trust == .unchecked, cursor.index == payload.count - 1 {
            return value
        }
        return try Value(result: try text())
    }

    /// The result, once it was checked. Throws `rpc.server_fault` for what is no JSON.
    package func text() throws(WireError) -> JSONText {
        do throws(ProtocolFault) {
            if case .reply(_, .result(let result)) = try ServerMessage.decode(payload) { return result }
        } catch {
            throw .noMessage(error)
        }
        throw .serverFault("the server sent what is no reply")
    }
}

extension JSONReadable {
    /// Decodes the result of a call. Throws `rpc.server_fault` for one that is not as the value has it.
    package init(result text: JSONText) throws(WireError) {
        var cursor = JSONCursor(text)
        do throws(FieldFault) {
            try self.init(reading: &cursor)
        } catch {
            throw .serverFault("a result is not as agreed: \(error)")
        }
    }
}

extension WireError {
    static func noMessage(_ fault: ProtocolFault) -> WireError {
        .serverFault("the server sent what is no message: \(fault.description)")
    }
}
