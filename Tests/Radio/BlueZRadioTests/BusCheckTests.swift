import BlueZRadio
import BusCheck
import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Testing

/// Tests the check of the bus. The bus is real, and has either Debian's rules or our rules.
@Suite(
    "Is the bus closed to strangers", .timeLimit(.minutes(2)),
    .enabled(if: canBeOtherUsers, "takes root, to be other users"),
    .enabled(if: ScriptedBlueZ.isRequired || ScriptedBlueZ.isPresent, ScriptedBlueZ.howToGet))
struct BusCheckTests {
    @Test("check: with Debian's rules it is open to everybody; with ours to the broker alone; and open again without")
    func policies() async throws {
        let bus = try await PolicedBus()
        try await bus.start()
        var run = try await bus.check()
        #expect(run.status == 1 && run.verdict == "open", "\(run)")
        try await bus.close()
        run = try await bus.check()
        #expect(run.status == 0 && run.verdict == "closed", "\(run)")
        run = try await bus.check(["--json"])
        #expect(run.output.hasPrefix(#"{"bus":"closed","reason":""#) && run.status == 0)
        #expect(try await bus.check(uid: PolicedBus.broker).status == 1, "the broker may")
        let games = try AccountNames.group("games")
        #expect(try await bus.check(groups: "\(games)").status == 0, "a group that the stock rules let in may not")
        try await bus.open()
        #expect(try await bus.check().status == 1)
        #expect(try await bus.check(groups: "\(games)").status == 1)
    }

    @Test("bus check: with ours, calls of the broker and of root are answered, and nobody else gets bluetoothd's name")
    func calls() async throws {
        // The rules of another package may admit everyone.
        let generous = #"<policy context="default"><allow own="org.bluez"/></policy>"#
        let bus = try await PolicedBus(bluez: PolicedBus.debian + generous)
        try await bus.close()
        let claim = ["string:org.bluez", "uint32:4"]
        for user in [PolicedBus.stranger, PolicedBus.broker] {
            let child = try bus.send(
                to: "org.freedesktop.DBus", "org.freedesktop.DBus.RequestName", claim, uid: user)
            #expect(try await child.awaitExit() != 0)
            #expect(child.errors.contains("AccessDenied"), "\(child.errors)")
        }
        try await bus.start()
        for (user, isAllowed) in [(PolicedBus.broker, true), (0, true), (PolicedBus.stranger, false)] {
            let child = try bus.send(
                to: "org.bluez", "org.freedesktop.DBus.ObjectManager.GetManagedObjects", uid: user)
            #expect((try await child.awaitExit() == 0) == isAllowed, "user \(user): \(child.errors)")
        }
    }

    @Test("bus check: what is notified reaches everybody with Debian's rules, and the broker alone with ours")
    func signals() async throws {
        // The characteristic's value, as dbus-monitor prints it.
        let value = " 80 01 02\n"
        let bus = try await PolicedBus()
        for isClosed in [false, true] {
            if isClosed { try await bus.close() }
            try await bus.start()
            let stranger = try await bus.listener(uid: PolicedBus.stranger)
            let broker = try await bus.listener(uid: PolicedBus.broker)
            try await bus.notifyAndEnd("800102")
            for listener in [stranger, broker] {
                try await listener.awaitOutput("string \"org.bluez\"\n   string \":1.")
            }
            #expect(broker.output.contains(value), "\(broker.output)")
            #expect(stranger.output.contains(value) == !isClosed, "\(stranger.output)")
            #expect(stranger.output.contains("PropertiesChanged") == !isClosed)
        }
    }

    @Test(
        "bus check: earlier listeners hear nothing from the policy on; writes are never heard by others"
    )
    func reload() async throws {
        let bus = try await PolicedBus()
        try await bus.start()
        let stranger = try await bus.listener(uid: PolicedBus.stranger)
        let write = try bus.send(
            to: "org.bluez", "org.bluez.GattCharacteristic1.Write", ["array:byte:7,7,7", "dict:string:string:"])
        #expect(try await write.awaitExit() == 0, "\(write.errors)")
        try await bus.close()
        try await bus.notifyAndEnd("800102")
        try await stranger.awaitOutput("string \"org.bluez\"\n   string \":1.")
        #expect(!stranger.output.contains("PropertiesChanged") && !stranger.output.contains("GattCharacteristic1"))
    }

    @Test("bus check: without bluetoothd nothing is known, and none is started")
    func noBluetoothd() async throws {
        let bus = try await PolicedBus()
        let run = try await bus.check()
        #expect(run.status == 2 && run.output == "unknown: bluetoothd is not running\n", "\(run)")
        let started = bus.directory.file("started")
        #expect(!FileManager.default.fileExists(atPath: started))
        // An ordinary call starts bluetoothd. The program that the bus starts in this test ends without taking the
        // name.
        let call = try bus.send(to: "org.bluez", "org.freedesktop.DBus.Peer.Ping")
        #expect(try await call.awaitExit() != 0)
        #expect(FileManager.default.fileExists(atPath: started), "\(call.errors)")
    }

