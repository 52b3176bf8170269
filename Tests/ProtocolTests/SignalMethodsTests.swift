import SignalAPI
import TestSupport
import Testing
import Wire

@Suite("LifeSignal's methods follow their contract")
struct SignalMethodsTests {
    private static let all: [MethodTypes] = [
        MethodTypes(AuthSignIn.self), MethodTypes(AuthVerify.self), MethodTypes(AuthSignOut.self),
        MethodTypes(AuthGet.self), MethodTypes(stream: AuthWatch.self), MethodTypes(UserGet.self),
        MethodTypes(AuthEnter.self), MethodTypes(UserUpdate.self), MethodTypes(UserRefreshQR.self),
        MethodTypes(stream: UserWatch.self),
        MethodTypes(SettingsGet.self), MethodTypes(SettingsSet.self), MethodTypes(CodeIssue.self),
        MethodTypes(PersonList.self), MethodTypes(PersonRemove.self), MethodTypes(ClockGet.self),
        MethodTypes(ClockSet.self), MethodTypes(CheckInRecord.self),
        MethodTypes(CheckInList.self), MethodTypes(CheckInSet.self), MethodTypes(AlertActivate.self),
        MethodTypes(AlertDeactivate.self), MethodTypes(AlertGet.self), MethodTypes(AlertList.self),
        MethodTypes(stream: AlertWatch.self), MethodTypes(NotificationList.self),
        MethodTypes(stream: NotificationWatch.self), MethodTypes(OutboxList.self), MethodTypes(OutboxAck.self),
        MethodTypes(stream: OutboxWatch.self), MethodTypes(stream: DeliveryClaim.self),
        MethodTypes(DeliveryReport.self), MethodTypes(DeliveryList.self), MethodTypes(ReachList.self),
        MethodTypes(ReachAdd.self), MethodTypes(ReachVerify.self), MethodTypes(ReachRemove.self),
        MethodTypes(AlertAck.self), MethodTypes(AlertResolve.self), MethodTypes(AlertMute.self),
        MethodTypes(CheckInRemind.self),
        MethodTypes(ContactAccept.self), MethodTypes(ContactAdd.self), MethodTypes(ContactDecline.self),
        MethodTypes(ContactGet.self), MethodTypes(ContactInfoGet.self), MethodTypes(ContactList.self),
        MethodTypes(ContactRemove.self), MethodTypes(ContactUpdate.self), MethodTypes(stream: ContactWatch.self),
        MethodTypes(ContactWhoSeesMe.self), MethodTypes(DrillAnswer.self), MethodTypes(DrillGet.self),
        MethodTypes(DrillStart.self), MethodTypes(NotificationDelete.self), MethodTypes(NotificationRead.self),
        MethodTypes(PingList.self), MethodTypes(PingRespond.self), MethodTypes(PingSend.self),
        MethodTypes(stream: PingWatch.self), MethodTypes(CheckInPause.self), MethodTypes(PINSet.self),
        MethodTypes(ImagePut.self), MethodTypes(ImageGet.self), MethodTypes(ImageDelete.self),
        MethodTypes(UserSetImage.self), MethodTypes(UserSetPhone.self), MethodTypes(UserVerifyPhone.self),
        MethodTypes(PersonLeave.self), MethodTypes(stream: LinkGet.self), MethodTypes(LinkTake.self),
        MethodTypes(stream: DeviceBegin.self), MethodTypes(DevicePair.self), MethodTypes(DeviceList.self),
        MethodTypes(DeviceRemove.self), MethodTypes(AuthResume.self), MethodTypes(PageGet.self),
    ]

    /// The contracts with the methods for people, for programs that send messages, and for phones.
    let contracts: [Contract]

    init() throws {
        contracts = [
            try SignalContract.contract(), try PeopleContract.contract(), try DeliveryContract.contract(),
            try WebContract.contract(), try DevicesContract.contract(),
        ]
    }

