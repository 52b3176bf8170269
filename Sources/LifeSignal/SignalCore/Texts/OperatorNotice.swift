package import SeamWords
package import Wire

/// A message to the operator about the machine itself: the short text, and what the operator should know and do.
package struct OperatorNotice: Sendable, Hashable {
    /// At most 140 characters.
    package let text: SeamText
    /// When the machine noticed what the message is about.
    package let since: Timestamp
    private let consequence: SeamText?
    private let steps: [SeamText]

    private init(_ text: SeamText, _ since: Timestamp, _ consequence: SeamText?, _ steps: [SeamText]) {
        (self.text, self.since, self.consequence, self.steps) = (text, since, consequence, steps)
    }

    /// The daemon runs without its store.
    package static func lostStore(since: Timestamp) -> OperatorNotice {
        OperatorNotice(
            AlarmText.lostStore, since,
            "No deadline is watched, and no alarm is sent. Tell the people who rely on it.",
            [
                "To see which file is missing, run: journalctl -u lifesignald",
                "Mount the disk, or put the store back. Then run: systemctl restart lifesignald",
                "When people are watched again, this address gets a message.",
            ])
    }

    /// The store is back.
    package static func foundStore(since: Timestamp) -> OperatorNotice {
        OperatorNotice(
            AlarmText.foundStore, since, "Deadlines that passed in between are acted on now.",
            ["To check, run: seam signal clock"])
    }

    /// The daemon goes on with the rows that it could read.
    package static func damagedStore(since: Timestamp) -> OperatorNotice {
        OperatorNotice(
            AlarmText.damagedStore, since,
            "The daemon has kept the damaged file, and goes on with the rows that it could read.",
            [
                "To see what may be missing, run: journalctl -u lifesignald",
                "Ask the people on this machine whether their data is complete, and check the disk.",
                "Then move the damaged file away. Until then, each start sends this message.",
            ])
    }

    /// The lines below the text at the time `now`. `local` formats a time for the reader's clock.
    package func details(at now: Timestamp, in language: SeamLanguage, local: (Timestamp) -> String) -> String {
        let moment: SeamText = "\(local(since)) (\(AlarmDetails.ago(since.duration(to: now))))"
        let known: [SeamText?] = ["Since: \(moment)", consequence]
        return (known.compactMap { $0?.said(in: language) } + [""] + steps.map { $0.said(in: language) })
            .joined(separator: "\n")
    }
}
