/// Tasks that wait for the same event.
struct Waiters<Value: Sendable>: Sendable {
    private var waiting: [OneAnswer<Value>] = []

    /// How many wait.
    var count: Int { waiting.count }

    /// A place among those who wait, until the event or until it is left.
    mutating func join() -> OneAnswer<Value> {
        let answer = OneAnswer<Value>()
        waiting.append(answer)
        return answer
    }

    /// Gives a place back; nothing happens if the event has come.
    mutating func leave(_ place: OneAnswer<Value>) { waiting.removeAll { $0 === place } }

    /// Takes over the places of others.
    mutating func admit(_ others: Waiters) { waiting += others.waiting }

    /// Wakes all of them.
    mutating func finish(_ value: Value) {
        for answer in waiting { answer.give(value) }
        waiting = []
    }
}
