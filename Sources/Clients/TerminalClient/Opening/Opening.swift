import OpenCombine
import SeamSDK
import SeamWords

/// One attempt to open a door, as the screen shows it.
final class Opening: ObservableObject {
    let key: SeamAccessCredential
    /// The time that the attempt has.
    let timeout: Duration
    let begun: ContinuousClock.Instant
    @Published private(set) var state = OpeningState()
    /// Whether the person wanted to cancel when it was too late.
    @Published private(set) var wasTooLate = false

    private var events: AnyCancellable?
    private var progress: AnyCancellable?

    /// What an attempt reports, on the main actor.
    struct Told {
        let events: AnyPublisher<SeamAccessUnlockEvent, Never>
        let progress: AnyPublisher<SeamUnlockProgress, Never>
    }

    /// `begin` starts the attempt, or throws the reason why it did not begin.
    init(
        _ key: SeamAccessCredential, timeout: Duration = .seconds(10), at now: ContinuousClock.Instant,
        begin: () throws -> Told
    ) {
        self.key = key
        self.timeout = timeout
        begun = now
        do {
            let told = try begin()
            events = told.events.sink(
                receiveCompletion: { [weak self] _ in self?.state.ended(.events) },
                receiveValue: { [weak self] in self?.state.received($0) })
            progress = told.progress.sink(
                receiveCompletion: { [weak self] _ in self?.state.ended(.progress) },
                receiveValue: { [weak self] in self?.state.received($0) })
        } catch let error as SeamSystemError where error.reason == SeamSystemError.noReply {
            state.lost()
        } catch {
            state.refused(RefusalText.words(error))
        }
    }

    /// Cancels the attempt; its outcome is told when it is known.
    func cancel() {
        guard state.cancel() else {
            wasTooLate = state.isTooLate
            return
        }
        events = nil
        state.ended(.events)
    }

    /// How much of the attempt's time is left: the part from 1 to 0, and the seconds.
    func left(at now: ContinuousClock.Instant) -> (part: Double, seconds: Int) {
        let rest = max(.zero, timeout - (now - begun))
        return (min(1, rest / timeout), Int((rest / .seconds(1)).rounded(.up)))
    }
}

/// Why an attempt did not begin, or a call was refused, for the person at the door.
enum RefusalText {
    /// `problem`: why the cloud could not be asked, if that is known.
    static func words(_ error: any Error, because problem: SeamSystemError? = nil) -> String {
        switch (error, problem) {
        case (SeamError.internetConnectionRequired, let problem?): Sentence.of(problem.message)
        case (let error as SeamError, _): Sentence.of(error.refusal.text, then: error.refusal.remedyAtAScreen)
        case (let error as SeamSystemError, _): error.message
        default: "It cannot be opened now."
        }
    }
}
