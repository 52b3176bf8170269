import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// If a configuration names something that is missing or wrong, a daemon reports this in one line, and ends with status
/// 78. After that, the service manager does not start the daemon again.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ConfigurationRefusalTests {
    @Test(
        "configuration refusal: what is missing",
        arguments: [
            (LoneDaemon.Kind.session, "providers"), (.session, "launcher"), (.session, "socket"),
            (.session, "admin_socket"),
            (.radio, "socket"),
        ])
    func whatIsMissing(kind: LoneDaemon.Kind, key: String) async throws {
        let directory = try TestDirectory(mode: 0o755)
        let missing = directory.file("missing/\(key)")
        let daemon = try await LoneDaemon(kind, configuration: .members((key, .string(missing))), in: directory)
        #expect(try await daemon.process.awaitExit() == EX_CONFIG, "\(daemon.process.errors)")
        try Self.expectOneLine(
            daemon, naming: key.hasSuffix("socket") ? directory.file("missing") : missing, "install or create it")
    }

    @Test("configuration refusal: what others may write") func whatOthersMayWrite() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let providers = try directory.directory("open", mode: 0o777)
        let configuration: JSON = ["providers": .string(providers)]
        let daemon = try await LoneDaemon(.session, configuration: configuration, in: directory)
        #expect(try await daemon.process.awaitExit() == EX_CONFIG, "\(daemon.process.errors)")
        try Self.expectOneLine(daemon, naming: providers, "no other user may be able to write to it")
    }

    /// Programs that belong to the daemon's own user are refused. Somebody who has taken over the daemon could replace
    /// such programs.
    @Test(
        "configuration refusal: what belongs to the daemon's own user", .enabled(if: canBeOtherUsers),
        arguments: ["providers", "launcher"])
    func whatBelongsToTheDaemonsOwnUser(key: String) async throws {
        let (directory, user) = (try TestDirectory(mode: 0o755), 63_091 as UInt32)
        let own = try directory.directory("own", mode: 0o755, owner: user)
        let launcher = "\(own)/seam-provider-run"
        try FileManager.default.copyItem(atPath: try Products.executable("seam-provider-run"), toPath: launcher)
        #expect(chmod(launcher, 0o755) == 0 && chown(launcher, user, user) == 0)
        let path = key == "providers" ? own : launcher
        let daemon = try await LoneDaemon(
            .session, uid: user, configuration: .members((key, .string(path))), in: directory)
        #expect(try await daemon.process.awaitExit() == EX_CONFIG, "\(daemon.process.errors)")
        try Self.expectOneLine(daemon, naming: own, "root")
        // During development, the configuration may allow programs of the daemon's own user.
        let developed = try await LoneDaemon(
            .session, uid: user, configuration: .members((key, .string(path)), ("own_programs", true)), in: directory)
        try await developed.awaitReady()
        #expect(try await developed.stop() == 0)
    }

    /// An operator can check beforehand whether a configuration is valid.
    @Test(
        "configuration refusal: a configuration is checked without being used",
        arguments: [
            ("seam-sessiond", "{\n  \"journal_days\": 30\n}", "{\n  \"frob\": 1\n}", 2),
            (
                "seam-sessiond", "{\"cloud_url\": \"http://127.0.0.1:1\"}", "{\n\"cloud_url\": \"http://example.com\"}",
                2
            ),
            ("seam-radiod", "{\n  \"max_links\": 3\n}", "{\n  \"max_links\": 3,\n}", 3),
        ])
    func aConfigurationIsCheckedWithoutBeingUsed(program: String, good: String, bad: String, line: Int) async throws {
        let directory = try TestDirectory()
        func check(_ text: String) async throws -> (status: Int32, said: String) {
            let file = try directory.write(text, to: "checked.json")
            let check = try ChildProcess(try Products.executable(program), ["--check-config", file])
            let status = try await check.awaitExit()
            return (status, (check.output + check.errors).replacingOccurrences(of: file, with: "FILE"))
        }
        let (use, refusal) = (try await check(good), try await check(bad))
        #expect(use == (EX_OK, "FILE can be used\n"))
        #expect(refusal.status == EX_CONFIG && refusal.said.contains(": FILE:\(line):"), "\(refusal)")
    }

    /// Scripts ask the daemon's own reader for the store's path. This reader accepts every spelling that JSON allows.
    @Test(
        "configuration refusal: where the store is is printed",
        arguments: [
            ("{}", "/var/lib/seam/session.db"), ("{\"store\": \"/srv/a b\"}", "/srv/a b"),
            ("{\n\"\\u0073tore\"\n:\n\"\\/srv\\/st\\u006fre\"\n}", "/srv/store"),
            ("{\"store\": \"/srv/x\", \"frob\": 1, \"cloud_ca\": \"/nowhere\"}", "/srv/x"),
            ("{\"allow\": {\"admin\": {\"users\": [\"store\"]}}, \"store\":\"/srv/y\"}", "/srv/y"),
        ])
    func whereTheStoreIsIsPrinted(text: String, path: String) async throws {
        let directory = try TestDirectory()
        let file = try directory.write(text, to: "session.json")
        let printed = try ChildProcess(try Products.executable("seam-sessiond"), ["--print-store", file])
        #expect(try await printed.awaitExit() == EX_OK, "\(printed.errors)")
        #expect(printed.output == path + "\n")
    }

    @Test(
        "configuration refusal: a store that nobody knows is not printed",
        arguments: [
            "{\"store\": 1}", "{\"store\": \"/x\"", "{\"store\": \"\"}", "{\"store\": \"/a\", \"store\": \"/b\"}",
        ])
    func aStoreThatNobodyKnowsIsNotPrinted(text: String) async throws {
        let directory = try TestDirectory()
        let file = try directory.write(text, to: "session.json")
        let printed = try ChildProcess(try Products.executable("seam-sessiond"), ["--print-store", file])
        #expect(try await printed.awaitExit() == EX_CONFIG && printed.output == "")
        #expect(printed.errors.hasPrefix("seam-sessiond: \(file):1:"), "\(printed.errors)")
    }

    /// If a socket is in use, this is not a fault of the configuration, because the other process may end by itself.
    @Test("configuration refusal: a socket in use is no configuration")
    func aSocketInUseIsNoConfiguration() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let first = try await LoneDaemon(.radio, in: directory)
        try await first.awaitReady()
        let second = try await LoneDaemon(.radio, in: directory)
        #expect(try await second.process.awaitExit() == EX_SOFTWARE, "\(second.process.errors)")
        #expect(try await first.stop() == 0)
    }

    /// Expects that the last line of the log names the file and the remedy.
    private static func expectOneLine(_ daemon: LoneDaemon, naming path: String, _ remedy: String) throws {
        let line = try #require(daemon.process.errors.split(separator: "\n").last)
        #expect(line.hasPrefix("seam-") && line.contains(path) && line.contains(remedy), "\(daemon.process.errors)")
    }
}
