import RadioAPI
import Testing
import Wire

@Suite("The radio's methods follow their contract")
struct RadioMethodsTests {
    private static let all: [MethodTypes] = [
        MethodTypes(RadioGet.self), MethodTypes(stream: RadioWatch.self), MethodTypes(stream: RadioScan.self),
        MethodTypes(stream: LinkOpen.self), MethodTypes(LinkRead.self), MethodTypes(LinkWrite.self),
        MethodTypes(LinkSubscribe.self), MethodTypes(LinkLimit.self),
    ]

    let contract: Contract

    init() throws { contract = try RadioContract.contract() }

    @Test("radio methods: every method of the contract has its types, and no other")
    func names() {
        #expect(Self.all.map(\.name).sorted() == contract.methods.map(\.name).sorted())
    }

    @Test(
        "radio methods: parameters, results and items are read and written as the contract says", arguments: all.indices
    )
    func values(index: Int) throws {
        let types = Self.all[index]
        let (method, samples) = (try #require(contract[method: types.name]), SchemaSamples(contract))
        for sample in samples.valid(method.params) where Self.isReal(sample) {
            let expected = Self.withoutDefaults(sample, lists: ["services"])
            #expect(try types.params(sample) == expected, "\(types.name)")
        }
        for sample in samples.invalid(method.params) where Self.isReal(sample.value) {
            let fault = try #require(throws: FieldFault.self, "\(types.name) \(sample.field) \(sample.value.text)") {
                try types.params(sample.value)
            }
            #expect(fault.field.hasPrefix(sample.field), "\(types.name) \(sample.value.text)")
        }
        for sample in samples.valid(method.result) where Self.isReal(sample) {
            #expect(try types.result(sample) == sample, "\(types.name)")
        }
        for rule in method.items {
            for sample in samples.valid(rule.data) where Self.isReal(sample) {
                let read = try #require(try types.item?(rule.kind, sample), "\(types.name) \(rule.kind)")
                #expect(read.0 == rule.kind && read.1 == Self.withoutDefaults(sample), "\(types.name) \(rule.kind)")
            }
        }
    }

    /// Whether the sample contains neither an address nor a UUID that was made from a pattern. If a sample is made from
    /// a pattern, it is not a valid Bluetooth UUID. The tests of the radio cover these members.
    private static func isReal(_ json: JSON) -> Bool {
        !["ffffffffffff", "----"].contains { json.text.contains($0) }
    }

    /// Removes each member whose value is false or an empty list. A member that is false or an empty list means the
    /// same as an absent member, and our types leave out such members.
    private static func withoutDefaults(
        _ json: JSON, lists: Set<String> = ["manufacturer_data", "service_data"]
    ) -> JSON {
        guard case .object(let object) = json else { return json }
        var rest = JSONObject()
        for member in object.members {
            if member.key == "commit", member.value == false { continue }
            if member.value == .array([]), lists.contains(member.key) { continue }
            rest[member.key] = member.value
        }
        return .object(rest)
    }
}
