/// What a person is told when somebody changes what the two are for each other.
package struct ContactText: Sendable, Hashable {
    /// A notification's type, by the seed's names.
    package var type: String
    package var title: String
    package var message: String

    /// What has changed from `before`, nil for nothing, to `after`, both as the reader sees them; nil if the reader
    /// need not be told. `name` is whoever has changed it.
    package init?(from before: ContactBond?, to after: ContactBond, by name: String) {
        let offer = after.proposal.flatMap { $0.isMine ? nil : $0.roles.wish(of: name) }
        if after.hasEnded, before?.roles.isEmpty == true, before?.proposal?.isMine == true {
            // Nothing was ever shared.
            (type, title, message) = ("contactRemoved", "A contact has not agreed", "\(name) has not agreed.")
        } else if after.hasEnded {
            (type, title) = ("contactRemoved", "A contact has ended")
            message = "\(name) no longer shares with you."
        } else if let before, before.roles.isEmpty, !after.roles.isEmpty {
            (type, title, message) = ("contactAdded", "A contact has agreed", "\(name): \(after.roles.words).")
        } else if let before, before.roles != after.roles {
            (type, title, message) = ("roleChanged", "A role has changed", "\(name): \(after.roles.words).")
        } else if let offer, before?.proposal != after.proposal {
            (type, title) = (before == nil ? "contactAdded" : "roleChanged", "Somebody asks you")
            message = "\(offer) Nothing is shared before you agree."
        } else if before?.proposal?.isMine == true, after.proposal == nil {
            (type, title, message) = ("roleChanged", "A contact has not agreed", "\(name) has not agreed.")
        } else {
            return nil
        }
    }

    /// That a person has a responder less; told to the others.
    package static func lost(_ name: String) -> String {
        "\(name) has a responder less. You are one of those who are left."
    }

    /// That an administrator has removed somebody; told to their contacts. `isAlarm`: the reader was their responder
    /// while an alarm ran.
    package static func removed(_ name: String, isAlarm: Bool) -> String {
        let text = "\(name) was removed from this machine by its operator. Their check-ins are not watched here."
        guard isAlarm else { return text }
        return "\(text) Their alarm was not answered and is told no longer: ask after them yourself."
    }

    /// That a person has no responder left who is told.
    package static let nobodyLeft =
        "Nobody is left who is told when you need help: only the operator of this machine is. Ask somebody else."

    /// That somebody wants to be watched less; told to their responders.
    package static func watchedLess(_ name: String) -> String {
        "\(name) has set a longer interval, a longer grace or a pause, which counts from the next check-in on."
    }

    /// That a responder does not hear somebody's calls for help for an hour; told to the other responders.
    package static func muted(_ name: String) -> String {
        "Somebody hears no calls for help of \(name) for an hour. You are one of those who do."
    }

    /// What somebody who shares with a responder is asked from time to time.
    package static func stillSees(_ name: String, isSilent: Bool) -> String {
        let told = isSilent ? "but hears of no alarms at present" : "and is told of your alarms"
        return "\(name) sees when you check in, \(told). If that is no longer right, end it."
    }

    /// That messages to one of the person's addresses do not arrive.
    package static func broken(_ channel: String) -> String {
        "An address for \(channel) takes no messages: you are not told there until it works again."
    }

    /// That a responder cannot be reached somewhere any more; told to who relies on them.
    package static func reachedLess(_ name: String) -> String {
        "\(name) cannot be reached at one of their addresses at present."
    }

    /// That a responder hears of no alarms, or of them again.
    package static func silent(_ name: String, _ isSilent: Bool) -> String {
        isSilent
            ? "\(name) has turned alarms off: you have a responder less." : "\(name) hears of your alarms again."
    }
}

extension ContactRoles {
    /// The roles, to the person whose contact has them.
    fileprivate var words: String {
        switch (isResponder, isDependent) {
        case (true, true): "you are told of each other's alarms"
        case (true, false): "told of your alarms"
        case (false, true): "you are told of their alarms"
        case (false, false): "no role"
        }
    }

    /// What the contact wants, to the person who is asked.
    fileprivate func wish(of name: String) -> String {
        switch (isResponder, isDependent) {
        case (true, true): "\(name) asks that you are told of each other's alarms."
        case (true, false): "\(name) asks to be told of your alarms."
        default: "\(name) asks you to be told of their alarms."
        }
    }
}
