import RPC
import SignalAPI
import Wire

extension DeviceDeed {
    /// Does it, and returns why not, if something other than `lifesignald` keeps it from being done.
    func perform(on client: RPCClient) async throws(WireError) -> DeviceRefusal? {
        switch self {
        case .checkIn(let pin):
            _ = try await client.call(CheckInRecord.self, .init(pin: pin), timeout: WebResponder.patience)
        case .onMyWay(let alert):
            // The daemon keeps the first who is on the way, and does not say so.
            let contacts = try await client.call(ContactList.self, .init(), timeout: WebResponder.patience).contacts
            let alarm = contacts.compactMap(\.alert).first { $0.id == alert }
            if alarm?.isHelped == true { return .isHelped }
            _ = try await client.call(AlertAck.self, .init(alert: alert), timeout: WebResponder.patience)
        case .allRight(let alert):
            _ = try await client.call(AlertResolve.self, .init(alert: alert), timeout: WebResponder.patience)
        case .callForHelp: _ = try await client.call(AlertActivate.self, .init(), timeout: WebResponder.patience)
        case .cancelCall(let pin):
            _ = try await client.call(AlertDeactivate.self, .init(pin: pin), timeout: WebResponder.patience)
        case .contact(let deed): return try await deed.perform(on: client)
        case .settings(let deed): try await deed.perform(on: client)
        case .markRead: _ = try await client.call(NotificationRead.self, .init(), timeout: WebResponder.patience)
        case .remove(let id):
            _ = try await client.call(DeviceRemove.self, .init(id: id), timeout: WebResponder.patience)
        case .showAlarms(let address):
            let push = DevicePush(try await client.call(ReachList.self, .init(), timeout: WebResponder.patience))
            guard let channel = push.channel else { return .noPush }
            _ = try await client.call(
                ReachAdd.self, .init(channel: channel, address: address), timeout: WebResponder.patience)
        case .giveCode(let code):
            guard Self.isCode(code) else { return .codeWrong }
            _ = try await client.call(ReachVerify.self, .init(code: code), timeout: WebResponder.patience)
        case .stopAlarms(let id):
            _ = try await client.call(ReachRemove.self, .init(id: id), timeout: WebResponder.patience)
        case .signOut:
            let own = try await client.call(DeviceList.self, .init(), timeout: WebResponder.patience).devices.first(
                where: \.isCurrent)
            _ = try await client.call(DeviceRemove.self, .init(id: own?.id), timeout: WebResponder.patience)
        }
        return nil
    }
}

extension ContactDeed {
    /// Does it, and returns why not, if something other than `lifesignald` keeps it from being done.
    fileprivate func perform(on client: RPCClient) async throws(WireError) -> DeviceRefusal? {
        let patience = WebResponder.patience
        switch self {
        case .agree(let contact, let isResponder, let isDependent):
            let request = ContactAccept.Params(contact: contact, isResponder: isResponder, isDependent: isDependent)
            let now = try await client.call(ContactAccept.self, request, timeout: patience)
            if now.proposal?.isMine == false { return .changed }
        case .decline(let id): _ = try await client.call(ContactDecline.self, .init(contact: id), timeout: patience)
        case .ping(let id): _ = try await client.call(PingSend.self, .init(contact: id), timeout: patience)
        case .mute(let id): _ = try await client.call(AlertMute.self, .init(contact: id), timeout: patience)
        case .setTier(let id, let tier): try await update(id, on: client) { $0.tier = tier }
        case .ask(let id, let role): try await update(id, on: client) { $0.set(role, true) }
        case .drop(let id, let role, let pin): try await update(id, pin, on: client) { $0.set(role, false) }
        case .end(let id, let pin):
            let request = ContactRemove.Params(contact: id, isQuiet: false, pin: pin)
            _ = try await client.call(ContactRemove.self, request, timeout: patience)
        case .find: break
        case .add(let ticket, let isResponder, let isDependent):
            let wish = ContactWish(
                firstName: "", lastName: "", phone: "", isResponder: isResponder, isDependent: isDependent)
            _ = try await client.call(ContactAdd.self, .init(ticket: ticket, wish: wish), timeout: patience)
        case .renewCode: _ = try await client.call(UserRefreshQR.self, .init(), timeout: patience)
        }
        return nil
    }

    /// Changes what the person wants of a contact, as it is now. A contact without any role ends.
    private func update(
        _ id: SignalID, _ pin: String? = nil, on client: RPCClient, _ change: (inout ContactWish) -> Void
    ) async throws(WireError) {
        let contact = try await client.call(ContactGet.self, .init(contact: id), timeout: WebResponder.patience)
        // The ellipsis keeps the contact's own number.
        var wish = ContactWish(
            firstName: contact.firstName, lastName: contact.lastName, phone: "…", isResponder: contact.isResponder,
            isDependent: contact.isDependent)
        change(&wish)
        if wish.isResponder || wish.isDependent {
            let request = ContactUpdate.Params(contact: id, wish: wish, pin: pin)
            _ = try await client.call(ContactUpdate.self, request, timeout: WebResponder.patience)
        } else {
            let request = ContactRemove.Params(contact: id, isQuiet: false, pin: pin)
            _ = try await client.call(ContactRemove.self, request, timeout: WebResponder.patience)
        }
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
    fileprivate func perform(on client: RPCClient) async throws(WireError) {
        let patience = WebResponder.patience
        switch self {
        case .setTimes(let times, let pin): try await store(times, pin, on: client)
        case .setMessages(let preferences):
            _ = try await client.call(SettingsSet.self, .init(preferences: preferences), timeout: patience)
        case .setProfile(let first, let last, let note):
            let request = UserUpdate.Params(firstName: first, lastName: last, emergencyNote: note)
            _ = try await client.call(UserUpdate.self, request, timeout: patience)
        case .remind(let delay):
            _ = try await client.call(CheckInRemind.self, .init(delay: delay), timeout: patience)
        case .setPIN(let new, let forced, let pin):
            _ = try await client.call(PINSet.self, .init(new: new, forced: forced, pin: pin), timeout: patience)
        }
    }

    /// Stores the times that differ from those that the person has set.
    private func store(_ times: Times, _ pin: String?, on client: RPCClient) async throws(WireError) {
        let person = try await client.call(UserGet.self, .init(), timeout: WebResponder.patience)
        let set =
            person.waiting
            ?? .init(checkIn: person.checkInInterval, reminder: person.reminderInterval, grace: person.grace)
        let request = CheckInSet.Params(
            interval: times.checkIn == set.checkIn ? nil : times.checkIn,
            reminder: times.reminder == set.reminder ? nil : times.reminder,
            grace: times.grace == set.grace ? nil : times.grace, pin: pin)
        if request.interval != nil || request.reminder != nil || request.grace != nil {
            _ = try await client.call(CheckInSet.self, request, timeout: WebResponder.patience)
        }
        if times.pause != person.pause ?? .zero {
            let length = times.pause == .zero ? nil : times.pause
            _ = try await client.call(
                CheckInPause.self, .init(length: length, pin: pin), timeout: WebResponder.patience)
        }
    }
}
