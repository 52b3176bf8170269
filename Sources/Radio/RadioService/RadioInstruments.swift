package import CoreMetrics
package import Telemetry

/// The broker's metrics. No label names a device, a value or an attempt.
package struct RadioInstruments: Sendable {
    /// How a requested link ended.
    enum LinkEnd: String, CaseIterable {
        /// No lease was granted for the link.
        case refused
        /// The link could not be made.
        case failed
        /// The link's holder or a deadline ended the link.
        case ended
        /// The air or the adapter ended the link.
        case lost
    }

    /// How a write ended.
    enum WriteEnd: String, CaseIterable {
        /// The gate refused the write, so nothing was sent.
        case refused
        case failed
        case written
    }

    /// The purpose of a write.
    enum WriteKind: String, CaseIterable {
        case ordinary
        /// The irreversible write of an unlock.
        case commit
    }

    private static let links = MetricDescription.counter(
        "seam_radio_link_requests_total", "Requested links, by how they ended.",
        by: .init("end", LinkEnd.self))
    private static let writes = MetricDescription.counter(
        "seam_radio_writes_total", "Requested writes, by kind and result.",
        by: .init("kind", WriteKind.self), .init("end", WriteEnd.self))

    /// All metrics.
    package static let descriptions = [links, writes]

    private let links: LabelledCounters
    private let writes: LabelledCounters

    package init(_ factory: any MetricsFactory) {
        links = LabelledCounters(Self.links, factory)
        writes = LabelledCounters(Self.writes, factory)
    }

    /// Instruments that count nothing.
    package static let none = RadioInstruments(NOOPMetricsHandler.instance)

    func linkEnded(_ end: LinkEnd) { links.increment(end.rawValue) }

    func writeEnded(_ end: WriteEnd, commit isCommit: Bool) {
        let kind = isCommit ? WriteKind.commit : WriteKind.ordinary
        writes.increment(kind.rawValue, end.rawValue)
    }
}
