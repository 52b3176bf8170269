import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords

/// The known state of the session behind a service: the person, the daemon, the cloud and the radio. The model is empty
/// if the service does not report its state.
package final class SeamSessionModel: ObservableObject {
    /// The person who holds the keys.
    @Published package private(set) var holder: SeamHolder?
    /// The state of the cloud and the radio.
    @Published package private(set) var connectivity: SeamConnectivity?
    /// The reason why the session does not answer. While it answers, this is nil.
    @Published package private(set) var trouble: SeamSystemError?
    /// Whether the service reports its state at all.
    package let isReported: Bool
    private var following: Set<AnyCancellable> = []

    /// Creates a model that follows the service as long as the model lives.
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

    /// Returns the session's state in one or two words, and whether the session has no problem.
    package func state(_ dates: SeamDateText) -> (isWell: Bool, text: String) {
        let language = dates.language
        if trouble != nil { return (false, language("no daemon")) }
        guard let connectivity else { return (false, language("connecting")) }
        if let since = connectivity.offlineSince {
            let isOffline = connectivity.cloudTrouble?.isOffline ?? true
            let word = isOffline ? language("offline") : language("behind")
            return (false, language("%@ since %@", word, dates.clock(since)))
        }
        switch connectivity.radio {
        case .ready: return (true, language("live"))
        // The state is unknown while the broker has reported nothing.
        case .unknown, .absent: return (false, language("no radio"))
        case .off, .blocked: return (false, language("radio off"))
        case .noPermission: return (false, language("radio not permitted"))
        case .wedged, .noBluetoothd, .bluetoothdSilent: return (false, language("radio stuck"))
        }
    }

    /// Returns a text that says that keys are still being read. If all keys have been read, returns nil.
    func reading(_ language: SeamLanguage) -> String? {
        connectivity?.reading.map { reading in
            let rest = reading.count.map { language(": %@ of %@", "\(reading.done)", "\($0)") } ?? ""
            return language("Your keys are being read%@", rest)
        }
    }

    /// Returns a text about this machine's current problems, apart from the errors of each key. If there are no
    /// problems, returns nil.
    func warning(_ dates: SeamDateText) -> String? {
        let language = dates.language
        if let trouble {
            return trouble.reason == SeamSystemError.unreachable
                ? language("The session daemon is not running. These are the keys as last read.")
                : language("%@. These are the keys as last read.", trouble.message)
        }
        guard let connectivity, let trouble = connectivity.cloudTrouble else { return nil }
        let words = Words.sentence(trouble.message)
        guard let since = connectivity.offlineSince else { return words }
        return language("%@ These are the keys as of %@.", words, dates.clock(since))
    }
}
