import DaemonStore
import Testing

@testable import DaemonStore

@Suite("Turns at the store") struct StoreTurnsTests {
    private func served(_ turns: inout StoreTurns<String>) -> [String] {
        var served: [String] = []
        while let call = turns.next() { served.append(call) }
        return served
    }

    private func append(_ calls: [(String, StoreTurn)], to turns: inout StoreTurns<String>) -> Bool {
        var isTaken = true
        for (call, turn) in calls { isTaken = turns.append(call, for: turn) && isTaken }
        return isTaken
    }

    @Test("store turns: users take turns, an attempt at its gate comes first, and each one's calls keep their order")
    func order() {
        var turns = StoreTurns<String>()
        let isTaken = append(
            [
                ("a1", .user(1)), ("a2", .user(1)), ("a3", .user(1)), ("own", .daemon), ("b1", .user(2)),
                ("gate1", .urgent), ("b2", .user(2)), ("gate2", .urgent),
            ], to: &turns)
        #expect(isTaken)
        #expect(served(&turns) == ["gate1", "gate2", "a1", "own", "b1", "a2", "b2", "a3"])
    }

    @Test("store turns: who has waited comes before what others ask for later, and who was served goes behind them")
    func later() {
        var turns = StoreTurns<String>()
        _ = append([("a0", .user(1)), ("a1", .user(1)), ("a2", .user(1))], to: &turns)
        var first = [turns.next()]
        _ = append([("b0", .user(2)), ("b1", .user(2))], to: &turns)
        first.append(turns.next())
        _ = append([("c0", .user(3))], to: &turns)
        #expect(first == ["a0", "a1"])
        #expect(served(&turns) == ["b0", "a2", "c0", "b1"])
        // A user without waiting calls saves up no turns, and joins again like a new user.
        _ = append([("b2", .user(2)), ("a3", .user(1))], to: &turns)
        #expect(served(&turns) == ["b2", "a3"])
    }

    @Test("store turns: the last call runs when nothing else is left, and nothing is taken after it")
    func last() {
        var turns = StoreTurns<String>()
        _ = append([("a", .user(1))], to: &turns)
        let isClosed = turns.close(with: "close")
        let isTaken = append([("b", .user(1)), ("gate", .urgent)], to: &turns)
        let isClosedAgain = turns.close(with: "again")
        #expect(isClosed && !isTaken && !isClosedAgain)
        #expect(served(&turns) == ["a", "close"])
    }
}
