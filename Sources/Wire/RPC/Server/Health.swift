import LinuxSupport
package import Wire

/// The state of one component of a server (`Protocol/README.md`, Health).
package struct ComponentHealth: Sendable, Hashable {
    /// The statuses of a component, the best first.
    package enum Status: String, Sendable, Hashable, CaseIterable {
        /// The component works.
        case serving
        /// The component works with a restriction.
        case degraded
        /// The component does not work, and everything that needs it fails.
        case notServing = "not_serving"

        fileprivate var severity: Int {
            switch self {
            case .serving: 0
            case .degraded: 1
            case .notServing: 2
            }
        }
    }

    /// The component's name, from 1 to 64 bytes long.
    package let name: String
    package fileprivate(set) var status: Status
    /// The reason, written for people. It is 1 to 256 bytes long. The reason names no person, key or device.
    package fileprivate(set) var reason: String?
    /// When the status last changed.
    package fileprivate(set) var since: Timestamp

    package var json: JSON {
        .members(
            ("name", .string(name)), ("status", .string(status.rawValue)), ("since", .string(since.description)),
            ("reason", reason.map(JSON.string)))
    }
}

/// The health of a server's components. The parts of the server report their health from any thread. `rpc.health` and
/// `rpc.health.watch` return it. A report never waits. There can be at most ``largestCount`` components.
package final class Health: Sendable {
    /// The largest number of components of one server.
    package static let largestCount = 32
    /// The largest number of bytes in a component's name.
    package static let nameLimit = 64
    /// The largest number of bytes in a reason. Longer reasons are truncated.
    package static let reasonLimit = 256

    private let state = Locked<[ComponentHealth]>([])
    private let now: @Sendable () -> Timestamp
    /// The topic that `rpc.health.watch` follows.
    let topic: Topic

    /// Creates a health without components. `topics` is the server's source of topics. `now` provides the times for
    /// `since`.
    package init(
        topics: TopicSource,
        now: @escaping @Sendable () -> Timestamp = {
            Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        }
    ) {
        topic = topics.topic()
        self.now = now
    }

    /// The components, in the order of their first report.
    package var components: [ComponentHealth] { state.withLock { $0 } }

    /// The worst status of all components.
    package var status: ComponentHealth.Status {
        components.map(\.status).max { $0.severity < $1.severity } ?? .serving
    }

    /// Reports the state of a component. Watchers are informed only if the component's status or reason has changed.
    /// `since` changes only with the status. Returns false and reports nothing in two cases: the name is empty or too
    /// long, or there are too many components.
    @discardableResult
    package func report(_ name: String, _ status: ComponentHealth.Status, _ reason: String? = nil) -> Bool {
        guard (1...Self.nameLimit).contains(name.utf8.count) else { return false }
        let reason = reason.flatMap(Self.bounded)
        let moment = now()
        // Publishing under the lock keeps the changes in the order in which they were made.
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

    /// The server's health as part of `rpc.metrics`.
    var metrics: MetricFamily {
        MetricFamily(
            "seam_component_serving", .gauge, "1 for each part that serves without restriction, and 0 for all others.",
            by: "component", components.map { ($0.name, $0.status == .serving ? 1 : 0) })
    }

    /// Truncates a reason after the last Unicode scalar that fits the limit, and leaves out U+0000. Returns nil if
    /// nothing is left.
    private static func bounded(_ reason: String) -> String? {
        var text = String.UnicodeScalarView()
        var bytes = 0
        for scalar in reason.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= reasonLimit else { break }
            // The wire does not allow U+0000.
            if scalar != "\0" { text.append(scalar) }
        }
        return text.isEmpty ? nil : String(text)
    }
}
