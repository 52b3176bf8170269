import Dispatch
package import LifeSignal
import RPC
import SeamCombine
package import SeamSwiftUI
package import SeamWords
package import SignalAPI
import Wire

/// The model of all of LifeSignal's screens in a program. It follows the person who is signed in as long as the model
/// lives, and makes one call at a time.
package final class SignalModel: ObservableObject {
    /// A text about what has just happened.
    package nonisolated struct Said: Hashable, Sendable {
        package var text: SeamText
        package var isBad = false
        fileprivate(set) var number = 0
    }

    /// A call that waits for the person's PIN.
    nonisolated struct PINRequest: Equatable, Identifiable, Sendable {
        let id: Int
        /// What the PIN is for.
        var purpose: SeamText
        /// Why the last PIN was not accepted.
        var fault: SeamText?
    }

    /// A call of the daemon. Its result is the text for the person.
    typealias Call = @Sendable (any SignalReporting, _ pin: String?) async throws(WireError) -> SeamText?

    @Published package private(set) var known = SignalKnown()
    @Published package private(set) var said: Said?
    @Published private(set) var pinRequest: PINRequest?
    @Published private(set) var isBusy = false
    /// The last drill, once it is known.
    @Published private(set) var drill: SignalDrill?
    /// The call for help that may be in the making.
    @Published package var hold = SignalHold()

    /// Whether somebody is signed in.
    package var isSignedIn: Bool { known.person != nil }

    let source: any SignalReporting
    private var following: Task<Void, Never>?
    private var waiting: (purpose: SeamText, call: Call)?
    private var number = 0
    /// The calls that wait until the present call has ended, in order.
    private var queued: [(purpose: SeamText, needsPIN: Bool, call: Call)] = []
    /// The largest number of waiting calls. No hand presses so many buttons within one call.
    private static let mostQueued = 16
    /// Whether the person is leaving or signing out, so that the text about it stays when nobody is signed in.
    var isParting = false
    /// What happens once the present call has ended well.
    private var next: (@MainActor @Sendable () -> Void)?

    /// Creates a model, and begins to follow. Without `follows`, only calls show something, as in a test.
    package init(_ source: any SignalReporting, follows: Bool = true) {
        self.source = source
        guard follows else { return }
        // Not in Swift's thread pool: see ``RPC/ClientLoop``.
        following = Task(executorPreference: ClientLoop.executor) { [source, weak self] in
            await Self.follow(source) { news, person in self?.take(news, of: person) }
        }
    }

    /// Follows the daemon, and hands the news to the main actor in their order.
    private nonisolated static func follow(
        _ source: any SignalReporting, _ take: @escaping @MainActor @Sendable (SignalNews, SignalID?) -> Void
    ) async {
        await source.follow { news, person in
            DispatchQueue.main.async { MainActor.assumeIsolated { take(news, person) } }
        }
    }

    /// Asks the daemon on the client's thread, and hands the answer to the main actor.
    nonisolated static func start<Answer: Sendable>(
        _ ask: @escaping @Sendable () async throws(WireError) -> Answer,
        then done: @escaping @MainActor @Sendable (Result<Answer, WireError>) -> Void
    ) {
        Task(executorPreference: ClientLoop.executor) {
            let result: Result<Answer, WireError>
            do throws(WireError) { result = .success(try await ask()) } catch { result = .failure(error) }
            DispatchQueue.main.async { MainActor.assumeIsolated { done(result) } }
        }
    }

    isolated deinit { following?.cancel() }

    /// Ends the following before the model goes.
    package func close() { following?.cancel() }

    /// Takes news of the daemon.
    package func take(_ news: SignalNews, of person: SignalID?) {
        let before = known.person?.id
        var new = known
        new.take(news, of: person)
        if new != known { known = new }
        if known.person?.id != before {
            (drill, pinRequest, waiting, queued) = (nil, nil, nil, [])
            if !isParting { said = nil }
            isParting = false
        }
        if case .contacts = news { readDrill() }
        // The answer to a drill arrives as a notification.
        if case .notification(let notification) = news, notification.kind == "drill" || drill?.at != nil { readDrill() }
    }

    private func readDrill() {
        Self.start({ [source] () async throws(WireError) in
            try await source.answer(DrillGet.self, .init())
        }) { [weak self] answer in
            if case .success(let drill) = answer { self?.took(drill) }
        }
    }

    private func took(_ new: SignalDrill) {
        let isSame = drill?.at != nil && drill?.at == new.at
        let wasAnswered = drill?.responders.contains { $0.answeredAt != nil } == true
        drill = new
        guard isSame, !wasAnswered, let first = new.responders.first(where: { $0.answeredAt != nil }) else { return }
        let name = [first.firstName, first.lastName].filter { !$0.isEmpty }.joined(separator: " ")
        say(
            name.isEmpty
                ? SeamText("Your drill was answered: your messages arrive.")
                : SeamText("\(name) has answered your drill: your messages arrive."))
    }

    // MARK: - Calls

    /// Makes a call. If it needs the PIN, the person is asked for it first. While another call runs, this call waits
    /// for its turn.
    func perform(_ purpose: SeamText, needsPIN: Bool = false, _ call: @escaping Call) {
        guard !isBusy else {
            if queued.count < Self.mostQueued { queued.append((purpose, needsPIN, call)) }
            return
        }
        if needsPIN, known.person?.hasPIN == true { return askPIN(purpose, call, fault: nil) }
        run(purpose, call, pin: nil)
    }

    /// Gives the PIN that was asked for.
    func give(pin: String) {
        guard !isBusy, let waiting else { return }
        run(waiting.purpose, waiting.call, pin: pin)
    }

    /// Asks for the PIN again, because what was typed cannot be a PIN.
    func pinIsMisshapen() {
        guard let waiting else { return }
        askPIN(waiting.purpose, waiting.call, fault: SeamText("A PIN has 4 to 8 digits."))
    }

    /// Ends the question for the PIN. The call is not made.
    func refusePIN() { (pinRequest, waiting, isParting) = (nil, nil, false) }

    private func askPIN(_ purpose: SeamText, _ call: @escaping Call, fault: SeamText?) {
        number += 1
        waiting = (purpose, call)
        pinRequest = PINRequest(id: pinRequest?.id ?? number, purpose: purpose, fault: fault)
    }

    private func run(_ purpose: SeamText, _ call: @escaping Call, pin: String?) {
        isBusy = true
        Self.start({ [source] () async throws(WireError) in try await call(source, pin) }) { [weak self] answer in
            switch answer {
            case .success(let text): self?.ended(text)
            case .failure(let error): self?.failed(error, purpose, call)
            }
        }
    }

    /// Runs `action` once the call that is being made has ended, so that another call can follow.
    func afterwards(_ action: @escaping @MainActor @Sendable () -> Void) { next = action }

    private func ended(_ text: SeamText?) {
        (isBusy, pinRequest, waiting) = (false, nil, nil)
        let next = next
        self.next = nil
        next?()
        if let text { say(text) }
        performQueued()
    }

    private func performQueued() {
        guard pinRequest == nil, !queued.isEmpty else { return }
        let (purpose, needsPIN, call) = queued.removeFirst()
        perform(purpose, needsPIN: needsPIN, call)
    }

    private func failed(_ error: WireError, _ purpose: SeamText, _ call: @escaping Call) {
        (isBusy, next) = (false, nil)
        let words = SignalRefusal.text(error)
        if error.reason == "signal.pin_required" { return askPIN(purpose, call, fault: nil) }
        if error.reason == "signal.pin_wrong", pinRequest != nil { return askPIN(purpose, call, fault: words) }
        (pinRequest, waiting, isParting) = (nil, nil, false)
        say(words, isBad: true)
        performQueued()
    }

    /// Shows a text about what has happened.
    package func say(_ text: SeamText, isBad: Bool = false) {
        number += 1
        said = Said(text: text, isBad: isBad, number: number)
    }

    /// Removes a text that has been read.
    package func read(_ said: Said) { if self.said == said { self.said = nil } }

    // MARK: - What the person does

    /// Checks in.
    package func checkIn() {
        let last = known.person?.lastCheckIn
        perform(SeamText("I am all right"), needsPIN: true) { source, pin throws(WireError) in
            let person = try await source.answer(CheckInRecord.self, .init(pin: pin))
            return last != nil && person.lastCheckIn == last
                ? SeamText("You checked in less than a minute ago. Both count as one.")
                : SeamText("Thank you. You have checked in.")
        }
    }

    /// Reports that the person has opened a door. The door counts as a check-in if the person wants that.
    package func doorOpened() {
        guard known.person?.countsDoors == true else { return }
        Self.start({ [source] () async throws(WireError) in
            try await source.answer(CheckInRecord.self, .init(isDoor: true))
        }) { [weak self] answer in
            switch answer {
            case .success(let person):
                self?.take(.person(person), of: person.id)
                self?.say(SeamText("The door counts as a check-in."))
            // The person may have changed the setting meanwhile.
            case .failure(let error) where error.reason == "signal.door_does_not_count": break
            case .failure:
                self?.say(SeamText("The door did not count as a check-in. Check in yourself."), isBad: true)
            }
        }
    }

    /// Takes a press of the key or button that calls for help.
    package func pressHelp() { if hold.press() { callForHelp() } }

    /// Calls for help. If that fails, the text says so, because a person may rely on the call.
    func callForHelp() {
        Self.start({ [source] () async throws(WireError) in
            try await source.answer(AlertActivate.self, .init())
        }) { [weak self] answer in
            switch answer {
            case .success(let alert):
                self?.take(.alert(alert), of: self?.known.person?.id)
                self?.say(SeamText("Help is being called."))
            case .failure(let error):
                let why = SignalRefusal.text(error)
                self?.say(SeamText("Your call for help was not sent. Phone somebody. \(why)"), isBad: true)
            }
        }
    }

    /// Ends the person's own call for help.
    package func cancelCall() {
        perform(SeamText("Cancel my call for help"), needsPIN: true) { source, pin throws(WireError) in
            _ = try await source.answer(AlertDeactivate.self, .init(pin: pin))
            return SeamText("Your call for help has ended. Everybody who was alerted is told.")
        }
    }

    /// Answers the alarm of a dependent: this person is on the way.
    package func answer(_ alert: SignalAlert) {
        perform(SeamText("I am on my way")) { source, _ throws(WireError) in
            _ = try await source.answer(AlertAck.self, .init(alert: alert.id))
            return SeamText("The others are told that you are on your way.")
        }
    }

    /// Ends the alarm of a dependent: all is well.
    package func resolve(_ alert: SignalAlert) {
        perform(SeamText("They are all right")) { source, _ throws(WireError) in
            _ = try await source.answer(AlertResolve.self, .init(alert: alert.id))
            return SeamText("The alarm has ended for everybody.")
        }
    }

    /// Asks a dependent whether they are well.
    func ping(_ contact: SignalContact) {
        perform(SeamText("Ask whether they are all right")) { source, _ throws(WireError) in
            _ = try await source.answer(PingSend.self, .init(contact: contact.id))
            return SeamText("They are asked. Their answer appears here.")
        }
    }

    /// Starts a drill.
    func startDrill() {
        perform(SeamText("Start a drill")) { [weak self] source, _ throws(WireError) in
            let drill = try await source.answer(DrillStart.self, .init())
            await self?.show(drill)
            return SeamText("Your responders have been asked to answer.")
        }
    }

    private func show(_ drill: SignalDrill) { self.drill = drill }

    /// Marks a notification, or all notifications, as read.
    func markRead(_ id: SignalID?) {
        perform(SeamText("Mark as read")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(NotificationRead.self, .init(notification: id))
            await self?.wasRead(id)
            return nil
        }
    }

    /// Shows that notifications are read.
    func wasRead(_ id: SignalID?) { known.markRead(id) }
}
