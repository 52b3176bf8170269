package import RPC
package import Wire

extension BlockingClient {
    /// Calls a unary method and waits for its result. Parameters that cannot be valid are not sent.
    package func call<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil
    ) throws(WireError) -> Method.Result {
        var outgoing = OutgoingCall(unary: Method.name, params: try params.checkedParams(), timeout: timeout)
        outgoing.onlyReads = Method.onlyReads
        let reply = try call(outgoing)
        return try Method.result(reply)
    }

    /// Calls a stream method, passes each item of a known kind to `onItem` together with its message, and waits for the
    /// result. An item that breaks the contract cancels the call, which then ends with `rpc.server_fault`.
    package func stream<Method: TypedStream>(
        _ method: Method.Type, _ params: Method.Params, idem: String? = nil, onItem: (Method.Item, Wire.Item) -> Step
    ) throws(WireError) -> Method.Result {
        var outgoing = OutgoingCall(stream: Method.name, params: try params.checkedParams(), idem: idem)
        outgoing.onlyReads = Method.onlyReads
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

    /// Reads the elements of a list, page by page, up to `limit`.
    package func list<Method: TypedMethod, Element>(
        _ method: Method.Type, limit: Int = 10_000, params: @escaping (PageParams) -> Method.Params
    ) throws(WireError) -> [Element] where Method.Result == Page<Element> {
        var reader = PageReader(method, limit: min(200, limit), params: params)
        var elements: [Element] = []
        while elements.count < limit, let page = try reader.next(from: self) { elements += page }
        return Array(elements.prefix(limit))
    }
}

/// Reads a list page by page.
package struct PageReader<Method: TypedMethod, Element: Listed> where Method.Result == Page<Element> {
    /// If this number of pages in a row is empty, the list counts as endless.
    private static var mostEmpty: Int { 1_000 }

    private let params: (PageParams) -> Method.Params
    private var page: PageParams?
    private var empty = 0

    /// Creates a reader of pages with at most `limit` elements (1 to 200).
    package init(_ method: Method.Type, limit: Int = 200, params: @escaping (PageParams) -> Method.Params) {
        self.params = params
        page = PageParams(limit: limit)
    }

    /// The parameters for the next page, or nil after the last page.
    package var next: Method.Params? { page.map(params) }

    /// Takes the next page, and returns its elements. A page may be empty.
    package mutating func take(_ answer: Page<Element>) throws(WireError) -> [Element] {
        empty = answer.elements.isEmpty ? empty + 1 : 0
        guard let token = answer.nextPageToken else {
            page = nil
            return answer.elements
        }
        guard token != page?.pageToken, empty < Self.mostEmpty else {
            throw .serverFault("\(Method.name) returns more and more pages")
        }
        page?.pageToken = token
        return answer.elements
    }

    /// Requests the next page, and returns its elements. A page may be empty. Returns nil after the last page.
    package mutating func next(from client: BlockingClient) throws(WireError) -> [Element]? {
        guard let next else { return nil }
        return try take(try client.call(Method.self, next))
    }
}
