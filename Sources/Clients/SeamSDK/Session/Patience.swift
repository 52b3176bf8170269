/// How long callers wait for the daemon. Tests shorten these times.
package struct Patience: Sendable {
    /// For the first answer to a caller that cannot suspend: short enough to feel immediate to a person, and harmless
    /// for a main loop.
    package var synchronous = Duration.seconds(1)
    /// How long a call may remain unanswered before the daemon is asked for a sign of life.
    package var silence = Duration.seconds(2)
    /// How long the daemon may take to give one.
    package var signOfLife = Duration.seconds(2)
    /// For a daemon that does not accept, and again for one that does not greet.
    package var connecting = Duration.seconds(2)
    /// For a call that only this machine answers.
    package var machine = Duration.seconds(10)
    /// For a call that waits for the cloud.
    package var cloud = Duration.seconds(45)

    /// The documented times.
    package init() {}
}
