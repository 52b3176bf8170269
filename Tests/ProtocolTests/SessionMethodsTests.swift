import RPC
import RadioModel
import SeamModel
import SessionAPI
import Testing
import Wire

/// The types of a method's parameters and results, as functions on JSON.
struct MethodTypes: Sendable {
    let name: String
    let params: @Sendable (JSON) throws -> JSON
    let result: @Sendable (JSON) throws -> JSON
    let item: (@Sendable (String, JSON) throws -> (String, JSON)?)?

    init<Method: TypedMethod>(_ method: Method.Type) {
        name = Method.name
        params = { try Method.Params(json: $0).json }
        result = { try Method.Result(json: $0).json }
        item = nil
    }

    init<Stream: TypedStream>(stream: Stream.Type) {
        name = Stream.name
        params = { try Stream.Params(json: $0).json }
        result = { try Stream.Result(json: $0).json }
        item = { kind, data in try Stream.Item(kind: kind, data: data).map { ($0.kind, $0.json) } }
    }

    static let all: [MethodTypes] = [
        MethodTypes(SessionInitialize.self), MethodTypes(SessionExchange.self), MethodTypes(SessionActivate.self),
        MethodTypes(SessionRefresh.self),
        MethodTypes(SessionDeactivate.self), MethodTypes(SessionForget.self), MethodTypes(SessionGet.self),
        MethodTypes(SessionList.self), MethodTypes(stream: SessionWatch.self), MethodTypes(CredentialsList.self),
        MethodTypes(stream: CredentialsWatch.self), MethodTypes(stream: CredentialsNearby.self),
        MethodTypes(CredentialsReveal.self),
        MethodTypes(stream: UnlockStart.self), MethodTypes(stream: UnlockWatch.self), MethodTypes(AuditList.self),
        MethodTypes(AuditVerify.self), MethodTypes(stream: LocksBind.self), MethodTypes(LocksAnswer.self),
        MethodTypes(LocksList.self), MethodTypes(LocksUnbind.self), MethodTypes(LocksGrant.self),
        MethodTypes(LocksRevoke.self), MethodTypes(LocksGrants.self), MethodTypes(ProvidersList.self),
        MethodTypes(ProvidersTry.self),
        MethodTypes(LocksStatus.self), MethodTypes(stream: LocksWatch.self),
        MethodTypes(stream: LocksRebind.self), MethodTypes(stream: LocksRotate.self),
        MethodTypes(KioskReport.self), MethodTypes(KioskList.self), MethodTypes(KioskSet.self),
    ]
}

@Suite("The session's methods follow their contract")
struct SessionMethodsTests {
    /// The three contracts of the session daemon.
    let contracts: [Contract]

    /// The contracts are read once for all tests.
    private static let parsed = Result {
        [try SessionContract.contract(), try KioskContract.contract(), try LocksContract.contract()]
    }

    init() throws { contracts = try Self.parsed.get() }