    @Test("bus check: a bluetoothd that is silent, or words its refusal as the bus does, is reached all the same")
    func hostile() async throws {
        let methods = ["Ping", "Introspect", "GetManagedObjects", "GetAll", "SeamBusCheck"]
        let bus = try await PolicedBus()
        try await bus.start()
        for answer in [
            #""silent":true"#, #""error":["org.freedesktop.DBus.Error.AccessDenied","no"]"#,
            #""error":["org.freedesktop.DBus.Error.NameHasNoOwner","none"]"#,
            #""error":["org.freedesktop.DBus.Error.NoReply","later"]"#, #""value":"ff00""#,
        ] {
            for method in methods { try await bus.order(#"{"op":"on","method":"\#(method)",\#(answer)}"#) }
            let run = try await bus.check()
            #expect(run.status == 1, "\(answer): \(run)")
        }
    }

    @Test(
        "bus check: a policy that forgets something is open",
        arguments: [
            #"<allow send_destination="org.bluez" send_interface="org.bluez.GattCharacteristic1"/>"#,
            #"<allow send_destination="org.bluez" send_interface="org.freedesktop.DBus.Properties"/>"#,
            #"<allow send_interface="org.freedesktop.DBus.Introspectable"/>"#,
            // With this rule, bluetoothd performs the calls, but its answers do not come back.
            #"<allow send_destination="org.bluez"/><deny receive_sender="org.bluez"/>"#,
        ])
    func partial(rule: String) async throws {
        let bus = try await PolicedBus(
            bluez: """
                <policy user="root"><allow own="org.bluez"/><allow send_destination="org.bluez"/></policy>
                <policy context="default"><deny send_destination="org.bluez"/>\(rule)</policy>
                """)
        try await bus.start()
        let run = try await bus.check()
        #expect(run.status == 1, "\(run)")
    }

    @Test("bus check: a bus that is not there, or does not answer, is unknown, and within the time")
    func noBus() throws {
        let directory = try TestDirectory()
        let absent = BusCheck.look(at: "unix:path=\(directory.file("absent"))")
        #expect(absent.access == .unknown && absent.reason.hasPrefix("the bus cannot be used"))
        let listener = try UnixSocket.listen(at: directory.file("mute"), mode: 0o600, group: nil)
        let start = SystemClock.monotonic()
        let mute = BusCheck.look(at: "unix:path=\(directory.file("mute"))", limit: .milliseconds(300))
        #expect(mute == BusFinding(.unknown, "the bus does not answer in time"))
        #expect(SystemClock.monotonic() - start >= .milliseconds(300))
        withExtendedLifetime(listener) {}
        #expect(BusCheck.look(at: "\u{1}nonsense").access == .unknown)
    }

    @Test("bus check: it refuses to run as root, and what is no command line")
    func usage() async throws {
        let program = try Products.executable("seam-bus-check")
        func run(_ arguments: [String], uid: UInt32? = nil) async throws -> CheckRun {
            let child = try ChildProcess(program, arguments, uid: uid)
            return CheckRun(status: try await child.awaitExit(), output: child.output, errors: child.errors)
        }
        let root = try await run([])
        #expect(root.status == EX_USAGE && root.errors.contains("setpriv --reuid nobody"), "\(root)")
        for wrong in [["--frob"], ["--bus"], ["--bus", ""], ["--report", "relative"], ["here"]] {
            #expect(try await run(wrong, uid: PolicedBus.stranger).status == EX_USAGE, "\(wrong)")
        }
        #expect(try await run(["--help"]).output.hasPrefix("usage: seam-bus-check"))
        #expect(try await run(["--version"]).output == "seam-bus-check \(Release.version)\n")
    }

    @Test("bus check: what it reports, the broker believes; a report that cannot be written is a fault")
    func report() async throws {
        let bus = try await PolicedBus()
        try await bus.start()
        let place = try bus.directory.directory("report", mode: 0o755, owner: PolicedBus.stranger)
        let file = "\(place)/report"
        let owners: Set<UInt32> = [0, PolicedBus.stranger]
        #expect(BusReport.read(file, owners: owners, about: bus.address).access == .unknown)
        #expect(try await bus.check(["--report", file]).status == 1)
        #expect(BusReport.read(file, owners: owners, about: bus.address).access == .open)
        try await bus.close()
        // A killed check may leave a file behind. This file neither stops the next check, nor leads it to write to
        // another file.
        let precious = try bus.directory.write("precious", to: "precious", mode: 0o666)
        #expect(symlink(precious, file + ".new") == 0)
        #expect(try await bus.check(["--report", file]).status == 0)
        #expect(BusReport.read(file, owners: owners, about: bus.address).access == .closed)
        #expect(BusReport.read(file, owners: [0], about: bus.address).access == .unknown, "not root's")
        #expect(BusReport.read(file, owners: owners, about: BlueZRadioDriver.systemBus).access == .unknown)
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["report"])
        let nowhere = try await bus.check(["--report", bus.directory.file("not-mine/report")])
        #expect(nowhere.status == EX_SOFTWARE && nowhere.output.isEmpty, "\(nowhere)")
    }
}
