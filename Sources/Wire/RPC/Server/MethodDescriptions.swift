import Wire

/// The answers of `rpc.describe`. They are encoded once, because they are large and anyone may ask for them.
struct MethodDescriptions {
    private struct Key: Hashable {
        let service: String
        let socket: String
    }

    private let services: JSONText
    private let descriptions: [Key: JSONText]

    /// `served` contains the names of the methods that have a handler.
    init(_ contracts: [ServedContract], served: Set<String>) {
        let sockets = Set(contracts.flatMap { $0.contract.methods.flatMap(\.sockets) })
        var descriptions: [Key: JSONText] = [:]
        for contract in contracts {
            for socket in sockets {
                let key = Key(service: contract.contract.service, socket: socket)
                // If a service has two contracts, the first one counts, as in the welcome.
                descriptions[key] = descriptions[key] ?? Self.description(of: contract, on: socket, served)
            }
        }
        self.descriptions = descriptions
        let entries = contracts.map { served in
            JSON.members(
                ("service", .string(served.contract.service)), ("version", .int(served.contract.version)),
                ("digest", .string(served.digest)))
        }
        services = JSONText(.members(("services", .array(entries))))
    }

    func register(in handlers: inout RPCHandlers) {
        let (services, descriptions) = (services, descriptions)
        handlers.unaryAtOnce("rpc.describe") { (context, params) throws(WireError) -> JSONText in
            guard let service = params.json["service"]?.stringValue else { return services }
            guard let description = descriptions[Key(service: service, socket: context.socket)] else {
                throw WireError(.notFound, "rpc.unknown_service", "this server has no such service")
            }
            return description
        }
    }

    private static func description(
        of served: ServedContract, on socket: String, _ handled: Set<String>
    ) -> JSONText {
        let methods = served.contract.methods.map { method in
            let obstacle: WireError? =
                if !method.sockets.contains(socket) {
                    .methodNotPermitted
                } else if !handled.contains(method.name) {
                    .unknownMethod(method.name)
                } else {
                    nil
                }
            return JSON.members(
                ("name", .string(method.name)), ("authorized", .bool(obstacle == nil)),
                ("why", obstacle.map { .string($0.reason) }))
        }
        return JSONText(
            .members(
                ("contract", .string(Base64URL.encode(served.bytes))), ("digest", .string(served.digest)),
                ("methods", .array(methods))))
    }
}
