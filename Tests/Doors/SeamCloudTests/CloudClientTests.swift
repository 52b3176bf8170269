import CloudModel
import SeamCloud
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests the typed client with a real development cloud.
@Suite(.timeLimit(.minutes(2))) struct CloudClientTests {
    @Test("cloud client: reads a snapshot") func readsASnapshot() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                let snapshot = try await client.reading(token: token).snapshot
                #expect(snapshot.isComplete)
                #expect(snapshot.session.userIdentityID == "person_ada")
                #expect(snapshot.workspace.name == "Harbour House (development)")
                #expect(snapshot.credentials.count == 13)
                #expect(snapshot.locks.map(\.displayName) == ["Flat 4"])
                #expect(Set(snapshot.systems.keys) == ["system_harbour", "system_office", "system_studio"])
                #expect(snapshot.users["user_ada_archive"]?.issues.hasError("failed_to_create_on_acs_system") == true)
                let courtyard = snapshot.entrances(of: "credential_ada_courtyard").map(\.displayName)
                #expect(courtyard == ["Courtyard North", "Courtyard South"])
                let card = snapshot.credentials.first { $0.accessMethod == .card }
                #expect(card?.cardNumber?.revealed == "0004761553")
                #expect(!"\(snapshot)".contains("0004761553") && !"\(snapshot)".contains("482913"))
                #expect(try CloudSnapshot(json: snapshot.json) == snapshot)
            }
        }
    }

    @Test("cloud client: covers what one credential can cause") func coversWhatOneCredentialCanCause() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                let snapshot = try await client.reading(token: token).snapshot
                func credential(_ name: String) throws -> CloudCredential {
                    try #require(snapshot.credentials.first { $0.displayName == name }, "\(name)")
                }
                func provider(_ name: String) throws -> String? {
                    let credential = try credential(name)
                    return CloudProvider.name(
                        credentialType: credential.externalType,
                        systemType: snapshot.systems[credential.systemID]?.externalType)
                }
                let now = cloud.clock.now
                #expect(try credential("Pool").endsAt.map { $0 <= now } == true)
                #expect(try credential("Summer House").startsAt.map { $0 > now } == true)
                #expect(try credential("Gym").isIssued == false)
                #expect(try credential("Cellar").issues.errors.count == 1)
                #expect(try credential("Letter Room").code != nil)
                #expect(try credential("Lobby").accessMethod == .cloudKey)
                #expect(try provider("Front Door") == "nuki")
                #expect(try provider("Back Door") == "nuki")
                #expect(try provider("Office") == "salto_space")
                #expect(try provider("Studio") == "sesame")
            }
        }
    }

    @Test("cloud client: keeps people apart") func keepsPeopleApart() async throws {
        try await withDevCloud { cloud in
            let ben = try await cloud.token("person_ben")
            try await cloud.withClient { client in
                let snapshot = try await client.reading(token: ben).snapshot
                #expect(snapshot.credentials.map(\.id) == ["credential_ben_front_door", "credential_ben_workshop"])
                #expect(Set(snapshot.entrances.keys) == ["entrance_front_door", "entrance_workshop"])
                #expect(snapshot.locks.first?.isOnline == false)
                await expect(.notFound(type: "acs_credential_not_found")) {
                    _ = try await client.entrances(credentialID: "credential_ada_pool", token: ben)
                }
            }
        }
    }

    @Test("cloud client: works over a unix socket") func worksOverAUnixSocket() async throws {
        let directory = try TestDirectory()
        try await withDevCloud(address: "unix:\(directory.file("c"))") { cloud in
            // The test creates tokens over the same socket as the client and with the same HTTP library, which requires
            // this form of address.
            let socket = directory.file("c").replacing("/", with: "%2F")
            let token = try await CloudFixture(url: "http+unix://\(socket)", clock: cloud.clock).token()
            try await cloud.withClient { client in
                let snapshot = try await client.reading(token: token).snapshot
                #expect(snapshot.credentials.count == 13)
            }
        }
    }

    @Test("cloud client: reads many pages") func readsManyPages() async throws {
        try await withDevCloud { cloud in
            for index in 0..<450 {
                try await cloud.control(
                    "rows/put",
                    [
                        "table": "acs_credentials",
                        "row": [
                            "acs_credential_id": .string("extra_\(index)"), "workspace_id": "ws_harbour",
                            "acs_system_id": "system_harbour", "user_identity_id": "person_ben",
                            "display_name": "Extra", "access_method": "code",
                        ],
                    ])
            }
            let ben = try await cloud.token("person_ben")
            try await cloud.withClient { client in
                let list = try await client.credentials(token: ben)
                #expect(list.isComplete && list.rows.count == 452)
                #expect(Set(list.rows.map(\.id)).count == 452)
            }
        }
    }

    @Test("cloud client: unlocks and follows an attempt") func unlocksAndFollowsAnAttempt() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                let attempt = try await client.unlockDoor(deviceID: "lock_flat_four", token: token)
                #expect(attempt.status == .pending)
                let outcome = try await client.actionAttempt(id: attempt.id, token: token)
                #expect(outcome.status == .success(wasConfirmedByDevice: true))
                try await cloud.control("action_attempts/plan", ["status": "error", "error_type": "jammed_bolt"])
                let second = try await client.unlockDoor(deviceID: "lock_flat_four", token: token)
                let failure = try await client.actionAttempt(id: second.id, token: token)
                #expect(failure.status == .error(type: "jammed_bolt", message: "Simulated error."))
                let start = cloud.clock.now.advanced(by: .seconds(-1))
                let events = try await client.events(since: start, types: ["lock.unlocked"], token: token).rows
                #expect(events.map(\.actionAttemptID) == [attempt.id])
            }
        }
    }

    @Test("cloud client: names what is wrong with a token") func namesWhatIsWrongWithAToken() async throws {
        try await withDevCloud { cloud in
            let unknown = try ClientSessionToken("seam_cst1nobody_knows_this".utf8)
            let token = try await cloud.token()
            try await cloud.withClient { client in
                await expect(.invalidToken(.notFound)) { _ = try await client.session(token: unknown) }
                try await cloud.control("clock", ["offset_s": 40_000_000])
                await expect(.invalidToken(.expired)) { _ = try await client.reading(token: token) }
                try await cloud.control("clock", ["offset_s": 0])
                try await cloud.control("sessions/revoke", ["user_identity_id": "person_ada"])
                await expect(.invalidToken(.revoked)) { _ = try await client.session(token: token) }
            }
        }
    }

    @Test("cloud client: maps failures of the server") func mapsFailuresOfTheServer() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                try await cloud.control("outage", ["route": "locks/list", "status": 502, "count": 1])
                await expect(.server(status: 502)) { _ = try await client.reading(token: token) }
                try await cloud.control(
                    "outage", ["route": "locks/list", "status": 429, "count": 1, "retry_after_s": 7])
                await expect(.rateLimited(retryAfter: .seconds(7))) { _ = try await client.locks(token: token) }
                try await cloud.control(
                    "outage",
                    ["route": "*", "status": 200, "content_type": "text/html", "body": "<html>Sign in</html>"])
                await expect(.unexpectedContent) { _ = try await client.session(token: token) }
                try await cloud.control("clear", [:])
                #expect(try await client.reading(token: token).snapshot.isComplete)
            }
        }
    }

    @Test("cloud client: gives up in time") func givesUpInTime() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.control("latency", ["route": "workspaces/get", "ms": 60_000])
            try await cloud.withClient(requestTimeout: .milliseconds(200)) { client in
                await expect(.timedOut) { _ = try await client.workspace(token: token) }
            }
        }
    }

    @Test("cloud client: leaves out foreign rows") func leavesOutForeignRows() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            try await cloud.withClient { client in
                try await cloud.control(
                    "rows/change",
                    ["table": "acs_credentials", "id": "credential_ada_pool", "set": ["workspace_id": "ws_other"]])
                let read = try await client.reading(token: token).snapshot
                let field = "/acs_credentials/2/workspace_id"
                #expect(read.gaps == [.rowsLeftOut(endpoint: "acs/credentials/list", field: field)])
                #expect(!read.credentials.contains { $0.id == "credential_ada_pool" })
                try await cloud.control(
                    "rows/change",
                    ["table": "acs_credentials", "id": "credential_ada_pool", "set": ["acs_credential_id": "local:1"]])
                await expect(.invalidReply(field: "/acs_credentials/2/acs_credential_id")) {
                    _ = try await client.credentials(token: token)
                }
            }
        }
    }
}

/// Expects `body` to throw a ``CloudError`` of the given kind.
func expect(
    _ kind: CloudError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("nothing was thrown, \(kind) was expected", sourceLocation: sourceLocation)
    } catch let error as CloudError {
        #expect(error.kind == kind, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error) was thrown, \(kind) was expected", sourceLocation: sourceLocation)
    }
}
