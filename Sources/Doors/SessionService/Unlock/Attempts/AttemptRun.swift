/// One way of an attempt while it runs.
protocol AttemptRun: Sendable {
    /// Runs to the end. Begins once the attempt's row in the journal is durable or, with `takesOver`, once another way
    /// has had no effect.
    func run(takesOver: Bool) async
    /// Tells the run that its lock and a slot are free.
    func turnGranted()
    /// Tells the run that the last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs to the end. Begins once the attempt's row in the journal is durable.
    func run() async { await run(takesOver: false) }
}
