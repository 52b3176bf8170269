import OpenCombine
import SeamSDK
import TermUI

/// The screen of a person's keys: what its parts do together. It knows no daemon: ``SessionFeed`` tells it what there
/// is.
final class KeysModel {
    let session: SessionModel
    let list: KeyListModel
    let reveals: RevealModel
    let attempt: OpeningModel
    let router: Router
    private(set) lazy var signIn = SignIn(reading: actions.token) { [actions, list] token, done in
        actions.signIn(token) { problem in
            // The keys that the refresh brought are shown before anybody is told that it is done.
            let keys = problem == nil ? actions.keys() : []
            if !keys.isEmpty { list.show(keys) }
            done(problem)
        }
    }
    private let actions: Actions

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

    /// What the model needs from its surroundings.
    struct Actions {
        var surroundings: Surroundings
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

    init(_ actions: Actions) {
        self.actions = actions
        let surroundings = actions.surroundings
        router = Router()
        session = SessionModel(surroundings, refresh: actions.refresh)
        list = KeyListModel(surroundings)
        reveals = RevealModel(surroundings, actions.reveal)
        attempt = OpeningModel(surroundings, tell: router.tell, actions.open)
        list.selectionChanged = { [reveals, router] in
            reveals.hide()
            // The details belong to the key that was selected before.
            if router.front == .detail { router.front = nil }
        }
        list.selectionMoved = { [attempt] in attempt.hold("The list has changed. Press Enter once more.") }
    }

    // MARK: - What is shown

    var place: Place {
        if !list.rows.isEmpty { return .keys }
        if session.connectivity == nil { return session.trouble.map(Self.place) ?? .connecting }
        return session.isActive ? .keys : .signedOut
    }

    private static func place(_ trouble: SeamSystemError) -> Place {
        let isRefused = [SeamSystemError.socketPermission, SeamSystemError.peerRefused].contains(trouble.reason)
        return isRefused ? .refused(trouble.message) : .unreachable(trouble.message)
    }

    /// Whether an answer is still awaited.
    var isBusy: Bool {
        if session.isRefreshing || reveals.isRevealing { return true }
        switch place {
        case .connecting: return true
        case .keys: return list.rows.isEmpty && (!session.isSettled || session.reading != nil)
        case .signedOut, .unreachable, .refused: return false
        }
    }

    /// The attempts of all keys, or of one.
    func activity(of key: String?) -> Activity { Activity(of: key, actions.activity) }

    // MARK: - What keys do

    /// The person selects a key.
    func select(_ id: String?) {
        attempt.release()
        list.select(id)
    }

    /// Selects the row that is `count` rows further down.
    func move(by count: Int) {
        if let id = list.row(by: count) { select(id) }
    }

    /// Shows all about the selected key.
    func showDetail() {
        guard let selected = list.selected else { return }
        list.select(selected)
        router.front = .detail
    }

    func openSelected() {
        if let selected = list.selected { open(selected) }
    }

    /// Opens the door of this key, and of no other, if it can be opened.
    func open(_ id: String) {
        guard attempt.opening == nil, let row = list.rows.first(where: { $0.id == id }) else { return }
        guard !attempt.isHeld() else { return }
        list.select(id)
        guard row.key.errors.isEmpty else { return router.tell("\(row.key.name) does not open now.") }
        router.front = nil
        attempt.open(row.key)
    }

    /// Opens the same door once more, if its key is still there.
    func openAgain() {
        guard let opening = attempt.opening, !attempt.isHeld() else { return }
        let key = list.keys.first { $0.id == opening.key.id }
        attempt.close()
        attempt.release()
        if let key { attempt.open(key) }
    }

    func refresh() {
        session.refresh { [router] in router.tell($0 ?? "The keys are up to date.") }
    }

    /// Shows the selected key's code and card number, or hides them.
    func reveal() {
        guard let row = list.selectedRow, row.hasSecrets, !reveals.isRevealing else { return }
        guard reveals.revealed == nil else { return reveals.hide() }
        showDetail()
        reveals.reveal(row.id)
    }

    /// Closes what is in front, and hides what was revealed there.
    func back() {
        router.front = nil
        reveals.hide()
    }
}
