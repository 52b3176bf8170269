/// An attempt in one way, as it runs.
protocol AttemptRun: Sendable {
    /// Runs to the end, from the moment when the journal's row is durable; or, where `takesOver`, from the moment
    /// when another way had no effect.
    func run(takesOver: Bool) async
    /// Lock and slot are free.
    func turnGranted()
    /// The last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs to the end, from the moment when the journal's row is durable.
    func run() async { await run(takesOver: false) }
}
