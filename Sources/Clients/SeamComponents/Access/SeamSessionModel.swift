import SeamCombine
import SeamSDK
import SeamSwiftUI

/// What is known of the session behind a service: the person, the daemon, the cloud and the radio. Empty for a service
/// that does not tell.
package final class SeamSessionModel: ObservableObject {
    /// The person who holds the keys.
    @Published package private(set) var holder: SeamHolder?
    /// The cloud and the radio.
    @Published package private(set) var connectivity: SeamConnectivity?
    /// Why the session cannot be asked.
    @Published package private(set) var trouble: SeamSystemError?
    /// Whether anything is told at all.
    package let isReported: Bool
    private var following: Set<AnyCancellable> = []

    /// Follows the service for as long as it lives.
    package init(_ service: any SeamServiceProtocol) {
        guard let reporting = service as? any SeamSystemReporting else {
            isReported = false
            return
        }
        isReported = true
        reporting.holderPublisher.removeDuplicates().sink { [weak self] in self?.holder = $0 }.store(in: &following)
        reporting.connectivityPublisher.removeDuplicates().sink { [weak self] in self?.connectivity = $0 }
            .store(in: &following)
        reporting.systemErrorPublisher.removeDuplicates().sink { [weak self] in self?.trouble = $0 }
            .store(in: &following)
    }

    /// The session's state in a word or two, and whether all is well.
    package func state(_ dates: SeamDateText) -> (isWell: Bool, text: String) {
        if trouble != nil { return (false, "no daemon") }
        guard let connectivity else { return (false, "connecting") }
        if let since = connectivity.offlineSince {
            let isOffline = connectivity.cloudTrouble?.isOffline ?? true
            return (false, "\(isOffline ? "offline" : "behind") since \(dates.clock(since))")
        }
        switch connectivity.radio {
        case .ready: return (true, "live")
        // Unknown: nothing has been heard from the broker.
        case .unknown, .absent: return (false, "no radio")
        case .off, .blocked: return (false, "radio off")
        case .noPermission: return (false, "radio not permitted")
        case .wedged: return (false, "radio stuck")
        }
    }

    /// That keys are still being read; nil once all are.
    var reading: String? {
        connectivity?.reading.map { reading in
            "Your keys are being read\(reading.count.map { ": \(reading.done) of \($0)" } ?? "")"
        }
    }

    /// What the machine cannot do now, beyond each key's own errors; nil if all is well.
    func warning(_ dates: SeamDateText) -> String? {
        if let trouble { return "\(trouble.message). The keys are as they were last." }
        guard let connectivity, let trouble = connectivity.cloudTrouble else { return nil }
        let words = Words.sentence(trouble.message)
        guard let since = connectivity.offlineSince else { return words }
        return "\(words) The keys are as they were at \(dates.clock(since))."
    }
}
