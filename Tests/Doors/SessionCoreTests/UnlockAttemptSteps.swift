import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

func newAttempt(required: RadioModel.Confirmation = .confirmed) -> UnlockAttempt {
    UnlockAttempt(timeout: .seconds(10), requiredConfirmation: required)
}

let ticket = WriteTicket(1)

extension UnlockAttempt {
    /// Runs the attempt until the provider can use the link.
    mutating func connect() {
        _ = admitted()
        _ = turnGranted()
        _ = lockChosen("b-1")
        _ = linkOpened()
    }

    /// Runs the attempt until the commit write has been sent.
    mutating func commit() {
        connect()
        _ = writeRequested(ticket, isCommit: true)
        _ = committingStored()
        _ = commitDecided(.left)
    }
}

func failed(_ reason: String, _ effect: WireError.Effect, _ text: String = "d") -> Conclusion {
    Conclusion(state: .connectionFailed, effect: effect, reason: reason, debugDescription: text)
}
