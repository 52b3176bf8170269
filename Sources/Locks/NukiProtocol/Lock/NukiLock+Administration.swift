import LockProtocol

extension NukiLock {
    /// Lists another client, with the key that the caller made for that client.
    mutating func invite(
        _ payload: [UInt8], _ caller: Caller, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard let invitation = try? NukiInvitation(payload: payload, kind: settings.kind) else {
            return refuse(.badLength, caller, nil, using: &random)
        }
        if let code = refusal(of: invitation.nonce, invitation.pin, caller, at: now) {
            return refuse(code, caller, nil, using: &random)
        }
        guard invitation.type <= 3, !invitation.name.isEmpty else {
            return refuse(.badParameter, caller, nil, using: &random)
        }
        guard users.count < settings.maximumUsers else { return refuse(.tooManyUsers, caller, nil, using: &random) }
        let user = NukiLockUser(
            authID: nextAuthID, appID: 0, name: invitation.name, type: invitation.type, key: invitation.key)
        users.append(user)
        configurationCount &+= 1
        let actor = NukiActor(authID: user.authID, appID: 0, name: user.name)
        let invited = NukiInvited(authID: user.authID, created: time(at: now))
        return [.keysChanged, .event(NukiLockEvent(.paired, actor))]
            + reply(NukiMessage(.invitedAuthorization, invited.payload), to: caller.user, nil, using: &random)
    }

    /// Removes a client from the list, even the caller itself.
    mutating func remove(
        _ payload: [UInt8], _ caller: Caller, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [NukiLockOutput] {
        guard let removal = try? NukiRemoval(payload: payload, kind: settings.kind) else {
            return refuse(.badLength, caller, nil, using: &random)
        }
        if let code = refusal(of: removal.nonce, removal.pin, caller, at: now) {
            return refuse(code, caller, nil, using: &random)
        }
        guard let user = users.first(where: { $0.authID == removal.authID }) else {
            return refuse(.noSuchAuthorization, caller, nil, using: &random)
        }
        users.removeAll { $0.authID == user.authID }
        configurationCount &+= 1
        let actor = NukiActor(authID: user.authID, appID: user.appID, name: user.name)
        let complete = NukiMessage(.status, [NukiStatus.complete.rawValue])
        return [.keysChanged, .event(NukiLockEvent(.removed, actor))]
            + reply(complete, to: caller.user, nil, using: &random)
    }

    /// Returns the reason for refusing a command with a challenge and the PIN, or nil if both are correct. The
    /// challenge cannot be used again.
    private mutating func refusal(
        of nonce: [UInt8], _ pin: NukiPIN, _ caller: Caller, at now: Duration
    ) -> NukiErrorCode? {
        guard useChallenge(nonce, caller, at: now) else { return .badNonce }
        return refusePIN(pin.number)
    }
}
