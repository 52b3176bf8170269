import Foundation
import OpenCombine
import SeamSDK
import TermCore
import TermUI

/// What the list shows, and what the keyboard's keys do. It knows no daemon: ``SessionFeed`` tells it what there is.
final class KeysModel: ObservableObject {
    /// What the screen shows of a session.
    enum Place: Equatable {
        /// Nothing is known yet.
        case connecting
        case signedOut
        case keys
        /// The daemon is not there, and has not been there before.
        case unreachable(String)
        /// The daemon is there, but does not serve this user.
        case refused(String)
    }

    @Published private(set) var rows: [KeyRow] = []
    @Published private(set) var isActive = false
    /// The person who holds the keys.
    @Published private(set) var holder: SeamHolder?
    @Published private(set) var connectivity: SeamConnectivity?
    @Published private(set) var trouble: SeamSystemError?
    @Published private(set) var selected: String?
    @Published private(set) var opening: Opening?
    /// What is in front of the list.
    @Published var front: Front?
    /// The text that is searched for.
    @Published var search = "" { didSet { keepSelection() } }
    /// A code and a card number in clear, for a few seconds.
    @Published private(set) var revealed: Revealed?
    /// Why the code and the card number are not shown.
    @Published private(set) var refusal: String?
    @Published private(set) var isRevealing = false
    /// Whether a search is open.
    @Published var isSearching = false
    @Published private(set) var isRefreshing = false
    /// Whether what is not there yet will not come by itself soon: then an empty list means that there are no keys.
    @Published private(set) var isSettled = false

    let toasts: ToastQueue
    private(set) lazy var signIn = SignIn(reading: actions.token) { [weak self, actions] token, done in
        actions.signIn(token) { problem in
            // The keys that the refresh brought are shown before anybody is told that it is done.
            let keys = problem == nil ? actions.keys() : []
            if !keys.isEmpty { self?.show(keys) }
            done(problem)
        }
    }
    private let actions: Actions
    private var keys: [SeamAccessCredential] = []
    private var following: AnyCancellable?
    /// While set, no door is opened.
    private var held: Hold?
    /// Whether the person has selected a key, which then stays selected.
    private var hasChosen = false
    /// Counts the reveals.
    private var reveals = 0
    /// Whether the rows are made anew when their words, such as "tomorrow", may have changed.
    private var isFollowingDays = false

    /// A sheet in front of the list.
    enum Front: Equatable, Identifiable {
        /// The details of the selected key.
        case detail
        /// The attempts of all keys, or of one.
        case activity(of: String?)
        case help

        var id: String {
            switch self {
            case .detail: "detail"
            case .activity(let key): "activity \(key ?? "")"
            case .help: "help"
            }
        }
    }

    /// A code and a card number that are shown for a few seconds.
    struct Revealed: Equatable {
        let id: String
        let credential: SeamRevealedCredential
    }

    /// What the model needs from its surroundings.
    struct Actions {
        /// Writes times as this person reads them now.
        var dates: () -> DateText = { DateText.here() }
        var clock: () -> ContinuousClock.Instant = { .now }
        /// Runs something later, on the main actor.
        var after: (Duration, @escaping () -> Void) -> Void
        /// Begins an attempt.
        var open: (_ credentialID: String) throws -> Opening.Told
        /// Asks the cloud for the keys; answers with the words of what went wrong.
        var refresh: (@escaping @MainActor (String?) -> Void) -> Void
        /// The keys that are known now.
        var keys: () -> [SeamAccessCredential] = { [] }
        /// Reads the client session token in a file.
        var token: (_ path: String) -> Answer<String>
        /// Gives the session a token, if there is one, and activates it; answers with the words of what went wrong.
        var signIn: (_ token: String, @escaping @MainActor (String?) -> Void) -> Void
        /// Asks for a key's code and card number.
        var reveal: (_ credentialID: String, @escaping @MainActor (Answer<SeamRevealedCredential>) -> Void) -> Void
        /// Tells the latest attempts, now and after each change.
        var activity: (_ limit: Int) -> AnyPublisher<Answer<[SeamUnlockRecord]>, Never>
    }

    /// The value that was asked for, or the words of what went wrong.
    enum Answer<Value> {
        case value(Value)
        case problem(String)
    }

    init(_ actions: Actions) {
        self.actions = actions
        toasts = ToastQueue(after: actions.after)
    }

    private static let settling = Duration.milliseconds(300)
    private static let reading = Duration.seconds(3)
    private static let holding = Duration.seconds(1)
    /// The longest time between two repeats of a key that is held down.
    private static let repeating = Duration.milliseconds(250)
    private static let revealing = Duration.seconds(10)

    // MARK: - What is told

    func show(_ keys: [SeamAccessCredential]) {
        self.keys = keys
        followDays()
        let place = shown.firstIndex { $0.id == selected } ?? 0
        rows = KeyRow.all(of: keys, at: dates)
        let old = selected
        // Selects the key that has come to the place of the one that went.
        keepSelection(at: place)
        if selected != nil, old != selected { hold("The list has changed. Press Enter once more.") }
    }

    /// At midnight "tomorrow" becomes another day; and once an hour, because the clock or its zone may be set.
    private func followDays() {
        guard !isFollowingDays else { return }
        isFollowingDays = true
        actions.after(min(dates.untilTomorrow, .seconds(3600))) { [weak self] in
            guard let self else { return }
            isFollowingDays = false
            show(keys)
        }
    }

