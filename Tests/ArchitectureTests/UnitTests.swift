import Foundation
import Testing

/// The files of an installation must agree with each other and with the programs.
@Suite struct UnitTests {
    private let units = Result { try UnitFile.all() }

    /// A socket of a daemon. If the configuration gives no path for the socket, the daemon uses its default path.
    private struct Place: Equatable {
        /// The name under which systemd passes the socket to the daemon.
        let name: String
        let service: String
        let owner: String
        let group: String
        let mode: String
    }

    private static let places: [String: Place] = [
        "/run/seam/admin.sock": Place(
            name: "admin", service: "seam-sessiond.service", owner: "root", group: "seam-admin", mode: "0660"),
        "/run/seam/lifesignal-admin.sock": Place(
            name: "admin", service: "lifesignald.service", owner: "root", group: "seam-admin", mode: "0660"),
        "/run/seam/lifesignal-sender.sock": Place(
            name: "sender", service: "lifesignald.service", owner: "root", group: "lifesignal-sender", mode: "0660"),
        "/run/seam/lifesignal-web.sock": Place(
            name: "web", service: "lifesignald.service", owner: "root", group: "lifesignal-web", mode: "0660"),
        "/run/seam/lifesignal.sock": Place(
            name: "session", service: "lifesignald.service", owner: "root", group: "seam", mode: "0660"),
        "/run/seam/radio.sock": Place(
            name: "radio", service: "seam-radiod.service", owner: "seam-session", group: "seam-session", mode: "0600"),
        "/run/seam/session.sock": Place(
            name: "session", service: "seam-sessiond.service", owner: "root", group: "seam", mode: "0660"),
    ]

    /// The one socket of a network, at which browsers reach LifeSignal's pages. It is on loopback, and its program has
    /// no network besides it.
    private static let pages = (unit: "lifesignal-web.socket", address: "127.0.0.1:8480")

    @Test("unit: the sockets are those of the daemons") func theSocketsAreThoseOfTheDaemons() throws {
        var found: [String: Place] = [:]
        for unit in try units.get() where unit.isSocket && unit.name != Self.pages.unit {
            func only(_ key: String) throws -> String {
                let values = unit["Socket", key]
                try #require(values.count == 1, "\(unit.path): \(key)")
                return values[0]
            }
            let own = unit.name.replacing(".socket", with: ".service")
            found[try only("ListenStream")] = Place(
                name: try only("FileDescriptorName"), service: unit["Socket", "Service"].first ?? own,
                owner: try only("SocketUser"), group: try only("SocketGroup"), mode: try only("SocketMode"))
        }
        #expect(found == Self.places)
    }

