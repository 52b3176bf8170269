import LockProtocol
import NukiProtocol
import RadioModel
import SeamModel
import Testing
import VirtualLock
import Wire

@Suite("Commands, arguments, configuration")
struct ControlCommandTests {
    private func command(_ line: String) throws -> ControlCommand { try ControlCommand(line: Array(line.utf8)) }

    @Test("control command: each command of the document")
    func commands() throws {
        var fault = LockFault(.refuse, step: 3, conversation: .pairing)
        fault.code = NukiErrorCode.tooManyUsers.rawValue
        fault.time = .milliseconds(5)
        let line = #"{"op":"fault","lock":"front","kind":"refuse","step":3,"during":"pairing","code":19,"ms":5}"#
        #expect(try command(line).operation == .fault(fault))
        #expect(try command(#"{"op":"clear","lock":"a"}"#).operation == .clear(nil))
        #expect(try command(#"{"op":"clear","lock":"a","kind":"mtu_23"}"#).operation == .clear(.smallMTU))
        #expect(try command(#"{"op":"pairing","lock":"a","on":true}"#).operation == .pairing(isOn: true))
        #expect(try command(#"{"op":"signal","lock":"a","rssi_dbm":-127}"#).operation == .signal(rssiDBm: -127))
        #expect(try command(#"{"op":"state","lock":"b"}"#) == command(#"{"lock":"b","op":"state"}"#))
        for kind in LockFault.Kind.allCases {
            let line = #"{"op":"fault","lock":"a","kind":"\#(kind.rawValue)"}"#
            #expect(try command(line).operation == .fault(LockFault(kind)))
        }
    }

    @Test(
        "control command: anything else is refused",
        arguments: [
            "", "{", "[]", "{}", #"{"op":"state"}"#, #"{"op":"frob","lock":"a"}"#, #"{"op":"state","lock":"a","x":1}"#,
            #"{"op":"fault","lock":"a","kind":"none"}"#, #"{"op":"fault","lock":"a","kind":"slow","ms":-1}"#,
            #"{"op":"fault","lock":"a","kind":"refuse","code":256}"#, #"{"op":"pairing","lock":"a"}"#,
            #"{"op":"signal","lock":"a"}"#, #"{"op":"signal","lock":"a","rssi_dbm":-128}"#,
            #"{"op":"signal","lock":"a","rssi_dbm":21}"#, #"{"op":"pairing","lock":"a","on":1}"#,
            #"{"op":"state","op":"state","lock":"a"}"#,
        ])
    func refused(line: String) {
        #expect(throws: VirtualLockError(.badCommand, "")) { try command(line) }
    }

    @Test("control command: arguments")
    func arguments() throws {
        let locks = ["--lock", "front:54:D2:72:00:00:01", "--lock", "back:F0:D2:72:00:00:02:ultra"]
        let read = try LockArguments(["--virtual-radio", "air"] + locks + ["--movement-ms", "7", "--state", "s"])
        #expect(read.radioPath == "air" && read.statePath == "s" && read.controlPath == nil)
        #expect(read.locks.map(\.name) == ["front", "back"])
        #expect(read.locks.map(\.kind) == [.classic, .ultra])
        #expect(read.locks.map(\.addressType) == [.public, .random])
        #expect(read.locks.map(\.pin) == [0, 123_456])
        #expect(read.locks.map(\.movement) == [.milliseconds(7), .milliseconds(7)])
        #expect(read.locks[0].advertisedName == "Nuki_72000001")
        #expect(try LockArguments(["--help"]).wantsHelp)
        let many = (0..<65).map { "lock\($0):54:D2:72:00:00:" + Hex.encode([UInt8($0)]) }
        func play(_ count: Int) throws -> LockArguments {
            try LockArguments(["--virtual-radio", "air"] + many.prefix(count).flatMap { ["--lock", $0] })
        }
        #expect(try play(64).locks.count == 64)
        #expect(throws: VirtualLockError(.usage, "")) { try play(65) }
    }

    @Test(
        "control command: arguments that are refused",
        arguments: [
            [], ["--virtual-radio", "air"], ["--lock", "front:54:D2:72:00:00:01"], ["--frob", "1"], ["--virtual-radio"],
            ["--virtual-radio", "a", "--lock", "front"], ["--virtual-radio", "a", "--lock", "front:54:D2:72:00:00:0G"],
            ["--virtual-radio", "a", "--lock", "front:54:D2:72:00:00:01:smart"],
            ["--virtual-radio", "a", "--lock", "a b:54:D2:72:00:00:01"],
            ["--virtual-radio", "a", "--lock", "a:54:D2:72:00:00:01", "--lock", "a:54:D2:72:00:00:02"],
            ["--virtual-radio", "a", "--lock", "a:54:D2:72:00:00:01", "--lock", "b:54:D2:72:00:00:01"],
            ["--virtual-radio", "a", "--lock", "a:54:D2:72:00:00:01", "--movement-ms", "-1"],
        ])
    func badArguments(arguments: [String]) {
        #expect(throws: VirtualLockError(.usage, "")) { try LockArguments(arguments) }
    }

    @Test("control command: a configuration with every member, and what is refused in one")
    func configuration() throws {
        let text = """
            {"locks": [{"name": "front", "address": "54:D2:72:00:00:01", "address_type": "random", "kind": "ultra",
              "nuki_id": 868432325, "pin": 4711, "advertised_name": "Door", "rssi_dbm": -70, "mtu": 64,
              "movement_ms": 1, "hold_ms": 2, "states_bytes": 19}]}
            """
        let lock = try #require(try LockArguments.locks(json: Array(text.utf8), of: "test").first)
        #expect(lock.addressType == .random && lock.kind == .ultra && lock.nukiID == 868_432_325 && lock.pin == 4711)
        #expect(lock.advertisedName == "Door" && lock.rssiDBm == -70 && lock.mtu == 64)
        #expect(lock.movement == .milliseconds(1) && lock.hold == .milliseconds(2) && lock.statesForm == .bytes19)
        let address = #""address":"54:D2:72:00:00:01""#
        for bad in [
            "", "{}", #"{"locks":{}}"#, #"{"locks":[{}]}"#, #"{"locks":[{"name":"a",\#(address),"frob":1}]}"#,
            #"{"locks":[{"name":"a",\#(address),"states_bytes":16}]}"#, #"{"locks":[],"more":1}"#,
            #"{"locks":[{"name":"a",\#(address),"kind":"smart"}]}"#,
        ] {
            #expect(throws: VirtualLockError(.usage, "")) {
                try LockArguments.locks(json: Array(bad.utf8), of: "test")
            }
        }
    }
}
