import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("Preflight")
struct PreflightTests {
    private func session() throws -> SessionLifecycle {
        var session = SessionLifecycle(offlineGrace: .seconds(3_600))
        _ = session.initialize(try ClientSessionToken(Array("seam_cst1anna_0123456789".utf8)))
        guard case .validate(_, let question) = session.activate().last else { return session }
        let proof = ProvenSession(
            clientSessionID: "cs",
            workspaceID: "ws-1",
            identityID: "anna",
            expiresAt: World.now.advanced(by: .seconds(9_999))
        )
        _ = session.answered(question, .valid(proof), at: World.now)
        return session
    }

    private func plan(_ world: World, _ request: UnlockRequest) throws -> UnlockPlan {
        let keys = world.derivation.credentials(at: World.now)
        return try Preflight.plan(request, session: session(), credentials: keys, at: World.now)
    }

    private let front = UnlockRequest(credentialID: "c-1")

    @Test("preflight: plans the bound door, nearby")
    func plan() throws {
        let plan = try plan(World(), front)
        #expect(plan.proximity == .nearby)
        #expect(plan.onlyDoor?.entrance.id == "e-1")
        #expect(plan.onlyDoor?.binding?.id == "b-1")
    }

    @Test("preflight: tells the first obstacle in the contract's order")
    func order() throws {
        var world = try World()
        world.bindings = []
        world.externalType = "salto_ks_credential"
        world.endsAt = World.now
        let idle = SessionLifecycle(offlineGrace: .seconds(1))
        #expect(throws: SessionError.initializationRequired) {
            try Preflight.plan(UnlockRequest(credentialID: "x"), session: idle, credentials: [], at: World.now)
        }
        #expect(throws: SessionError.invalidCredentialID) {
            try plan(world, UnlockRequest(credentialID: "x", proximity: .touch))
        }
        let wanting = UnlockRequest(credentialID: "c-1", proximity: .touch, entranceID: "nowhere")
        let missing = try #require(try world.key().missingProvider)
        #expect(throws: SessionError.integrationNotFound(missing)) { try plan(world, wanting) }
        world.externalType = "nuki_credential"
        #expect(throws: SessionError.invalidUnlockProximity(supported: [.nearby])) { try plan(world, wanting) }
        let nearby = UnlockRequest(credentialID: "c-1", proximity: .nearby, entranceID: "nowhere")
        let errors = [CredentialError.expired, .awaitingLocalCredential(availableAt: nil)]
        #expect(throws: SessionError.credentialErrors(errors)) { try plan(world, nearby) }
        let entrances = try World().key().credential.entrances
        #expect(throws: SessionError.invalidEntranceID(entrances)) { try plan(World(), nearby) }
    }

    @Test("preflight: a code does not open that way, and says so before anything else about it")
    func code() throws {
        var world = try World()
        world.accessMethod = .code
        world.endsAt = World.now
        #expect(throws: SessionError.invalidUnlockProximity(supported: [])) { try plan(world, front) }
    }

    @Test("preflight: several bound doors are left to the scan, unless one is named")
    func severalDoors() throws {
        var world = try World()
        world.bindings.append(try World.binding("b-2", .entrance("e-2")))
        #expect(try plan(world, front).doors.compactMap { $0.binding?.id } == ["b-1", "b-2"])
        #expect(try plan(world, front).onlyDoor == nil)
        let garden = UnlockRequest(credentialID: "c-1", entranceID: "e-2")
        #expect(try plan(world, garden).onlyDoor?.binding?.id == "b-2")
    }

    @Test("preflight: a named door without a lock awaits one")
    func unboundDoor() throws {
        let awaiting = SessionError.credentialErrors([.awaitingLocalCredential(availableAt: nil)])
        #expect(throws: awaiting) { try plan(World(), UnlockRequest(credentialID: "c-1", entranceID: "e-2")) }
    }

    @Test("preflight: at the gate only what has ended stops an attempt, by the clock of its admission")
    func over() throws {
        var world = try World()
        world.endsAt = World.now.advanced(by: .seconds(6))
        func isOver(_ id: String = "c-1", after seconds: Int) throws -> Bool {
            let now = World.now.advanced(by: .seconds(seconds))
            return Preflight.isOver(
                id, by: .nearby, session: try session(), credentials: world.derivation.credentials(at: now), at: now)
        }
        #expect(try !isOver(after: 5))
        #expect(try isOver(after: 6), "the key's end belongs to it no more")
        #expect(try isOver("x", after: 0), "the key is gone")
        world.endsAt = nil
        #expect(try !isOver(after: 3_599))
        #expect(try isOver(after: 3_600), "the offline grace is over")
        world.radio = .off
        #expect(try !isOver(after: 5), "the radio comes and goes")
        world.startsAt = World.now.advanced(by: .seconds(60))
        #expect(try isOver(after: 5), "the cloud has put off its beginning")
    }
}
