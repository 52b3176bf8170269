package import SeamModel
package import Wire

/// A caller's request to open a door.
package struct UnlockRequest: Sendable, Equatable {
    /// The id of the key.
    package var credentialID: String
    /// The way in which the door opens. Nil means the way that the key prefers.
    package var proximity: Proximity?
    /// The id of the door. Nil means the key's only door, or the nearest of its doors.
    package var entranceID: String?
    /// The groups of the caller's process when it connected, as reported by the kernel.
    package var groups: Set<UInt32> = []
    /// The moment until which the call waits for keys that have not been read from the cloud yet. It is a time of the
    /// daemon's steady clock. The value is nil if the call does not wait.
    package var until: Duration?

    /// Creates a request.
    package init(credentialID: String, proximity: Proximity? = nil, entranceID: String? = nil) {
        self.credentialID = credentialID
        self.proximity = proximity
        self.entranceID = entranceID
    }
}

/// An admitted attempt's plan.
package struct UnlockPlan: Sendable, Equatable {
    /// The key to use.
    package var credential: Credential
    /// The way in which the door opens.
    package var proximity: Proximity
    /// The way that is tried once if the first way ends without effect. The value is nil if the caller named the way,
    /// or if no other way works now.
    package var fallback: Proximity?
    /// The possible doors. There is only one, unless the scan must choose the door. If the key opens at the door, each
    /// door has its lock.
    package var doors: [DerivedCredential.Door]
    /// Whether the call had to wait for the key.
    package var isAwaited = false

    /// The only possible door, or nil if a scan must choose the door.
    package var onlyDoor: DerivedCredential.Door? { doors.count == 1 ? doors.first : nil }
}

/// Checks whether an unlock may begin. The checks have the contract's order: initialized, active, id, integration,
/// proximity, errors, and finally the door.
package enum Preflight {
    /// Returns the plan, or throws the first error that blocks the unlock. An unknown id and another person's id lead
    /// to the same error, because only the caller's own keys are examined.
    package static func plan(
        _ request: UnlockRequest,
        session: SessionLifecycle,
        credentials: [DerivedCredential],
        at now: Timestamp
    ) throws(SessionError) -> UnlockPlan {
        let derived = try key(request.credentialID, of: credentials, in: session, at: now)
        if let missing = derived.missingProvider { throw .integrationNotFound(missing) }
        let way = try way(of: derived, wanted: request.proximity)
        let errors = derived.errors(for: way)
        guard errors.isEmpty else { throw .credentialErrors(errors) }
        let doors = try doors(of: derived, way: way, wanted: request.entranceID)
        let next = request.proximity == nil ? derived.credential.proximities.dropFirst().first : nil
        // Both ways must lead to the same door.
        let fallback = doors.count == 1 ? next : nil
        return UnlockPlan(credential: derived.credential, proximity: way, fallback: fallback, doors: doors)
    }

    /// Whether the basis of an attempt's admission has ended. The basis is its session, its key, and the validity of
    /// both. This is checked once more at the commit gate, with the same clock as at admission. Other conditions of
    /// ``plan(_:session:credentials:at:)``, such as the radio, may come and go while an attempt runs.
    package static func isOver(
        _ credentialID: String, by way: Proximity, session: SessionLifecycle, credentials: [DerivedCredential],
        at now: Timestamp
    ) -> Bool {
        guard let derived = try? key(credentialID, of: credentials, in: session, at: now) else { return true }
        return derived.errors(for: way).contains { error in
            switch error {
            case .expired: true
            case .awaitingLocalCredential(let availableAt): availableAt != nil
            case .userInteractionRequired, .contactSeamSupport, .unsupportedDevice, .unknown: false
            }
        }
    }

    /// Returns the key. Throws if the session cannot use the key now, or does not have it.
    private static func key(
        _ credentialID: String, of credentials: [DerivedCredential], in session: SessionLifecycle, at now: Timestamp
    ) throws(SessionError) -> DerivedCredential {
        let known = credentials.first { $0.credential.id == credentialID }
        // This machine's own keys do not end when the cloud's keys end.
        if known?.credential.authority == .localGrant {
            try session.requireActive()
        } else {
            try session.requireUsable(at: now)
        }
        guard let known else { throw .invalidCredentialID }
        return known
    }

    private static func way(
        of derived: DerivedCredential,
        wanted: Proximity?
    ) throws(SessionError) -> Proximity {
        if let wanted {
            guard derived.ways.contains(wanted) else { throw .invalidUnlockProximity(supported: derived.ways) }
            return wanted
        }
        // The most preferred way that works. If none works, this is the preferred way, so that its errors are reported.
        guard let way = derived.credential.proximities.first ?? derived.ways.first else {
            throw .invalidUnlockProximity(supported: [])
        }
        return way
    }

    private static func doors(
        of derived: DerivedCredential,
        way: Proximity,
        wanted: String?
    ) throws(SessionError) -> [DerivedCredential.Door] {
        let usable: [DerivedCredential.Door]
        switch way {
        case .nearby, .touch: usable = derived.doors.filter { $0.binding != nil }
        case .remote: usable = derived.doors
        }
        if let wanted {
            guard let door = derived.doors.first(where: { $0.entrance.id == wanted }) else {
                throw .invalidEntranceID(derived.credential.entrances)
            }
            // The key's own errors do not show that this door has no lock at this machine, because another door of the
            // key has one.
            guard usable.contains(door) else { throw .credentialErrors([.awaitingLocalCredential(availableAt: nil)]) }
            return [door]
        }
        switch way {
        case .nearby, .touch:
            guard !usable.isEmpty else { throw .entranceRequired(derived.credential.entrances) }
            return usable
        case .remote:
            // A scan cannot choose between these doors.
            guard usable.count == 1 else { throw .entranceRequired(derived.credential.entrances) }
            return usable
        }
    }
}
