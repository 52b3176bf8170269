import DaemonCore
import Testing

@Suite("The time without use") struct IdleTimeTests {
    @Test("idle time: it counts from the last call's begin or end, whichever was later")
    func lastUse() {
        var idle = IdleTime(limit: .seconds(10), at: .seconds(100))
        #expect(idle.wait(at: .seconds(100)) == .seconds(10))
        #expect(idle.wait(at: .seconds(104)) == .seconds(6))
        idle.begin(at: .seconds(105))
        idle.end(at: .seconds(107))
        #expect(idle.wait(at: .seconds(107)) == .seconds(10))
        #expect(idle.wait(at: .seconds(116)) == .seconds(1))
        #expect(idle.wait(at: .seconds(117)) == .zero)
        #expect(idle.wait(at: .seconds(500)) == .zero)
    }

    @Test("idle time: while a call runs, however long, nothing is over")
    func running() {
        var idle = IdleTime(limit: .seconds(10), at: .zero)
        idle.begin(at: .seconds(1))
        idle.begin(at: .seconds(2))
        idle.end(at: .seconds(3))
        #expect(idle.wait(at: .seconds(1000)) == .seconds(10))
        idle.end(at: .seconds(1000))
        #expect(idle.wait(at: .seconds(1009)) == .seconds(1))
        #expect(idle.wait(at: .seconds(1010)) == .zero)
    }
}
