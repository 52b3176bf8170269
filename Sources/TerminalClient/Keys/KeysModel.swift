import Foundation
import OpenCombine
import SeamSDK

/// What the list shows, and what its keys do. It knows no daemon: ``SessionFeed`` tells it what there is.
final class KeysModel: ObservableObject {
    /// What there is to see of a session.
    enum Place: Equatable {
        /// Nothing is known yet.
        case connecting
        case signedOut
        case keys
        /// The daemon is not there, and has not been.
        case unreachable(String)
    }

    @Published private(set) var rows: [KeyRow] = []
    @Published private(set) var isActive = false
    @Published private(set) var connectivity: SeamConnectivity?
    @Published private(set) var trouble: SeamSystemError?
    @Published private(set) var selected: String?
    @Published private(set) var opening: Opening?
    /// One line that goes away by itself.
    @Published private(set) var toast: String?
    @Published private(set) var isRefreshing = false
    /// What is not there yet will not come by itself at once: an empty list is empty.
    @Published private(set) var isSettled = false

    private let actions: Actions
    private var keys: [SeamAccessCredential] = []
    private var following: AnyCancellable?
    private var toasts = 0
    /// Counts what was said by day.
    private var days = 0

    /// What the model asks of what is around it.
    struct Actions {
        /// Times as this person reads them now.
        var dates: () -> DateText = { DateText(now: Date()) }
        var clock: () -> ContinuousClock.Instant = { .now }
        /// Runs something later, on the main actor.
        var after: (Duration, @escaping () -> Void) -> Void
        /// Begins an attempt.
        var open: (_ credentialID: String) throws -> Opening.Told
        /// Asks the cloud for the keys; the words of what went wrong.
        var refresh: (@escaping (String?) -> Void) -> Void
    }

    init(_ actions: Actions) {
        self.actions = actions
    }

    private static let settling = Duration.milliseconds(300)
    private static let reading = Duration.seconds(3)

    // MARK: - What is told

    func show(_ keys: [SeamAccessCredential]) {
        self.keys = keys
        days += 1
        let day = days
        // "Tomorrow" is another day then.
        actions.after(dates.untilTomorrow) { [weak self] in
            guard let self, day == days else { return }
            show(self.keys)
        }
        let old = rows
        rows = KeyRow.all(of: keys, at: dates)
        guard selected == nil || !rows.contains(where: { $0.id == selected }) else { return }
        // The one that has come to the place of the one that went.
        let place = old.firstIndex { $0.id == selected } ?? 0
        selected = rows.isEmpty ? nil : rows[min(place, rows.count - 1)].id
    }

    func show(isActive: Bool) {
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        settle()
    }

    func show(_ connectivity: SeamConnectivity?) {
        let isFirst = self.connectivity == nil && connectivity != nil
        self.connectivity = connectivity
        if isFirst { settle() }
    }

    func show(_ trouble: SeamSystemError?) { self.trouble = trouble }

    private func settle() {
        isSettled = false
        actions.after(Self.settling) { [weak self] in self?.isSettled = true }
    }

    // MARK: - What is shown

    var dates: DateText { actions.dates() }

    var place: Place {
        if !rows.isEmpty { return .keys }
        if connectivity == nil { return trouble.map { .unreachable($0.message) } ?? .connecting }
        return isActive ? .keys : .signedOut
    }

    /// How the session is, in a word or two.
    var state: (isWell: Bool, text: String) {
        if trouble != nil { return (false, "no daemon") }
        guard let connectivity else { return (false, "connecting") }
        if let since = connectivity.offlineSince { return (false, "offline since \(dates.clock(since))") }
        switch connectivity.radio {
        case .unknown, .ready: return (true, "live")
        case .absent: return (false, "no radio")
        case .off, .blocked: return (false, "radio off")
        case .noPermission: return (false, "radio not permitted")
        case .wedged: return (false, "radio stuck")
        }
    }

    var selectedRow: KeyRow? { rows.first { $0.id == selected } }

    // MARK: - What keys do

    /// Selects another, so many further down.
    func move(by count: Int) {
        guard !rows.isEmpty else { return }
        let place = rows.firstIndex { $0.id == selected } ?? 0
        selected = rows[min(max(place + count, 0), rows.count - 1)].id
    }

    func openSelected() {
        guard opening == nil, let row = selectedRow else { return }
        guard row.key.errors.isEmpty else { return tell("\(row.key.name) does not open now.") }
        open(row.key)
    }

    /// The same door once more, if its key is still there.
    func openAgain() {
        guard let opening else { return }
        let key = keys.first { $0.id == opening.key.id }
        close()
        if let key { open(key) }
    }

    private func open(_ key: SeamAccessCredential) {
        let opening = Opening(key, at: actions.clock()) { try actions.open(key.id) }
        self.opening = opening
        following = opening.$state.map(\.outcome).removeDuplicates().sink { [weak self, weak opening] outcome in
            guard let self, let opening else { return }
            ended(opening, outcome)
        }
    }

    private func ended(_ opening: Opening, _ outcome: OpeningState.Outcome?) {
        switch outcome {
        case .open:
            actions.after(Self.reading) { [weak self, weak opening] in
                guard let self, let opening, opening === self.opening else { return }
                close()
            }
        case .cancelled:
            close()
            tell("Cancelled. Nothing was opened.")
        case .timedOut, .failed, .unknown, .refused, nil: break
        }
    }

    func close() {
        opening = nil
        following = nil
    }

    func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        actions.refresh { [weak self] problem in
            self?.isRefreshing = false
            self?.tell(problem ?? "The keys are up to date.")
        }
    }

    func tell(_ text: String) {
        toast = text
        toasts += 1
        let number = toasts
        actions.after(Self.reading) { [weak self] in
            if self?.toasts == number { self?.toast = nil }
        }
    }
}
