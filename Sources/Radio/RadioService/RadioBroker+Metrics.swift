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
            .states("seam_radio_state", "1 for the adapter's state, 0 for the others.", status.state),
            .states("seam_radio_bus", "1 for what is known about the bus, 0 for the others.", status.bus),
            MetricFamily("seam_radio_links", .gauge, "Links that are in use.", value: Double(status.linksUsed)),
            MetricFamily("seam_radio_links_max", .gauge, "Links that may be in use.", value: Double(status.linksMax)),
            MetricFamily("seam_radio_scans", .gauge, "Scans that are running.", value: Double(scans)),
        ]
    }
}
