// Ten small programs in our own words. The readers of the SDK's public reference would write them like this, and each
// uses the names of one of the reference's pages. They run one after the other with the demo's daemons.
import Combine
import Foundation
import SeamSDK

guard let token = ProcessInfo.processInfo.environment["SEAM_DEVCLOUD_TOKEN"] else {
    print("ok: ten programs, which run against the demo")
    exit(0)
}

var bag: Set<AnyCancellable> = []

// 1. The quick start.
func start() async throws {
    try Seam.initialize(clientSessionToken: token)
    try await Seam.shared.activate()
    precondition(Seam.shared.isActive)
}

// 2. The published keys.
func follow() async -> [SeamCredential] {
    for await keys in Seam.shared.$credentials.values where keys.contains(where: { $0.errors.isEmpty }) { return keys }
    return []
}

// 3. Lists every error of every key.
func watchErrors() async -> [SeamCredentialError] {
    let errors = Seam.shared.$credentials
        .flatMap { keys in keys.publisher }
        .map { $0.errors }
    for await some in errors.values where some.contains(.expired) { return some }
    return []
}

// 4. Reads the keys again when a person asks for it, for example by pulling the list down.
func update() async throws -> Int {
    let keys: [SeamCredential] = try await Seam.shared.refresh()
    return keys.count
}

// 5. Opens a door and follows the attempt as a stream of events.
func open(_ key: SeamCredential) async throws -> String {
    var told = ""
    for await event in try Seam.shared.unlock(using: key.id).values {
        switch event {
        case .launched: told += "launched "
        case .grantedAccess: told += "granted"
        case .timedOut: told += "timed out"
        case .connectionFailed(let reason): told += "failed \(reason ?? "")"
        }
    }
    return told
}

// 6. Opens a door in a pipeline. The way of opening it is given, and there is a time limit.
func openNearby(_ key: SeamCredential) async throws -> Bool {
    guard let way = key.supportedUnlockProximities.first else { return false }
    let attempt = try Seam.shared.unlock(using: key.id, proximity: way, timeout: 20)
    var last: SeamUnlockEvent?
    await withCheckedContinuation { over in
        attempt.sink(receiveCompletion: { _ in over.resume() }, receiveValue: { last = $0 }).store(in: &bag)
    }
    return last == .grantedAccess
}

// 7. Returns the errors with which an unlock is refused.
func refusal(of key: SeamCredential) -> [SeamCredentialError] {
    do {
        _ = try Seam.shared.unlock(using: key.id)
        return []
    } catch SeamError.credentialErrors(let errors) {
        return errors
    } catch {
        return []
    }
}

// 8. Returns the action that a person must take. The action was stored as text and is read from that text.
func advice(_ action: SeamCredentialError.RequiredUserInteraction) throws -> String {
    let kept = try JSONEncoder().encode(action)
    switch try JSONDecoder().decode(SeamCredentialError.RequiredUserInteraction.self, from: kept) {
    case .completeOtpAuthorization(let otpUrl): return "open \(otpUrl)"
    case .enableInternet: return "connect"
    case .enableBluetooth: return "switch Bluetooth on"
    case .grantBluetoothPermission: return "allow Bluetooth"
    case .appRestartRequired: return "restart"
    }
}

// 9. A key for a preview.
let sample = SeamCredential(
    id: "sample", isManaged: true, name: "Boat House", location: "Lake", providerName: "nuki", expiry: nil,
    cardNumber: nil, code: nil, supportedUnlockProximities: [.nearby], errors: [.expired])

// 10. Signs out and removes all data.
func end() async {
    await Seam.shared.deactivate(deintegrate: true)
    precondition(!Seam.shared.isActive && Seam.shared.credentials.isEmpty)
}

try await start()
let keys = await follow()
guard let front = keys.first(where: { $0.name == "Front Door" }),
    let pool = keys.first(where: { $0.name == "Pool" })
else { fatalError("the demo has other keys") }
let errors = await watchErrors()
precondition(errors.contains(.expired))
let count = try await update()
precondition(count == keys.count)
let told = try await open(front)
precondition(told == "launched granted", told)
let isOpen = try await openNearby(front)
precondition(isOpen && refusal(of: pool).contains(.expired))
let words = try advice(.enableBluetooth)
precondition(words == "switch Bluetooth on")
precondition(Set([sample]).contains(sample) && sample.supportedUnlockProximities == [.nearby])
await end()
print("ok: ten programs of the reference, and two openings")
