import Foundation
import TestSupport
import Testing

/// Checks the files of an installation with the programs of systemd and AppArmor. If one of these programs is missing,
/// the test fails. `deploy/packages` installs the programs.
@Suite struct InstallationTests {
    /// The highest allowed exposure of each unit, in tenths, as rated by `systemd-analyze security`.
    private static let exposure = [
        "lifesignal-sender.service": 15, "lifesignal-web.service": 6, "lifesignald.service": 15,
        "seam-bus-check.service": 3,
        "seam-kiosk@.service": 6,
        "seam-radiod.service": 6, "seam-sessiond.service": 15, "seam-signal@.service": 6,
    ]

    @Test("installation: is no more exposed than", arguments: exposure)
    func isNoMoreExposedThan(unit: String, most: Int) async throws {
        let child = try ChildProcess(
            "/usr/bin/systemd-analyze",
            [
                "security", "--offline=true", "--no-pager", "--threshold=\(most)",
                SourceTree.root.appending(path: "deploy/systemd/\(unit)").path(percentEncoded: false),
            ])
        let status = try await child.awaitExit()
        let verdict = child.output.split(separator: "\n").last { $0.contains("Overall exposure level") }
        print("exposure: \(verdict?.drop { $0 != "f" }.dropFirst("for ".count) ?? "\(unit): unknown")")
        #expect(status == 0, "\(child.output)\(child.errors)")
        #expect(verdict != nil, "\(child.output)\(child.errors)")
    }

    @Test("installation: every service has a most exposure") func everyServiceHasAMostExposure() throws {
        #expect(try UnitFile.all().filter(\.isService).map(\.name) == Self.exposure.keys.sorted())
    }

    @Test("installation: the units are sound") func theUnitsAreSound() async throws {
        let root = try TestDirectory()
        let units = try root.directory("usr/lib/systemd/system", mode: 0o755)
        try root.directory("usr/bin", mode: 0o755)
        // Copies the system units on which every unit depends by default.
        let system = "/lib/systemd/system"
        for name in try FileManager.default.contentsOfDirectory(atPath: system) {
            guard [".target", ".slice", ".mount"].contains(where: name.hasSuffix) else { continue }
            try FileManager.default.copyItem(atPath: "\(system)/\(name)", toPath: "\(units)/\(name)")
        }
        let all = try UnitFile.all()
        for unit in all {
            let source = SourceTree.root.appending(path: unit.path).path(percentEncoded: false)
            try FileManager.default.copyItem(atPath: source, toPath: "\(units)/\(unit.name)")
            for command in unit["Service", "ExecStart"] {
                try root.write("", to: String(command.prefix { $0 != " " }.dropFirst()), mode: 0o755)
            }
        }
        // Debian provides the unit of bluetoothd, and we only add settings to the unit.
        let added = try UnitFile(path: "deploy/bluetooth/bluetooth.service.d/seam.conf")
        let bluetoothd = try #require(added["Service", "ExecStart"].last)
        try root.directory("usr/libexec/bluetooth", mode: 0o755)
        try root.write("", to: String(bluetoothd.prefix { $0 != " " }.dropFirst()), mode: 0o755)
        try root.write("[Service]\nExecStart=/usr/bin/other\n", to: "usr/lib/systemd/system/bluetooth.service")
        try root.directory("usr/lib/systemd/system/bluetooth.service.d", mode: 0o755)
        let source = SourceTree.root.appending(path: added.path).path(percentEncoded: false)
        try FileManager.default.copyItem(atPath: source, toPath: "\(units)/bluetooth.service.d/seam.conf")
        let child = try ChildProcess(
            "/usr/bin/systemd-analyze",
            ["verify", "--man=no", "--root=\(root.path)", "bluetooth.service"] + all.map(\.name))
        #expect(try await child.awaitExit() == 0)
        // systemd ignores unknown settings but reports them, so there must be no output.
        #expect(child.output + child.errors == "")
    }

