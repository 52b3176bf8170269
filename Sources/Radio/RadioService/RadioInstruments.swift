package import CoreMetrics
package import Telemetry

/// The broker's metrics. No label names a device, a value or an attempt.
package struct RadioInstruments: Sendable {
    /// How a requested link ended.
    enum LinkEnd: String, CaseIterable {
        /// There was no lease for it.
        case refused
        /// The link did not come up.
        case failed
        /// Its holder or a deadline ended it.
        case ended
        /// The air or the adapter ended it.
        case lost
    }

    /// What became of a write.
    enum WriteEnd: String, CaseIterable {
        /// The gate was closed: nothing was sent.
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

    /// Counts nothing.
    package static let none = RadioInstruments(NOOPMetricsHandler.instance)

    func linkEnded(_ end: LinkEnd) { links.increment(end.rawValue) }

    func writeEnded(_ end: WriteEnd, commit isCommit: Bool) {
        let kind = isCommit ? WriteKind.commit : WriteKind.ordinary
        writes.increment(kind.rawValue, end.rawValue)
    }
}
