import RPC
import SessionAPI
import Wire

/// The answer of `rpc.describe` about a service.
struct DescribedService {
    let service: String
    /// The contract's file.
    let file: JSON
    /// The reason why the daemon refuses a method, by the method's name. A method that the daemon accepts has no such
    /// error.
    let refusals: [String: String]
    /// The result as received.
    let answer: JSONText

    /// Asks the daemon about one service. Throws `rpc.unknown_service`, the errors of the connection, or
    /// `rpc.server_fault` for an unreadable answer.
    init(_ service: String, from client: BlockingClient) throws(WireError) {
        let params = JSONText(["service": .string(service)])
        let answer = try client.call(OutgoingCall(unary: "rpc.describe", params: params).markedIfItOnlyReads)
        let json = answer.json
        guard let text = json["contract"]?.stringValue, let bytes = Base64URL.decode(text),
            let file = try? JSON(parsing: bytes)
        else { throw WireError(.internal, "rpc.server_fault", "the daemon's contract cannot be read") }
        let told = (json["methods"]?.arrayValue ?? []).compactMap { entry -> (String, String)? in
            guard let name = entry["name"]?.stringValue, entry["authorized"] == false else { return nil }
            return (name, entry["why"]?.stringValue ?? "not permitted")
        }
        self.service = service
        self.file = file
        self.answer = answer
        refusals = Dictionary(told) { first, _ in first }
    }

    /// The services that the daemon lists, and the answer as received.
    static func names(from client: BlockingClient) throws(WireError) -> (names: [String], answer: JSONText) {
        let answer = try client.call(OutgoingCall(unary: "rpc.describe").markedIfItOnlyReads)
        let listed = answer.json["services"]?.arrayValue ?? []
        return (listed.prefix(8).compactMap { $0["service"]?.stringValue }, answer)
    }

    /// The entries of the service's methods.
    var methods: [JSON] { file["methods"]?.arrayValue ?? [] }

    /// The entry of one method.
    func method(_ name: String) -> JSON? { methods.first { $0["name"]?.stringValue == name } }
}
