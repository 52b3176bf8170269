public import SeamCombine
public import SeamSDK
import SeamSwiftUI
import SeamWords

/// The model of a person's keys on a screen. The model contains the list, the chosen key, the search, and the state of
/// signing in. The model follows its service as long as the model lives.
public final class SeamCredentialsViewModel: ObservableObject {
    /// The keys in three groups. First come the keys that open, then the keys that a person can repair, and then all
    /// other keys. Among the keys that open, the nearest come first. Otherwise, the keys are in the service's order.
    @Published public private(set) var credentials: [SeamAccessCredential] = []
    /// The key whose unlock card is shown, or nil if no card is shown. If this key is removed, the value becomes nil,
    /// and a message says that the key was removed.
    @Published public var selectedCredentialId: String?
    /// The text that the search looks for in names and places. The value is empty to show all keys.
    @Published public var searchText = "" { didSet { searched(after: oldValue) } }
    /// Whether somebody is signed in.
    @Published public private(set) var isActivated: Bool
    /// The reason why signing in failed. When signing in succeeds, this becomes nil.
    @Published public private(set) var activationError: (any Error)?
    /// Whether signing in is in progress.
    @Published public private(set) var isActivating = false
    /// Whether the keys are being fetched from the cloud.
    @Published public private(set) var isRefreshing = false
    /// The messages that have not been read, oldest first.
    @Published private(set) var messages: [Message] = []
    /// The key under the cursor, or nil if no key is shown.
    @Published private(set) var cursor: String?
    /// The period in which no door opens immediately, because a press may have been meant for the previous page.
    /// Outside such a period, this is nil.
    @Published private(set) var hold: SeamHold?
    /// The strength of the signals of the locks in range, by the key's id.
    @Published private(set) var signals: [String: SeamSignal] = [:]
    /// The time when a key last opened a door, by the key's id.
    @Published private(set) var openings: [String: Date] = [:]

    /// The service that the model follows.
    public let service: any SeamServiceProtocol
    /// The known state of the session behind the service.
    package let session: SeamSessionModel
    /// The code and card number that are shown in clear.
    let reveal = SeamReveal()
    private var following: Set<AnyCancellable> = []
    let search = SeamKeySearch()
    private var told = 0
    private var hasAppeared = false
    /// Whether the service has refused to be activated.
    private var wasRefused = false
    /// Whether choosing a key opens its door immediately. In this case, only the person chooses a key.
    private var opensAtOnce = false
    /// Whether the person has moved the cursor. After that, the cursor stays on its key.
    private var hasChosen = false
    /// The key under the cursor before the search.
    private var cursorBefore: String?
    /// Whether an attempt is running, but can no longer be cancelled.
    var isTooLate = false
    private var holds = 0

    /// A message that disappears by itself.
    struct Message: Identifiable, Equatable {
        let id: Int
        let notice: SeamNotice
    }

    /// The largest number of waiting messages. Beyond this number, the oldest messages are dropped.
    private static let mostMessages = 5
    /// The largest number of attempts that are searched for a key's last opening.
    private static let mostRecords = 200

    /// Creates a model of a service's keys.
    public init(seam service: any SeamServiceProtocol) {
        self.service = service
        session = SeamSessionModel(service)
        isActivated = service.isActive
        credentials = Self.ordered(service.credentials, [:])
        cursor = credentials.first?.id
        service.credentialsPublisher.sink { [weak self] in self?.received($0) }.store(in: &following)
        service.isActivePublisher.sink { [weak self] in self?.received(isActive: $0) }.store(in: &following)
        (service as? any SeamNearbyReporting)?.nearbyDoorsPublisher.sink { [weak self] in self?.heard($0) }
            .store(in: &following)
        (service as? any SeamActivityReporting)?.recentUnlocksPublisher(limit: Self.mostRecords)
            .compactMap { try? $0.get() }
            .map { SeamUnlockRecord.openings(in: $0) }.removeDuplicates()
            .sink { [weak self] in self?.openings = $0 }.store(in: &following)
    }

    /// The keys that match ``searchText``.
    public var searchedCredentials: [SeamAccessCredential] { search.matching(searchText, in: credentials) }

    /// Whether a token is needed, because nobody is signed in and the service has no valid token.
    public var needsSignIn: Bool {
        guard !isActivated, let error = activationError as? SeamError else { return false }
        return error == .initializationRequired || error == .invalidClientSessionToken
    }

    /// The content that the screen shows.
    enum Place: Equatable {
        /// The state of the session is not known yet.
        case connecting
        case signedOut
        case keys
        /// The daemon answers, but does not serve this user.
        case refused(String)
        /// The daemon does not answer, and has never answered.
        case unreachable(String)
    }

