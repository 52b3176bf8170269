import Glibc
import SeamSDK
import TestSupport
import Testing
import Wire

/// Opens doors with a Swift program. The lock's own record shows whether the lock opened.
@Suite(.serialized, .timeLimit(.minutes(3))) struct DoorTests {
    @Test("door: a person lists their keys and opens a door") func aPersonListsTheirKeysAndOpensADoor() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        #expect(seam.isActive)
        let key = try seam.key("Front Door")
        #expect(key.errors.isEmpty && key.isManaged)
        let attempt = try await seam.startUnlock(using: key.id)
        #expect(await attempt.all() == [.launched, .grantedAccess], "\(system.logs)")
        #expect(try system.openings() == 1)
        let record = try #require(try await seam.recentUnlocks(limit: 1).first)
        #expect(record.outcome == .granted && record.credentialId == key.id && !record.mayHaveOpened)
        #expect(record.credentialName == "Front Door" && record.id == attempt.attemptId)
        #expect(record.words != nil)
    }

    @Test("door: a door that does not answer times out and not early")
    func aDoorThatDoesNotAnswerTimesOutAndNotEarly() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("silent")
        let start = ContinuousClock.now
        let events = try await seam.unlockEvents(using: try seam.key("Front Door").id, timeout: 0.1).all()
        #expect(events == [.launched, .timedOut])
        #expect(ContinuousClock.now - start >= .seconds(1), "a second is the least")
        #expect(try system.openings() == 0)
    }

    @Test("door: an attempt has ten seconds if nothing else is said")
    func anAttemptHasTenSecondsIfNothingElseIsSaid() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("silent")
        let start = ContinuousClock.now
        #expect(try await seam.unlockEvents(using: try seam.key("Front Door").id).all() == [.launched, .timedOut])
        #expect(ContinuousClock.now - start >= .seconds(10))
        #expect(ContinuousClock.now - start < .seconds(12))
        #expect(try system.openings() == 0)
    }

    @Test("door: a lock that refuses is a failed connection") func aLockThatRefusesIsAFailedConnection() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("paired_elsewhere")
        let events = try await seam.unlockEvents(using: try seam.key("Front Door").id).all()
        #expect(events.first == .launched && events.count == 2)
        guard case .connectionFailed(let text)? = events.last else {
            Issue.record("\(events)\n\(system.logs)")
            return
        }
        #expect(!text.isEmpty)
        #expect(try system.openings() == 0)
    }

    @Test("door: dropping the events before the gate keeps the door shut")
    func droppingTheEventsBeforeTheGateKeepsTheDoorShut() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let id = try seam.key("Front Door").id
        // Delays the lock's challenge by three seconds.
        try system.fault("slow", step: 2, milliseconds: 3000)
        var attempt: SeamUnlockEvents? = try seam.unlockEvents(using: id)
        for await event in try #require(attempt) {
            #expect(event == .launched)
            break
        }
        attempt = nil
        try await Self.ends(seam, .cancelled)
        #expect(try system.openings() == 0)
        try system.clearFaults()
        #expect(try await seam.unlockEvents(using: id).all() == [.launched, .grantedAccess], "it opens afterwards")
    }

    /// The test makes more calls at the same time than Swift's thread pool has threads.
    @Test("door: calls that wait do not hold up one another") func callsThatWaitDoNotHoldUpOneAnother() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    #expect(throws: SeamError.invalidCredentialId) { try seam.unlockEvents(using: "nobody") }
                    _ = try await seam.recentUnlocks()
                }
            }
            try await group.waitForAll()
        }
        #expect(try system.openings() == 0)
    }

    /// The event sequence keeps the objects that it needs alive.
    @Test("door: an attempt goes on when only its events are held")
    func anAttemptGoesOnWhenOnlyItsEventsAreHeld() async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        let events = try system.program().unlockEvents(using: TestSystem.Key.front)
        #expect(await events.all() == [.launched, .grantedAccess])
        #expect(try system.openings() == 1)
    }

    @Test("door: a cancelled task calls the attempt off") func aCancelledTaskCallsTheAttemptOff() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("slow", step: 2, milliseconds: 3000)
        let attempt = try seam.unlockEvents(using: try seam.key("Front Door").id)
        let reader = Task { await attempt.all() }
        try await Self.begins(seam)
        reader.cancel()
        #expect(await reader.value.allSatisfy { $0 == .launched })
        try await Self.ends(seam, .cancelled)
        #expect(try system.openings() == 0)
    }

    @Test("door: dropping the events behind the gate changes nothing")
    func droppingTheEventsBehindTheGateChangesNothing() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let lock = try system.followLock()
        try system.fault("slow", step: 4, milliseconds: 300)
        var attempt: SeamUnlockEvents? = try seam.unlockEvents(using: try seam.key("Front Door").id)
        try await lock.awaitOutput("\"unlocking\"")
        attempt = nil
        #expect(attempt == nil)
        try await Self.ends(seam, .granted)
        #expect(try system.openings() == 1)
    }

    @Test("door: what does not open says why and nothing begins")
    func whatDoesNotOpenSaysWhyAndNothingBegins() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let expired = try seam.key("Pool")
        #expect(expired.errors.first == .expired)
        let office = try seam.key("Office").id
        let refusals: [(String, SeamError)] = [
            (expired.id, .credentialErrors(expired.errors)), (office, .integrationNotFound),
            ("credential_of_nobody", .invalidCredentialId), ("no id at all", .invalidCredentialId),
            (String(repeating: "x", count: 129), .invalidCredentialId), ("", .invalidCredentialId),
        ]
        for (id, error) in refusals {
            #expect(throws: error, "\(id)") { try seam.unlockEvents(using: id) }
        }
        let way = try await thrown(SeamSystemError.self) {
            _ = try seam.unlockEvents(using: try seam.key("Front Door").id, proximity: .remote)
        }
        #expect(way.reason == "seam.invalid_unlock_proximity" && way.retryAfter == nil)
        for (entrance, reason) in [("entrance_cellar", "seam.invalid_entrance_id"), ("no id", "rpc.invalid_params")] {
            let door = try await thrown(SeamSystemError.self) {
                _ = try seam.unlockEvents(using: try seam.key("Front Door").id, entranceId: entrance)
            }
            #expect(door.reason == reason && door.retryAfter == nil)
        }
        #expect(try await seam.recentUnlocks().isEmpty)
        #expect(try system.openings() == 0)
        let providers = try await seam.providers()
        #expect(providers.contains { $0.name == "nuki" && $0.state == .installed })
        #expect(providers.contains { $0.seamModule == "SeamSaltoIntegration" && $0.state == .closed })
    }

    @Test("door: a door that is near is listed") func aDoorThatIsNearIsListed() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let id = try seam.key("Front Door").id
        for try await doors in seam.nearbyDoors() {
            guard let door = doors.first else { continue }
            #expect(door.id.credentialId == id && door.entranceName == "Front Door")
            break
        }
        #expect(try system.openings() == 0)
    }

    /// Waits until an unlock attempt has begun.
    private static func begins(_ seam: Seam) async throws {
        for _ in 0..<200 {
            if try await !seam.recentUnlocks(limit: 1).isEmpty { return }
            await Task.yield()
        }
        throw TestFailure("no attempt begins")
    }

    /// Waits until no attempt is running, and expects that the newest attempt ended with `outcome`.
    private static func ends(_ seam: Seam, _ outcome: SeamUnlockRecord.Outcome) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(20)
        while clock.now < deadline {
            let newest = try await seam.recentUnlocks(limit: 1).first
            if let newest, newest.outcome != .running {
                #expect(newest.outcome == outcome)
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestFailure("the attempt does not end")
    }
}
