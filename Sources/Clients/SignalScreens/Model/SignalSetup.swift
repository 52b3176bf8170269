import LifeSignal
import SeamCombine
import SeamSwiftUI
import SeamWords
import SignalAPI
import Wire

/// The settings that the daemon only reports when it is asked: messages, addresses, and who sees what.
final class SignalSetup: ObservableObject {
    @Published private(set) var preferences: SignalPreferences?
    /// The addresses, or nil before the daemon has listed them.
    @Published private(set) var addresses: [SignalReach]?
    /// The ways in which messages can be sent, apart from the machine's own screens.
    @Published private(set) var channels: [ReachChannel] = []
    /// The contacts who see something, or nil before the daemon has listed them.
    @Published private(set) var sights: [SignalSight]?

    private let model: SignalModel

    init(_ model: SignalModel) { self.model = model }

    /// Reads everything again. What cannot be read keeps its last value.
    func read() {
        SignalModel.start({ [source = model.source] () async throws(WireError) in
            await Self.answers(source)
        }) { [weak self] answers in
            if case .success(let answers) = answers { self?.took(answers.0, answers.1, answers.2) }
        }
    }

    private nonisolated static func answers(
        _ source: any SignalReporting
    ) async -> (SignalPreferences?, ReachList.Result?, [SignalSight]?) {
        (
            try? await source.answer(SettingsGet.self, .init()), try? await source.answer(ReachList.self, .init()),
            try? await source.answer(ContactWhoSeesMe.self, .init()).sights
        )
    }

    private func took(_ preferences: SignalPreferences?, _ reach: ReachList.Result?, _ sights: [SignalSight]?) {
        if let preferences { self.preferences = preferences }
        if let reach { (addresses, channels) = (reach.addresses, reach.channels) }
        if let sights { self.sights = sights }
    }

    /// Changes the preferences. The screen shows the change at once, so that a further change adds to it.
    func change(_ change: (inout SignalPreferences) -> Void) {
        guard var new = preferences else { return }
        change(&new)
        guard new != preferences else { return }
        preferences = new
        let wish = new
        model.perform(SeamText("Messages")) { [weak self] source, _ throws(WireError) in
            do throws(WireError) {
                _ = try await source.answer(SettingsSet.self, .init(preferences: wish))
            } catch {
                await self?.read()
                throw error
            }
            return nil
        }
    }

    /// Asks for a code at an address. The address is used once the code has come back.
    func add(_ address: String, channel: String, done: @escaping @MainActor @Sendable () -> Void) {
        model.perform(SeamText("Add an address")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(ReachAdd.self, .init(channel: channel, address: address))
            await self?.read()
            await self?.model.afterwards(done)
            return SeamText("A code was sent to this address. Type it here.")
        }
    }

    /// Gives back the code that came to an address.
    func verify(_ code: String, done: @escaping @MainActor @Sendable () -> Void) {
        model.perform(SeamText("Confirm an address")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(ReachVerify.self, .init(code: code))
            await self?.read()
            await self?.model.afterwards(done)
            return SeamText("You are told there from now on.")
        }
    }

    /// Removes an address.
    func remove(_ address: SignalReach) {
        model.perform(SeamText("Remove an address")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(ReachRemove.self, .init(id: address.id))
            await self?.read()
            return SeamText("Nothing is sent there from now on.")
        }
    }
}

extension SignalModel {
    /// Changes how often the person checks in, and what happens then. Only the given values change.
    func set(interval: Duration? = nil, reminder: Duration? = nil, grace: Duration? = nil) {
        perform(SeamText("Change how you check in")) { source, pin throws(WireError) in
            _ = try await source.answer(
                CheckInSet.self, .init(interval: interval, reminder: reminder, grace: grace, pin: pin))
            return nil
        }
    }

