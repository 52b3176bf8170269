import LinuxSupport
import Logging
import SeamCloud
import SeamModel
import SessionCore
import Testing
import Wire

@testable import SessionService

/// A desk whose answers the test controls.
private final class ScriptedDesk: Sendable {
    private struct State {
        var asked: [(code: String, intent: String?)] = []
        var waiting: [CheckedContinuation<DeskAnswer, Never>] = []
    }

    private let state = Locked(State())
    private let (questions, asking) = AsyncStream.makeStream(of: Void.self)

    func answer(_ code: String, _ intent: String?) async -> DeskAnswer {
        await withCheckedContinuation { waiter in
            state.withLock { state in
                state.asked.append((code, intent))
                state.waiting.append(waiter)
            }
            asking.yield()
        }
    }

    var asked: [(code: String, intent: String?)] { state.withLock { $0.asked } }

    /// Waits until `count` requests have arrived since the last wait.
    func await(_ count: Int) async {
        var left = count
        for await _ in questions {
            left -= 1
            if left == 0 { return }
        }
    }

    /// Answers all waiting requests with `answer`.
    func give(_ answer: DeskAnswer) {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiter in waiting { waiter.resume(returning: answer) }
    }
}

@Suite("Asking the desk about codes", .timeLimit(.minutes(1)))
struct CodeExchangeTests {
    private let desk = ScriptedDesk()
    private let time = Locked(Duration.zero)
    private let exchange: CodeExchange

    init() throws {
        exchange = try CodeExchange(
            users: [7], desk: { [desk] in await desk.answer($0, $1) }, logger: Logger(label: "test"),
            now: { [time] in time.withLock { $0 } })
    }

    private func error(_ code: String, on connection: UInt64, _ idem: String? = nil) async -> WireError? {
        do throws(WireError) {
            _ = try await exchange.answer(to: code, of: 7, on: connection, exchange.intent(idem, code))
            return nil
        } catch {
            return error
        }
    }

    private func begin(_ code: String, on connection: UInt64, _ idem: String? = nil) -> Task<DeskAnswer?, any Error> {
        Task { [exchange] in
            try await exchange.answer(to: code, of: 7, on: connection, exchange.intent(idem, code))
        }
    }

    @Test("code exchange: the same call joins the running one; another call of the connection is refused")
    func joins() async throws {
        let first = begin("A", on: 1, "one-intent-of-ada")
        await desk.await(1)
        #expect(await error("B", on: 1, "one-intent-of-ada")?.reason == "idem.mismatch")
        for idem in [nil, "another-intent-of-a"] {
            let breach = await error("A", on: 1, idem)
            #expect(breach?.reason == "rpc.quota_exceeded" && breach?.details?["scope"] == "connection")
        }
        let second = begin("A", on: 1, "one-intent-of-ada")
        while exchange.waitingCount(on: 1) != 2 { await Task.yield() }
        let other = begin("A", on: 2, "one-intent-of-ada")
        await desk.await(1)
        desk.give(.refused(.used))
        for task in [first, second, other] { #expect(try await task.value == .refused(.used)) }
        #expect(desk.asked.count == 2)
        let intents = desk.asked.map(\.intent)
        #expect(intents[0] == intents[1] && intents[0]?.utf8.count == 64, "on every connection the same to the desk")
        #expect(intents[0]?.contains("one-intent") == false)
    }

    @Test("code exchange: four at a time, however many connections ask")
    func four() async throws {
        let running = (1...4).map { begin("A", on: $0) }
        await desk.await(4)
        let breach = await error("A", on: 5)
        #expect(breach?.details?["quota"] == "exchanges" && breach?.details?["limit"] == 4)
        desk.give(.refused(nil))
        for task in running { #expect(try await task.value == .refused(nil)) }
        #expect(desk.asked.allSatisfy { $0.intent == nil })
    }

    @Test("code exchange: a call that is not waited for counts all the same")
    func cancelled() async throws {
        for round in 0..<6 as Range<UInt64> {
            let task = begin("A", on: round)
            await desk.await(1)
            task.cancel()
            #expect(try await task.value == nil)
            desk.give(.refused(.unknown))
            while exchange.waitingCount(on: round) != nil { await Task.yield() }
        }
        let breach = await error("A", on: 6)
        #expect(breach?.details?["quota"] == "refused_codes" && breach?.retry.after == .seconds(10))
    }

    @Test("code exchange: whoever is not named may not ask")
    func users() throws {
        try exchange.permit(7)
        for user in [0, 8] as [UInt32] {
            let error = #expect(throws: WireError.self) { try exchange.permit(user) }
            #expect(error?.reason == "rpc.method_not_permitted" && error?.code == .permissionDenied)
        }
    }

    @Test("code exchange: what a call means is a digest by a key of this process alone")
    func intents() throws {
        let other = try CodeExchange(users: [7], desk: { _, _ in .busy(nil) }, logger: Logger(label: "test"))
        let (intent, same) = (exchange.intent("idem", "code"), exchange.intent("idem", "code"))
        #expect(intent == same)
        #expect(intent != other.intent("idem", "code"))
        #expect(intent != exchange.intent("idem", "core"))
        #expect(exchange.intent(nil, "code") == nil)
    }
}
