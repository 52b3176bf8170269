import Combine
import SeamSDK

let service: any SeamServiceProtocol = PreviewSeamService()
var events: [SeamAccessUnlockEvent] = []
let subscription = try service.unlock(using: "id").sink { events.append($0) }
precondition(events == [.grantedAccess] && service.isActive && service.credentials.isEmpty)
do {
    try service.initialize(clientSessionToken: nil)
    preconditionFailure("nil is no token")
} catch SeamError.invalidClientSessionToken {
    print("ok: PreviewSeamService conforms unchanged")
}
subscription.cancel()
