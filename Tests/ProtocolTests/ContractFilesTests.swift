import ProviderAPI
import RPC
import RadioAPI
import SessionAPI
import SignalAPI
import TestSupport
import Testing
import Wire

@Suite("The contract files")
struct ContractFilesTests {
    static let files: [(String, [UInt8])] = [
        ("rpc", RPCContract.bytes), ("session", SessionContract.bytes), ("radio", RadioContract.bytes),
        ("provider", ProviderContract.bytes), ("lifesignal", SignalContract.bytes),
        ("people", PeopleContract.bytes), ("kiosk", KioskContract.bytes), ("delivery", DeliveryContract.bytes),
        ("locks", LocksContract.bytes), ("web", WebContract.bytes), ("devices", DevicesContract.bytes),
    ]

    @Test("contract files: a contract follows its format and is about its service", arguments: files)
    func read(service: String, bytes: [UInt8]) throws {
        let contract = try Contract(bytes: bytes)
        #expect(contract.service == service)
        #expect(!contract.methods.isEmpty)
    }

    @Test(
        "contract files: a contract fits into the one string of JSON in which rpc.describe answers it", arguments: files
    )
    func size(service: String, bytes: [UInt8]) {
        #expect(Base64URL.encode(bytes).utf8.count <= JSONLimits.wire.stringBytes)
    }

    @Test("contract files: samples of every schema are judged rightly, and survive the wire", arguments: files)
    func samples(service: String, bytes: [UInt8]) throws {
        let contract = try Contract(bytes: bytes)
        let samples = SchemaSamples(contract)
        for method in contract.methods {
            let schemas =
                [("params", method.params), ("result", method.result)] + method.items.map { ($0.kind, $0.data) }
            for (part, schema) in schemas {
                let valid = samples.valid(schema)
                #expect(!valid.isEmpty, "\(method.name) \(part)")
                for sample in valid.sampled {
                    #expect(throws: Never.self, "\(method.name) \(part)") {
                        try contract.validate(JSONText(sample), against: schema)
                    }
                }
                for sample in samples.invalid(schema).sampled {
                    let fault = try #require(throws: FieldFault.self, "\(method.name) \(part) \(sample.field)") {
                        try contract.validate(sample.value, against: schema)
                    }
                    #expect(fault.field == sample.field, "\(method.name) \(part)")
                }
            }
        }
    }

    @Test("contract files: an excerpt judges a method's parameters as the whole file does", arguments: files)
    func excerpts(service: String, bytes: [UInt8]) throws {
        let contract = try Contract(bytes: bytes)
        let samples = SchemaSamples(contract)
        for method in contract.methods {
            let excerpt = try #require(ContractExcerpt(of: method.name, in: bytes), "\(method.name)")
            #expect(excerpt.kind == method.kind, "\(method.name)")
            for sample in samples.valid(method.params).sampled {
                #expect(throws: Never.self, "\(method.name)") { try excerpt.params.validate(JSONText(sample)) }
            }
            for sample in samples.invalid(method.params).sampled {
                let fault = try #require(throws: FieldFault.self, "\(method.name) \(sample.field)") {
                    try excerpt.params.validate(JSONText(sample.value))
                }
                #expect(fault.field == sample.field, "\(method.name)")
            }
        }
        #expect(ContractExcerpt(of: service + ".none", in: bytes)?.kind == nil)
        #expect(ContractExcerpt(of: "", in: bytes)?.kind == nil)
    }

    @Test("contract files: a file that is cut off anywhere gives no excerpt that traps")
    func cutExcerpts() {
        let bytes = RPCContract.bytes
        for count in (0..<bytes.count).sampled {
            let excerpt = ContractExcerpt(of: "rpc.whoami", in: Array(bytes.prefix(count)))
            #expect(excerpt.map { $0.kind == .unary } ?? true)
        }
    }

    @Test("contract files: a method belongs to one service")
    func names() throws {
        var seen: Set<String> = []
        for (_, bytes) in Self.files {
            for method in try Contract(bytes: bytes).methods {
                #expect(seen.insert(method.name).inserted, "\(method.name)")
            }
        }
    }
}
