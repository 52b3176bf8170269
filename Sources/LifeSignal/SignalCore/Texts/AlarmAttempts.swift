import SeamWords

/// The results of the messages about an alarm to its responders, for the operator. Addresses and names are not part of
/// it.
package struct AlarmAttempts: Sendable, Hashable {
    /// The addresses of one channel, counted by the best result of the messages to each address.
    package struct Channel: Sendable, Hashable {
        package let name: String
        /// Addresses for which the channel has taken a message.
        package var handed = 0
        /// Addresses that have refused the message.
        package var failed = 0
        /// Addresses for which a message waits, or is tried again.
        package var waiting = 0

        /// A channel without addresses.
        package init(_ name: String) { self.name = name }
    }

    /// The channels, each one once.
    package var channels: [Channel] = []
    /// How many of the responders who were alerted have no address outside the machine.
    package var withoutAddress = 0
    /// How many responders have said that they cannot come.
    package var cannot = 0

    /// The most channels that are listed.
    private static let most = 16

    /// No attempts.
    package init() {}

    /// The lines of the text.
    func lines(in language: SeamLanguage) -> [String] {
        var lines: [String] = []
        let tried = channels.prefix(Self.most)
        if !tried.isEmpty {
            lines.append(language("Messages to responders, by channel:"))
            lines += tried.map { "- \(PlainText.clean($0.name)): \($0.counts(in: language))" }
            lines.append(language("A message that was handed over has left this machine. Nobody may have read it."))
        }
        let rest: [SeamText?] = [
            Self.unreached(withoutAddress), Self.declined(cannot),
            tried.contains { $0.failed + $0.waiting > 0 } ? "To see each message, run: seam signal deliveries" : nil,
        ]
        return lines + rest.compactMap { $0?.said(in: language) }
    }

    private static func unreached(_ count: Int) -> SeamText? {
        switch count {
        case 0: nil
        case 1: "1 responder has no address, and sees the alarm only on this machine."
        default: "\(count) responders have no address, and see the alarm only on this machine."
        }
    }

    private static func declined(_ count: Int) -> SeamText? {
        switch count {
        case 0: nil
        case 1: "1 responder has said that they cannot come."
        default: "\(count) responders have said that they cannot come."
        }
    }
}

extension AlarmAttempts.Channel {
    fileprivate func counts(in language: SeamLanguage) -> String {
        let counts: [SeamText?] = [
            handed > 0 ? "\(handed) handed over" : nil, failed > 0 ? "\(failed) failed" : nil,
            waiting > 0 ? "\(waiting) waiting" : nil,
        ]
        return counts.compactMap { $0?.said(in: language) }.joined(separator: ", ")
    }
}
