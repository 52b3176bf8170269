import CommandLineTool
import LinuxSupport
import RadioModel
import SeamModel
import TermCore
import Testing
import Wire

@Suite("What the doctor finds")
struct ExaminationTests {
    static let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    static func welcome(version: String = Release.version, digest: String = "sha256:1") -> Welcome {
        Welcome(
            serverName: "seam-sessiond", serverVersion: version, epoch: "e", features: [], limits: .standard,
            peerUID: 1000, peerGIDs: [], contracts: ["session": digest])
    }

    @Test("examination: versions and contracts that differ are warned about")
    func daemon() {
        #expect(Examination.daemon(Self.welcome(), contractDigest: "sha256:1").allSatisfy { $0.verdict == .ok })
        let older = Examination.daemon(Self.welcome(version: "0.0.9"), contractDigest: "sha256:2")
        #expect(older.map(\.verdict) == [.warn, .ok, .warn])
    }

    @Test("examination: each state of the radio but ready fails, with a remedy", arguments: RadioState.allCases)
    func radio(state: RadioState) {
        let finding = Examination.radio(state)
        #expect((finding.verdict == .ok) == (state == .ready))
        #expect((finding.remedy == nil) == (state == .ready))
    }

    @Test("examination: a session is as good as its token and its keys")
    func session() {
        var status = SessionStatus(
            name: "default", isInitialized: false, isActive: false, sync: SyncStatus(), radio: .unknown)
        #expect(Examination.session(status, now: Self.now).map(\.verdict) == [.warn])
        status.sync.reason = SyncReason.tokenRefused.rawValue
        let refused = Examination.session(status, now: Self.now).map { "\($0.detail), \($0.remedy ?? "")" }
        #expect(
            refused == [
                "'default' is not signed in: the cloud no longer accepts the token, "
                    + "get a new client session token, then run 'seam init'"
            ])
        status.sync.reason = nil
        status.isInitialized = true
        #expect(Examination.session(status, now: Self.now).map(\.verdict) == [.warn])
        status.isActive = true
        status.expiresAt = Self.now.advanced(by: .seconds(7 * 86_400))
        status.sync.lastOK = Self.now.advanced(by: .seconds(-60))
        #expect(Examination.session(status, now: Self.now).map(\.verdict) == [.ok, .ok, .ok])
        status.expiresAt = Self.now
        status.sync.staleSince = Self.now
        #expect(Examination.session(status, now: Self.now).map(\.verdict) == [.ok, .fail, .warn])
        status.expiresAt = Self.now.advanced(by: .seconds(60))
        status.sync = SyncStatus(lastOK: Self.now.advanced(by: .seconds(3600)))
        #expect(Examination.session(status, now: Self.now).map(\.verdict) == [.ok, .warn, .warn])
    }

    @Test("examination: only providers that a key needs are missed")
    func providers() {
        let providers = [
            ProviderDescription(name: "nuki", seamModule: "-", state: .installed, remedy: ""),
            ProviderDescription(name: "latch", seamModule: "SeamLatch", state: .closed, remedy: "use a phone"),
            ProviderDescription(name: "salto_space", seamModule: "SeamSalto", state: .closed, remedy: "use a phone"),
        ]
        let key = Credential(
            id: "c", isManaged: true, name: "K", location: "", provider: "latch", accessMethod: .mobileKey)
        let findings = Examination.providers(providers, keys: [key])
        #expect(findings.map(\.verdict) == [.ok, .warn])
        #expect(findings[1].check.description == "provider latch")
        #expect(Examination.providers([], keys: []).map(\.verdict) == [.warn])
    }

    @Test("examination: a reason of the cloud that is not known here has a remedy that ends") func unclearKeys() {
        func key(_ name: String, _ errors: [CredentialError]) -> Credential {
            Credential(
                id: name, isManaged: true, name: name, location: "", accessMethod: .mobileKey, errors: errors)
        }
        #expect(Examination.keys([key("A", [])]).map(\.verdict) == [.ok])
        #expect(Examination.keys([key("A", [.expired])]).count == 1)
        let findings = Examination.keys([key("A", [.expired]), key("Cellar", [.unknown])])
        #expect(findings.count == 2 && findings[0].detail.description == "2 of 2 keys cannot be used")
        #expect(findings[1].detail.description.hasPrefix("'Cellar': the cloud reports a reason"))
        #expect(findings[1].remedy?.description.contains("seam keys") == false)
    }

    @Test("examination: health, clock and the administrators' socket")
    func others() {
        let health: JSON = [
            "status": "degraded",
            "components": [
                ["name": "store", "status": "serving"], ["name": "cloud", "status": "degraded", "reason": "timeouts"],
                ["name": "\u{1b}[2J", "status": "not_serving"],
                ["name": "clock", "status": "degraded", "reason": "behind"],
                ["name": "bus", "status": "degraded", "reason": "open"],
            ],
        ]
        let findings = Examination.health(health)
        #expect(findings.map(\.verdict) == [.ok, .warn, .fail, .warn, .warn])
        #expect(findings[2].check.description == "part \\u{1b}[2J")
        #expect(findings[3].remedy?.description == "set the machine's clock: see 'timedatectl'")
        #expect(findings[4].remedy?.description.contains("deploy/dbus") == true)
        #expect(Examination.clock(Self.now).verdict == .ok)
        #expect(Examination.clock(Timestamp(millisecondsSince1970: 0)).verdict == .fail)
        let fresh = Examination.socket("/run/s", .unreachable("nobody"), isSetUp: false)
        #expect(fresh.verdict == .fail && fresh.remedy?.description == "sudo seam setup")
        let down = Examination.socket("/run/s", .unreachable("nobody"), isSetUp: true)
        #expect(down.remedy?.description.hasPrefix("see 'systemctl status seam-sessiond'") == true)
        #expect(Examination.admin(nil).verdict == .ok)
        #expect(Examination.admin(.socketPermission("")).verdict == .ok)
        #expect(Examination.admin(.unreachable("")).verdict == .warn)
    }

    @Test("examination: a failed call has one line and a hint")
    func diagnosis() {
        let errors = SessionError.credentialErrors([.expired, .userInteractionRequired(.enableInternet)]).wireError
        let diagnosis = Diagnosis(errors)
        #expect(
            diagnosis.line.description
                == "the key cannot be used: expired, needs the cloud (ask for a new key where you got this one)")
        let hostile = WireError(.internal, "x.y", "bad\u{1b}[2J\nname", effect: .unknown)
        #expect(Diagnosis(hostile).message.description == "bad\\u{1b}[2J name")
        #expect(Diagnosis(hostile).hint != nil)
    }

    @Test("examination: a pairing that sent nothing asks nobody to touch the lock")
    func bindFailures() {
        func line(_ effect: WireError.Effect, _ reason: String) -> String {
            let details = JSON.members(("reason", .string(reason)))
            return Diagnosis(WireError(.unavailable, "bind.failed", "it failed", effect: effect, details: details)).line
                .description
        }
        #expect(line(.none, "provider_not_started").contains("the lock was not changed: run 'seam doctor'"))
        #expect(line(.none, "link_lost") == "it failed (the lock was not changed: try again)")
        #expect(line(.unknown, "link_lost").contains("reset a lock"))
    }
}
