import ProviderAPI
import Testing
import Wire

@Suite("The provider's methods follow their contract")
struct ProviderMethodsTests {
    private static let all: [MethodTypes] = [
        MethodTypes(stream: RunOperation.self), MethodTypes(ReadCharacteristic.self),
        MethodTypes(WriteCharacteristic.self), MethodTypes(SubscribeCharacteristic.self),
        MethodTypes(ReportPhase.self), MethodTypes(AskPerson.self), MethodTypes(KeepCredential.self),
        MethodTypes(FinishOperation.self),
    ]

    let contract: Contract

    init() throws { contract = try ProviderContract.contract() }

    @Test("provider methods: every method of the contract has its types, and no other")
    func names() {
        #expect(Self.all.map(\.name).sorted() == contract.methods.map(\.name).sorted())
    }

    @Test(
        "provider methods: parameters, results and items are read and written as the contract says",
        arguments: all.indices)
    func values(index: Int) throws {
        let types = Self.all[index]
        let (method, samples) = (try #require(contract[method: types.name]), SchemaSamples(contract))
        for sample in samples.valid(method.params) where Self.isReal(sample) {
            #expect(try types.params(sample) == Self.withoutDefaults(sample), "\(types.name)")
        }
        for sample in samples.invalid(method.params) where Self.isReal(sample.value) {
            let fault = try #require(throws: FieldFault.self, "\(types.name) \(sample.field) \(sample.value.text)") {
                try types.params(sample.value)
            }
            #expect(fault.field == sample.field, "\(types.name) \(sample.value.text)")
        }
        for sample in samples.valid(method.result) where Self.isReal(sample) {
            #expect(try types.result(sample) == sample, "\(types.name)")
        }
        for rule in method.items {
            for sample in samples.valid(rule.data) where Self.isReal(sample) {
                let read = try #require(try types.item?(rule.kind, sample), "\(types.name) \(rule.kind)")
                #expect(read.0 == rule.kind && read.1 == sample, "\(types.name) \(rule.kind)")
            }
        }
    }

    /// Whether the sample contains neither an address nor a UUID that was made from a pattern. If a sample is made from
    /// a pattern, it is not a valid Bluetooth UUID. The tests of the locks cover these members.
    private static func isReal(_ json: JSON) -> Bool {
        !["ffffffffffff", "----"].contains { json.text.contains($0) }
    }

    /// Removes members that have the value false. False and absent mean the same, and our types leave out false.
    private static func withoutDefaults(_ json: JSON) -> JSON {
        guard case .object(var object) = json else { return json }
        if object["commit"] == false { object["commit"] = nil }
        return .object(object)
    }

    @Test(
        "provider methods: a value has at most 512 bytes, wherever it is read, and a text 1,024",
        arguments: [(512, 1_024, nil, nil), (513, 1_025, "/value", "/detail")])
    func longest(bytes: Int, letters: Int, value faultOfValue: String?, text faultOfText: String?) {
        let uuid: JSON = "a92ee202-5501-11e4-916c-0800200c9a66"
        let value = JSON.string(Base64URL.encode([UInt8](repeating: 7, count: bytes)))
        let whole = JSON.members(("service", uuid), ("characteristic", uuid), ("value", value))
        #expect(Self.fault { _ = try WriteCharacteristic.Params(json: whole) } == faultOfValue)
        #expect(Self.fault { _ = try ReadCharacteristic.Result(json: whole) } == faultOfValue)
        #expect(Self.fault { _ = try RunOperation.Item(kind: "value", data: whole) } == faultOfValue)
        let detail = JSON.string(String(repeating: "a", count: letters))
        let finish = JSON.members(("outcome", "failed"), ("detail", detail))
        #expect(Self.fault { _ = try FinishOperation.Params(json: finish) } == faultOfText)
    }

    /// The field that the error of a failed read names, or nil if the read succeeds.
    private static func fault(_ read: () throws -> Void) -> String? {
        do {
            try read()
            return nil
        } catch {
            return (error as? FieldFault)?.field ?? "\(error)"
        }
    }

    @Test("provider methods: the address of a page stands with its kind, and is one that shows where it leads")
    func pages() {
        func fault(_ kind: OperationPrompt.Kind, _ url: String?) -> String? {
            OperationPrompt(kind: kind, text: "t", expires: .seconds(1), otpURL: url).pageFault?.field
        }
        #expect(fault(.completeOTP, "https://a.example/p?q=1#f") == nil)
        #expect(fault(.pressButton, nil) == nil)
        #expect(fault(.completeOTP, nil) == "/otp_url")
        #expect(fault(.enterPIN, "https://a.example") == "/otp_url")
        for url in ["http://a.example", "https://", "https://bank.example@a.example", "https://a.example/\u{1B}", ""] {
            #expect(fault(.completeOTP, url) == "/otp_url", "\(url)")
        }
    }

    @Test("provider methods: keys, PINs, pages and answers are in no description")
    func descriptions() {
        let key = Array("open sesame".utf8)
        let start = OperationStart(
            operation: .rotate, credential: key, pin: "493817", sharedKey: "sesame", mtu: 23, services: [],
            deadline: .seconds(1))
        let values: [any Sendable] = [
            start, RunOperation.Item.start(start), KeepCredential.Params(credential: key),
            OperationFinish(outcome: .bound, credential: key), OperationAnswer(value: "493817"),
            OperationPrompt(kind: .completeOTP, text: "t", expires: .seconds(1), otpURL: "https://a.example/493817"),
        ]
        let secrets = ["493817", "sesame", Base64URL.encode(key), key.map(String.init).joined(separator: ", ")]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!secrets.contains(where: text.contains), "\(text)")
            }
        }
    }
}