    @Test("unit: no socket is for everybody") func noSocketIsForEverybody() throws {
        let listening = /Listen\w+=.*/
        for unit in try units.get() {
            let listens = unit.words("ListenStream", "ListenDatagram", "ListenSequentialPacket", "ListenFIFO")
            #expect(listens.isEmpty != unit.isSocket, "\(unit.path)")
            // Abstract sockets and network sockets are not allowed, because they have no access mode.
            if unit.name == Self.pages.unit {
                #expect(listens == [Self.pages.address])
                continue
            }
            for path in listens { #expect(path.hasPrefix("/run/seam/"), "\(unit.path): \(path)") }
            for mode in unit.words("SocketMode") {
                let bits = try #require(Int(mode, radix: 8), "\(unit.path): \(mode)")
                #expect(bits & ~0o660 == 0, "\(unit.path): \(mode)")
            }
            let lines = try String(contentsOf: SourceTree.root.appending(path: unit.path), encoding: .utf8)
                .split(separator: "\n").count { $0.wholeMatch(of: listening) != nil }
            #expect(lines == listens.count, "\(unit.path) listens in another way")
        }
    }

    /// The unit of a service must list all sockets that systemd passes to the service. Otherwise, systemd starts the
    /// service without the missing sockets.
    @Test("unit: each service has its sockets") func eachServiceHasItsSockets() throws {
        let units = try units.get()
        for (path, place) in Self.places {
            let service = try #require(units.first { $0.name == place.service })
            let socket = try #require(units.first { $0.isSocket && $0["Socket", "ListenStream"] == [path] })
            #expect(service.words("Requires").contains(socket.name), "\(service.path): \(socket.name)")
            #expect(service.words("After").contains(socket.name), "\(service.path): \(socket.name)")
            #expect(service.words("Also").contains(socket.name), "\(service.path): \(socket.name)")
        }
    }

    @Test("unit: every program is a product") func everyProgramIsAProduct() throws {
        let products = try Manifest.package.get().targets.values.filter { $0.kind == .executable }.map(\.name)
        var programs: Set<String> = []
        for unit in try units.get() {
            let keys = ["ExecStart", "ExecStartPre", "ExecStartPost", "ExecReload", "ExecStop", "ExecStopPost"]
            for command in keys.flatMap({ unit["Service", $0] }) {
                // A "-" or "+" before a command is an instruction to systemd, and is not part of the program's path.
                let program = command.split(separator: " ").first.map { String($0.drop { "-+".contains($0) }) } ?? ""
                #expect(program.hasPrefix("/usr/bin/"), "\(unit.path): \(command)")
                #expect(products.contains(String(program.dropFirst("/usr/bin/".count))), "\(unit.path): \(command)")
                programs.insert(program)
            }
        }
        #expect(programs.count == 7)
    }

    @Test("unit: every user and group is made") func everyUserAndGroupIsMade() throws {
        let rows = try ColumnFile.rows("deploy/sysusers.d/seam.conf")
        // Root exists on every machine, and bluetoothd's package makes the group bluetooth.
        let made = Set(rows.map { $0[1] }).union(["root", "bluetooth"])
        var named: [(String, String)] = []
        for unit in try units.get() {
            let keys = unit.words("User", "Group", "SupplementaryGroups", "SocketUser", "SocketGroup")
            named += keys.map { (unit.path, $0) }
        }
        for row in try ColumnFile.rows("deploy/tmpfiles.d/seam.conf") {
            named += row[3...4].map { ("deploy/tmpfiles.d/seam.conf", $0) }
        }
        let policy = "deploy/dbus/system-local.conf"
        let text = try String(contentsOf: SourceTree.root.appending(path: policy), encoding: .utf8)
        named += text.matches(of: /<policy (?:user|group)="([^"]+)"/).map { (policy, String($0.1)) }
        #expect(named.count > 15)
        for (place, name) in named { #expect(made.contains(name), "\(place): \(name)") }
        // The daemons look up these users and groups if their configuration gives no other names.
        #expect(made.isSuperset(of: ["seam", "seam-admin", "seam-session", "seam-bus-check"]))
    }

    /// In a user namespace, a daemon cannot tell its callers apart, because they all look like the same user, so a
    /// daemon does not start there.
    @Test("unit: the daemons tell users apart") func theDaemonsTellUsersApart() throws {
        let daemons = try units.get().filter(\.isDaemon)
        #expect(
            daemons.map(\.name) == [
                "lifesignal-sender.service", "lifesignal-web.service", "lifesignald.service", "seam-radiod.service",
                "seam-sessiond.service",
            ])
        for unit in daemons { #expect(unit["Service", "PrivateUsers"] == [], "\(unit.path)") }
    }

    /// The users in a configuration may come from a directory service. The daemons therefore start after
    /// `nss-user-lookup.target`. The daemons must not require this target (see `systemd.special`). Otherwise, systemd
    /// starts the target even on a machine without a directory service.
    @Test("unit: the daemons look up users when they can be found")
    func theDaemonsLookUpUsersWhenTheyCanBeFound() throws {
        for unit in try units.get().filter(\.isDaemon) {
            #expect(unit.words("After").contains("nss-user-lookup.target"), "\(unit.path)")
            #expect(!unit.words("Wants", "Requires").contains("nss-user-lookup.target"), "\(unit.path)")
        }
    }

    /// Checks the settings that the programs need in their units, except the settings that count for the security
    /// score.
    @Test("unit: the units fit the programs") func theUnitsFitThePrograms() throws {
        for unit in try units.get() where unit.isService {
            #expect(unit["Service", "Environment"] == ["SWIFT_BACKTRACE=enable=no"], "\(unit.path)")
            #expect(unit["Service", "MemoryMax"].count == 1, "\(unit.path)")
            let isClient = !unit["Service", "TTYPath"].isEmpty
            #expect(
                unit["Service", "ProcSubset"] == (isClient ? ["pid"] : []),
                "\(unit.path): the boot's name is below /proc/sys")
            guard unit.isDaemon else { continue }
            #expect(unit["Service", "WatchdogSec"].count == 1, "\(unit.path)")
            #expect(unit["Service", "Restart"] == ["on-failure"], "\(unit.path)")
            #expect(Set(unit.words("RestartPreventExitStatus")).isSuperset(of: ["64", "78"]), "\(unit.path)")
        }
        let session = try #require(try units.get().first { $0.name == "seam-sessiond.service" })
        let calls = ["landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self", "seccomp"]
        #expect(Set(session.words("SystemCallFilter")).isSuperset(of: calls), "providers cannot be closed in")
        #expect(session.words("LoadCredentialEncrypted") == ["seam-machine-key", "seam-kiosk-secret"])
        let signal = try #require(try units.get().first { $0.name == "lifesignald.service" })
        #expect(signal.words("LoadCredentialEncrypted") == ["lifesignal-machine-key", "lifesignal-desk-secret"])
        #expect(signal["Service", "PrivateNetwork"] == ["yes"], "alarms are sent by another program")
        let sender = try #require(try units.get().first { $0.name == "lifesignal-sender.service" })
        #expect(sender.words("StateDirectory", "ReadWritePaths").isEmpty, "it keeps nothing")
        let web = try #require(try units.get().first { $0.name == "lifesignal-web.service" })
        #expect(web.words("StateDirectory", "ReadWritePaths").isEmpty, "it keeps nothing")
        #expect(web["Service", "PrivateNetwork"] == ["yes"] && web.words("Sockets") == [Self.pages.unit])
    }
}
