import DaemonKit
import Testing

@testable import SessionService

@Suite("Waiters", .timeLimit(.minutes(1)))
struct WaitersTests {
    @Test("waiters: all are woken, once; who has left is not kept")
    func wake() async {
        var waiters = Waiters<Int>()
        let (one, two) = (waiters.join(), waiters.join())
        waiters.leave(two)
        #expect(waiters.count == 1)
        var others = Waiters<Int>()
        others.admit(waiters)
        others.finish(4)
        others.finish(5)
        #expect(others.count == 0)
        #expect(await one.wait(cancelled: 0) == 4)
    }
}
