import Combine
import SeamSDK

/// A substitute for the view model, which the snippet does not declare.
final class SeamCredentialsViewModel {
    let service: any SeamServiceProtocol

    init(seam service: any SeamServiceProtocol) { self.service = service }
}

statements()
let service: any SeamServiceProtocol = MockSeamService()
var events: [SeamAccessUnlockEvent] = []
let subscription = try service.unlock(using: "id").sink { events.append($0) }
precondition(events == [.launched, .grantedAccess])
try service.initialize(clientSessionToken: "token")
var states: [Bool] = []
let following = service.isActivePublisher.sink { states.append($0) }
try await service.activate()
await service.deactivate()
precondition(states == [false, true, false])
subscription.cancel()
following.cancel()
print("ok: MockSeamService conforms unchanged")
