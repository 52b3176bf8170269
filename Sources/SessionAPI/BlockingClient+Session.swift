package import RPC
package import Wire

extension BlockingClient {
    /// Calls a unary method and waits for its result.
    package func call<Method: SessionMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil
    ) throws(WireError) -> Method.Result {
        let reply = try call(OutgoingCall(unary: Method.name, params: params.jsonText, timeout: timeout))
        return try Method.result(reply)
    }

    /// Calls a stream method, hands each item of a known kind to `onItem` with the message that brought it, and waits for
    /// the result. An item that is not as the contract says cancels the call, which then ends in `rpc.server_fault`.
    package func stream<Method: SessionStream>(
        _ method: Method.Type, _ params: Method.Params, idem: String? = nil, onItem: (Method.Item, Wire.Item) -> Step
    ) throws(WireError) -> Method.Result {
        let outgoing = OutgoingCall(stream: Method.name, params: params.jsonText, idem: idem)
        var fault: WireError?
        let reply = try stream(outgoing) { message in
            do throws(WireError) {
                guard let item = try Method.item(message) else { return .more }
                return onItem(item, message)
            } catch {
                fault = error
                return .cancel
            }
        }
        if let fault { throw fault }
        return try Method.result(reply)
    }

    /// All elements of a list, page by page, up to `limit`.
    package func list<Method: SessionMethod, Element>(
        _ method: Method.Type, limit: Int = 10_000, params: (PageParams) -> Method.Params
    ) throws(WireError) -> [Element] where Method.Result == Page<Element> {
        var elements: [Element] = []
        var page = PageParams(limit: min(200, limit))
        while true {
            let answer = try call(method, params(page))
            elements += answer.elements
            guard let token = answer.nextPageToken, elements.count < limit else { return Array(elements.prefix(limit)) }
            guard !answer.elements.isEmpty, token != page.pageToken else {
                throw .serverFault("the pages of \(Method.name) do not end")
            }
            page.pageToken = token
        }
    }
}
