public import SeamCombine
public import SeamSDK
import SeamSwiftUI
import SeamWords

/// A person's keys on a screen: the list, which key is chosen, what is searched for, and signing in. Follows a service
/// for as long as it lives.
public final class SeamCredentialsViewModel: ObservableObject {
    /// The keys: those that open first, then those that a person can mend, then the rest; as the service sorts them
    /// within these.
    @Published public private(set) var credentials: [SeamAccessCredential] = []
    /// The key whose unlock card is shown; nil for none. If that key goes, it becomes nil, and a message says so.
    @Published public var selectedCredentialId: String?
    /// What is searched for by name and place; empty for all keys.
    @Published public var searchText = ""
    /// Whether somebody is signed in.
    @Published public private(set) var isActivated: Bool
    /// Why signing in did not succeed; nil after it has.
    @Published public private(set) var activationError: (any Error)?
    /// Whether signing in is under way.
    @Published public private(set) var isActivating = false
    /// Whether the cloud is being asked for the keys.
    @Published public private(set) var isRefreshing = false
    /// Messages that were not read yet, from the oldest.
    @Published private(set) var messages: [Message] = []

    /// The service that is followed.
    public let service: any SeamServiceProtocol
    private var following: Set<AnyCancellable> = []
    private let search = SeamKeySearch()
    private var told = 0
    private var hasAppeared = false

    /// A message that goes away by itself.
    struct Message: Identifiable, Equatable {
        let id: Int
        let text: String
    }

    /// The most messages that wait: beyond it, the oldest go.
    private static let mostMessages = 5

    /// The keys of a service.
    public init(seam service: any SeamServiceProtocol) {
        self.service = service
        isActivated = service.isActive
        credentials = Self.ordered(service.credentials)
        service.credentialsPublisher.sink { [weak self] in self?.received($0) }.store(in: &following)
        service.isActivePublisher.sink { [weak self] in self?.received(isActive: $0) }.store(in: &following)
    }

    /// The keys that match ``searchText``.
    public var searchedCredentials: [SeamAccessCredential] { search.matching(searchText, in: credentials) }

    /// Whether a token is needed: nobody is signed in, and the service knows no token that is good.
    public var needsSignIn: Bool {
        guard !isActivated, let error = activationError as? SeamError else { return false }
        return error == .initializationRequired || error == .invalidClientSessionToken
    }

    // MARK: - What is told

    private func received(_ keys: [SeamAccessCredential]) {
        let ordered = Self.ordered(keys)
        guard ordered != credentials else { return }
        let selected = credentials.first { $0.id == selectedCredentialId }
        credentials = ordered
        guard let id = selectedCredentialId, !ordered.contains(where: { $0.id == id }) else { return }
        selectedCredentialId = nil
        tell("\(selected?.name ?? "The key") is not there any more.")
    }

    private func received(isActive: Bool) {
        guard isActive != isActivated else { return }
        isActivated = isActive
        if isActive {
            activationError = nil
        } else {
            // Somebody has signed out: what was shown is nobody else's business.
            activationError = SeamError.initializationRequired
            (selectedCredentialId, searchText, messages) = (nil, "", [])
        }
    }

    private static func ordered(_ keys: [SeamAccessCredential]) -> [SeamAccessCredential] {
        var ranks: [KeyWords.Rank: [SeamAccessCredential]] = [:]
        for key in keys { ranks[key.errors.first?.words.rank ?? .ready, default: []].append(key) }
        return ranks.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    // MARK: - What the person does

    /// Chooses a key, or none.
    public func select(credential: SeamAccessCredential?) { selectedCredentialId = credential?.id }

    /// Asks the cloud for the keys; a message says what went wrong. Keys also come by themselves.
    public func refreshCredentials() async {
        guard !isRefreshing else { return }
        isRefreshing = true
        do { try await service.refresh() } catch { tell(Words.refusal(error)) }
        isRefreshing = false
    }

    /// The same, for a key. The task ends with the answer, and a second one at once.
    func startRefresh() { Task { await refreshCredentials() } }

    /// The screen has appeared: signs in if nobody is, and chooses the sole key, once.
    public func didAppear() {
        guard !hasAppeared else { return }
        hasAppeared = true
        if isActivated { chooseSole() } else { retryActivation() }
    }

    /// Signs in with the token that the service has; ``activationError`` says why that did not succeed.
    public func retryActivation() {
        guard !isActivating else { return }
        isActivating = true
        // It ends with the answer, and only one runs.
        Task {
            do {
                try await service.activate()
                activationError = nil
                received(isActive: service.isActive)
                received(service.credentials)
                chooseSole()
            } catch {
                // It may have become active meanwhile.
                if !isActivated { activationError = error }
            }
            isActivating = false
        }
    }

    /// Signs in with a client session token, which is not kept here. Holds the screen for a second at most.
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
        if credentials.count == 1, selectedCredentialId == nil { selectedCredentialId = credentials[0].id }
    }

    /// Shows a message when those before it have gone.
    func tell(_ text: String) {
        guard text != messages.last?.text else { return }
        told += 1
        messages = (messages + [Message(id: told, text: text)]).suffix(Self.mostMessages)
    }

    /// The oldest message was there long enough.
    func messageIsOver(_ id: Int) { messages.removeAll { $0.id == id } }
}
