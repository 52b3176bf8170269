import Logging
import SeamCloud

/// Beats, as long as every public screen serves.
struct KioskPulse: Sendable {
    let heartbeat: KioskHeartbeat
    let interval: Duration
    let board: KioskBoard
    let logger: Logger

    /// After trouble it is looked again that soon.
    private static let again = Duration.seconds(5)

    /// Beats until the task is cancelled. The log says when beats begin to fail or to be left out, and when they go on.
    func run() async {
        // The screens of a machine that starts need a moment.
        var told: String? = board.trouble
        while !Task.isCancelled {
            var trouble = board.trouble
            if trouble == nil { trouble = await heartbeat.beat() }
            if Task.isCancelled { return }
            if let trouble, trouble != told {
                logger.warning("no heartbeat", metadata: ["why": "\(trouble)"])
            } else if trouble == nil, told != nil {
                logger.notice("the heartbeat arrives")
            }
            told = trouble
            let pause = trouble == nil ? interval : min(interval, Self.again)
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }
}
