import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// What a session needs to show a code for pairing.
struct MadePairing: Sendable {
    var pairing: OpenPairing<SessionID>
    var token: [UInt8]
    var letters: String
}

/// Signs people in from their phones, and handles the phones that a person has paired.
extension SignalSessions {
    /// Signs an ephemeral session in as the person of the device with a token. Returns nil if no device has it.
    func resume(_ session: SessionID, with token: [UInt8]) async throws(WireError) -> StoredDevice? {
        let now = clock.now()
        while true {
            let before = removals
            let found = try await found(session) { store throws(StoreError) in try store.device(token, at: now) }
            guard let device = found else { return nil }
            // The device may have been removed while it was read.
            guard removals == before else { continue }
            (ephemeral[session], devices[session]) = (device.person, device)
            signIns += 1
            if let record = try await record(session) {
                followers.signedIn(session, PersonSight(record, isWatched: pass.isWatching))
            }
            await note(use: device, at: now)
            return device
        }
    }

    /// Stores that a device is used, to the hour. A person can check in even if this cannot be stored.
    private func note(use device: StoredDevice, at now: Timestamp) async {
        guard device.usedAt.duration(to: now) >= DeviceRules.useStep else { return }
        // The log says why it could not be stored, and the next use stores it.
        _ = try? await store.answer(logger, for: .daemon) { store throws(StoreError) in
            try store.use(device: device.id, at: now)
        }
    }

    /// Checks that a session may set a PIN or pair a phone. A device of a person without a PIN may do so only soon
    /// after it was paired, because its token is all that it has shown.
    func checkPairing(_ session: SessionID, of person: PersonRecord) throws(WireError) {
        guard let device = devices[session], person.pins == nil else { return }
        guard device.pairedAt.duration(to: clock.now()) <= DeviceRules.pairingLifetime else { throw .pairingRequired }
    }

    /// Makes a code for pairing, if the PIN allows it.
    func makePairing(_ session: SessionID, pin: String?) async throws(WireError) -> MadePairing {
        let pace = EvenPace(pin)
        let (person, now) = (try await record(of: session), clock.now())
        try checkPairing(session, of: person)
        let (id, token) = (try RandomID.bytes(16), try RandomID.bytes(DeviceRules.tokenLength))
        var letters: String?
        // Almost always the first bytes suffice.
        while letters == nil { letters = DeviceRules.letters(from: try RandomID.bytes(DeviceRules.letterCount * 2)) }
        let code = letters ?? ""
        let use = PINUse(pin, isRequired: true, alert: try RandomID.bytes(16))
        let outcome = try await answer(session) { store throws(StoreError) in
            try store.beginPairing(token: token, letters: code, of: person.id, with: use, at: now)
        }
        guard let seals = try await told(outcome, \.news, at: pace).seals else { throw .deviceLimit }
        let pairing = OpenPairing(
            id: id, person: person.id, session: session, seals: seals,
            expiresAt: now.advanced(by: DeviceRules.pairingLifetime))
        return MadePairing(pairing: pairing, token: token, letters: code)
    }

    /// Whether a session is still signed in as the person who made a code in it.
    func isStill(_ pairing: OpenPairing<SessionID>) async throws(WireError) -> Bool {
        try await record(pairing.session)?.id == pairing.person
    }

    /// The signed-in person's devices, oldest first.
    func devices(_ session: SessionID) async throws(WireError) -> [SignalDevice] {
        let (person, now) = (try await record(of: session).id, clock.now())
        let found = try await found(session) { store throws(StoreError) in try store.devices(of: person, at: now) }
        return found.map { SignalDevice($0, isCurrent: $0.id == devices[session]?.id) }
    }

    /// Removes a device of the signed-in person, or all if `id` is nil, and signs its sessions out. Returns the person,
    /// and these sessions.
    func removeDevices(
        _ session: SessionID, _ id: [UInt8]?
    ) async throws(WireError) -> (person: SignalPersonID, sessions: Set<SessionID>) {
        let person = try await record(of: session).id
        let removed = try await answer(session) { store throws(StoreError) in
            try store.removeDevices(id, of: person)
        }
        failpoints.reach(.changeStored)
        removals += 1
        let over = devices.filter { $0.value.person == person && (id == nil || $0.value.id == id) }.map(\.key)
        for session in over {
            (pending[session], ephemeral[session], devices[session]) = (nil, nil, nil)
            followers.signedIn(session, nil)
        }
        signIns += 1
        guard id == nil || !removed.isEmpty else { throw .noDevice }
        return (person, Set(over))
    }
}
