import Glibc
import NIOPosix
import RPC
import RadioAPI
import RadioModel
import SeamModel
import TestSupport
import Testing
import VirtualRadio
import Wire

@Suite(.serialized, .timeLimit(.minutes(2))) struct RadioProgramTests {
    @Test("radio program: a killed broker is a lost radio on both sides")
    func aKilledBrokerIsALostRadioOnBothSides() async throws {
        let directory = try TestDirectory()
        try directory.write(
            #"{"allow": {"radio": {"users": ["\#(geteuid())"]}}}"#, to: "radio.json")
        let radiod = try ChildProcess(
            try Products.executable("seam-radiod"),
            [
                "--config", directory.file("radio.json"), "--socket", directory.file("radio.sock"),
                "--virtual-radio", directory.file("air.sock"),
            ])
        try await radiod.awaitErrors("ready")
        let air = VirtualRadioLink(
            path: directory.file("air.sock"), eventLoopGroup: .singletonMultiThreadedEventLoopGroup)
        let lock = ScriptedLock(try await air.attach(BrokerFixture.profile()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await air.run() }
            group.addTask { await lock.run() }
            defer { group.cancelAll() }
            await lock.awaits { $0 == .registered(lock.port.address) }
            let fixture = BrokerFixture(directory: directory, link: air, lock: lock)
            let link = try await fixture.openLink(try await fixture.client())
            radiod.signal(SIGKILL)
            await lock.awaits { $0 == .disconnected(lock.port.address, .adapter) }
            await #expect(throws: WireError.self) { _ = try await link.next() }
        }
        try await radiod.awaitExit()
    }

    /// A machine may lack bluetoothd, or get it later. The broker works nevertheless, and reports that bluetoothd is
    /// missing.
    @Test("radio program: without a bus there is no bluetoothd") func withoutABusThereIsNoBluetoothd() async throws {
        let directory = try TestDirectory()
        try directory.write(
            #"{"allow": {"radio": {"users": ["\#(geteuid())"]}}}"#, to: "radio.json")
        let radiod = try ChildProcess(
            try Products.executable("seam-radiod"),
            [
                "--config", directory.file("radio.json"), "--socket", directory.file("radio.sock"), "--bus",
                "unix:path=\(directory.file("no-bus"))",
            ])
        try await radiod.awaitErrors("ready")
        let options = RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1"))
        let client = RadioClient(try await RPCClient.connect(to: directory.file("radio.sock"), options: options))
        #expect(try await client.get().state == .noBluetoothd)
        radiod.signal(SIGTERM)
        #expect(try await radiod.awaitExit() == 0)
    }

    struct Refusal: Sendable {
        let arguments: [String]
        let status: Int32
    }

    @Test(
        "radio program: tells why it does not start",
        arguments: [
            Refusal(arguments: ["--frob"], status: EX_USAGE),
            Refusal(arguments: ["--bus", "unix:path=/nowhere", "--virtual-radio", "/nowhere/air"], status: EX_USAGE),
            Refusal(
                arguments: ["--config", "/nowhere/radio.json", "--virtual-radio", "/nowhere/air"], status: EX_CONFIG),
        ])
    func tellsWhyItDoesNotStart(_ refusal: Refusal) async throws {
        let radiod = try ChildProcess(try Products.executable("seam-radiod"), refusal.arguments)
        #expect(try await radiod.awaitExit() == refusal.status)
        #expect(radiod.errors.hasPrefix("seam-radiod: "))
        #expect(radiod.output.isEmpty)
    }
}
