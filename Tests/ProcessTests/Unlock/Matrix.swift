import Foundation
import TestSupport
import Wire

/// The daemon's decision about a call, made before the call's work begins.
enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The daemon refuses the connection itself, with `rpc.peer_refused`.
    case refused
    case unknownMethod
    case permissionDenied
    case initializationRequired
    case activationRequired
    /// The work of the call has begun.
    case served
}

/// The rights of each caller. They are derived only from the contracts and `DESIGN`.
enum Matrix {
    /// A user, with the numbers by which the kernel identifies the user.
    struct Person: Sendable, Hashable {
        var uid: UInt32
        var groups: [UInt32] = []
    }

    /// The users that a socket admits.
    struct Door: Sendable {
        var users: Set<UInt32>
        var groups: Set<UInt32> = []

        /// Whether the socket admits a user. Every unknown user appears as the overflow user, so this user is never
        /// admitted, no matter which groups it is in.
        func admits(_ person: Person) -> Bool {
            person.uid != 65_534 && (users.contains(person.uid) || !groups.isDisjoint(with: person.groups))
        }
    }

    /// A daemon with its sockets and with the contracts that it serves.
    struct Server: Sendable {
        var name: String
        var contracts: [Contract]
        var doors: [String: Door]
        var paths: [String: String]
        /// The users who may send reports of public screens.
        var kiosks: Set<UInt32> = []

        func find(_ method: String) -> (contract: Contract, method: ContractMethod)? {
            for contract in contracts {
                if let found = contract[method: method] { return (contract, found) }
            }
            return nil
        }
    }

    /// The state of the caller's session.
    enum State: String, Sendable, Hashable { case none, initialized, active }

    /// A caller, with their socket and their session.
    struct Caller: Sendable {
        var name: String
        var person: Person
        var socket: String
        /// The session that is named in the caller's calls, if they can name a session.
        var session: String?
        var state: State = .none
        /// The token with which the session is signed in.
        var token: String?
    }

    static func expected(_ name: String, by caller: Caller, at server: Server) -> Verdict {
        guard server.doors[caller.socket]?.admits(caller.person) == true else { return .refused }
        guard let method = server.find(name)?.method else { return .unknownMethod }
        guard method.sockets.contains(caller.socket) else { return .permissionDenied }
        if name == "kiosk.report", !server.kiosks.contains(caller.person.uid) { return .permissionDenied }
        // Administrators' methods concern the sessions of all users.
        guard caller.socket != "admin" else { return .served }
        return switch (method.needs, caller.state) {
        case (.none, _), (_, .active), (.initialized, .initialized): .served
        case (.initialized, .none), (.active, .none): .initializationRequired
        case (.active, .initialized): .activationRequired
        }
    }

    /// The verdict that follows from an error. Nil if the error is neither a refusal nor one of the method's own
    /// errors.
    static func verdict(of error: JSON?, calling name: String, at server: Server) -> Verdict? {
        let reason = error?["reason"]?.stringValue ?? ""
        let method = server.find(name)?.method
        switch (reason, method?.needs ?? .none) {
        case ("rpc.peer_refused", _): return .refused
        case ("rpc.unknown_method", _): return .unknownMethod
        case ("rpc.method_not_permitted", _): return .permissionDenied
        case ("seam.initialization_required", .initialized), ("seam.initialization_required", .active):
            return .initializationRequired
        case ("seam.activation_required", .active): return .activationRequired
        default: break
        }
        guard let method else { return nil }
        // If a stream waits until its deadline, it has begun, so it counts as served.
        let isWaiting = method.kind == .stream && reason == "rpc.deadline_exceeded"
        return isWaiting || method.reasons.contains(reason) ? .served : nil
    }

