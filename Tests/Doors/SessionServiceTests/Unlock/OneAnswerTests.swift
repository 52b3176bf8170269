import DaemonKit
import Testing

@testable import SessionService

@Suite("One answer", .timeLimit(.minutes(1)))
struct OneAnswerTests {
    @Test("one answer: the first answer counts, before or during the wait")
    func first() async {
        let answer = OneAnswer<Int>()
        answer.give(1)
        answer.give(2)
        #expect(await answer.wait(cancelled: 0) == 1)
        let later = OneAnswer<Int>()
        let task = Task { await later.wait(cancelled: 0) }
        later.give(3)
        #expect(await task.value == 3)
    }

    @Test("one answer: a cancelled wait ends, whenever the cancellation comes")
    func cancelled() async {
        let answer = OneAnswer<Int>()
        let task = Task { await answer.wait(cancelled: 0) }
        task.cancel()
        #expect(await task.value == 0)
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await OneAnswer<Int>().wait(cancelled: 5)
        }
        #expect(await before.value == 5)
    }
}
