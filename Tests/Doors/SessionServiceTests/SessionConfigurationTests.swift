import DaemonKit
import LinuxSupport
import RPC
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("The session daemon's configuration")
struct SessionConfigurationTests {
    private static func message(_ text: String) -> String? {
        do {
            _ = try SessionConfiguration.parse(Array(text.utf8), name: "f.json")
            return nil
        } catch { return error.message }
    }

    @Test("Nothing need be said")
    func defaults() throws {
        let configuration = try SessionConfiguration.parse(Array("{}".utf8), name: "f")
        #expect(configuration.socket == "/run/seam/session.sock")
        #expect(configuration.offlineGrace == .seconds(72 * 3600))
        #expect(configuration.machineKey == nil)
        #expect(configuration.cloudPace == .init(rate: .init(burst: 60, every: .milliseconds(50)), waiting: 256))
        #expect(configuration.refusedTokens == 5)
        #expect(configuration.sessionChanges == 120)
        #expect(configuration.cloudTimeout == .seconds(15))
        #expect(configuration.cloudAuthorities == nil)
        #expect(configuration.journal == JournalLimits(age: .seconds(365 * 24 * 3600), rows: 200_000))
    }

    @Test("Groups that the installation creates are absent only if the machine says so")
    func failingNames() throws {
        let none: AccountLookup.Find = { (_) throws(LinuxError) in throw LinuxError(.notFound, "none") }
        let broken: AccountLookup.Find = { (_) throws(LinuxError) in throw LinuxError(.lookupFailed, "no answer") }
        let absent = AccountLookup(user: none, group: none, pause: { _ in })
        let nobody = try SessionConfiguration.parse(Array("{}".utf8), name: "f", accounts: absent)
        #expect(nobody.allowSession.groups.isEmpty)
        let failing = AccountLookup(user: broken, group: broken, pause: { _ in })
        for text in ["{}", #"{"allow": {"session": {"users": ["u"]}}}"#, #"{"allow": {"admin": {"groups": ["g"]}}}"#] {
            let error = #expect(throws: ConfigurationError.self) {
                try SessionConfiguration.parse(Array(text.utf8), name: "f", accounts: failing)
            }
            #expect(error?.mayPass == true, "another start may help")
            #expect(error?.message == "f: no answer")
        }
    }

    @Test("Faults of the text name line and column")
    func position() throws {
        let message = try #require(Self.message("{\n  \"store\": nope\n}"))
        #expect(message.hasPrefix("f.json:2:"))
    }

    @Test(
        "Faults of a member name it",
        arguments: [
            (#"{"frob": 1}"#, "frob"), (#"{"offline_grace_ms": -1}"#, "offline_grace_ms"),
            (#"{"sync_interval_ms": 1}"#, "sync_interval_ms"), (#"{"socket": ""}"#, "socket"),
            (#"{"cloud_timeout_ms": 999}"#, "cloud_timeout_ms"), (#"{"cloud_timeout_ms": 60001}"#, "cloud_timeout_ms"),
            (#"{"cloud_interval_ms": 9}"#, "cloud_interval_ms"), (#"{"cloud_burst": 0}"#, "cloud_burst"),
            (#"{"refused_tokens": 0}"#, "refused_tokens"), (#"{"cloud_waiting": 0}"#, "cloud_waiting"),
            (#"{"cloud_waiting": 4097}"#, "cloud_waiting"),
            (#"{"cloud_ca": ""}"#, "cloud_ca"), (#"{"cloud_ca": "/nowhere/ca.pem"}"#, "does not exist"),
            (#"{"cloud_ca": "/etc/passwd"}"#, "cloud_ca holds no certificates"),
            (#"{"cloud_ca": "/tmp"}"#, "cloud_ca names no regular file"),
            (#"{"nearby_hold_ms": 999}"#, "nearby_hold_ms"), (#"{"nearby_hold_ms": 300001}"#, "nearby_hold_ms"),
            (#"{"journal_days": 0}"#, "journal_days"), (#"{"journal_rows": 999}"#, "journal_rows"),
            (#"{"allow": {"radio": {}}}"#, "radio"),
            (#"{"allow": {"session": {"users": ["no-such-user-here"], "groups": []}}}"#, "users"),
            (#"{"allow": {"admin": {"users": [], "groups": ["no-such-group-here"]}}}"#, "groups"),
            (#"{"limits": {"connections": 1023}}"#, "connections"), (#"{"limits": {"frob": 1}}"#, "frob"),
            (#"{"limits": {"queued_bytes_per_uid": 1073741825}}"#, "queued_bytes_per_uid"),
        ])
    func member(text: String, name: String) throws {
        let message = try #require(Self.message(text))
        #expect(message.hasPrefix("f.json:1:"))
        #expect(message.contains(name))
    }

    @Test("Authorities are taken from a file that nobody else may write; a fault names line and column")
    func authorities() throws {
        let directory = try TestDirectory()
        let file = try directory.write(TestCertificates.authority + "\n", to: "ca.pem")
        let text = "{\n  \"cloud_ca\": \"\(file)\"\n}"
        #expect(try SessionConfiguration.parse(Array(text.utf8), name: "f").cloudAuthorities != nil)
        try directory.write(TestCertificates.authority, to: "ca.pem", mode: 0o664)
        let message = try #require(Self.message(text))
        #expect(message.hasPrefix("f.json:2:"))
        #expect(message.hasSuffix("/cloud_ca names no regular file, or one that others may write"))
        try directory.write(TestCertificates.localhostKey, to: "ca.pem")
        #expect(Self.message(text)?.hasSuffix("/cloud_ca holds no certificates in PEM") == true)
    }

    @Test("Limits can be raised, each under the name that an error gives it")
    func limits() throws {
        let text = #"""
            {"limits": {"connections": 65536, "connection_rate": 51, "connection_burst": 201, "connections_per_uid": 65,
             "calls_per_uid": 129, "streams_per_uid": 65, "queued_bytes_per_uid": 4194305}}
            """#
        let quotas = try SessionConfiguration.parse(Array(text.utf8), name: "f").quotas
        #expect(quotas.connections == 65_536)
        #expect(quotas.connectionRate == 51)
        #expect(quotas.connectionBurst == 201)
        #expect(quotas.connectionsPerUser == 65)
        #expect(quotas.callsPerUser == 129)
        #expect(quotas.streamsPerUser == 65)
        #expect(quotas.queuedBytesPerUser == 4_194_305)
        #expect(quotas.openFiles > 65_536)
    }

    @Test("Root, the daemon's user and those named are admitted, and nobody else")
    func admission() throws {
        let text = #"{"allow": {"session": {"users": ["daemon"], "groups": ["root"]}}}"#
        var admission = try SessionConfiguration.parse(Array(text.utf8), name: "f").allowSession
        #expect(admission.always == [0, ProcessUser.effective])
        admission.always = [0, 9]
        #expect(admission.admits(uid: 0, gids: [UInt32]()))
        #expect(admission.admits(uid: 9, gids: [UInt32]()))
        #expect(admission.admits(uid: 1, gids: [UInt32]()))
        #expect(admission.admits(uid: 77, gids: [5, 0]))
        #expect(!admission.admits(uid: 77, gids: [5]))
    }
}
