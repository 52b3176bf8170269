import SeamSDK

func name(_ event: SeamAccessUnlockEvent) -> String {
    // The switch has no default case, so it must name all cases of the event.
    switch event {
    case .launched: "launched"
    case .grantedAccess: "grantedAccess"
    case .timedOut: "timedOut"
    case .connectionFailed(let debugDescription): debugDescription
    }
}

precondition(SeamAccessUnlockEvent.connectionFailed(debugDescription: "x") == .connectionFailed(debugDescription: "x"))
precondition(name(.connectionFailed(debugDescription: "x")) == "x" && name(.launched) == "launched")
print("ok: every case of SeamAccessUnlockEvent")
