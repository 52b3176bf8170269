/// One way of an attempt while it runs.
protocol AttemptRun: Sendable {
    /// Runs this way to its end. It begins once the attempt's row in the journal is durable or, with `takesOver`, once
    /// another way has had no effect.
    func run(takesOver: Bool) async
    /// Informs the run that its lock and a slot are free.
    func turnGranted()
    /// Informs the run that the last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs this way to its end. It begins once the attempt's row in the journal is durable.
    func run() async { await run(takesOver: false) }
}