    private func keepSelection(at place: Int = 0) {
        let shown = shown
        if hasChosen, shown.contains(where: { $0.id == selected }) { return }
        // Until the person has chosen, the first key is selected: keys that open come first.
        let place = hasChosen ? place : 0
        show(selected: shown.isEmpty ? nil : shown[min(place, shown.count - 1)].id)
    }

    /// Opens nothing for a while: a press of a key now was meant for what was shown before.
    private func hold(_ words: String? = nil) { held = Hold(until: actions.clock() + Self.holding, words: words) }

    /// Whether a press that opens a door comes too early.
    private func isHeld() -> Bool {
        let now = actions.clock()
        guard var held, now < held.until else { return false }
        if let words = held.words { toasts.tell(words) }
        // A held Enter key repeats, which is not another press.
        if let last = held.last, now - last < Self.repeating { held.until = now + Self.holding }
        held.last = now
        self.held = held
        return true
    }

    private struct Hold {
        var until: ContinuousClock.Instant
        let words: String?
        /// When somebody last wanted to open a door.
        var last: ContinuousClock.Instant?
    }

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
        actions.after(Self.settling) { [weak self] in self?.isSettled = true }
    }

    // MARK: - What is shown

    /// The rows that match the search.
    var shown: [KeyRow] {
        let wanted = ShownName(search)
        return wanted.isEmpty ? rows : rows.filter { $0.matches(wanted) }
    }

    var dates: DateText { actions.dates() }

    var place: Place {
        if !rows.isEmpty { return .keys }
        if connectivity == nil { return trouble.map(Self.place) ?? .connecting }
        return isActive ? .keys : .signedOut
    }

    private static func place(_ trouble: SeamSystemError) -> Place {
        let isRefused = [SeamSystemError.socketPermission, SeamSystemError.peerRefused].contains(trouble.reason)
        return isRefused ? .refused(trouble.message) : .unreachable(trouble.message)
    }

    /// Whether an answer is still awaited.
    var isBusy: Bool {
        if isRefreshing || isRevealing { return true }
        switch place {
        case .connecting: return true
        case .keys: return rows.isEmpty && (!isSettled || reading != nil)
        case .signedOut, .unreachable, .refused: return false
        }
    }

    /// The session's state, in a word or two.
    var state: (isWell: Bool, text: String) {
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

    /// That keys are still being read, for people; nil once all are.
    var reading: String? {
        connectivity?.reading.map { reading in
            "Your keys are being read\(reading.count.map { ": \(reading.done) of \($0)" } ?? "")"
        }
    }

    var selectedRow: KeyRow? { rows.first { $0.id == selected } }

    // MARK: - What keys do

    /// The person selects a key.
    func select(_ id: String?) {
        hasChosen = true
        held = nil
        show(selected: id)
    }

    /// Shows all about the selected key.
    func showDetail() {
        guard selected != nil else { return }
        hasChosen = true
        front = .detail
    }

    /// Selects a key; hides what was revealed of another.
    private func show(selected id: String?) {
        guard id != selected else { return }
        selected = id
        hide()
        // The details belong to the key that was selected before.
        if front == .detail { front = nil }
    }

    /// Selects the row that is `count` rows further down.
    func move(by count: Int) {
        let shown = shown
        guard !shown.isEmpty else { return }
        let place = shown.firstIndex { $0.id == selected } ?? 0
        select(shown[min(max(place + count, 0), shown.count - 1)].id)
    }

    func openSelected() {
        if let selected { open(selected) }
    }

    /// Opens the door of this key, and of no other, if it can be opened.
    func open(_ id: String) {
        guard opening == nil, let row = rows.first(where: { $0.id == id }) else { return }
        guard !isHeld() else { return }
        show(selected: id)
        hasChosen = true
        guard row.key.errors.isEmpty else { return toasts.tell("\(row.key.name) does not open now.") }
        front = nil
        open(row.key)
    }

    /// Opens the same door once more, if its key is still there.
    func openAgain() {
        guard let opening, !isHeld() else { return }
        let key = keys.first { $0.id == opening.key.id }
        close()
        held = nil
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
            toasts.tell("Cancelled. Nothing was opened.")
        // Enter that is held down must not try again.
        case .timedOut, .failed, .refused: hold()
        case .unknown, nil: break
        }
    }

    func close() {
        if opening != nil { hold() }
        opening = nil
        following = nil
    }

    func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        actions.refresh { [weak self] problem in
            self?.isRefreshing = false
            self?.toasts.tell(problem ?? "The keys are up to date.")
        }
    }

    /// Shows the selected key's code and card number for ten seconds, or hides them.
    func reveal() {
        guard let row = selectedRow, row.hasSecrets, !isRevealing else { return }
        guard revealed == nil else { return hide() }
        showDetail()
        reveals += 1
        let number = reveals
        (isRevealing, refusal) = (true, nil)
        actions.reveal(row.id) { [weak self] answer in
            guard let self else { return }
            isRevealing = false
            guard number == reveals else { return }
            switch answer {
            case .problem(let words): refusal = words
            case .value(let credential):
                revealed = Revealed(id: row.id, credential: credential)
                actions.after(Self.revealing) { [weak self] in
                    guard let self, number == reveals else { return }
                    hide()
                }
            }
        }
    }

    private func hide() {
        reveals += 1
        if revealed != nil { revealed = nil }
        if refusal != nil { refusal = nil }
    }

    /// The attempts of all keys, or of one.
    func activity(of key: String?) -> Activity { Activity(of: key, actions.activity) }

    /// Closes what is in front, and hides what was revealed there.
    func back() {
        front = nil
        hide()
    }
}
