import LinuxSupport
package import Wire

/// How one component of a server is (`Protocol/README.md`, Health).
package struct ComponentHealth: Sendable, Hashable {
    /// What a status means, best first.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// It does what it is for.
        case serving
        /// It does so with a restriction.
        case degraded
        /// What needs it fails.
        case notServing = "not_serving"

        fileprivate var severity: Int {
            switch self {
            case .serving: 0
            case .degraded: 1
            case .notServing: 2
            }
        }
    }

    /// 1 to 64 bytes.
    package let name: String
    package fileprivate(set) var status: Status
    /// For people, 1 to 256 bytes; names no person, key or device.
    package fileprivate(set) var reason: String?
    /// When the status last became what it is.
    package fileprivate(set) var since: Timestamp

    package var json: JSON {
        .members(
            ("name", .string(name)), ("status", .string(status.rawValue)), ("since", .string(since.description)),
            ("reason", reason.map(JSON.string)))
    }
}

/// The health of a server's components, which its parts report from wherever they notice; what `rpc.health` and
/// `rpc.health.watch` answer. Never waits; holds at most ``largestCount`` components.
package final class Health: Sendable {
    /// Components of one server.
    package static let largestCount = 32
    /// Bytes of a component's name.
    package static let nameLimit = 64
    /// Bytes of a reason; longer ones are cut.
    package static let reasonLimit = 256

    private let state = Locked<[ComponentHealth]>([])
    private let now: @Sendable () -> Timestamp
    /// What `rpc.health.watch` follows.
    let topic: Topic

    /// No components yet. `topics` are the server's; `now` is what `since` tells.
    package init(
        topics: TopicSource,
        now: @escaping @Sendable () -> Timestamp = {
            Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        }
    ) {
        topic = topics.topic()
        self.now = now
    }

    /// In the order in which they were first reported.
    package var components: [ComponentHealth] { state.withLock { $0 } }

    /// The worst of all components' statuses.
    package var status: ComponentHealth.Status {
        components.map(\.status).max { $0.severity < $1.severity } ?? .serving
    }

    /// Says how a component is. Watchers hear of it only if its status or reason is another than before; `since`
    /// moves only with the status. A name that is empty or over its limit, and a component beyond the limit, is not
    /// taken: answers whether it was.
    @discardableResult
    package func report(_ name: String, _ status: ComponentHealth.Status, _ reason: String? = nil) -> Bool {
        guard (1...Self.nameLimit).contains(name.utf8.count) else { return false }
        let reason = reason.flatMap(Self.bounded)
        let moment = now()
        // Under the lock, so that changes are told in the order in which they came to be.
        return state.withLock { components in
            var component: ComponentHealth
            if let index = components.firstIndex(where: { $0.name == name }) {
                component = components[index]
                guard component.status != status || component.reason != reason else { return true }
                if component.status != status { component.since = moment }
                (component.status, component.reason) = (status, reason)
                components[index] = component
            } else {
                guard components.count < Self.largestCount else { return false }
                component = ComponentHealth(name: name, status: status, reason: reason, since: moment)
                components.append(component)
            }
            topic.publish(
                "component", JSONText(component.json), key: name, rows: components.map { JSONText($0.json) })
            return true
        }
    }

    /// The result of `rpc.health`.
    var json: JSON {
        let components = components
        let worst = components.map(\.status).max { $0.severity < $1.severity } ?? .serving
        return .members(("status", .string(worst.rawValue)), ("components", .array(components.map(\.json))))
    }

    /// Its part of `rpc.metrics`.
    var metrics: MetricFamily {
        MetricFamily(
            "seam_component_serving", .gauge, "1 for each part that serves without restriction, 0 for the others.",
            by: "component", components.map { ($0.name, $0.status == .serving ? 1 : 0) })
    }

    /// Whole characters within the limit; nil if nothing is said.
    private static func bounded(_ reason: String) -> String? {
        var text = String.UnicodeScalarView()
        var bytes = 0
        for scalar in reason.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= reasonLimit else { break }
            // The wire knows no U+0000.
            if scalar != "\0" { text.append(scalar) }
        }
        return text.isEmpty ? nil : String(text)
    }
}