    /// Sets whether a door that the person opens counts as a check-in. The responders are told.
    func set(countsDoors: Bool) {
        perform(SeamText("Change how you check in")) { source, pin throws(WireError) in
            _ = try await source.answer(CheckInSet.self, .init(countsDoors: countsDoors, pin: pin))
            return countsDoors
                ? SeamText("A door that you open counts as a check-in. Your responders are told.")
                : SeamText("Doors no longer count as check-ins. Your responders are told.")
        }
    }

    /// Leaves LifeSignal for good.
    func leave() {
        isParting = true
        perform(SeamText("Leave LifeSignal"), needsPIN: true) { source, pin throws(WireError) in
            _ = try await source.answer(PersonLeave.self, .init(pin: pin))
            return SeamText("You have left LifeSignal. Nobody watches you now.")
        }
    }

    /// Asks for a code for the person's new number.
    func change(phone: String, done: @escaping @MainActor @Sendable () -> Void) {
        perform(SeamText("Change my number"), needsPIN: true) { [weak self] source, pin throws(WireError) in
            _ = try await source.answer(UserSetPhone.self, .init(phone: phone, pin: pin))
            await self?.afterwards(done)
            return nil
        }
    }

    /// Changes the person's number with the code.
    func verify(phoneCode code: String, done: @escaping @MainActor @Sendable () -> Void) {
        perform(SeamText("Change my number")) { [weak self] source, _ throws(WireError) in
            let result = try await source.answer(UserVerifyPhone.self, .init(code: code))
            await self?.afterwards(done)
            return SeamText("Your number is now \(result.phone). Your contacts are told.")
        }
    }

    /// Pauses the deadlines after the next check-in, or ends the pause.
    func pause(for length: Duration?) {
        perform(SeamText("Change the pause")) { source, pin throws(WireError) in
            _ = try await source.answer(CheckInPause.self, .init(length: length, pin: pin))
            return nil
        }
    }

    /// Reminds the person once.
    func remind(at time: Timestamp) {
        perform(SeamText("Remind me")) { source, _ throws(WireError) in
            _ = try await source.answer(CheckInRemind.self, .init(at: time))
            return SeamText("You will be reminded then.")
        }
    }

    /// Stores the person's names and note.
    func introduce(_ first: String, _ last: String, note: String, done: @escaping @MainActor @Sendable () -> Void) {
        perform(SeamText("My name")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(
                UserUpdate.self, .init(firstName: first, lastName: last, emergencyNote: note))
            await self?.afterwards(done)
            return nil
        }
    }

    /// Sets, changes or removes the PINs.
    func setPIN(_ new: String?, forced: String?, done: @escaping @MainActor @Sendable () -> Void) {
        perform(SeamText("Change the PIN"), needsPIN: true) { [weak self] source, pin throws(WireError) in
            _ = try await source.answer(PINSet.self, .init(new: new, forced: forced, pin: pin))
            await self?.afterwards(done)
            return new == nil ? SeamText("There is no PIN now.") : SeamText("The PIN is set.")
        }
    }

    /// Signs out. Deadlines that run continue.
    package func signOut() {
        isParting = true
        let isDue = known.person?.nextDue != nil
        perform(SeamText("Sign out")) { source, _ throws(WireError) in
            _ = try await source.answer(AuthSignOut.self, .init())
            return isDue
                ? SeamText("You are signed out. Your deadline continues.") : SeamText("You are signed out.")
        }
    }

    /// Asks for a code for a number.
    func signIn(_ phone: String, done: @escaping @MainActor @Sendable (AuthSignIn.Result) -> Void) {
        perform(SeamText("Sign in")) { [weak self] source, _ throws(WireError) in
            let result = try await source.answer(AuthSignIn.self, .init(phone: phone))
            await self?.afterwards { done(result) }
            return nil
        }
    }

    /// Signs in with a code.
    func verify(_ code: String) {
        perform(SeamText("Sign in")) { source, _ throws(WireError) in
            _ = try await source.answer(AuthVerify.self, .init(code: code))
            return nil
        }
    }
}
