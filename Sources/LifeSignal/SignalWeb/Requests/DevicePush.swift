import SignalAPI
import SignalCore

/// The browsers on which a person gets alarms as notifications.
struct DevicePush: Sendable, Hashable {
    /// The channel to which a browser can be added, or nil if none can be added now.
    var channel: String?
    /// The public key for which a browser makes its address.
    var key: String?
    /// The person's browsers, oldest first.
    var addresses: [SignalReach] = []

    /// The browsers among a person's addresses.
    init(_ list: ReachList.Result) {
        let channels = list.channels.filter { $0.kind == ChannelKind.push.rawValue }
        let open = channels.first { $0.key != nil }
        (channel, key) = (open?.name, open?.key)
        addresses = list.addresses.filter { address in channels.contains { $0.name == address.channel } }
    }

    /// The browsers whose code was given.
    var verified: [SignalReach] { addresses.filter(\.isVerified) }

    /// Whether a code was sent to a browser, and was not given yet.
    var isWaiting: Bool { addresses.contains { !$0.isVerified } }
}
