import LifeSignal
import SeamWords
import SignalAPI
import Wire

extension SignalModel {
    /// Agrees to what a contact proposes. If the contact has changed it meanwhile, nothing changes.
    func accept(_ contact: SignalContact, _ proposal: SignalContact.Proposal) {
        perform(SeamText("I agree")) { source, _ throws(WireError) in
            _ = try await source.answer(
                ContactAccept.self,
                .init(contact: contact.id, isResponder: proposal.isResponder, isDependent: proposal.isDependent))
            return SeamText("You have agreed. They are told.")
        }
    }

    /// Refuses what a contact proposes.
    func decline(_ contact: SignalContact) {
        perform(SeamText("I do not agree")) { source, _ throws(WireError) in
            _ = try await source.answer(ContactDecline.self, .init(contact: contact.id))
            return SeamText("You have not agreed. They are told.")
        }
    }

    /// Silences a dependent's calls for help for an hour.
    func mute(_ contact: SignalContact) {
        perform(SeamText("Silence their calls for an hour")) { source, _ throws(WireError) in
            _ = try await source.answer(AlertMute.self, .init(contact: contact.id))
            return SeamText("You are not told of their calls for an hour. The others are told that you did this.")
        }
    }

    /// Ends a contact, for both sides.
    func remove(_ contact: SignalContact) {
        perform(SeamText("End this contact")) { source, pin throws(WireError) in
            _ = try await source.answer(ContactRemove.self, .init(contact: contact.id, isQuiet: false, pin: pin))
            return SeamText("The contact has ended.")
        }
    }

    /// Asks for a role, or gives it up.
    func wish(_ contact: SignalContact, isResponder: Bool? = nil, isDependent: Bool? = nil) {
        let responder = isResponder ?? contact.isResponder
        let dependent = isDependent ?? contact.isDependent
        // Without any role, the contact would be none.
        guard responder || dependent else { return remove(contact) }
        let isMore = isResponder == true || isDependent == true
        update(
            contact, SeamText("Change the role"), responder, dependent, tier: nil,
            done: isMore ? SeamText("They are asked whether they agree.") : SeamText("This has been changed."))
    }

    /// Sets when a responder is alerted: first, second or third.
    func set(tier: Int, of contact: SignalContact) {
        // Without any role, only the tier changes, and an open request stays.
        update(contact, SeamText("When they are alerted"), false, false, tier: tier, done: nil)
    }

    private func update(
        _ contact: SignalContact, _ purpose: SeamText, _ isResponder: Bool, _ isDependent: Bool, tier: Int?,
        done: SeamText?
    ) {
        let wish = ContactWish(
            firstName: contact.firstName, lastName: contact.lastName, phone: "…", isResponder: isResponder,
            isDependent: isDependent, tier: tier)
        perform(purpose) { source, pin throws(WireError) in
            _ = try await source.answer(ContactUpdate.self, .init(contact: contact.id, wish: wish, pin: pin))
            return done
        }
    }

    /// Looks up a code. The person whom it stands for can be added for a quarter of an hour.
    func find(_ code: String, found: @escaping @MainActor @Sendable (SignalContactInfo) -> Void) {
        let id: SignalID
        do {
            id = try SignalCodeText.id(in: code)
        } catch {
            return say(
                SeamText("That is not a LifeSignal code. It begins with LS1: and has 32 characters."), isBad: true)
        }
        perform(SeamText("Look up a code")) { [weak self] source, _ throws(WireError) in
            let info = try await source.answer(ContactInfoGet.self, .init(qrCodeID: id))
            await self?.afterwards { found(info) }
            return nil
        }
    }

    /// Asks the person who was found to be a contact.
    func add(
        _ info: SignalContactInfo, isResponder: Bool, isDependent: Bool, done: @escaping @MainActor @Sendable () -> Void
    ) {
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: isResponder, isDependent: isDependent)
        perform(SeamText("Add somebody")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(ContactAdd.self, .init(ticket: info.ticket, wish: wish))
            await self?.afterwards(done)
            return SeamText("They are asked. Until they agree, nobody is told of anything.")
        }
    }

    /// Replaces the person's code, so that the old one no longer works.
    func renewCode() {
        perform(SeamText("A new code")) { source, _ throws(WireError) in
            _ = try await source.answer(UserRefreshQR.self, .init())
            return SeamText("The old code no longer works.")
        }
    }
}
