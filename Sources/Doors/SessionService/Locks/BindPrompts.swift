import DaemonKit
import LinuxSupport
import SessionAPI
import Wire

/// The open questions of running `locks.bind` calls, and the callers that may answer them.
final class BindPrompts: Sendable {
    private struct Question {
        let bindID: String
        let connectionID: UInt64
        /// The longest answer, in bytes.
        let limit: Int
        let answer: OneAnswer<String?>
    }

    private struct State {
        var questions: [String: Question] = [:]
        var next = 1
    }

    private let state = Locked(State())

    /// Registers a call's question; `send` gets the question's id and shows the question to the person.
    ///
    /// Waits for the answer. Returns nil after `expires`, or if the task is cancelled.
    func ask(
        _ bindID: String, connectionID: UInt64, limit: Int, expires: Duration,
        send: (String) throws(WireError) -> Void
    ) async throws(WireError) -> String? {
        let answer = OneAnswer<String?>()
        let id = state.withLock { state in
            defer { state.next += 1 }
            let id = "prompt_\(state.next)"
            state.questions[id] = Question(bindID: bindID, connectionID: connectionID, limit: limit, answer: answer)
            return id
        }
        defer { state.withLock { _ = $0.questions.removeValue(forKey: id) } }
        try send(id)
        let timer = Task {
            guard (try? await Task.sleep(for: expires)) != nil else { return }
            answer.give(nil)
        }
        defer { timer.cancel() }
        return await answer.wait(cancelled: nil)
    }

    /// Answers a question. Only the connection whose call asked the question may answer it.
    func answer(_ params: LocksAnswer.Params, connectionID: UInt64) throws(WireError) {
        let question = state.withLock { state -> Question? in
            guard let question = state.questions[params.promptID], question.bindID == params.bindID,
                question.connectionID == connectionID
            else { return nil }
            guard params.value.utf8.count <= question.limit else { return question }
            // A question takes one answer. A second answer must fail, so that it does not look as if it had been used.
            state.questions[params.promptID] = nil
            return question
        }
        guard let question else { throw .unknownPrompt }
        guard params.value.utf8.count <= question.limit else {
            throw .invalidParameter(FieldFault("/value", "must have at most \(question.limit) bytes"))
        }
        question.answer.give(params.value)
    }
}
