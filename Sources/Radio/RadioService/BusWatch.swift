import BlueZRadio
import LinuxSupport
import Logging
import RPC
import RadioAPI

/// Follows the reports of `seam-bus-check`, and passes them to the broker and its health.
final class BusWatch: Sendable {
    /// The time between two reads of the report. The report is a file of 4 KiB in memory.
    static let period = Duration.seconds(60)

    private let place: BusCheckPlace
    private let address: String
    private let broker: RadioBroker
    private let health: Health
    private let logger: Logger
    private let last = Locked<BusFinding?>(nil)

    /// Creates a watch of the report at `place`. The broker's bus is at `address`. A report about any other bus is
    /// ignored.
    init(_ place: BusCheckPlace, address: String, broker: RadioBroker, health: Health, logger: Logger) {
        self.place = place
        self.address = address
        self.broker = broker
        self.health = health
        self.logger = logger
    }

    /// Reads the report repeatedly until the task is cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.period)) != nil { look() }
    }

    /// Reads the report once and passes it on.
    func look() {
        let finding = BusReport.read(place.file, owners: place.owners, about: address)
        let isNews = last.withLock { last in
            defer { last = finding }
            return last != finding
        }
        guard isNews else { return }
        broker.busIs(RadioStatus.Bus(finding.access))
        health.report("bus", finding.access == .closed ? .serving : .degraded, finding.words)
        let metadata: Logger.Metadata = ["bus": "\(finding.access.rawValue)", "reason": "\(finding.reason)"]
        switch finding.access {
        case .closed: logger.info("the bus is closed to strangers", metadata: metadata)
        case .open: logger.warning("the bus is open to strangers", metadata: metadata)
        case .unknown: logger.notice("it is not known whether the bus is closed to strangers", metadata: metadata)
        }
    }
}

extension RadioStatus.Bus {
    fileprivate init(_ access: BusAccess) {
        switch access {
        case .closed: self = .closed
        case .open: self = .open
        case .unknown: self = .unknown
        }
    }
}

extension BusFinding {
    /// The finding in words for the broker's health. If the bus is closed, this is nil.
    fileprivate var words: String? {
        switch access {
        case .closed: nil
        case .open: "other users of this machine can use the Bluetooth adapter without the broker: \(reason)"
        case .unknown: "it is not known whether other users can use the Bluetooth adapter without the broker: \(reason)"
        }
    }
}
