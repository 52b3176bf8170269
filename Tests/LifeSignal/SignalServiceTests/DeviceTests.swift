import Foundation
import Glibc
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests phones that are paired with a person, as `lifesignal-web` uses them.
@Suite(.timeLimit(.minutes(2))) struct DeviceTests {
    static let site = "https://alarm.example.org"
    static let unknown = "AAAAAAAAAAAAAAAAAAAAAA"

    /// The configuration with which phones can be paired.
    static var configuration: JSON {
        let own = JSON.members(("users", .array([.string(String(cString: getpwuid(geteuid()).pointee.pw_name))])))
        return .members(
            ("web", .members(("url", .string(site)))), ("allow", .members(("web", own), ("sender", own))))
    }

    static func web(_ bench: SignalBench) throws -> BlockingClient {
        try BlockingClient.connect(
            to: bench.directory.file("run/lifesignal-web.sock"), hello: Hello(clientName: "test", clientVersion: "1"))
    }

    /// Makes a code, runs `body` while it is shown, and returns the result of the call that shows it.
    @discardableResult
    static func begin(
        _ client: BlockingClient, session: String? = nil, pin: String? = nil,
        _ body: (SignalPairing) throws -> Void
    ) throws -> SignalDevice? {
        var failure: (any Error)?
        let result: DeviceBegin.Result
        do {
            result = try client.stream(DeviceBegin.self, .init(session: session, pin: pin)) { item, _ in
                guard case .pairing(let pairing) = item else { return .more }
                do {
                    try body(pairing)
                    return .more
                } catch {
                    failure = error
                    return .cancel
                }
            }
        } catch {
            throw failure ?? error
        }
        return result.device
    }

    static func token(_ pairing: SignalPairing) -> String {
        String(pairing.url.split(separator: "/").last ?? "")
    }

    /// Pairs a phone, and returns its token.
    static func paired(
        _ bench: SignalBench, session: String? = nil, pin: String? = nil, name: String = "phone"
    ) throws -> String {
        var token = ""
        let device = try begin(try bench.client(), session: session, pin: pin) { pairing in
            let made = try web(bench).call(DevicePair.self, .init(token: Self.token(pairing), name: name))
            token = made.token
        }
        #expect(device?.name == name && device?.isCurrent == false)
        return token
    }

    /// A connection of `lifesignal-web` that serves the device with the token.
    static func resumed(_ bench: SignalBench, _ token: String) throws -> BlockingClient {
        let client = try web(bench)
        _ = try client.call(AuthResume.self, .init(device: token))
        return client
    }

    /// The whole error that `body` throws.
    static func error(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return (error as? WireError)?.json.text ?? "\(error)"
        }
    }

    @Test("device: a code is used once, by token or letters, while it is shown, and for ten minutes")
    func aCodeIsUsedOnce() async throws {
        let bench = try await SignalBench(configuration: Self.configuration)
        try bench.signIn(SignalBench.ada)
        let (client, web) = (try bench.client(), try Self.web(bench))
        var (answers, tokens): (Set<String>, [String]) = ([], [])
        func refused(_ params: DevicePair.Params) {
            answers.insert(Self.error { _ = try web.call(DevicePair.self, params) })
        }
        let first = try Self.begin(client) { pairing in
            #expect(pairing.url.hasPrefix("\(Self.site)/p/") && pairing.site == Self.site)
            #expect(Self.token(pairing).utf8.count == 22 && pairing.letters.utf8.count == 9)
            let typed = pairing.letters.lowercased().replacing("-", with: " ")
            tokens.append(Self.token(pairing))
            tokens.append(try web.call(DevicePair.self, .init(letters: typed, name: " Ada\u{2019}s phone ")).token)
            refused(.init(letters: typed, name: "x"))
            refused(.init(token: Self.token(pairing), name: "x"))
        }
        #expect(first?.name == "Ada\u{2019}s phone")
        var late: SignalPairing?
        let none = try Self.begin(client) { pairing in
            late = pairing
            tokens.append(Self.token(pairing))
            try bench.advance(.seconds(599))
            #expect(reason { _ = try web.call(DevicePair.self, .init(token: Self.unknown, name: "x")) } != nil)
            try bench.advance(.seconds(1))
            refused(.init(token: Self.token(pairing), name: "x"))
        }
        #expect(none == nil, "nobody has used it")
        refused(.init(letters: late?.letters, name: "x"))
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try Self.begin(client) { pairing in
                late = pairing
                throw Stop()
            }
        }
        refused(.init(token: try Self.token(#require(late)), name: "x"))
        for text in [Self.unknown, "x", "\u{1F3F4}", String(repeating: "A", count: 64)] {
            refused(.init(token: text, name: "x"))
        }
        refused(.init(letters: "BCDF-GHJK", name: "x"))
        #expect(answers.count == 1 && answers.first?.contains("signal.unknown_pairing") == true, "\(answers)")
        #expect(try client.call(DeviceList.self, .init()).devices.map(\.id) == [try #require(first).id])
        let inbox = try ContactTests.inbox(bench, nil)
        #expect(inbox.map(\.title) == ["A phone was added"], "a stranger who pairs is seen")
        #expect(inbox.first?.message.hasPrefix("The phone Ada\u{2019}s phone can now do everything") == true)
        for (params, field) in [
            (DevicePair.Params(name: "x"), "/params/token"),
            (.init(token: "a", letters: "b", name: "x"), "/params/token"),
            (.init(token: "a", name: " "), "/params/name"), (.init(token: "a", name: "\u{7}"), "/params/name"),
        ] {
            let fault = try #require(throws: WireError.self) { try web.call(DevicePair.self, params) }
            #expect(fault.reason == "rpc.invalid_params" && fault.field == field)
        }
        for name in ["lifesignal.db", "lifesignal.db-wal"] {
            let file = try Data(contentsOf: URL(filePath: bench.directory.file("store/\(name)")))
            for token in tokens {
                #expect(file.range(of: Data(token.utf8)) == nil)
                #expect(file.range(of: Data(Base64URL.decode(token) ?? [])) == nil)
            }
            #expect(file.range(of: Data("s phone".utf8)) == nil)
        }
        for secret in tokens + ["s phone"] { #expect(!bench.daemon.errors.contains(secret)) }
    }

    @Test("device: a person has few open codes and devices, and letters are guessed at a pace")
    func codesAndDevicesAreFew() async throws {
        let bench = try await SignalBench(configuration: Self.configuration)
        try bench.signIn(SignalBench.ada)
        let web = try Self.web(bench)
        let clients = try (0..<4).map { _ in try bench.client() }
        try Self.begin(clients[0]) { good in
            try Self.begin(clients[1]) { second in
                try Self.begin(clients[2]) { third in
                    #expect(reason { try Self.begin(clients[3]) { _ in } } == "signal.pairing_limit")
                    let guesses = (0..<21).map { _ in
                        reason { _ = try web.call(DevicePair.self, .init(letters: "BCDFGHJK", name: "x")) }
                    }
                    #expect(guesses.prefix(20).allSatisfy { $0 == "signal.unknown_pairing" }, "\(guesses)")
                    let all = (0..<20).map { _ in
                        reason { _ = try web.call(DevicePair.self, .init(letters: "BCDFGHJK", name: "x")) }
                    }
                    #expect(all.contains("signal.limited"), "the right letters have to wait as well")
                    _ = try web.call(DevicePair.self, .init(token: Self.token(third), name: "third"))
                }
                _ = try web.call(DevicePair.self, .init(token: Self.token(second), name: "second"))
            }
            _ = try web.call(DevicePair.self, .init(token: Self.token(good), name: "first"))
        }
        for number in 4...10 { _ = try Self.paired(bench, name: "\(number)") }
        #expect(reason { try Self.begin(clients[0]) { _ in } } == "signal.device_limit")
        #expect(
            try clients[0].call(DeviceList.self, .init()).devices.map(\.name).prefix(4) == [
                "third", "second", "first", "4",
            ])
        _ = try clients[0].call(DeviceRemove.self, .init(isAll: true))
        #expect(try clients[0].call(DeviceList.self, .init()).devices.isEmpty)
        #expect(reason { _ = try clients[0].call(DeviceRemove.self, .init()) } == "rpc.invalid_params")
    }

    @Test("device: it is its person, alone, on its own connection, until it is removed")
    func itIsItsPerson() async throws {
        let bench = try await ContactTests.two(configuration: Self.configuration)
        let (client, ben) = (try bench.client(), try Self.paired(bench, session: "ben"))
        let (ada, old) = (try Self.paired(bench, name: "new"), try Self.paired(bench, name: "old"))
        let phone = try Self.resumed(bench, ada)
        #expect(try phone.call(UserGet.self, .init()).firstName == "Ada")
        for session in ["ben", "default"] {
            #expect(reason { _ = try phone.call(UserGet.self, .init(session: session)) } == "signal.not_signed_in")
        }
        let devices = try phone.call(DeviceList.self, .init()).devices
        #expect(devices.map(\.name) == ["new", "old"] && devices.map(\.isCurrent) == [true, false])
        let bens = try client.call(DeviceList.self, .init(session: "ben")).devices
        #expect(bens.map(\.name) == ["phone"])
        #expect(reason { _ = try phone.call(DeviceRemove.self, .init(id: bens[0].id)) } == "signal.no_device")
        // A pooled connection of the web never keeps the visitor before.
        _ = try phone.call(AuthResume.self, .init(device: ben))
        #expect(try phone.call(UserGet.self, .init()).firstName == "Ben")
        let bad = Self.error { _ = try phone.call(AuthResume.self, .init(device: Self.unknown)) }
        #expect(reason { _ = try phone.call(UserGet.self, .init()) } == "signal.not_signed_in")
        // Without a PIN, only a fresh pairing can set one or pair the next phone.
        _ = try phone.call(AuthResume.self, .init(device: ada))
        try Self.begin(phone) { pairing in
            // The code ends with the device that has made it.
            _ = try client.call(DeviceRemove.self, .init(id: devices[0].id))
            let late = DevicePair.Params(token: Self.token(pairing), name: "x")
            #expect(reason { _ = try Self.web(bench).call(DevicePair.self, late) } == "signal.unknown_pairing")
        }
        #expect(reason { _ = try phone.call(CheckInRecord.self, .init()) } == "signal.not_signed_in", "at once")
        try bench.advance(.seconds(601))
        let stale = try Self.resumed(bench, old)
        #expect(reason { _ = try stale.call(PINSet.self, .init(new: "1234")) } == "signal.pairing_required")
        #expect(reason { try Self.begin(stale) { _ in } } == "signal.pairing_required")
        _ = try client.call(PINSet.self, .init(new: "1234"))
        #expect(reason { try Self.begin(stale) { _ in } } == "signal.pin_required")
        #expect(reason { try Self.begin(client, pin: "4321") { _ in } } == "signal.pin_wrong")
        _ = try stale.call(PINSet.self, .init(new: "2345", pin: "1234"))
        #expect(try !Self.paired(bench, pin: "2345").isEmpty)
        // A watch of a removed device ends.
        var items: [String] = []
        _ = try stale.stream(UserWatch.self, .init()) { item, message in
            items.append(message.kind)
            if case .snapshot = item { _ = try? client.call(DeviceRemove.self, .init(isAll: true)) }
            return .more
        }
        #expect(items.last == "ended", "\(items)")
        let ended = Set(
            [ada, old, "x", "\u{1F3F4}"].map { token in
                Self.error { _ = try Self.web(bench).call(AuthResume.self, .init(device: token)) }
            })
        #expect(ended == [bad] && bad.contains("signal.unknown_device"), "\(ended) \(bad)")
        #expect(try Self.resumed(bench, ben).call(UserGet.self, .init()).firstName == "Ben", "Ben keeps his")
    }

    @Test("device: it lasts 180 days after its last use, through a restart, and not longer than its person")
    func itLasts() async throws {
        let bench = try await SignalBench(configuration: Self.configuration)
        try bench.signIn(SignalBench.ada)
        let day = Duration.seconds(86_400)
        let (used, unused) = (try Self.paired(bench, name: "used"), try Self.paired(bench, name: "unused"))
        try bench.advance(day * 179)
        #expect(try Self.web(bench).call(AuthResume.self, .init(device: used)).name == "used")
        let seen = try bench.client().call(DeviceList.self, .init()).devices
        #expect(seen.map { $0.pairedAt.duration(to: $0.usedAt) } == [day * 179, .zero])
        try bench.advance(day)
        #expect(reason { _ = try Self.resumed(bench, unused) } == "signal.unknown_device")
        #expect(try bench.client().call(DeviceList.self, .init()).devices.map(\.name) == ["used"])
        try await bench.restart()
        let phone = try Self.resumed(bench, used)
        let client = try bench.client()
        _ = try phone.call(PersonLeave.self, .init())
        #expect(reason { _ = try phone.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(reason { _ = try Self.resumed(bench, used) } == "signal.unknown_device")
        try bench.signIn(SignalBench.ada)
        #expect(try client.call(DeviceList.self, .init()).devices.isEmpty, "a new person has none of the old devices")
    }

    @Test("device: a check-in with the second PIN looks the same to the byte, and leaving with it ends the device")
    func theSecondPINLooksTheSame() async throws {
        let bench = try await ContactTests.agreed(configuration: Self.configuration)
        let (client, token) = (try bench.client(), try Self.paired(bench))
        let phone = try Self.resumed(bench, token)
        _ = try phone.call(PINSet.self, .init(new: "1234", forced: "9999"))
        func record(_ pin: String) throws -> String {
            let params = JSONText(.members(("pin", .string(pin))))
            return try phone.call(OutgoingCall(unary: "checkin.record", params: params)).json.text
        }
        let real = try record("1234")
        #expect(try ContactTests.contacts(bench, "ben").first?.alert == nil)
        #expect(try record("9999") == real)
        #expect(try ContactTests.contacts(bench, "ben").first?.alert?.isConcealed == true, "Ben is alerted")
        #expect(try phone.call(AlertGet.self, .init()).alert == nil && client.call(AlertGet.self, .init()).alert == nil)
        let added = try Self.begin(client, pin: "9999") { pairing in
            _ = try Self.web(bench).call(DevicePair.self, .init(token: Self.token(pairing), name: "forced"))
        }
        #expect(added?.name == "forced")
        _ = try phone.call(PersonLeave.self, .init(pin: "9999"))
        #expect(try ContactTests.contacts(bench, "ben").first?.alert != nil, "Ben still sees the alarm")
        #expect(reason { _ = try phone.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(reason { _ = try Self.resumed(bench, token) } == "signal.unknown_device")
    }

    /// A web process that somebody has taken over has no more rights than the tokens that it knows.
    @Test("device: without a token, no method about a person works on the web socket")
    func withoutATokenNothingWorks() async throws {
        let bench = try await SignalBench(configuration: Self.configuration)
        try bench.signIn(SignalBench.ada)
        let web = try Self.web(bench)
        let own = ["page.get", "link.get", "link.take", "device.pair", "auth.resume", "clock.get"]
        var refusals: [String: Int] = [:]
        for bytes in [SignalContract.bytes, PeopleContract.bytes, DeliveryContract.bytes, DevicesContract.bytes] {
            let contract = try Contract(bytes: bytes)
            for method in contract.methods where method.sockets.contains("web") && !own.contains(method.name) {
                for sample in SchemaSamples(contract).valid(method.params) {
                    var params = sample.objectValue ?? JSONObject()
                    params["session"] = "default"
                    let text = JSONText(.object(params))
                    let call =
                        method.kind == .stream
                        ? OutgoingCall(stream: method.name, params: text)
                        : OutgoingCall(unary: method.name, params: text)
                    let why = reason { _ = try web.stream(call) { _ in .cancel } }
                    refusals[why ?? "none: \(method.name)", default: 0] += 1
                }
            }
        }
        // Some parameters are refused before anybody asks for the person.
        let expected = [
            "signal.not_signed_in", "rpc.invalid_params", "signal.invalid_number", "signal.invalid_address",
            "signal.image_refused",
        ]
        #expect(refusals.keys.allSatisfy(expected.contains), "\(refusals)")
        #expect(refusals["signal.not_signed_in"] ?? 0 > 80, "\(refusals)")
        #expect(try bench.client().call(UserGet.self, .init()).lastCheckIn == nil)
    }

    @Test("device: 'seam signal phone' adds, lists and removes")
    func theCommand() async throws {
        let bench = try await SignalBench(configuration: Self.configuration)
        try bench.signIn(SignalBench.ada)
        #expect(try await SignalCommandTests.seam(bench, ["phone"]).output == "you have added no phone\n")
        let adding = try ChildProcess(
            try Products.executable("seam"), ["signal", "phone", "add"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket])
        try await adding.awaitOutput("waiting for the phone")
        let lines = adding.output.split(separator: "\n").map(String.init)
        #expect(lines[1] == "open this address on the phone, or open \(Self.site)/p and type:", "\(lines)")
        let made = try Self.web(bench).call(
            DevicePair.self, .init(letters: lines[2], name: "Ada\u{1B}[1m".filter { $0 != "\u{1B}" }))
        #expect(try await adding.awaitExit() == 0 && adding.output.hasSuffix("\nadded: Ada[1m\n"), "\(adding.output)")
        let over = try ChildProcess(
            try Products.executable("seam"), ["signal", "phone", "add"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket])
        try await over.awaitOutput("the code is valid until")
        try bench.advance(.seconds(600))
        #expect(try await over.awaitExit() == 124)
        #expect(over.output.hasSuffix("no phone was added: the code is over\n"), "\(over.output)")
        try bench.signIn(SignalBench.ada, session: "terminal")
        let drawn = try ChildProcess(
            "/usr/bin/python3",
            [
                try Products.file("Tests/LifeSignal/Peers/typist.py"), try Products.executable("seam"), "signal",
                "phone", "add", "--session", "terminal",
            ],
            environment: ["LIFESIGNAL_SOCKET": bench.socket, "TERM": "xterm-256color", "LANG": "C.UTF-8"], input: "")
        try await bench.daemon.awaitErrors("/terminal [SignalService] a code for a phone was made")
        try bench.advance(.seconds(600))
        #expect(try await drawn.awaitExit() == 124)
        #expect(drawn.output.contains("scan this with the phone") && drawn.output.contains("▀"), "\(drawn.output)")
        #expect(!drawn.output.contains("\(Self.site)/p/"), "the QR code has it")
        let list = try await SignalCommandTests.seam(bench, ["phone", "list"])
        #expect(
            list.output.contains("LAST USED") && list.output.contains("Ada[1m")
                && list.output.contains(made.id.description), "\(list)")
        let removed = try await SignalCommandTests.seam(bench, ["phone", "remove", made.id.description])
        #expect(removed.output == "removed\n")
        let again = try await SignalCommandTests.seam(bench, ["phone", "remove", made.id.description])
        #expect(again.status == 64 && again.errors.contains("no device with that id"), "\(again)")
        #expect(
            try await SignalCommandTests.seam(bench, ["phone", "remove", "--all"]).output == "you have no phone now\n")
        let wrong = try await SignalCommandTests.seam(bench, ["phone", "remove", "x"])
        #expect(wrong.errors == "seam: this is not an id: x (see 'seam signal phone list')\n", "\(wrong)")
        let neither = try await SignalCommandTests.seam(bench, ["phone", "remove"])
        #expect(neither.status == 64 && neither.errors.contains("give either an id or --all"), "\(neither)")
        let plain = try await SignalBench()
        try plain.signIn(SignalBench.ada)
        let none = try await SignalCommandTests.seam(plain, ["phone", "add"])
        #expect(
            none.status != 0 && none.errors.contains("the operator has configured no address for phones"), "\(none)")
        #expect(none.errors.contains("the operator sets"), "\(none)")
    }
}