    @Test("installation: users and directories are made", .enabled(if: canBeOtherUsers))
    func usersAndDirectoriesAreMade() async throws {
        let root = try TestDirectory()
        try root.directory("etc", mode: 0o755)
        let deploy = SourceTree.root.appending(path: "deploy").path(percentEncoded: false)
        // Runs the programs twice, because they find existing files during an upgrade.
        for _ in 0..<2 {
            for (program, arguments) in [
                ("systemd-sysusers", ["\(deploy)/sysusers.d/seam.conf"]),
                ("systemd-tmpfiles", ["--create", "\(deploy)/tmpfiles.d/seam.conf"]),
            ] {
                let child = try ChildProcess("/usr/bin/\(program)", ["--root=\(root.path)"] + arguments)
                #expect(try await child.awaitExit() == 0, "\(program): \(child.errors)")
            }
        }
        for row in try ColumnFile.rows("deploy/sysusers.d/seam.conf") {
            if row[0] == "u" { #expect(try Self.names(in: root.file("etc/passwd")).contains(row[1])) }
            #expect(try Self.names(in: root.file("etc/group")).contains(row[1]))
        }
        for row in try ColumnFile.rows("deploy/tmpfiles.d/seam.conf") {
            let found = try FileManager.default.attributesOfItem(atPath: root.file(String(row[1].dropFirst())))
            #expect(found[.type] as? FileAttributeType == .typeDirectory, "\(row[1])")
            #expect(found[.posixPermissions] as? Int == Int(row[2], radix: 8), "\(row[1])")
        }
    }

    /// The AppArmor parser can read the profiles even if the kernel does not support AppArmor.
    @Test("installation: the profiles can be read") func theProfilesCanBeRead() async throws {
        let directory = SourceTree.root.appending(path: "deploy/apparmor").path(percentEncoded: false)
        let profiles = try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
        #expect(profiles.count == 8)
        for profile in profiles {
            let options = ["--skip-kernel-load", "--skip-cache", "--skip-read-cache"]
            let child = try ChildProcess("/usr/sbin/apparmor_parser", options + ["\(directory)/\(profile)"])
            #expect(try await child.awaitExit() == 0, "\(profile): \(child.errors)")
        }
    }

    /// A D-Bus rule that names no peer would let a program call every other program on the bus, and be called by every
    /// other program.
    @Test("installation: every rule of the bus names its peer") func everyRuleOfTheBusNamesItsPeer() throws {
        var count = 0
        for profile in ["seam-bus-check", "seam-provider", "seam-radiod", "seam-sessiond"] {
            let file = SourceTree.root.appending(path: "deploy/apparmor/\(profile)")
            let text = try String(contentsOf: file, encoding: .utf8)
            for rule in Self.rules(text) where rule.hasPrefix("dbus ") {
                count += 1
                #expect(rule.contains("peer=(name="), "\(profile): \(rule)")
                #expect(rule.hasPrefix("dbus send ") || rule.contains(" member="), "\(profile): \(rule)")
            }
        }
        #expect(count == 7)
    }

    /// The session daemon starts programs, and each of them runs under its own AppArmor profile, regardless of how it
    /// is started.
    @Test("installation: what the session daemon starts is confined twice")
    func whatTheSessionDaemonStartsIsConfinedTwice() throws {
        let file = SourceTree.root.appending(path: "deploy/apparmor/seam-sessiond")
        let started = Self.rules(try String(contentsOf: file, encoding: .utf8)).filter { rule in
            rule.hasPrefix("/") && rule.split(separator: " ").dropFirst().first?.contains("x") == true
        }
        #expect(started.count == 2)
        for rule in started { #expect(rule.hasSuffix(" -> &seam-provider"), "\(rule)") }
    }

    /// The rules of a profile, each as one line.
    private static func rules(_ text: String) -> [String] {
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("#") }
        var rules = [""]
        for line in lines {
            rules[rules.count - 1] += (rules[rules.count - 1].isEmpty ? "" : " ") + line
            if line.hasSuffix(",") || line.hasSuffix("{") || line == "}" { rules.append("") }
        }
        return rules.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }
    }

    /// The first fields of a file such as `passwd`.
    private static func names(in path: String) throws -> Set<String> {
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        return Set(text.split(separator: "\n").compactMap { $0.split(separator: ":").first.map(String.init) })
    }
}
