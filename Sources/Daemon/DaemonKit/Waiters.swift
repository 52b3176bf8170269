/// Tasks that wait for the same event.
package struct Waiters<Value: Sendable>: Sendable {
    private var waiting: [OneAnswer<Value>] = []

    /// Creates a list without any waiting tasks.
    package init() {}

    /// The number of waiting tasks.
    package var count: Int { waiting.count }

    /// Adds a waiter and returns its place. The place lasts until the event, or until the waiter leaves the place.
    package mutating func join() -> OneAnswer<Value> {
        let answer = OneAnswer<Value>()
        waiting.append(answer)
        return answer
    }

    /// Removes a waiter's place. This method has no effect after the event.
    package mutating func leave(_ place: OneAnswer<Value>) { waiting.removeAll { $0 === place } }

    /// Takes over the places of other waiters.
    package mutating func admit(_ others: Waiters) { waiting += others.waiting }

    /// Wakes all waiting tasks.
    package mutating func finish(_ value: Value) {
        for answer in waiting { answer.give(value) }
        waiting = []
    }
}