    @Test("signal methods: every method of the contract has its types, and no other")
    func names() {
        #expect(Self.all.map(\.name).sorted() == contracts.flatMap { $0.methods.map(\.name) }.sorted())
    }

    @Test(
        "signal methods: parameters, results and items are read and written as the contract says",
        arguments: all.indices.sampled)
    func values(index: Int) throws {
        let types = Self.all[index]
        let contract = try #require(contracts.first { $0[method: types.name] != nil })
        let (method, samples) = (try #require(contract[method: types.name]), SchemaSamples(contract))
        for sample in samples.valid(method.params) {
            #expect(try types.params(sample) == Self.withoutDefaults(sample), "\(types.name)")
        }
        for sample in samples.invalid(method.params) {
            let fault = try #require(throws: FieldFault.self, "\(types.name) \(sample.field) \(sample.value.text)") {
                try types.params(sample.value)
            }
            #expect(fault.field == sample.field, "\(types.name) \(sample.value.text)")
        }
        for sample in samples.valid(method.result) {
            #expect(try types.result(sample) == Self.withoutDefaults(sample), "\(types.name)")
        }
        for rule in method.items {
            for sample in samples.valid(rule.data) {
                let read = try #require(try types.item?(rule.kind, sample), "\(types.name) \(rule.kind)")
                #expect(read.0 == rule.kind && read.1 == Self.withoutDefaults(sample), "\(types.name) \(rule.kind)")
            }
        }
    }

    /// Removes members that have the value false. False and absent mean the same, and our types leave out false.
    private static func withoutDefaults(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map(withoutDefaults))
        case .object(let object):
            var rest = JSONObject()
            for member in object.members {
                let defaults = [
                    "ephemeral", "quiet", "silent", "uncertain", "concealed", "with_operator", "pin", "late",
                    "unstored", "unheard", "last", "force", "acked", "door", "doors_count", "all",
                ]
                let isDefault = defaults.contains(member.key)
                if isDefault, member.value == false, !isRequired(member.key, in: object) { continue }
                rest[member.key] = withoutDefaults(member.value)
            }
            return .object(rest)
        default: return json
        }
    }

    /// Whether a member is always present. A delivery in a list always has the member `uncertain`, and an alarm behind
    /// a link has all its members.
    private static func isRequired(_ key: String, in object: JSONObject) -> Bool {
        key == "uncertain" && object["state"] != nil || key == "ephemeral" && object["pass"] != nil
            || object["answerable"] != nil
    }

    @Test("signal methods: what is told of a person, a number or a code is in no description")
    func descriptions() throws {
        let said = [
            "\(AuthSignIn.Params(phone: "+4915112345678"))", "\(AuthVerify.Params(code: "493817"))",
            "\(AuthEnter.Params(pass: "ls1.493817", isEphemeral: true))", "\(AuthResume.Params(device: "493817"))",
            "\(DevicePair.Params(token: "493817", letters: "493817", name: "Ada"))",
            "\(UserUpdate.Params(firstName: "Ada", lastName: "Moreno", emergencyNote: "insulin"))",
            "\(ReachAdd.Params(channel: "mail", address: "moreno@Ada"))", "\(ReachVerify.Params(code: "493817"))",
            "\(GuardedParams(pin: "493817"))", "\(PINSet.Params(new: "493817", pin: "493817"))",
            "\(UserSetPhone.Params(phone: "+4915112345678", pin: "493817"))",
            "\(UserVerifyPhone.Params(code: "493817"))", "\(CheckInSet.Params(pin: "493817"))",
            "\(CheckInPause.Params(length: nil, pin: "493817"))",
            "\(IssuedCode(uid: 1, session: "default", code: "493817", expiresAt: Timestamp(millisecondsSince1970: 0)))",
        ]
        for text in said {
            for secret in ["1512345", "493817", "Ada", "Moreno", "insulin"] {
                #expect(!text.contains(secret), "\(text)")
            }
        }
    }
}
