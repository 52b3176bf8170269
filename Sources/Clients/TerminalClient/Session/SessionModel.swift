import OpenCombine
import SeamSDK

/// What is known of the session: the person, the daemon, the cloud and the radio.
final class SessionModel: ObservableObject {
    @Published private(set) var isActive = false
    /// The person who holds the keys.
    @Published private(set) var holder: SeamHolder?
    @Published private(set) var connectivity: SeamConnectivity?
    @Published private(set) var trouble: SeamSystemError?
    @Published private(set) var isRefreshing = false
    /// Whether what is not there yet will not come by itself soon: then an empty list means that there are no keys.
    @Published private(set) var isSettled = false

    private let ask: (@escaping @MainActor (String?) -> Void) -> Void
    private let surroundings: Surroundings

    private static let settling = Duration.milliseconds(300)

    /// `ask` asks the cloud for the keys; it answers with the words of what went wrong.
    init(_ surroundings: Surroundings, refresh ask: @escaping (@escaping @MainActor (String?) -> Void) -> Void) {
        (self.surroundings, self.ask) = (surroundings, ask)
    }

    // MARK: - What is told

    func show(isActive: Bool) {
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        settle()
    }

    func show(_ holder: SeamHolder?) {
        if holder != self.holder { self.holder = holder }
    }

    func show(_ connectivity: SeamConnectivity?) {
        let isFirst = self.connectivity == nil && connectivity != nil
        self.connectivity = connectivity
        if isFirst { settle() }
    }

    func show(_ trouble: SeamSystemError?) { self.trouble = trouble }

    private func settle() {
        isSettled = false
        surroundings.after(Self.settling) { [weak self] in self?.isSettled = true }
    }

    // MARK: - What is shown

    /// The session's state, in a word or two.
    var state: (isWell: Bool, text: String) {
        if trouble != nil { return (false, "no daemon") }
        guard let connectivity else { return (false, "connecting") }
        if let since = connectivity.offlineSince {
            let isOffline = connectivity.cloudTrouble?.isOffline ?? true
            return (false, "\(isOffline ? "offline" : "behind") since \(surroundings.dates().clock(since))")
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

    /// That keys are still being read, for people; nil once all are.
    var reading: String? {
        connectivity?.reading.map { reading in
            "Your keys are being read\(reading.count.map { ": \(reading.done) of \($0)" } ?? "")"
        }
    }

    // MARK: - What the person does

    /// Asks the cloud for the keys; `done` gets the words of what went wrong.
    func refresh(_ done: @escaping @MainActor (String?) -> Void) {
        guard !isRefreshing else { return }
        isRefreshing = true
        ask { [weak self] problem in
            self?.isRefreshing = false
            done(problem)
        }
    }
}
