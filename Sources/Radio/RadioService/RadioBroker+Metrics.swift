import LinuxSupport
package import RPC
import RadioAPI
import RadioCore
import RadioModel
import Telemetry

extension RadioBroker {
    /// The metrics about the current state of the radio.
    package var metrics: [MetricFamily] {
        let (status, scans) = state.withLock { ($0.status, $0.scans.count) }
        return [
            .states("seam_radio_state", "1 for the adapter's current state, and 0 for all other states.", status.state),
            .states(
                "seam_radio_bus", "1 for the current finding about the bus, and 0 for all other findings.", status.bus),
            MetricFamily("seam_radio_links", .gauge, "Links that are in use.", value: Double(status.linksUsed)),
            MetricFamily(
                "seam_radio_links_max", .gauge, "The largest number of links that may be in use.",
                value: Double(status.linksMax)),
            MetricFamily("seam_radio_scans", .gauge, "Scans that are running.", value: Double(scans)),
        ]
    }
}
