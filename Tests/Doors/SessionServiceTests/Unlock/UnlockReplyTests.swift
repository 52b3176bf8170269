import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@testable import SessionService

@Suite("What the journal keeps of an attempt")
struct UnlockReplyTests {
    @Test("unlock reply: a reply is read back as it was, marked as replayed")
    func result() throws {
        let conclusion = Conclusion(
            state: .connectionFailed, effect: .unknown, confirmation: .communicated, reason: "outcome_unknown",
            debugDescription: "lost")
        let reply = UnlockReply.of(conclusion, attemptID: "a", proximity: .nearby, entranceID: "door")
        var expected = try reply.get()
        expected.isReplayed = true
        #expect(UnlockReply.replayed(UnlockReply.text(of: reply)) == .success(expected))
    }

    @Test("unlock reply: a cancelled attempt is answered so again, with effect none")
    func cancelled() throws {
        let conclusion = Conclusion(state: .cancelled, effect: .none)
        let reply = UnlockReply.of(conclusion, attemptID: "a", proximity: .nearby, entranceID: nil)
        guard case .failure(let error) = UnlockReply.replayed(UnlockReply.text(of: reply)) else {
            Issue.record("not an error")
            return
        }
        #expect(error.reason == "unlock.cancelled")
        #expect(error.effect == .none)
    }

    @Test("unlock reply: what is no reply is none", arguments: ["", "{}", "[]", #"{"result": {}}"#, #"{"error": 1}"#])
    func junk(text: String) { #expect(UnlockReply.replayed(text) == nil) }

    @Test("unlock reply: items are read back")
    func items() {
        let item = UnlockItem(
            attemptID: "a", credentialID: "c", content: .phase(.queued, proximity: .nearby, detail: nil))
        #expect(UnlockItem(stored: item.stored) == item)
        #expect(UnlockItem(stored: "{") == nil)
    }
}
