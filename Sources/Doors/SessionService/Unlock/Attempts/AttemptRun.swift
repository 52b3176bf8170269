/// One of an attempt's ways to open the door, while this way runs.
protocol AttemptRun: Sendable {
    /// Runs this way of opening the door to its end. It begins when the attempt's row in the journal is durable. If
    /// `takesOver` is true, it begins when another way has had no effect.
    func run(takesOver: Bool) async
    /// Informs the run that its lock and a slot are free.
    func turnGranted()
    /// Informs the run that the last caller has left.
    func cancel()
}

extension AttemptRun {
    /// Runs this way of opening the door to its end. It begins once the attempt's row in the journal is durable.
    func run() async { await run(takesOver: false) }
}
