/// The times for which callers wait for the daemon. Tests shorten these times.
package struct Patience: Sendable {
    /// The longest wait for the first answer to a caller that cannot suspend. The time is so short that it feels
    /// immediate to a person and does not harm a main loop.
    package var synchronous = Duration.seconds(1)
    /// The time for which a call may remain unanswered before the daemon is asked for a sign of life.
    package var silence = Duration.seconds(2)
    /// The time within which the daemon must give a sign of life.
    package var signOfLife = Duration.seconds(2)
    /// The longest wait for a daemon to accept the connection, and the longest wait for its greeting.
    package var connecting = Duration.seconds(2)
    /// The longest wait for a call that this machine answers by itself.
    package var machine = Duration.seconds(10)
    /// The longest wait for a call that needs the cloud.
    package var cloud = Duration.seconds(45)

    /// Creates the documented times.
    package init() {}
}