    /// Parameters to try, which are all valid according to the schema. The parameters are of two kinds: only the
    /// required members, or the required members and one optional member. Some methods require one of several members,
    /// and schemas cannot express this.
    static func params(of name: String, for caller: Caller, at server: Server) -> [JSON] {
        guard let (contract, method) = server.find(name), case .object(let rule) = contract.target(of: method.params)
        else { return [[:]] }
        let samples = SchemaSamples(contract)
        func members(_ properties: [Schema.Property]) -> JSONObject {
            JSONObject(
                properties.compactMap { property in
                    samples.valid(property.schema).first.map { JSONMember(key: property.name, value: spelled($0)) }
                })
        }
        var fewest = members(rule.properties.filter(\.isRequired))
        let hasSession = rule.properties.contains { $0.name == "session" }
        if let session = caller.session, hasSession { fewest["session"] = .string(session) }
        let others = rule.properties.filter { !$0.isRequired && $0.name != "session" }
        return [JSON.object(fewest)]
            + others.compactMap { property in
                guard let value = samples.valid(property.schema).first else { return nil }
                var more = fewest
                more[property.name] = spelled(value)
                return .object(more)
            }
    }

    /// Replaces a sample of a UUID with a real UUID, because the schema of a UUID does not say where the hyphens are.
    private static func spelled(_ sample: JSON) -> JSON {
        switch sample {
        case .string(let text) where text.count == 36 && text.allSatisfy({ $0.isHexDigit || $0 == "-" }):
            "00002902-0000-1000-8000-00805f9b34fb"
        case .array(let elements): .array(elements.map(spelled))
        case .object(let object):
            .object(JSONObject(object.members.map { JSONMember(key: $0.key, value: spelled($0.value)) }))
        case .null, .bool, .integer, .number, .string: sample
        }
    }

    static func contract(_ name: String) throws -> Contract { try Contract(bytes: bytes(of: name)) }

    /// The bytes of a contract's file.
    static func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(Products.package)Protocol/contract/\(name).json")))
    }
}

/// A connection in text mode. Each call on it is answered before the next is made.
final class MatrixClient {
    /// The end of a call. If the call is an admitted stream, this is its first item.
    enum Answer {
        case result(JSON)
        case item(JSON)
        /// The error in a reply, or in the goaway that comes instead of the reply.
        case error(JSON)
    }

    private let socket: String
    private var connection: UnixConnection?
    private var lastID: Int64 = 0

    /// Creates a client. The client connects when it makes its first call, because the daemon immediately disconnects a
    /// refused caller.
    init(_ socket: String) { self.socket = socket }

    func call(_ name: String, _ params: JSON, method: ContractMethod? = nil) throws -> Answer {
        lastID += 1
        let isStream = method?.kind == .stream
        let idem = "one-of-the-matrix-\(lastID)"
        let call = JSON.members(
            ("type", "call"), ("id", .integer(lastID)), ("method", .string(name)), ("params", params),
            ("timeout_ms", isStream ? 1500 : nil), ("idem", method?.idem == .required ? .string(idem) : nil))
        let hello = #"{"type":"hello","proto":[1],"client":{"name":"matrix","version":"1"}}"# + "\n"
        let isFirst = self.connection == nil
        let connection = try self.connection ?? UnixConnection(socket)
        self.connection = connection
        do { try connection.send((isFirst ? hello : "") + call.text + "\n") } catch {
            // A refused caller may be disconnected before it has sent anything, but it can still read the reason.
            guard isFirst else { throw error }
        }
        var first: JSON?
        while true {
            let message = try message(from: connection)
            if message["type"] == "goaway" { return .error(message) }
            guard message["id"] == .integer(lastID) else { continue }
            if message["type"] == "reply" {
                if let first { return .item(first) }
                return message["result"].map(Answer.result) ?? .error(message["error"] ?? .null)
            }
            if first == nil {
                try connection.send(JSON.members(("type", "cancel"), ("id", .integer(lastID))).text + "\n")
            }
            first = message
        }
    }

    private func message(from connection: UnixConnection) throws -> JSON {
        do { return try JSON(parsing: try connection.line().utf8) } catch {
            // If a caller is refused before its first byte is read, the refusal comes in a frame.
            let rest = connection.rest()
            guard rest.first == 0 else { throw error }
            return try JSON(parsing: rest.dropFirst(4))
        }
    }
}