    /// The method `name`, its contract, and a source of samples for the contract.
    private func found(_ name: String) throws -> (ContractMethod, Contract, SchemaSamples) {
        let contract = try #require(contracts.first { $0[method: name] != nil })
        return (try #require(contract[method: name]), contract, SchemaSamples(contract))
    }

    @Test("session methods: every method of the contract has its types, and no other")
    func names() {
        #expect(MethodTypes.all.map(\.name).sorted() == contracts.flatMap { $0.methods.map(\.name) }.sorted())
    }

    @Test("methods: what only reads is what may be repeated and ends with its connection, but for what is named")
    func reading() throws {
        let methods = try contracts.flatMap(\.methods) + RPCContract.contract().methods
        let reading = methods.filter { $0.isRetrySafe && $0.onDisconnect == .cancel }.map { $0.name }
        let writing: Set = ["credentials.reveal", "locks.answer", "rpc.log_level"]
        #expect(ReadingMethods.names == Set(reading).subtracting(writing))
        #expect(writing.isSubset(of: reading))
    }

    @Test("session methods: parameters are read and written as the contract says", arguments: MethodTypes.all.indices)
    func parameters(index: Int) throws {
        let types = MethodTypes.all[index]
        let (method, contract, samples) = try found(types.name)
        for sample in samples.valid(method.params) where !Self.isBeyondSchema(types.name, sample) {
            let written = try types.params(sample)
            #expect(written == Self.withoutDefaults(sample), "\(types.name)")
            try contract.validate(written, against: method.params)
        }
        for sample in samples.invalid(method.params) {
            let fault = try #require(throws: FieldFault.self, "\(types.name) \(sample.field) \(sample.value.text)") {
                try types.params(sample.value)
            }
            if !Self.isBeyondSchema(types.name, sample.value) { #expect(fault.field == sample.field, "\(types.name)") }
        }
    }

    /// Removes some members that have the value false. For these members, false and absent mean the same, and our types
    /// leave out false.
    private static func withoutDefaults(_ json: JSON) -> JSON {
        guard case .object(var object) = json else { return json }
        for key in ["deintegrate", "ephemeral", "refresh", "replayed"] where object[key] == false { object[key] = nil }
        return .object(object)
    }

    /// Whether the parameters break a rule that the contract gives only in its text, such as "exactly one of two
    /// members". The schema language cannot express such a rule.
    private static func isBeyondSchema(_ name: String, _ params: JSON) -> Bool {
        switch name {
        case LocksBind.name: (params["entrance_id"] == nil) == (params["device_id"] == nil)
        case LocksGrant.name: !namesOneSubject(params) || (params["starts_at"] != nil && params["ends_at"] != nil)
        case LocksRevoke.name: !namesOneSubject(params)
        case SessionForget.name: (params["uid"] == nil) == (params["name"] == nil)
        default: false
        }
    }

    private static func namesOneSubject(_ json: JSON) -> Bool { (json["uid"] == nil) != (json["gid"] == nil) }

    @Test("session methods: results are read and written as the contract says", arguments: MethodTypes.all.indices)
    func results(index: Int) throws {
        let types = MethodTypes.all[index]
        let (method, _, samples) = try found(types.name)
        for sample in samples.valid(method.result) where !Self.hasTwoTargets(sample) {
            #expect(try types.result(sample) == Self.withoutDefaults(sample), "\(types.name)")
        }
    }

    /// Whether a binding or a grant has both of the two members. A binding or a grant may have only one of the two
    /// members, and the schema language cannot express this.
    private static func hasTwoTargets(_ json: JSON) -> Bool {
        let values = json["bindings"]?.arrayValue ?? json["grants"]?.arrayValue ?? [json["binding"] ?? json]
        return values.contains { value in
            guard value["binding_id"] != nil else { return false }
            if value["granted_at"] != nil { return !namesOneSubject(value) }
            return (value["entrance_id"] == nil) == (value["device_id"] == nil)
        }
    }

    @Test("session methods: items are read and written as the contract says", arguments: MethodTypes.all.indices)
    func items(index: Int) throws {
        let types = MethodTypes.all[index]
        let (method, _, samples) = try found(types.name)
        #expect((types.item != nil) == (method.kind == .stream))
        guard let item = types.item else { return }
        for rule in method.items {
            for sample in samples.valid(rule.data) where !Self.hasTwoTargets(sample) {
                let (kind, data) = try #require(try item(rule.kind, sample))
                #expect(kind == rule.kind)
                #expect(data == sample, "\(types.name) \(kind)")
            }
        }
        #expect(try item("a_kind_of_the_future", [:]) == nil)
    }

    @Test("session methods: results of newer servers may say more")
    func future() throws {
        var status =
            SessionStatus(name: "default", isInitialized: true, isActive: true, sync: SyncStatus(), radio: .unknown)
            .json.objectValue ?? JSONObject()
        status["mood"] = "cheerful"
        status["radio"] = "napping"
        let read = try SessionStatus(json: .object(status))
        #expect(read.radio == .unknown)
    }

    @Test("session methods: secrets do not show in descriptions")
    func secrets() {
        let token = SessionInitialize.Params(token: "seam_cst_not_for_logs")
        let answer = LocksAnswer.Params(bindID: "b", promptID: "p", value: "123456")
        let code = CredentialsReveal.Result(code: "4711", cardNumber: "99887766")
        let visitor = SessionExchange.Params(code: "visitor-7")
        for text in [
            "\(token)", "\(answer)", "\(code)", "\(visitor)", String(reflecting: token), String(reflecting: code),
            String(reflecting: visitor),
        ] {
            for secret in ["not_for_logs", "123456", "4711", "99887766", "visitor-7"] {
                #expect(!text.contains(secret))
            }
        }
    }
}
