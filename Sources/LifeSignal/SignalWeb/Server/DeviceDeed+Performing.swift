import RPC
import SignalAPI
import Wire

/// The outcome of a deed.
enum DeviceOutcome: Sendable, Hashable {
    case done
    /// The other side had asked for the same, so it is agreed on.
    case agreed
    /// Nothing was done, for a reason that `lifesignald` does not know.
    case refused(DeviceRefusal)
}

extension DeviceDeed {
    /// Does it, or throws why `lifesignald` does not.
    func perform(on client: RPCClient) async throws(WireError) -> DeviceOutcome {
        switch self {
        case .checkIn(let pin):
            _ = try await client.call(CheckInRecord.self, .init(pin: pin), timeout: WebResponder.patience)
        case .onMyWay(let alert):
            // The daemon keeps the first who is on the way, and does not say so.
            let contacts = try await client.call(ContactList.self, .init(), timeout: WebResponder.patience).contacts
            let alarm = contacts.compactMap(\.alert).first { $0.id == alert }
            if alarm?.isHelped == true { return .refused(.isHelped) }
            _ = try await client.call(AlertAck.self, .init(alert: alert), timeout: WebResponder.patience)
        case .allRight(let alert):
            _ = try await client.call(AlertResolve.self, .init(alert: alert), timeout: WebResponder.patience)
        case .callForHelp: _ = try await client.call(AlertActivate.self, .init(), timeout: WebResponder.patience)
        case .cancelCall(let pin):
            _ = try await client.call(AlertDeactivate.self, .init(pin: pin), timeout: WebResponder.patience)
        case .contact(let deed): return try await deed.perform(on: client)
        case .settings(let deed): return try await deed.perform(on: client)
        case .markRead: _ = try await client.call(NotificationRead.self, .init(), timeout: WebResponder.patience)
        case .remove(let id):
            _ = try await client.call(DeviceRemove.self, .init(id: id), timeout: WebResponder.patience)
        case .showAlarms(let address):
            let push = DevicePush(try await client.call(ReachList.self, .init(), timeout: WebResponder.patience))
            guard let channel = push.channel else { return .refused(.noPush) }
            _ = try await client.call(
                ReachAdd.self, .init(channel: channel, address: address), timeout: WebResponder.patience)
        case .giveCode(let code):
            guard Self.isCode(code) else { return .refused(.codeWrong) }
            _ = try await client.call(ReachVerify.self, .init(code: code), timeout: WebResponder.patience)
        case .stopAlarms(let id):
            _ = try await client.call(ReachRemove.self, .init(id: id), timeout: WebResponder.patience)
        case .signOut:
            let own = try await client.call(DeviceList.self, .init(), timeout: WebResponder.patience).devices.first(
                where: \.isCurrent)
            _ = try await client.call(DeviceRemove.self, .init(id: own?.id), timeout: WebResponder.patience)
        }
        return .done
    }
}

extension ContactDeed {
    fileprivate func perform(on client: RPCClient) async throws(WireError) -> DeviceOutcome {
        let patience = WebResponder.patience
        switch self {
        case .agree(let contact, let isResponder, let isDependent):
            let request = ContactAccept.Params(contact: contact, isResponder: isResponder, isDependent: isDependent)
            let now = try await client.call(ContactAccept.self, request, timeout: patience)
            if now.proposal?.isMine == false { return .refused(.changed) }
        case .decline(let id): _ = try await client.call(ContactDecline.self, .init(contact: id), timeout: patience)
        case .ping(let id): _ = try await client.call(PingSend.self, .init(contact: id), timeout: patience)
        case .mute(let id): _ = try await client.call(AlertMute.self, .init(contact: id), timeout: patience)
        case .setTier(let id, let tier, let pin):
            // Without any role, only the tier changes.
            try await update(id, pin, on: client) { ($0.isResponder, $0.isDependent, $0.tier) = (false, false, tier) }
        case .ask(let id, let role): try await update(id, on: client) { $0.set(role, true) }
        case .withdraw(let id):
            let contact = try await client.call(ContactGet.self, .init(contact: id), timeout: patience)
            guard contact.proposal?.isMine == true else { return .refused(.changed) }
            guard contact.isResponder || contact.isDependent else { return try await end(id, nil, on: client) }
            try await update(id, on: client) {
                ($0.isResponder, $0.isDependent) = (contact.isResponder, contact.isDependent)
            }
        case .drop(let id, let role, let pin): try await update(id, pin, on: client) { $0.set(role, false) }
        case .end(let id, let pin): return try await end(id, pin, on: client)
        case .find: return .refused(.noCode)
        case .add(let ticket, let isResponder, let isDependent):
            let wish = ContactWish(
                firstName: "", lastName: "", phone: "", isResponder: isResponder, isDependent: isDependent)
            let made = try await client.call(ContactAdd.self, .init(ticket: ticket, wish: wish), timeout: patience)
            if made.proposal?.isMine != true { return .agreed }
        case .renewCode: _ = try await client.call(UserRefreshQR.self, .init(), timeout: patience)
        }
        return .done
    }

