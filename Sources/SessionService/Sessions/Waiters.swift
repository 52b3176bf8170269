/// Tasks that wait for the same event.
struct Waiters<Value: Sendable>: Sendable {
    private var waiting: [OneAnswer<Value>] = []

    /// A place among those who wait.
    mutating func join() -> OneAnswer<Value> {
        let answer = OneAnswer<Value>()
        waiting.append(answer)
        return answer
    }

    /// Wakes all of them.
    mutating func finish(_ value: Value) {
        for answer in waiting { answer.give(value) }
        waiting = []
    }
}
