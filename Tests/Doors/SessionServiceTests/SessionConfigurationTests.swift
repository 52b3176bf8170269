import DaemonKit
import LinuxSupport
import RPC
import SeamCloud
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

    @Test("session configuration: nothing need be said")
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

    @Test("session configuration: groups that the installation creates are absent only if the machine says so")
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

    @Test("session configuration: faults of the text name line and column")
    func position() throws {
        let message = try #require(Self.message("{\n  \"store\": nope\n}"))
        #expect(message.hasPrefix("f.json:2:"))
    }

    @Test(
        "session configuration: faults of a member name it",
        arguments: [
            (#"{"frob": 1}"#, "frob"), (#"{"offline_grace_ms": -1}"#, "offline_grace_ms"),
            (#"{"sync_interval_ms": 1}"#, "sync_interval_ms"), (#"{"socket": ""}"#, "socket"),
            (#"{"cloud_timeout_ms": 999}"#, "cloud_timeout_ms"), (#"{"cloud_timeout_ms": 60001}"#, "cloud_timeout_ms"),
            (#"{"cloud_interval_ms": 9}"#, "cloud_interval_ms"), (#"{"cloud_burst": 0}"#, "cloud_burst"),
            (#"{"refused_tokens": 0}"#, "refused_tokens"), (#"{"cloud_waiting": 0}"#, "cloud_waiting"),
            (#"{"cloud_waiting": 4097}"#, "cloud_waiting"),
            (#"{"cloud_ca": ""}"#, "cloud_ca"), (#"{"cloud_ca": "/nowhere/ca.pem"}"#, "does not exist"),
            (#"{"cloud_ca": "/etc/passwd"}"#, "cloud_ca contains no PEM certificates"),
            (#"{"cloud_ca": "/tmp"}"#, "cloud_ca must name a regular file"),
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

    @Test("configuration: authorities are taken from a file that nobody else may write; a fault names line and column")
    func authorities() throws {
        let directory = try TestDirectory()
        let file = try directory.write(TestCertificates.authority + "\n", to: "ca.pem")
        let text = "{\n  \"cloud_ca\": \"\(file)\"\n}"
        #expect(try SessionConfiguration.parse(Array(text.utf8), name: "f").cloudAuthorities != nil)
        try directory.write(TestCertificates.authority, to: "ca.pem", mode: 0o664)
        let message = try #require(Self.message(text))
        #expect(message.hasPrefix("f.json:2:"))
        #expect(message.hasSuffix("/cloud_ca must name a regular file that other users cannot write"))
        try directory.write(TestCertificates.localhostKey, to: "ca.pem")
        #expect(Self.message(text)?.hasSuffix("/cloud_ca contains no PEM certificates") == true)
    }

    @Test("No authority is lost in silence: not after a byte order mark, nor where its line begins with something else")
    func lostAuthorities() throws {
        let two = TestCertificates.authority + "\n# the second\n" + TestCertificates.selfSigned + "\n"
        let directory = try TestDirectory()
        func message(_ pem: String) throws -> String? {
            let file = try directory.write(pem, to: "ca.pem")
            return Self.message(#"{"cloud_ca": "\#(file)"}"#)
        }
        #expect(try message(two) == nil)
        #expect(try message("\u{FEFF}" + two) == nil)
        for spoiled in ["x" + two, two.replacing("second\n", with: "second"), " " + two] {
            #expect(try message(spoiled)?.contains("contains 2 certificates, of which only 1 can be read") == true)
        }
    }

    @Test("session configuration: limits can be raised, each under the name that an error gives it")
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

    @Test("session configuration: root, the daemon's user and those named are admitted, and nobody else")
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

    @Test("session configuration: a desk needs an address that a secret may be sent to, and users that exist")
    func kiosk() throws {
        func parse(_ kiosk: String, account: UInt32? = 900) throws -> KioskConfiguration? {
            let user: AccountLookup.Find = { (name) throws(LinuxError) in
                if let number = UInt32(name) { return number }
                guard name == "seam-kiosk", let account else { throw LinuxError(.notFound, "none") }
                return account
            }
            let none: AccountLookup.Find = { (_) throws(LinuxError) in throw LinuxError(.notFound, "none") }
            let accounts = AccountLookup(user: user, group: none, pause: { _ in })
            let text = #"{"kiosk": {\#(kiosk)}}"#
            return try SessionConfiguration.parse(Array(text.utf8), name: "f", accounts: accounts).kiosk
        }
        let source = #""token_source": "https://desk.example.com/seam/code""#
        #expect(try parse(source)?.users == [900])
        #expect(try parse(source)?.source?.description == "https://desk.example.com/seam/code")
        let named = try parse(source + #", "users": ["901", "seam-kiosk"], "secret": "/s""#, account: 902)
        #expect(named?.users == [901, 902] && named?.secret == "/s")
        let watched = try parse(#""heartbeat_url": "https://watch.example.com/k7", "heartbeat_interval_ms": 1000"#)
        #expect(watched?.heartbeat?.description == "https://watch.example.com/k7" && watched?.source == nil)
        #expect(watched?.heartbeatInterval == .seconds(1) && watched?.users == [900])
        for (kiosk, part) in [
            (#""heartbeat_url": "http://desk.example.com""#, "heartbeat_url"),
            (#""token_source": "http://desk.example.com/code""#, "token_source"),
            (#""token_source": "desk.example.com""#, "token_source"),
            (source + #", "users": ["nobody-is-called-so"]"#, "users"),
            (source + #", "code": 1"#, "code"), (source + #", "secret": """#, "secret"),
        ] {
            let error = #expect(throws: ConfigurationError.self) { try parse(kiosk) }
            #expect(error?.message.contains("/kiosk/\(part)") == true, "\(error?.message ?? "")")
        }
        #expect(throws: ConfigurationError.self) { try parse(source, account: nil) }
    }

    @Test("session configuration: the kiosk's secret is a credential, otherwise a file of the daemon's alone")
    func kioskSecret() throws {
        let directory = try TestDirectory(mode: 0o700)
        let file = try directory.write("kiosk-secret-of-the-file\n", to: "file", mode: 0o600)
        func kiosk(_ secret: String?) throws -> KioskConfiguration {
            let more = secret.map { #", "secret": "\#($0)""# } ?? ""
            let text = #"{"kiosk": {"token_source": "https://d.example.com", "users": ["0"]\#(more)}}"#
            return try #require(SessionConfiguration.parse(Array(text.utf8), name: "f").kiosk)
        }
        func message(_ secret: String?, in credentials: String? = nil) throws -> String? {
            let kiosk = try kiosk(secret)
            do throws(ConfigurationError) {
                _ = try kiosk.loadSecret(credentialsDirectory: credentials)
                return nil
            } catch { return error.message }
        }
        let read = try kiosk(file).loadSecret(credentialsDirectory: nil)
        #expect(try kiosk(file).loadSecret(credentialsDirectory: directory.path) == read, "no such credential")
        try directory.write("kiosk-secret-of-systemd", to: "seam-kiosk-secret", mode: 0o400)
        #expect(try kiosk(file).loadSecret(credentialsDirectory: directory.path) != read)
        #expect(try message(nil)?.contains("seam-kiosk-secret") == true)
        #expect(try message(directory.file("absent"))?.contains("no such file") == true)
        #expect(try message(directory.write("kiosk-secret-of-all", to: "open", mode: 0o644))?.contains("0600") == true)
        #expect(try message(directory.write("short", to: "short", mode: 0o600))?.contains("16 to 1024 bytes") == true)
        let long = String(repeating: "x", count: 2_000)
        #expect(try message(directory.write(long, to: "long", mode: 0o600)) != nil)
        #expect(throws: ConfigurationError.self) {
            try kiosk(directory.file("absent")).checkSecret(credentialsDirectory: nil)
        }
        try kiosk(file).checkSecret(credentialsDirectory: nil)
    }
}
