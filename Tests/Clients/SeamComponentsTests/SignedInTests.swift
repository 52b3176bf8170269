import SeamComponents
import TestSupport
import Testing

@testable import SeamSDK

/// Tests the texts on the screens about a session while the screens do not know the session's state yet.
@MainActor @Suite("Signed in or not") struct SignedInTests {
    @Test("signed in: nobody who is signed in is told otherwise, in whatever order the news come")
    func noClaim() async {
        for _ in 0..<40 {
            let seam = Seam(configuration: SeamConfiguration(socketPath: "/nonexistent/session.sock"))
            let service = SeamService(seam: seam)
            var told: [Bool] = []
            let following = service.connectivityPublisher.sink { if $0 != nil { told.append(service.isActive) } }
            // Publishes the values in the order in which the SDK publishes a received status.
            seam.link.isActive.send(true)
            seam.link.connectivity.send(SeamConnectivity(radio: .ready))
            for _ in 0..<100_000 where told.isEmpty { await Task.yield() }
            #expect(told == [true])
            following.cancel()
        }
    }

    @Test("signed in: an old word that somebody is signed out is not shown after a newer one")
    func noOldWord() async {
        for _ in 0..<40 {
            let seam = Seam(configuration: SeamConfiguration(socketPath: "/nonexistent/session.sock"))
            let service = SeamService(seam: seam)
            var told: [Bool] = []
            let following = service.isActivePublisher.sink { told.append($0) }
            seam.link.isActive.send(true)
            service.showAll()
            for _ in 0..<200 { await Task.yield() }
            #expect(told == [false, true])
            following.cancel()
        }
    }
}
