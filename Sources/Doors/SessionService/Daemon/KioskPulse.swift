import Logging
import SeamCloud

/// Sends heartbeats as long as every public screen serves people.
struct KioskPulse: Sendable {
    let heartbeat: KioskHeartbeat
    let interval: Duration
    let board: KioskBoard
    let logger: Logger

    /// How soon the screens are checked again after a problem.
    private static let again = Duration.seconds(5)

    /// Sends heartbeats until the task is cancelled. Logs when heartbeats begin to fail or are not sent, and when they
    /// resume.
    func run() async {
        // When the machine starts, its screens need a moment before they serve, so their first problem is not logged.
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