    var place: Place {
        if !credentials.isEmpty { return .keys }
        if session.isReported, session.connectivity == nil {
            // A person's own session does not exist until somebody signs in.
            guard let trouble = session.trouble else { return wasRefused && needsSignIn ? .signedOut : .connecting }
            let isRefused = [SeamSystemError.socketPermission, SeamSystemError.peerRefused].contains(trouble.reason)
            return isRefused ? .refused(trouble.message) : .unreachable(trouble.message)
        }
        return needsSignIn ? .signedOut : .keys
    }

    // MARK: - Messages

    private func received(_ keys: [SeamAccessCredential]) {
        let ordered = Self.ordered(keys, signals)
        guard ordered != credentials else { return }
        let selected = credentials.first { $0.id == selectedCredentialId }
        let (place, old, wasReady) = (searchedCredentials.firstIndex { $0.id == cursor } ?? 0, cursor, isReady)
        credentials = ordered
        // The cursor moves to the key that has taken the place of the removed key.
        keepCursor(at: place)
        if cursor != nil, old != cursor || wasReady != isReady { holdForChange() }
        guard let selected, !ordered.contains(where: { $0.id == selected.id }) else { return }
        // The progress of the door is shown until the attempt ends.
        if !isTooLate { selectedCredentialId = nil }
        tell(.text(SeamText("%@ is no longer in the list.", [selected.name])))
    }

    /// Whether the key under the cursor opens.
    private var isReady: Bool { chosen?.errors.isEmpty == true }

    private func holdForChange() {
        if opensAtOnce { hold(SeamText("The list has changed. Press Enter again.")) }
    }

    private func received(isActive: Bool) {
        guard isActive != isActivated else { return }
        isActivated = isActive
        if isActive {
            (activationError, isActivating) = (nil, false)
            holdForChange()
        } else {
            // The person has signed out, so their keys are no longer shown to anyone.
            activationError = SeamError.initializationRequired
            (selectedCredentialId, searchText, messages, hasChosen) = (nil, "", [], false)
            reveal.hide()
        }
    }

    private func heard(_ doors: [SeamNearbyDoor]) {
        let heard = SeamSignal.strongest(of: doors)
        guard heard != signals else { return }
        signals = heard
        received(service.credentials)
    }

    private static func ordered(
        _ keys: [SeamAccessCredential], _ signals: [String: SeamSignal]
    ) -> [SeamAccessCredential] {
        var ranks: [KeyWords.Rank: [SeamAccessCredential]] = [:]
        for key in keys {
            let words = key.words(showing: "") { _ in "" }
            ranks[words.first?.rank ?? .ready, default: []].append(key)
        }
        ranks[.ready] = ranks[.ready].map { SeamSignal.nearestFirst($0, signals) }
        return ranks.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    // MARK: - The cursor

    private func keepCursor(at place: Int = 0) {
        let shown = searchedCredentials
        if hasChosen, shown.contains(where: { $0.id == cursor }) { return }
        // Until the person moves the cursor, the cursor is on the first key, because keys that open come first.
        let place = hasChosen ? min(place, shown.count - 1) : 0
        moveCursor(shown.isEmpty ? nil : shown[place].id)
    }

    /// A search begins at its first key. When the search ends, the cursor stays on the key that was found, or returns
    /// to its earlier place.
    private func searched(after last: String) {
        guard searchText != last else { return }
        if last.isEmpty { cursorBefore = cursor }
        guard searchText.isEmpty else { return moveCursor(searchedCredentials.first?.id) }
        if cursor == nil { moveCursor(cursorBefore) } else { hasChosen = true }
        keepCursor()
    }

    private func moveCursor(_ id: String?) {
        guard id != cursor else { return }
        cursor = id
        reveal.hide()
    }

    /// Moves the cursor to the key that the person has chosen.
    func choose(_ id: String?) {
        hasChosen = true
        // A person's choice is deliberate, except while the list is moving.
        if hold?.words == nil { hold = nil }
        moveCursor(id)
    }

    /// The key under the cursor.
    var chosen: SeamAccessCredential? { credentials.first { $0.id == cursor } }

    /// Returns the id of the key that is `count` places further down. If there are not as many keys, returns the
    /// nearest one. Without keys, returns nil.
    func neighbour(by count: Int) -> String? {
        let shown = searchedCredentials
        let place = shown.firstIndex { $0.id == cursor } ?? 0
        return shown.isEmpty ? nil : shown[min(max(place + count, 0), shown.count - 1)].id
    }

    /// Begins a period in which no door opens immediately. A person who presses a key too early sees `words`.
    func hold(_ words: SeamText? = nil) {
        holds += 1
        hold = SeamHold(number: holds, words: words)
    }

    /// Ends the period with this number.
    func release(_ number: Int) { if hold?.number == number { hold = nil } }

    /// Shows the key's card, unless the press came too early.
    func open(_ id: String) {
        if let hold {
            if let words = hold.words { tell(.text(words)) }
            // A key that is held down repeats, so the period begins again.
            return self.hold(hold.words)
        }
        guard selectedCredentialId == nil else { return }
        choose(id)
        selectedCredentialId = id
    }

    /// Shows the key's code and card number, or hides them.
    func toggleReveal() {
        guard let key = chosen, key.hasNumbers else { return }
        if reveal.shown == nil { reveal.reveal(key, from: service) } else { reveal.hide() }
    }

    // MARK: - The person's actions

    /// Shows the card of a key, or hides the card if the key is nil.
    public func select(credential: SeamAccessCredential?) { selectedCredentialId = credential?.id }

    /// Fetches the keys from the cloud. If this fails, a message gives the reason. Keys also arrive without this call.
    public func refreshCredentials() async {
        guard !isRefreshing else { return }
        isRefreshing = true
        _ = await finishRefresh()
    }

    /// Fetches the keys from the cloud after a key press. A message reports the result.
    func startRefresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        SDKWork.onMain { [self] in if await finishRefresh() { tell(.text(SeamText("The keys are up to date."))) } }
    }

