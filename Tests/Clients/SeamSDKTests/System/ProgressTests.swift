import SeamCombine
import SeamSDK
import TestSupport
import Testing
import Wire

/// Tests the progress reports for a waiting person. The SDK sends them in addition to the events.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ProgressTests {
    @Test("progress: phases come in order and the lock says how sure it is")
    func phasesComeInOrderAndTheLockSaysHowSureItIs() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let attempt = try seam.unlockEvents(using: try seam.key("Front Door").id)
        async let told = attempt.progress.reduce(into: [SeamUnlockProgress]()) { $0.append($1) }
        #expect(await attempt.all() == [.launched, .grantedAccess])
        let progress = await told
        let phases = progress.compactMap(\.phase)
        let order = SeamUnlockProgress.Phase.allCases
        let places = phases.compactMap { order.firstIndex(of: $0) }
        // A slow reader misses some phases, but gets the newest phase, and gets no phase twice or in the wrong order.
        #expect(places == places.sorted() && phases.last == .operating)
        #expect(progress.last?.confirmation == .confirmed && progress.last?.mayHaveOpened == false)
        #expect(try system.openings() == 1)
    }

    @Test("progress: what is called off in time has not opened") func whatIsCalledOffInTimeHasNotOpened() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("slow", step: 2, milliseconds: 3000)
        var attempt: SeamUnlockEvents? = try seam.unlockEvents(using: try seam.key("Front Door").id)
        let updates = try #require(attempt).progress
        attempt = nil
        let last = await updates.reduce(into: SeamUnlockProgress()) { $0 = $1 }
        #expect(!last.mayHaveOpened && last.confirmation == nil)
        #expect(try system.openings() == 0)
    }

    @Test("progress: the journal is followed whoever opens") func theJournalIsFollowedWhoeverOpens() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        var updates = seam.recentUnlockUpdates().makeAsyncIterator()
        #expect(await updates.next() == [])
        for count in 1...2 {
            // Another program of the same user opens the door.
            let attempt = try system.program().unlockEvents(using: TestSystem.Key.front)
            #expect(await attempt.all() == [.launched, .grantedAccess])
            var known = await updates.next()
            while known?.count != count || known?.first?.outcome != .granted { known = await updates.next() }
            #expect(known?.first?.mayHaveOpened == false)
            guard count == 1 else { break }
            // The stream continues after the daemon has been restarted.
            try await system.killSessiond()
            try await system.startSessiond()
        }
        #expect(try system.openings() == 2)
    }

    @Test("progress: connectivity is told") func connectivityIsTold() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        var updates = seam.connectivityUpdates.makeAsyncIterator()
        var known = await updates.next()
        while known??.radio != .ready { known = await updates.next() }
        #expect(known??.offlineSince == nil)
        try await system.killRadiod()
        while known??.radio == .ready { known = await updates.next() }
        #expect(known != nil)
    }

    @Test("progress: whose keys they are is told") func whoseKeysTheyAreIsTold() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        var updates = seam.holderUpdates.makeAsyncIterator()
        var known = await updates.next()
        while known??.name == nil { known = await updates.next() }
        #expect(known == SeamHolder(name: "Ada Moreno", workspace: "Harbour House (development)"))
        await seam.deactivate()
        while known != .some(nil) { known = await updates.next() }
        #expect(try system.openings() == 0)
    }

    @Test("progress: a publisher tells on the main actor")
    @MainActor func aPublisherTellsOnTheMainActor() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let (names, continuation) = AsyncStream.makeStream(of: [String].self)
        let following = seam.credentialUpdates.publisher.sink { keys in
            MainActor.assumeIsolated { _ = continuation.yield(keys.map(\.name)) }
        }
        for await names in names where names.contains("Front Door") { break }
        following.cancel()
        #expect(try system.openings() == 0)
    }
}
