import Foundation
import LinuxSupport
import RadioModel
import SeamComponents
import SeamModel
import SeamWords
import SessionAPI
import TermUI
import Wire

/// The model of the administrators' page.
final class MachineModel: ObservableObject {
    /// A pairing that is running.
    struct Pairing: Equatable {
        /// What the daemon last reported.
        var progress: SeamText
        /// The question that waits for an answer.
        var prompt: LocksBind.Prompt?
    }

    @Published private(set) var parts: [MachinePart] = []
    @Published private(set) var locks: [SeamModel.Binding] = []
    @Published private(set) var grants: [LocalGrant] = []
    /// The names of the providers that are installed.
    @Published private(set) var providers: [String] = []
    @Published private(set) var said: SeamText?
    @Published private(set) var isBad = false
    @Published private(set) var isBusy = false
    @Published private(set) var pairing: Pairing?

    private let link: any MachineLink
    private var binding: Task<Void, Never>?
    private var answering: CheckedContinuation<LocksAnswer.Params?, Never>?

    init(_ link: any MachineLink) { self.link = link }

    isolated deinit { cancelPairing() }

    /// Reads everything again. What cannot be read is empty, and the reason is shown.
    func read() {
        perform { [link] () throws(WireError) in
            try await Self.state(link)
        } done: { [weak self] state in
            self?.took(state)
        }
    }

    private struct State: Sendable {
        var parts: [MachinePart] = []
        var locks: [SeamModel.Binding] = []
        var grants: [LocalGrant] = []
        var providers: [String] = []
    }

    private static func state(_ link: any MachineLink) async throws(WireError) -> State {
        var state = State()
        state.parts = try await link.health(of: .session)
        // A machine may have no LifeSignal.
        state.parts += (try? await link.health(of: .signal)) ?? []
        state.locks = try await link.answer(LocksList.self, PageParams(limit: 200)).elements
        state.grants = try await link.answer(LocksGrants.self, .init(page: PageParams(limit: 200))).elements
        state.providers = try await link.answer(ProvidersList.self, .init()).elements
            .filter { $0.state == .installed }.map(\.name)
        return state
    }

    private func took(_ state: State) {
        (parts, locks, grants, providers) = (state.parts, state.locks, state.grants, state.providers)
    }

    // MARK: - Grants

    /// Gives a key to a user or a group of this machine. The name may be a number.
    func grant(
        _ lock: SeamModel.Binding, to name: String, isGroup: Bool, from: Date?, until: Date?,
        done: @escaping @MainActor @Sendable () -> Void
    ) {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let subject = subject(name, isGroup) else { return }
        let params = LocksGrant.Params(
            bindingID: lock.id, subject: subject, startsAt: from.map(Self.time), endsAt: until.map(Self.time))
        perform { [link] () throws(WireError) in
            _ = try await link.answer(LocksGrant.self, params)
        } done: { [weak self] _ in
            self?.say(SeamText("The key was given to \(name)."))
            done()
            self?.read()
        }
    }

    private func subject(_ name: String, _ isGroup: Bool) -> LocalGrant.Subject? {
        guard !name.isEmpty else {
            say(SeamText("Type a name."), isBad: true)
            return nil
        }
        do throws(LinuxError) {
            return isGroup ? .group(try AccountNames.group(name)) : .user(try AccountNames.user(name))
        } catch {
            say(
                error.code == .notFound
                    ? SeamText("This machine has no such account: \(name)")
                    : SeamText("The account cannot be looked up now: \(name)"), isBad: true)
            return nil
        }
    }

    /// Takes a key back.
    func revoke(_ grant: LocalGrant) {
        perform { [link] () throws(WireError) in
            _ = try await link.answer(
                LocksRevoke.self, .init(bindingID: grant.bindingID, subject: grant.subject))
        } done: { [weak self] _ in
            self?.say(SeamText("The key was taken back."))
            self?.read()
        }
    }

    /// Forgets a lock, and erases its key.
    func unbind(_ lock: SeamModel.Binding, done: @escaping @MainActor @Sendable () -> Void) {
        perform { [link] () throws(WireError) in
            _ = try await link.answer(LocksUnbind.self, .init(bindingID: lock.id))
        } done: { [weak self] _ in
            self?.say(SeamText("The lock is forgotten. It still knows this machine until it is reset."))
            done()
            self?.read()
        }
    }

    private static func time(_ date: Date) -> Timestamp {
        Timestamp(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1000))
    }

    // MARK: - Pairing

    /// Pairs with a lock, and binds it to a door. The daemon's questions appear in ``pairing``.
    func bind(_ params: LocksBind.Params) {
        guard pairing == nil else { return }
        pairing = Pairing(progress: SeamText("Looking for the lock"))
        said = nil
        binding = Task { [weak self, link] in
            do throws(WireError) {
                let lock = try await link.bind(params) { [weak self] item in await self?.take(item) ?? nil }
                self?.paired(SeamText("The lock is bound: \(lock.name ?? lock.device.address)"), isBad: false)
            } catch {
                self?.paired(.plain(Self.words(error)), isBad: true)
            }
        }
    }

    private func take(_ item: LocksBind.Item) async -> LocksAnswer.Params? {
        switch item {
        case .found(let found):
            pairing?.progress = SeamText("Found: \(found.name ?? found.device.address)")
            return nil
        case .phase(let told):
            pairing?.progress = Self.phase(told.phase)
            return nil
        case .prompt(let prompt):
            pairing?.prompt = prompt
            // A button at the lock needs no answer here.
            guard prompt.kind != .pressButton else { return nil }
            return await withCheckedContinuation { answering = $0 }
        }
    }

    private static func phase(_ phase: LocksBind.Phase) -> SeamText {
        switch phase {
        case .scanning: SeamText("Looking for the lock")
        case .connecting: SeamText("Connecting to the lock")
        case .authenticating: SeamText("Pairing")
        case .operating: SeamText("Reading the lock")
        }
    }

    /// Answers the daemon's question.
    func answer(_ value: String) {
        guard let prompt = pairing?.prompt else { return }
        pairing?.prompt = nil
        answering?.resume(returning: .init(bindID: prompt.bindID, promptID: prompt.promptID, value: value))
        answering = nil
    }

    /// Ends the pairing.
    func cancelPairing() {
        binding?.cancel()
        answering?.resume(returning: nil)
        (binding, answering, pairing) = (nil, nil, nil)
    }

    private func paired(_ text: SeamText, isBad: Bool) {
        guard pairing != nil else { return }
        (pairing, binding) = (nil, nil)
        say(text, isBad: isBad)
        read()
    }

    // MARK: - Calls

    private func perform<Value: Sendable>(
        _ call: @escaping @Sendable () async throws(WireError) -> Value, done: @escaping @MainActor (Value) -> Void
    ) {
        guard !isBusy else { return }
        isBusy = true
        Task { [weak self] in
            do throws(WireError) {
                let value = try await call()
                self?.isBusy = false
                done(value)
            } catch {
                self?.isBusy = false
                self?.say(.plain(Self.words(error)), isBad: true)
            }
        }
    }

    func say(_ text: SeamText, isBad: Bool = false) { (said, self.isBad) = (text, isBad) }

    private nonisolated static func words(_ error: WireError) -> String {
        "\(error.message.prefix(1).uppercased())\(error.message.dropFirst())."
    }
}
