import Combine
import SeamSDK

let events = PassthroughSubject<SeamAccessUnlockEvent, Never>()
let subscription = handleUnlockEvents(events.eraseToAnyPublisher())
for event: SeamAccessUnlockEvent in [
    .launched, .timedOut, .connectionFailed(debugDescription: "link.connect_failed"), .grantedAccess,
] {
    events.send(event)
}
events.send(completion: .finished)
subscription.cancel()
print("ok: handleUnlockEvents takes every event")
