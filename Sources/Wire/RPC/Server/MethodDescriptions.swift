import LinuxSupport
import Wire

/// The answers of `rpc.describe`. A description is encoded once, when somebody first asks for it, because it is large
/// and anyone may ask for it.
final class MethodDescriptions: Sendable {
    private struct Key: Hashable {
        let service: String
        let socket: String
    }

    private let contracts: [ServedContract]
    private let served: Set<String>
    private let services: JSONText
    private let descriptions = Locked<[Key: JSONText]>([:])

    /// `served` contains the names of the methods that have a handler.
    init(_ contracts: [ServedContract], served: Set<String>) {
        (self.contracts, self.served) = (contracts, served)
        let entries = contracts.map { served in
            JSON.members(
                ("service", .string(served.contract.service)), ("version", .int(served.contract.version)),
                ("digest", .string(served.digest)))
        }
        services = JSONText(.members(("services", .array(entries))))
    }

    func register(in handlers: inout RPCHandlers) {
        handlers.unaryAtOnce("rpc.describe") { [self] (context, params) throws(WireError) -> JSONText in
            guard let service = params.json["service"]?.stringValue else { return services }
            // If a service has two contracts, the first one counts, as in the welcome.
            guard let contract = contracts.first(where: { $0.contract.service == service }) else {
                throw WireError(.notFound, "rpc.unknown_service", "this server has no such service")
            }
            return descriptions.withLock { made in
                let key = Key(service: service, socket: context.socket)
                if let description = made[key] { return description }
                let description = Self.description(of: contract, on: context.socket, served)
                made[key] = description
                return description
            }
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
