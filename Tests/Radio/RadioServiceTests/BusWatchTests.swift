import BlueZRadio
import DaemonKit
import Glibc
import LinuxSupport
import Logging
import RPC
import RadioAPI
import TestSupport
import Testing
import VirtualRadio
import Wire

@testable import RadioService

@Suite("The broker says whether the bus is closed") struct BusWatchTests {
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Writes a report as the test's own user, in the same way in which the check of the bus writes it.
    private static func report(_ access: BusAccess, of bus: String, to path: String) throws {
        let report = BusReport(
            BusFinding(access, "so it is"), address: bus, uid: 65534, bootID: try SystemClock.bootID(),
            sinceBoot: SystemClock.sinceBoot())
        try report.write(to: path)
    }

    @Test("bus watch: what is reported is the radio's state, its health and its metrics, and changes with the report")
    func follows() async throws {
        let directory = try TestDirectory()
        let topics = TopicSource(epoch: "e")
        let health = Health(topics: topics)
        let broker = RadioBroker(
            driver: try VirtualRadioDriver(path: directory.file("air.sock")), slots: 4, topics: topics,
            logger: Self.quiet)
        var place = BusCheckPlace()
        place.file = directory.file("report")
        place.owners = [geteuid()]
        let watch = BusWatch(place, address: "unix:path=/bus", broker: broker, health: health, logger: Self.quiet)
        func expect(_ bus: RadioStatus.Bus, _ status: ComponentHealth.Status, _ reason: String?) {
            watch.look()
            #expect(broker.state.withLock { $0.status.bus } == bus)
            let component = health.components.first { $0.name == "bus" }
            #expect(component?.status == status)
            #expect(reason.map { component?.reason?.contains($0) == true } ?? (component?.reason == nil))
        }
        #expect(health.components.isEmpty)
        expect(.unknown, .degraded, "there is no report")
        try Self.report(.open, of: "unix:path=/bus", to: place.file)
        expect(.open, .degraded, "without the broker: so it is")
        try Self.report(.closed, of: "unix:path=/bus", to: place.file)
        expect(.closed, .serving, nil)
        let families = broker.metrics.filter { $0.name == "seam_radio_bus" }
        #expect(families.count == 1)
        try Self.report(.closed, of: "unix:path=/other", to: place.file)
        expect(.unknown, .degraded, "another bus")
        try Self.report(.unknown, of: "unix:path=/bus", to: place.file)
        expect(.unknown, .degraded, "so it is")
        unlink(place.file)
        expect(.unknown, .degraded, "there is no report")
    }

    @Test("bus watch: radio.get and the health of a broker on a bus tell it", arguments: BusAccess.allCases)
    func served(access: BusAccess) async throws {
        let directory = try TestDirectory()
        let bus = "unix:path=\(directory.file("no-bus"))"
        var configuration = RadioConfiguration()
        configuration.socket = directory.file("radio.sock")
        configuration.allow.users = [geteuid()]
        configuration.busCheck.file = directory.file("report")
        configuration.busCheck.owners = [geteuid()]
        try Self.report(access, of: bus, to: configuration.busCheck.file)
        let daemon = try RadioDaemon(configuration, air: .bluez(bus: bus), logger: Self.quiet)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run() }
            defer { group.cancelAll() }
            let options = RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1"))
            let client = try await RPCClient.connect(to: configuration.socket, options: options)
            #expect(try await RadioClient(client).get().bus.rawValue == access.rawValue)
            let health = try await client.call("rpc.health").json
            let part = health["components"]?.arrayValue?.first { $0["name"]?.stringValue == "bus" }
            #expect(part?["status"]?.stringValue == (access == .closed ? "serving" : "degraded"))
        }
    }

    @Test("The virtual radio has no bus: nothing is known of it, and its health has no such part")
    func virtual() async throws {
        try await BrokerFixture.run { fixture in
            let client = try await fixture.client()
            #expect(try await client.get().bus == .unknown)
            let health = try await client.connection.call("rpc.health").json
            #expect(health["components"]?.arrayValue?.contains { $0["name"]?.stringValue == "bus" } == false)
        }
    }

    @Test("bus watch: the configuration names the report and who may have written it")
    func configured() throws {
        func parse(_ text: String) throws -> BusCheckPlace {
            try RadioConfiguration.parse(Array(text.utf8), name: "radio.json").busCheck
        }
        let place = try parse(#"{"bus_check": {"file": "/run/x", "user": "61007"}}"#)
        #expect(place.file == "/run/x" && place.owners == [0, 61_007])
        let usual = try parse("{}")
        #expect(usual.file == "/run/seam-bus-check/report" && usual.owners.contains(0))
        for wrong in [
            #"{"file": "run/x"}"#, #"{"user": "no-such-user-here"}"#, #"{"frob": 1}"#, #"{"file": ""}"#, "[]",
        ] {
            #expect(throws: ConfigurationError.self, "\(wrong)") { try parse(#"{"bus_check": \#(wrong)}"#) }
        }
    }
}
