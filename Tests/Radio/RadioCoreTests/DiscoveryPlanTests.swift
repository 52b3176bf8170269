import RadioCore
import Testing

@Suite struct DiscoveryPlanTests {
    private let one = Lease.ID("one")
    private let other = Lease.ID("other")

    @Test("discovery plan: discovers while scans want it") func discoversWhileScansWantIt() {
        var plan = DiscoveryPlan()
        #expect(plan.takeChange(isWanted: false, now: .zero) == nil)
        #expect(plan.takeChange(isWanted: true, now: .zero) == true)
        #expect(plan.takeChange(isWanted: true, now: .seconds(1)) == nil)
        #expect(plan.takeChange(isWanted: false, now: .seconds(2)) == false)
        #expect(plan.takeChange(isWanted: false, now: .seconds(3)) == nil)
    }

    @Test("discovery plan: a link that is being made has the air for itself")
    func aLinkThatIsBeingMadeHasTheAirForItself() {
        var plan = DiscoveryPlan()
        _ = plan.takeChange(isWanted: true, now: .zero)
        plan.connects(one, now: .seconds(1))
        #expect(plan.takeChange(isWanted: true, now: .seconds(1)) == false)
        plan.connects(other, now: .seconds(2))
        plan.settled(one)
        #expect(plan.change(isWanted: true, now: .seconds(2)) == nil)
        plan.settled(other)
        #expect(plan.change(isWanted: true, now: .seconds(2)) == true)
    }

    @Test("discovery plan: an attempt that takes long keeps nobody from hearing")
    func anAttemptThatTakesLongKeepsNobodyFromHearing() {
        var plan = DiscoveryPlan()
        plan.connects(one, now: .seconds(1))
        let end = Duration.seconds(1) + DiscoveryPlan.hold
        #expect(plan.change(isWanted: true, now: end - .milliseconds(1)) == nil)
        #expect(plan.change(isWanted: true, now: end) == true)
    }

    @Test("discovery plan: a late scan begins another run") func aLateScanBeginsAnotherRun() {
        var plan = DiscoveryPlan()
        _ = plan.takeChange(isWanted: true, now: .zero)
        plan.scanBegan(now: ScanSharing.freshness)
        #expect(plan.takeChange(isWanted: true, now: ScanSharing.freshness) == nil, "what it missed is told to it")
        plan.scanBegan(now: .seconds(4))
        #expect(plan.takeChange(isWanted: true, now: .seconds(4)) == false)
        #expect(plan.takeChange(isWanted: true, now: .seconds(4)) == true)
        plan.scanBegan(now: .seconds(5))
        #expect(plan.takeChange(isWanted: true, now: .seconds(5)) == nil)
    }

    @Test("discovery plan: discovery that ended by itself is begun again")
    func discoveryThatEndedByItselfIsBegunAgain() {
        var plan = DiscoveryPlan()
        _ = plan.takeChange(isWanted: true, now: .zero)
        plan.scanBegan(now: .seconds(9))
        plan.ended()
        #expect(plan.takeChange(isWanted: true, now: .seconds(10)) == true)
        #expect(plan.takeChange(isWanted: true, now: .seconds(10)) == nil)
    }
}
