import LinuxSupport
import SessionCore
import Testing
import Wire

@testable import SessionService

@Suite("Tokens that the cloud refuses", .timeLimit(.minutes(1)))
struct RefusedTokensTests {
    @Test("refused tokens: five of a user are refused at once, however many ask together; then one every half minute")
    func bound() async throws {
        let time = Locked(Duration.zero)
        let refused = RefusedTokens { time.withLock { $0 } }
        let asked = Locked(0)
        func ask(_ count: Int, _ verdict: TokenVerdict) async -> Int {
            let before = asked.withLock { $0 }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        _ = await refused.ask(1) {
                            asked.withLock { $0 += 1 }
                            await Task.yield()
                            return verdict
                        }
                    }
                }
            }
            return asked.withLock { $0 } - before
        }
        #expect(await ask(20, .unreachable(detail: "")) == 20, "what is no refusal counts nothing")
        #expect(await ask(20, .invalid(detail: "")) == 5)
        #expect(throws: WireError.self) { try refused.check(1) }
        try refused.check(2)
        time.withLock { $0 = .seconds(30) }
        #expect(await ask(20, .invalid(detail: "")) == 1)
    }

    @Test("refused tokens: of those who wait for their turn there is a bound, and one that is cancelled leaves")
    func waiting() async throws {
        let refused = RefusedTokens()
        let (answers, answer) = AsyncStream.makeStream(of: Void.self)
        let (beginnings, begun) = AsyncStream.makeStream(of: Void.self)
        let gate = Locked<[CheckedContinuation<Void, Never>]>([])
        defer { answer.finish() }
        _ = answers
        let asking = (0..<4).map { _ in
            Task {
                await refused.ask(1) {
                    begun.yield()
                    await withCheckedContinuation { waiter in gate.withLock { $0.append(waiter) } }
                    return .unreachable(detail: "")
                }
            }
        }
        var count = 0
        for await _ in beginnings {
            count += 1
            if count == 4 { break }
        }
        let waiting = (0..<64).map { _ in Task { await refused.ask(1) { .unreachable(detail: "") } } }
        try await until("all wait") { refused.waitingCount(of: 1) == 64 }
        #expect(await refused.ask(1) { .unreachable(detail: "") } == nil, "no more than that")
        waiting[0].cancel()
        #expect(await waiting[0].value == nil)
        #expect(refused.waitingCount(of: 1) == 63)
        for waiter in gate.withLock({ $0 }) { waiter.resume() }
        for task in asking + waiting.dropFirst() { #expect(await task.value != nil) }
    }
}
