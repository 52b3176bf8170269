import TermCore
import TermUI

/// The terminal's input, on its way to the kiosk's screen.
final class KioskGate: TerminalGate {
    private var input = KioskInput()
    private let model: KioskModel

    init(_ model: KioskModel) { self.model = model }

    func pass(_ event: InputEvent, at now: ContinuousClock.Instant) -> InputEvent? {
        input.take(event, at: now).flatMap(take)
    }

    /// Whether an event ends a visit. The event is a key that the screen offers for ending the visit, or the mouse in
    /// the first line.
    private func isEnd(_ event: InputEvent) -> Bool {
        switch event {
        case .key(KeyEvent(.escape)), .key(KeyEvent(.character("-"))): true
        case .key(KeyEvent(.character("0"))): model.place == .keys
        case .mouse(let mouse): mouse.y == 0
        case .key, .paste, .burst, .pasteLost, .focus, .reply: false
        }
    }

    /// The event that goes to the views. If no event goes to them, this is nil.
    private func take(_ passed: KioskInput.Passed) -> InputEvent? {
        switch passed {
        case .event(.reply(let reply)): return .reply(reply)
        case .event(let event): return model.touched(isEnd: isEnd(event)) ? nil : event
        case .touch: _ = model.touched()
        case .scan(let bytes): model.scanned(bytes)
        case .unfinished(let bytes): model.scannedWithoutEnter(bytes)
        case .finished: model.scanFinished()
        // If there is no PIN, the staff key is like any other key.
        case .staff: if model.hands.staff.isKnown { model.received(.staffCame) } else { _ = model.touched() }
        case .lost: model.received(.inputLost)
        }
        return nil
    }
}
