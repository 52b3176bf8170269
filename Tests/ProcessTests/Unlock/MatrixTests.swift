import Glibc
import TestSupport
import Testing
import Wire

/// For every kind of user, calls every method of every contract. Each call must have the result that the contracts
/// require. The test needs root to act as other users.
@Suite(.serialized, .enabled(if: canBeOtherUsers, "takes on other users: run it as root")) struct MatrixTests {
    private static let owner: UInt32 = 63_050
    private static let member: UInt32 = 63_051
    private static let stranger: UInt32 = 63_052
    private static let administrator: UInt32 = 63_053
    private static let broker: UInt32 = 63_054
    private static let nobody: UInt32 = 65_534
    private static let group: UInt32 = 63_059
    private static let services = ["session", "rpc", "radio", "provider", "kiosk", "locks"]

    @Test("matrix: every method is answered as the contracts say")
    func everyMethodIsAnsweredAsTheContractsSay() async throws {
        // The limits are high, because a refused caller makes a new connection for each method.
        let limits: JSON = ["connection_rate": 100_000, "connection_burst": 100_000]
        let allow: JSON = [
            "session": ["users": .strings(["\(Self.owner)"]), "groups": .strings(["\(Self.group)"])],
            "admin": ["users": .strings(["\(Self.administrator)"])],
        ]
        let kiosk: JSON = ["users": .strings(["\(Self.owner)"])]
        let system = try await TestSystem(configuration: ["allow": allow, "limits": limits, "kiosk": kiosk])
        let sessiond = try #require(system.sessionUID, "the session daemon runs as a user of its own")
        let radiod = try await LoneDaemon(
            .radio, uid: Self.broker,
            configuration: ["allow": ["radio": ["users": .strings(["\(sessiond)"])]], "limits": limits])
        try await radiod.awaitReady()
        let (session, radio) = try Self.servers(system, radiod, sessiond: sessiond)
        let methods = try Self.services.flatMap { try Matrix.contract($0).methods.map(\.name) } + ["session.no_such"]
        #expect(Set(methods).count == methods.count)

        let people = Self.people(sessiond: sessiond)
        var gates: [Matrix.Person: Gate] = [:]
        for person in people {
            gates[person] = try await Gate(
                uid: person.uid, groups: person.groups, to: session.paths.merging(radio.paths) { one, _ in one })
        }
        let tokens = try [system.cloud.token(), system.cloud.token()]
        let owner = try #require(gates[Matrix.Person(uid: Self.owner)])
        let visit = try Self.visit(owner.socket("session"), token: try system.cloud.token())
        var run = MatrixRun(gates: gates, methods: methods)
        let callers =
            Self.callers(ofSession: sessiond, tokens) + [
                .init(
                    name: "another connection of the owner, naming one that is a connection's alone",
                    person: Matrix.Person(uid: Self.owner), socket: "session", session: visit.session)
            ]
        try run.ask(session, callers, logs: { system.logs })
        guard case .result(let after) = try visit.client.call("session.get", [:]) else {
            throw TestFailure("the session of one connection is gone")
        }
        #expect(after["is_initialized"] == true, "\(after.text)")
        try run.ask(
            radio, people.map { .init(name: "user \($0.uid)", person: $0, socket: "radio") },
            logs: { radiod.process.errors })
        print("matrix: configured with \(JSON.members(("allow", allow), ("limits", limits)).text)")
        print("matrix: \(run.summary)")
        #expect(Set(run.verdicts.keys) == Set(Verdict.allCases), "the matrix shows less than it seems to")
        #expect(try await radiod.stop() == 0)
    }

    /// Opens a connection with its own session. Returns the connection and the session's name.
    private static func visit(_ socket: String, token: String) throws -> (client: MatrixClient, session: String) {
        let client = MatrixClient(socket)
        let params: JSON = ["token": .string(token), "ephemeral": true, "idle_timeout_ms": 3_600_000]
        guard case .result(let begun) = try client.call("session.initialize", params),
            let name = begun["name"]?.stringValue
        else { throw TestFailure("no session of one connection") }
        return (client, name)
    }

    /// On the admin socket, a method either concerns the sessions of all users, or is not available.
    @Test("matrix: administration names no session") func administrationNamesNoSession() async throws {
        let daemon = try await LoneDaemon(.session)
        try await daemon.awaitReady()
        let contract = try Matrix.contract("session")
        let client = MatrixClient(daemon.adminSocket)
        var count = 0
        for method in contract.methods where method.sockets.contains("admin") {
            guard case .object(let rule) = contract.target(of: method.params),
                rule.properties.contains(where: { $0.name == "session" })
            else { continue }
            count += 1
            guard case .error(let error) = try client.call(method.name, ["session": "default"], method: method) else {
                Issue.record("\(method.name) takes a session")
                continue
            }
            #expect(error["code"] == "invalid_argument", "\(method.name): \(error.text)")
            #expect(error["field"] == "/params/session", "\(method.name): \(error.text)")
        }
        #expect(count >= 2)
        #expect(try await daemon.stop() == 0)
    }

    private static func servers(
        _ system: TestSystem, _ radiod: LoneDaemon, sessiond: UInt32
    ) throws -> (session: Matrix.Server, radio: Matrix.Server) {
        let rpc = try Matrix.contract("rpc")
        let session = Matrix.Server(
            name: "seam-sessiond",
            contracts: [rpc] + (try ["session", "kiosk", "locks"].map { try Matrix.contract($0) }),
            // Root and the daemon's own user are always admitted to the daemon's sockets.
            doors: [
                "session": .init(users: [owner, 0, sessiond], groups: [group]),
                "admin": .init(users: [administrator, 0, sessiond]),
            ], paths: ["session": system.sessionSocket, "admin": system.adminSocket], kiosks: [owner])
        let radio = Matrix.Server(
            name: "seam-radiod", contracts: [try Matrix.contract("radio"), rpc],
            doors: ["radio": .init(users: [sessiond])], paths: ["radio": radiod.socket])
        return (session, radio)
    }

    private static func people(sessiond: UInt32) -> [Matrix.Person] {
        [owner, stranger, administrator, broker, sessiond, 0].map { .init(uid: $0) }
            + [.init(uid: member, groups: [group]), .init(uid: nobody, groups: [group])]
    }

    private static func callers(ofSession sessiond: UInt32, _ tokens: [String]) -> [Matrix.Caller] {
        let member = Matrix.Person(uid: member, groups: [group])
        let nobody = Matrix.Person(uid: nobody, groups: [group])
        let (owner, sessiond) = (Matrix.Person(uid: owner), Matrix.Person(uid: sessiond))
        let (administrator, stranger) = (Matrix.Person(uid: administrator), Matrix.Person(uid: stranger))
        let root = Matrix.Person(uid: 0)
        let own = "owned"
        return [
            .init(
                name: "the owner of the session", person: owner, socket: "session", session: own, state: .active,
                token: tokens[0]),
            .init(
                name: "the same user, a session that is not active", person: owner, socket: "session",
                session: "second", state: .initialized, token: tokens[1]),
            .init(name: "the same user, a session of nobody", person: owner, socket: "session", session: "third"),
            .init(name: "another user of the group", person: member, socket: "session", session: own),
            .init(name: "another user of the group, no name", person: member, socket: "session"),
            .init(name: "a user outside the group", person: stranger, socket: "session", session: own),
            .init(name: "root", person: root, socket: "session", session: own),
            .init(name: "the daemon itself", person: sessiond, socket: "session", session: own),
            .init(name: "an administrator", person: administrator, socket: "session", session: own),
            .init(name: "nobody, in the group", person: nobody, socket: "session", session: own),
            .init(name: "an administrator at their socket", person: administrator, socket: "admin"),
            .init(name: "root at the administrators' socket", person: root, socket: "admin"),
            .init(name: "the daemon at the administrators' socket", person: sessiond, socket: "admin"),
            .init(name: "the owner at the administrators' socket", person: owner, socket: "admin"),
            .init(name: "another user of the group, there", person: member, socket: "admin"),
            .init(name: "a user outside the group, there", person: stranger, socket: "admin"),
            .init(name: "nobody, there", person: nobody, socket: "admin"),
        ]
    }
}

