import Testing
import Wire

@Suite("Contracts")
struct ContractTests {
    static let watch: JSON = [
        "name": "session.watch", "kind": "stream", "sockets": ["session", "admin"], "needs": "initialized",
        "params": ["type": "object", "additionalProperties": false], "items": ["state": ["$ref": "#/types/state"]],
        "result": ["type": "object"], "reasons": ["seam.initialization_required"], "overflow": ["latest"],
        "doc": "Follows the session.",
    ]
    static let get: JSON = [
        "name": "session.get", "kind": "unary", "sockets": ["session"], "params": ["$ref": "#/types/empty"],
        "result": [:],
        "idem": "optional", "retry_safe": true, "on_disconnect": "finish",
        "timeout_ms": ["default": 5000, "max": 10000], "doc": "Tells the session.",
    ]

    static func contract(_ methods: JSON...) -> JSON {
        [
            "service": "session", "version": 3,
            "types": ["state": ["type": "boolean"], "empty": ["type": "object", "additionalProperties": false]],
            "methods": .array(methods),
        ]
    }

    @Test("contract: a contract is read into its table")
    func read() throws {
        let contract = try Contract(bytes: Self.contract(Self.watch, Self.get).bytes)
        #expect(contract.service == "session")
        #expect(contract.version == 3)
        #expect(contract.types["state"] == .boolean)
        #expect(contract.types.count == 2)
        #expect(contract.methods.map(\.name) == ["session.watch", "session.get"])
        let watch = try #require(contract[method: "session.watch"])
        #expect(watch.kind == .stream)
        #expect(watch.needs == .initialized)
        #expect(watch.items == [.init(kind: "state", data: .reference("state"))])
        #expect(watch.overflow == [.latest])
        #expect(watch.defaultTimeout == nil)
        #expect(watch.idem == .none)
        let get = try #require(contract[method: "session.get"])
        #expect(get.idem == .optional)
        #expect(get.isRetrySafe)
        #expect(get.onDisconnect == .finish)
        #expect(get.defaultTimeout == .seconds(5))
        #expect(get.maximumTimeout == .seconds(10))
        #expect(contract[method: "session.none"] == nil)
    }

    /// A copy of a method in which the member `key` has the value `value`. If `value` is nil, the member is removed.
    static func changed(_ method: JSON, _ key: String, _ value: JSON?) -> JSON {
        var object = method.objectValue ?? JSONObject()
        object[key] = value
        return .object(object)
    }

    @Test(
        "contract: what the format does not know is refused at its place",
        arguments: [
            (changed(get, "name", "Session.get"), "/methods/0/name"), (changed(get, "name", "get"), "/methods/0/name"),
            (changed(get, "kind", "duplex"), "/methods/0/kind"), (changed(get, "frob", 1), "/methods/0/frob"),
            (changed(get, "doc", nil), "/methods/0/doc"), (changed(get, "timeout_ms", nil), "/methods/0/timeout_ms"),
            (changed(get, "timeout_ms", ["default": 2, "max": 1]), "/methods/0/timeout_ms"),
            (changed(get, "overflow", ["latest"]), "/methods/0/overflow"),
            (changed(get, "items", ["x": [:]]), "/methods/0/items"),
            (changed(get, "resume", true), "/methods/0/resume"),
            (changed(get, "params", [:]), "/methods/0/params"),
            (changed(get, "params", ["type": "object"]), "/methods/0/params"),
            (changed(watch, "overflow", nil), "/methods/0/overflow"),
            (changed(watch, "overflow", ["latest", "latest"]), "/methods/0/overflow"),
            (changed(watch, "items", ["x": ["$ref": "#/types/y"]]), "/methods/0/items/x/$ref"),
        ] as [(JSON, String)])
    func refused(method: JSON, place: String) throws {
        let fault = try #require(throws: FieldFault.self) { try Contract(json: Self.contract(method)) }
        #expect(fault.field == place)
    }

    @Test("contract: a name stands for one method")
    func twice() {
        #expect(throws: ContractFault.content(FieldFault("/methods/1/name", "is also the name of another method"))) {
            try Contract(bytes: Self.contract(Self.get, Self.get).bytes)
        }
    }

    @Test("contract: a type is not another name of a type")
    func alias() throws {
        let json: JSON = ["service": "x", "version": 1, "types": ["a": ["$ref": "#/types/a"]], "methods": []]
        let fault = try #require(throws: FieldFault.self) { try Contract(json: json) }
        #expect(fault.field == "/types/a")
    }

    @Test("contract: bytes that are not JSON are a fault of syntax")
    func syntax() {
        #expect(throws: ContractFault.syntax(JSONFault(.unexpectedEnd, at: 1))) { try Contract(bytes: "{".utf8) }
    }
}