    private func end(_ id: SignalID, _ pin: String?, on client: RPCClient) async throws(WireError) -> DeviceOutcome {
        let request = ContactRemove.Params(contact: id, isQuiet: false, pin: pin)
        _ = try await client.call(ContactRemove.self, request, timeout: WebResponder.patience)
        return .done
    }

    /// Changes what the person wants of a contact: what both have agreed on, and what the person has asked for.
    private func update(
        _ id: SignalID, _ pin: String? = nil, on client: RPCClient, _ change: (inout ContactWish) -> Void
    ) async throws(WireError) {
        let contact = try await client.call(ContactGet.self, .init(contact: id), timeout: WebResponder.patience)
        let own = contact.proposal.flatMap { $0.isMine ? $0 : nil }
        // The ellipsis stands for the number that the contact has given.
        var wish = ContactWish(
            firstName: contact.firstName, lastName: contact.lastName, phone: "…",
            isResponder: own?.isResponder ?? contact.isResponder, isDependent: own?.isDependent ?? contact.isDependent)
        change(&wish)
        let request = ContactUpdate.Params(contact: id, wish: wish, pin: pin)
        _ = try await client.call(ContactUpdate.self, request, timeout: WebResponder.patience)
    }
}

extension ContactWish {
    fileprivate mutating func set(_ role: ContactDeed.Role, _ hasRole: Bool) {
        switch role {
        case .responder: isResponder = hasRole
        case .dependent: isDependent = hasRole
        }
    }
}

extension SettingsDeed {
    fileprivate func perform(on client: RPCClient) async throws(WireError) -> DeviceOutcome {
        let patience = WebResponder.patience
        switch self {
        case .setTimes(let times, let pin): return try await times.store(pin, on: client)
        case .setMessages(let preferences):
            _ = try await client.call(SettingsSet.self, .init(preferences: preferences), timeout: patience)
        case .setName(let first, let last):
            return try await update(on: client) { ($0.firstName, $0.lastName) = (first, last) }
        case .setNote(let note): return try await update(on: client) { $0.emergencyNote = note }
        case .endPause: _ = try await client.call(CheckInPause.self, .init(), timeout: patience)
        case .remind(let delay):
            _ = try await client.call(CheckInRemind.self, .init(delay: delay), timeout: patience)
        case .setPIN(let typed, let pin):
            if typed.again != typed.new { return .refused(.pinsDiffer) }
            if typed.forced == typed.new { return .refused(.pinsEqual) }
            let request = PINSet.Params(new: typed.new, forced: typed.forced, pin: pin)
            _ = try await client.call(PINSet.self, request, timeout: patience)
        case .removePIN(let pin): _ = try await client.call(PINSet.self, .init(pin: pin), timeout: patience)
        }
        return .done
    }

    /// Changes the names or the note, which are stored together.
    private func update(
        on client: RPCClient, _ change: (inout UserUpdate.Params) -> Void
    ) async throws(WireError) -> DeviceOutcome {
        let person = try await client.call(UserGet.self, .init(), timeout: WebResponder.patience)
        var request = UserUpdate.Params(
            firstName: person.firstName, lastName: person.lastName, emergencyNote: person.emergencyNote)
        change(&request)
        guard !request.firstName.isEmpty, !request.lastName.isEmpty else { return .refused(.namesMissing) }
        _ = try await client.call(UserUpdate.self, request, timeout: WebResponder.patience)
        return .done
    }
}

extension SettingsDeed.Times {
    /// Stores what differs from what the person has set, in whole minutes. The step that needs the PIN comes first, so
    /// that nothing is stored if the PIN is missing or wrong.
    fileprivate func store(_ pin: String?, on client: RPCClient) async throws(WireError) -> DeviceOutcome {
        guard reminder < checkIn else { return .refused(.reminderRange) }
        let person = try await client.call(UserGet.self, .init(), timeout: WebResponder.patience)
        let set = person.setTimes
        func changed(_ time: KeyPath<Self, Duration>) -> Duration? {
            self[keyPath: time] == set[keyPath: time].wholeMinutes ? nil : self[keyPath: time]
        }
        if let pause = changed(\.pause), pause != .zero {
            let request = CheckInPause.Params(length: pause, pin: pin)
            _ = try await client.call(CheckInPause.self, request, timeout: WebResponder.patience)
        }
        let request = CheckInSet.Params(
            interval: changed(\.checkIn), reminder: changed(\.reminder), grace: changed(\.grace), pin: pin)
        if request.interval != nil || request.reminder != nil || request.grace != nil {
            _ = try await client.call(CheckInSet.self, request, timeout: WebResponder.patience)
        }
        if changed(\.pause) == .zero {
            _ = try await client.call(CheckInPause.self, .init(), timeout: WebResponder.patience)
        }
        return .done
    }
}

extension SignalPerson {
    /// The times that the person has set, even those that count only from the next check-in on.
    var setTimes: SettingsDeed.Times {
        let set = waiting ?? .init(checkIn: checkInInterval, reminder: reminderInterval, grace: grace)
        return .init(checkIn: set.checkIn, reminder: set.reminder, grace: set.grace, pause: pause ?? .zero)
    }
}

extension Duration {
    /// The time in whole minutes, as the page shows it.
    fileprivate var wholeMinutes: Duration { .seconds(Int(self / .seconds(60)) * 60) }
}
