import SessionAPI
import Testing
import Wire

@testable import SessionService

@Suite("The questions of a binding", .timeLimit(.minutes(1)))
struct BindPromptsTests {
    @Test("bind prompts: only the connection that binds may answer, and once")
    func answer() async throws {
        let prompts = BindPrompts()
        let (ids, shown) = AsyncStream.makeStream(of: String.self)
        let question = Task {
            try await prompts.ask("bind_1", connectionID: 7, limit: 64, expires: .seconds(60)) { id in shown.yield(id) }
        }
        var iterator = ids.makeAsyncIterator()
        let id = try #require(await iterator.next())
        let right = LocksAnswer.Params(bindID: "bind_1", promptID: id, value: "yes")
        let wrong = LocksAnswer.Params(bindID: "bind_2", promptID: id, value: "yes")
        #expect(throws: WireError.self) { try prompts.answer(right, connectionID: 8) }
        #expect(throws: WireError.self) { try prompts.answer(wrong, connectionID: 7) }
        let long = LocksAnswer.Params(bindID: "bind_1", promptID: id, value: String(repeating: "1", count: 65))
        let refused = #expect(throws: WireError.self) { try prompts.answer(long, connectionID: 7) }
        #expect(refused?.reason == "rpc.invalid_params" && refused?.field == "/params/value", "and may be given again")
        try prompts.answer(right, connectionID: 7)
        let again = #expect(throws: WireError.self) { try prompts.answer(right, connectionID: 7) }
        #expect(again?.reason == "bind.unknown_prompt")
        #expect(try await question.value == "yes")
    }

    @Test("bind prompts: a question that expires, is cancelled or cannot be shown ends, and takes no answer any more")
    func ends() async throws {
        let prompts = BindPrompts()
        #expect(try await prompts.ask("b", connectionID: 1, limit: 64, expires: .zero) { _ in } == nil)
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await prompts.ask("b", connectionID: 1, limit: 64, expires: .seconds(60)) { _ in }
        }
        #expect(try await cancelled.value == nil)
        let lost = WireError(.cancelled, "rpc.cancelled", "gone")
        await #expect(throws: lost) {
            try await prompts.ask("b", connectionID: 1, limit: 64, expires: .seconds(60)) { _ throws(WireError) in
                throw lost
            }
        }
        for id in 1...3 {
            let late = LocksAnswer.Params(bindID: "b", promptID: "prompt_\(id)", value: "x")
            #expect(throws: WireError.self) { try prompts.answer(late, connectionID: 1) }
        }
    }
}
