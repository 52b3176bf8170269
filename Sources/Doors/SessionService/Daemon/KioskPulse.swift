import Logging
import SeamCloud

/// Beats, as long as every public screen serves.
struct KioskPulse: Sendable {
    let heartbeat: KioskHeartbeat
    let interval: Duration
    let board: KioskBoard
    let logger: Logger

    /// Beats until the task is cancelled. The log says when beats begin to fail or to be left out, and when they go on.
    func run() async {
        var told: String?
        while !Task.isCancelled {
            var trouble = board.trouble
            if trouble == nil { trouble = await heartbeat.beat() }
            if Task.isCancelled { return }
            if let trouble, trouble != told {
                logger.warning("no heartbeat", metadata: ["why": "\(trouble)"])
            } else if trouble == nil, told != nil {
                logger.notice("the heartbeat arrives again")
            }
            told = trouble
            do { try await Task.sleep(for: interval) } catch { return }
        }
    }
}
