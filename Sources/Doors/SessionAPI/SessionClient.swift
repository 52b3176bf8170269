package import RPC
package import Wire

/// The session's methods over one connection that tasks share.
package struct SessionClient: Sendable {
    /// The connection below, for methods without types.
    package let rpc: RPCClient

    package init(_ rpc: RPCClient) {
        self.rpc = rpc
    }

    /// Calls a unary method and waits for its result. A result that breaks the contract is `rpc.server_fault`.
    package func call<Method: SessionMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil
    ) async throws(WireError) -> Method.Result {
        try await rpc.call(Method.name, with: params, timeout: timeout)
    }

    /// Calls a stream method. ``UnlockStart`` requires `idem`: make one per intent.
    package func stream<Method: SessionStream>(
        _ method: Method.Type, _ params: Method.Params, idem: String? = nil
    ) async throws(WireError) -> SessionItems<Method> {
        SessionItems(try await rpc.stream(Method.name, try params.checkedParams(), idem: idem))
    }
}

/// The items of a stream of the session, then its result. One task reads; see ``ClientStream`` for cancellation.
package struct SessionItems<Method: SessionStream>: Sendable {
    /// The stream below.
    package let stream: ClientStream

    init(_ stream: ClientStream) {
        self.stream = stream
    }

    /// The next item of a known kind; nil when the call has ended with a result. Throws the call's error.
    package func next() async throws(WireError) -> Method.Item? {
        while let item = try await stream.next() {
            if let item = try Method.item(item) { return item }
        }
        return nil
    }

    /// The result of the call; items that were not read are dropped. Throws the call's error.
    package func result() async throws(WireError) -> Method.Result {
        try Method.result(try await stream.result())
    }

    /// Asks the server to end the call. It still ends with its one reply.
    package func cancel() { stream.cancel() }
}

extension SessionMethod {
    /// What the daemon said is not what its contract says. A method that only reads has done nothing all the same.
    fileprivate static func notAsAgreed(_ what: String, _ fault: FieldFault) -> WireError {
        var error = WireError.serverFault("\(what) of \(name) is not as agreed: \(fault)")
        if ReadingMethods.names.contains(name) { error.effect = .none }
        return error
    }

    /// Decodes a reply's result.
    package static func result(_ text: JSONText) throws(WireError) -> Result {
        do throws(FieldFault) {
            return try Result(text: text)
        } catch {
            throw notAsAgreed("the result", error)
        }
    }
}

extension SessionStream {
    /// Decodes an item; nil for a kind that this version does not know.
    package static func item(_ item: Wire.Item) throws(WireError) -> Item? {
        do throws(FieldFault) {
            return try Item(kind: item.kind, data: item.data.json)
        } catch {
            throw notAsAgreed("an item", error)
        }
    }
}
