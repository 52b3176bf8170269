/// One way of an attempt while it runs.
protocol AttemptRun: Sendable {
    /// Runs to the end. Begins when the attempt's row in the journal is durable or, with `takesOver`, when another way
    /// has had no effect.
    func run(takesOver: Bool) async
    /// Lock and slot are free for this run.
    func turnGranted()
    /// The last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs to the end. Begins when the attempt's row in the journal is durable.
    func run() async { await run(takesOver: false) }
}