/// Calls every method as every caller, and counts the results.
private struct MatrixRun {
    let gates: [Matrix.Person: Gate]
    let methods: [String]
    private(set) var verdicts: [Verdict: Int] = [:]
    private var callers = 0
    private var questions = 0

    init(gates: [Matrix.Person: Gate], methods: [String]) {
        self.gates = gates
        self.methods = methods
    }

    var summary: String {
        let counts = verdicts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key)" }
        return "\(verdicts.values.reduce(0, +)) combinations of \(methods.count) methods and \(callers) callers: "
            + "\(counts.joined(separator: ", ")); rpc.can asked \(questions) times"
    }

    mutating func ask(_ server: Matrix.Server, _ callers: [Matrix.Caller], logs: () -> String) throws {
        self.callers += callers.count
        for caller in callers {
            let gate = try #require(gates[caller.person])
            let isAdmitted = server.doors[caller.socket]?.admits(caller.person) == true
            var client = MatrixClient(gate.socket(caller.socket))
            if isAdmitted { try expectDescription(client, caller, server) }
            for name in methods {
                let expected = Matrix.expected(name, by: caller, at: server)
                try prepare(client, caller, isAdmitted: isAdmitted)
                let (verdict, params, seen) = try verdict(of: name, client, caller, server)
                #expect(verdict == expected, "\(caller.name): \(name) \(params.text)\n\(seen)\n\(logs())")
                verdicts[expected, default: 0] += 1
                guard isAdmitted else {
                    client = MatrixClient(gate.socket(caller.socket))
                    continue
                }
                try prepare(client, caller, isAdmitted: isAdmitted)
                try expectForecast(of: name, params, expected, client, caller, server)
            }
        }
    }

    /// Brings the caller's session into the state that the caller requires.
    private func prepare(_ client: MatrixClient, _ caller: Matrix.Caller, isAdmitted: Bool) throws {
        guard isAdmitted, caller.socket == "session" else { return }
        let session = JSON.members(("session", caller.session.map(JSON.string)))
        func demand(_ method: String, _ more: (String, JSON)? = nil) throws -> JSON {
            var params = session.objectValue ?? JSONObject()
            if let more { params[more.0] = more.1 }
            guard case .result(let result) = try client.call(method, .object(params)) else {
                throw TestFailure("\(caller.name): \(method) fails")
            }
            return result
        }
        let status = try demand("session.get")
        let state: Matrix.State =
            status["is_active"] == true ? .active : status["is_initialized"] == true ? .initialized : .none
        guard state != caller.state else { return }
        _ = try demand("session.deactivate", ("deintegrate", true))
        guard let token = caller.token else { return }
        _ = try demand("session.initialize", ("token", .string(token)))
        if caller.state == .active { _ = try demand("session.activate") }
    }

    /// Calls the method with different parameters until it accepts them.
    private func verdict(
        of name: String, _ client: MatrixClient, _ caller: Matrix.Caller, _ server: Matrix.Server
    ) throws -> (verdict: Verdict?, params: JSON, seen: String) {
        let found = server.find(name)
        var last: (verdict: Verdict?, params: JSON, seen: String) = (nil, [:], "")
        for params in Matrix.params(of: name, for: caller, at: server) {
            switch try client.call(name, params, method: found?.method) {
            case .item(let item): return (.served, params, item.text)
            case .result(let result):
                if let found { try found.contract.validate(result, against: found.method.result) }
                return (.served, params, result.text)
            case .error(let error):
                last = (Matrix.verdict(of: error, calling: name, at: server), params, error.text)
                guard error["reason"] == "rpc.invalid_params" else { return last }
            }
        }
        return last
    }

    /// Expects that `rpc.can` predicts the result of the call.
    private mutating func expectForecast(
        of name: String, _ params: JSON, _ expected: Verdict, _ client: MatrixClient, _ caller: Matrix.Caller,
        _ server: Matrix.Server
    ) throws {
        questions += 1
        let question = JSON.members(("method", .string(name)), ("params", params))
        guard case .result(let forecast) = try client.call("rpc.can", question) else {
            Issue.record("\(caller.name): rpc.can \(name) fails")
            return
        }
        let verdict: Verdict? =
            forecast["allowed"] == true ? .served : Matrix.verdict(of: forecast, calling: name, at: server)
        #expect(verdict == expected, "\(caller.name): rpc.can \(name): \(forecast.text)")
    }

    /// Expects that the matrix covers everything that the daemon's description of itself lists, so that no method is
    /// left out.
    private func expectDescription(_ client: MatrixClient, _ caller: Matrix.Caller, _ server: Matrix.Server) throws {
        guard case .result(let all) = try client.call("rpc.describe", [:]) else {
            throw TestFailure("\(caller.name): rpc.describe fails")
        }
        let services = (all["services"]?.arrayValue ?? []).compactMap { $0["service"]?.stringValue }
        #expect(services.sorted() == server.contracts.map(\.service).sorted(), "\(server.name)")
        for service in services {
            guard case .result(let one) = try client.call("rpc.describe", ["service": .string(service)]) else {
                throw TestFailure("\(caller.name): rpc.describe \(service) fails")
            }
            let served = one["contract"]?.stringValue.flatMap { Base64URL.decode($0) }
            #expect(try served == Matrix.bytes(of: service), "\(server.name): \(service) is another contract")
            for entry in one["methods"]?.arrayValue ?? [] {
                let name = entry["name"]?.stringValue ?? ""
                #expect(methods.contains(name), "\(server.name) has \(name), which is not in the matrix")
                // The member `authorized` does not depend on the session's state. It also does not depend on who may
                // send reports of public screens.
                let isThere = server.find(name)?.method.sockets.contains(caller.socket) ?? false
                #expect(entry["authorized"] == .bool(isThere), "\(caller.name): \(entry.text)")
            }
        }
    }
}
