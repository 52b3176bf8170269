/// A result as it arrived. Only the result's place is known. ``decoded(_:)`` checks and decodes the result in one pass.
package struct RawResult: Sendable {
    /// The payload of the reply's frame.
    private let payload: [UInt8]
    /// The place where the result begins. The result ends before the last byte of the payload.
    private let start: Int

    init(payload: [UInt8], start: Int) {
        self.payload = payload
        self.start = start
    }

    /// Checks and decodes the result. Throws `rpc.server_fault` if the result is not JSON or does not fit the value.
    package func decoded<Value: JSONReadable>(_: Value.Type = Value.self) throws(WireError) -> Value {
        var cursor = JSONCursor(unchecked: payload[...])
        cursor.restart(at: start)
        if let value = try? Value(reading: &cursor), cursor.trust == .unchecked, cursor.index == payload.count - 1 {
            return value
        }
        return try Value(result: try text())
    }

    /// The checked result. Throws `rpc.server_fault` if the result is not JSON.
    package func text() throws(WireError) -> JSONText {
        do throws(ProtocolFault) {
            if case .reply(_, .result(let result)) = try ServerMessage.decode(payload) { return result }
        } catch {
            throw .noMessage(error)
        }
        throw .serverFault("the server sent something that is not a reply")
    }
}

extension JSONReadable {
    /// Decodes the result of a call. Throws `rpc.server_fault` if the result does not fit the value.
    package init(result text: JSONText) throws(WireError) {
        var cursor = JSONCursor(text)
        do throws(FieldFault) {
            try self.init(reading: &cursor)
        } catch {
            throw .serverFault("a result does not match the contract: \(error)")
        }
    }
}

extension WireError {
    static func noMessage(_ fault: ProtocolFault) -> WireError {
        .serverFault("the server sent something that is not a message: \(fault.description)")
    }
}
