import Foundation
import LinuxSupport
import TestSupport
import Testing

/// A private bus with a scripted bluetoothd. Its rules are those of the system bus, together with Debian's rules for
/// bluetoothd.
///
/// The bus admits only users that the machine knows. In these tests, the broker's user is therefore `daemon`, the group
/// with its own rules is `games`, and a stranger is `nobody`.
final class PolicedBus: Sendable {
    static let stranger: UInt32 = 65534
    static let broker: UInt32 = 1

    let directory: TestDirectory
    let address: String
    private let bus: ChildProcess
    private let stack = Locked<ChildProcess?>(nil)
    private let lastOrder = Locked(0)

    /// Starts the bus without our policy. `bluez` contains the rules that are used instead of Debian's rules for
    /// bluetoothd. A call that starts bluetoothd creates the file `started`.
    init(bluez: String = PolicedBus.debian) async throws {
        directory = try TestDirectory()
        address = "unix:path=\(directory.file("bus"))"
        try directory.directory("services", mode: 0o755)
        try directory.write(
            """
            [D-BUS Service]
            Name=org.bluez
            Exec=/bin/sh -c "touch \(directory.file("started")); exit 1"
            User=root
            """, to: "services/org.bluez.service")
        try directory.write("<busconfig>\(bluez)</busconfig>", to: "bluetooth.conf")
        let configuration = try directory.write(
            """
            <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth>
            <servicedir>\(directory.file("services"))</servicedir>\(Self.system)
            <include>\(directory.file("bluetooth.conf"))</include>
            <include ignore_missing="yes">\(directory.file("system-local.conf"))</include></busconfig>
            """, to: "bus.conf")
        bus = try ChildProcess(
            "/usr/bin/dbus-daemon", ["--nofork", "--nopidfile", "--print-address=1", "--config-file=\(configuration)"])
        try await bus.awaitOutput("unix:")
    }

    deinit { stack.withLock { $0 }?.signal(SIGKILL) }

    /// The rules that the system bus has for everyone. They come from /usr/share/dbus-1/system.conf in Debian 12.
    private static let system = """
        <policy context="default"><allow user="*"/><deny own="*"/><deny send_type="method_call"/>
        <allow send_type="signal"/><allow send_requested_reply="true" send_type="method_return"/>
        <allow send_requested_reply="true" send_type="error"/><allow receive_type="method_call"/>
        <allow receive_type="method_return"/><allow receive_type="error"/><allow receive_type="signal"/>
        <allow send_destination="org.freedesktop.DBus" send_interface="org.freedesktop.DBus"/></policy>
        <policy user="root"><allow send_destination="org.freedesktop.DBus"
        send_interface="org.freedesktop.DBus.Monitoring"/></policy>
        """

    /// Debian's rules for bluetoothd, from bluez 5.66's /etc/dbus-1/system.d/bluetooth.conf.
    static let debian = """
        <policy user="root"><allow own="org.bluez"/><allow send_destination="org.bluez"/>
        <allow send_interface="org.bluez.Agent1"/><allow send_interface="org.bluez.GattCharacteristic1"/>
        <allow send_interface="org.freedesktop.DBus.ObjectManager"/>
        <allow send_interface="org.freedesktop.DBus.Properties"/></policy>
        <policy group="games"><allow send_destination="org.bluez"/></policy>
        <policy context="default"><allow send_destination="org.bluez"/></policy>
        """

    /// Installs the policy that we ship, and makes the bus read this policy.
    func close() async throws {
        let shipped = try String(contentsOfFile: "\(Products.package)/deploy/dbus/system-local.conf", encoding: .utf8)
        let here = shipped.replacing(#"user="seam-radio""#, with: #"user="daemon""#)
            .replacing(#"group="bluetooth""#, with: #"group="games""#)
        #expect(here != shipped)
        try directory.write(here, to: "system-local.conf")
        try await reload()
    }

    /// Removes our policy again.
    func open() async throws {
        try FileManager.default.removeItem(atPath: directory.file("system-local.conf"))
        try await reload()
    }

    private func reload() async throws {
        let child = try send(to: "org.freedesktop.DBus", "org.freedesktop.DBus.ReloadConfig")
        #expect(try await child.awaitExit() == 0, "\(child.errors)")
    }

    /// Calls a method on the bus, as user `uid`.
    func send(
        to destination: String, _ method: String, _ arguments: [String] = [], uid: UInt32? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/dbus-send",
            ["--bus=\(address)", "--print-reply", "--dest=\(destination)", "/", method] + arguments,
            uid: uid)
    }

    /// Starts the scripted bluetoothd.
    func start() async throws {
        let child = try ChildProcess(ScriptedBlueZ.python, [ScriptedBlueZ.script, address], input: nil)
        try await child.awaitOutput("ready")
        stack.withLock { $0 = child }
    }

    /// Makes bluetoothd carry out `order`, which is JSON.
    func order(_ order: String) async throws {
        let number = lastOrder.withLock { last in
            last += 1
            return last
        }
        let bluetoothd = try #require(stack.withLock { $0 })
        try bluetoothd.write(#"{"n":\#(number),\#(order.dropFirst())"# + "\n")
        try await bluetoothd.awaitOutput(#"{"done": \#(number)}"#)
    }

    /// Makes bluetoothd report that a characteristic has the value `value` (in hex), and then makes bluetoothd end. The
    /// bus delivers the report before it announces the end of bluetoothd.
    func notifyAndEnd(_ value: String) async throws {
        try await order(
            ScriptedBlueZ.changing("/org/bluez/hci0/dev_1/c", "GattCharacteristic1", #"{"Value":"\#(value)"}"#))
        let bluetoothd = try #require(stack.withLock { $0 })
        try bluetoothd.closeInput()
        try await bluetoothd.awaitExit()
        stack.withLock { $0 = nil }
    }

    /// Runs the check of the bus. By default, the check runs as a stranger. `groups` are the user's supplementary
    /// groups.
    func check(_ arguments: [String] = [], uid: UInt32 = stranger, groups: String? = nil) async throws -> CheckRun {
        let program = try Products.executable("seam-bus-check")
        let command =
            ["--reuid", "\(uid)", "--regid", "\(uid)"] + (groups.map { ["--groups", $0] } ?? ["--clear-groups"])
            + [program, "--bus", address] + arguments
        let child = try ChildProcess("/usr/bin/setpriv", command)
        let status = try await child.awaitExit()
        return CheckRun(status: status, output: child.output, errors: child.errors)
    }

    /// A program that receives all messages that the bus delivers to it. This program also requests messages that are
    /// meant for other programs.
    func listener(uid: UInt32) async throws -> ChildProcess {
        let child = try ChildProcess("/usr/bin/dbus-monitor", ["--address", address], uid: uid)
        try await child.awaitOutput("NameAcquired")
        return child
    }
}

/// The result of a run of the check.
struct CheckRun: Equatable {
    let status: Int32
    let output: String
    let errors: String

    /// The verdict, which is the first word of the output.
    var verdict: String { String(output.prefix { $0 != ":" }) }
}
