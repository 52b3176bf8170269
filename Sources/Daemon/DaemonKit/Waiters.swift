/// Tasks that wait for the same event.
package struct Waiters<Value: Sendable>: Sendable {
    private var waiting: [OneAnswer<Value>] = []

    /// Starts empty.
    package init() {}

    /// How many tasks are waiting.
    package var count: Int { waiting.count }

    /// Takes a place among the waiters. It lasts until the event, or until it is left.
    package mutating func join() -> OneAnswer<Value> {
        let answer = OneAnswer<Value>()
        waiting.append(answer)
        return answer
    }

    /// Leaves a place; has no effect after the event.
    package mutating func leave(_ place: OneAnswer<Value>) { waiting.removeAll { $0 === place } }

    /// Takes over the places of other waiters.
    package mutating func admit(_ others: Waiters) { waiting += others.waiting }

    /// Wakes all of them.
    package mutating func finish(_ value: Value) {
        for answer in waiting { answer.give(value) }
        waiting = []
    }
}