    private func finishRefresh() async -> Bool {
        defer { isRefreshing = false }
        do {
            try await service.refresh()
            return true
        } catch {
            tell(.refusal(RefusalWords(error)))
            return false
        }
    }

    /// Called when the screen has appeared. Signs in if nobody is signed in, and chooses the key if there is only one.
    /// Later calls have no effect.
    public func didAppear() { didAppear(opensAtOnce: false, activates: true) }

    /// Called when the screen has appeared. If choosing a key opens its door immediately, a single key is not chosen.
    /// If `activates` is false, a person who has signed out stays signed out, and is asked for a token.
    func didAppear(opensAtOnce: Bool, activates: Bool) {
        guard !hasAppeared else { return }
        (hasAppeared, self.opensAtOnce) = (true, opensAtOnce)
        if isActivated {
            chooseSole()
        } else if activates {
            retryActivation()
        } else {
            activationError = SeamError.initializationRequired
        }
    }

    /// Signs in with the service's token. If signing in fails, ``activationError`` gives the reason.
    public func retryActivation() {
        guard !isActivating else { return }
        isActivating = true
        // This task ends with the service's answer, and only one such task runs at a time.
        SDKWork.onMain { [self] in
            do {
                try await service.activate()
                activationError = nil
                received(isActive: service.isActive)
                received(service.credentials)
                chooseSole()
            } catch {
                // The session may have become active in the meantime.
                if !isActivated { (activationError, wasRefused) = (error, true) }
            }
            isActivating = false
        }
    }

    /// Signs in with a client session token, which the model does not keep. This method blocks the screen for at most a
    /// second.
    public func signIn(clientSessionToken token: String) {
        guard !isActivating else { return }
        do {
            try service.initialize(clientSessionToken: token)
            retryActivation()
        } catch {
            activationError = error
        }
    }

    private func chooseSole() {
        if !opensAtOnce, credentials.count == 1, selectedCredentialId == nil {
            selectedCredentialId = credentials[0].id
        }
    }

    /// Shows a message after the messages before it.
    func tell(_ notice: SeamNotice) {
        told += 1
        guard notice != messages.last?.notice else { return }
        messages = (messages + [Message(id: told, notice: notice)]).suffix(Self.mostMessages)
    }

    /// Removes a message that has been shown for long enough.
    func messageIsOver(_ id: Int) { messages.removeAll { $0.id == id } }
}

/// The text of a message, for any language.
nonisolated enum SeamNotice: Equatable, Sendable {
    case text(SeamText)
    /// The reason for a refusal.
    case refusal(RefusalWords)

    func said(in language: SeamLanguage) -> String {
        switch self {
        case .text(let text): text.said(in: language)
        case .refusal(let words): words.said(in: language)
        }
    }
}

/// A period in which no door opens immediately.
nonisolated struct SeamHold: Equatable, Sendable {
    /// The number of the period.
    let number: Int
    /// The text for a person who presses a key too early.
    let words: SeamText?

    static let length = Duration.seconds(1)
}

extension SeamAccessCredential {
    /// Whether there is a code or a card number to show.
    nonisolated var hasNumbers: Bool { code != nil || cardNumber != nil }
}
