package import SeamWords

/// Texts to a person when somebody changes the bond between them.
extension Notice {
    /// A person whose name is unknown, or not shown.
    package static let somebody: SeamText = "somebody"

    /// Describes the change of a bond from `before` (nil for no bond) to `after`, both as the reader sees them. Returns
    /// nil if the reader need not know about the change. `name` is the person who made the change.
    package init?(from before: ContactBond?, to after: ContactBond, by name: SeamText) {
        let offer = after.proposal.flatMap { $0.isMine ? nil : $0.roles.wish(of: name) }
        if after.hasEnded, before?.roles.isEmpty == true, before?.proposal?.isMine == true {
            // Nothing was ever shared.
            self.init(.contactRemoved, title: "A contact has not agreed", "\(name) has not agreed.")
        } else if after.hasEnded {
            self.init(.contactRemoved, title: "A contact has stopped sharing", "\(name) no longer shares with you.")
        } else if let before, before.roles.isEmpty, !after.roles.isEmpty {
            self.init(.contactAdded, title: "A contact has agreed", "\(name): \(after.roles.words).")
        } else if let before, before.roles != after.roles {
            self.init(.roleChanged, title: "A role has changed", "\(name): \(after.roles.words).")
        } else if let offer, before?.proposal != after.proposal {
            self.init(
                before == nil ? .contactAdded : .roleChanged, title: "Somebody asks you",
                .sentences(offer, "Nothing is shared until you agree."))
        } else if before?.proposal?.isMine == true, after.proposal == nil {
            self.init(.roleChanged, title: "A contact has not agreed", "\(name) has not agreed.")
        } else {
            return nil
        }
    }

    /// Informs the other responders that a person has lost a responder.
    package static func responderLess(of name: SeamText) -> Notice {
        Notice(
            .roleChanged, title: "One fewer responder",
            "\(name) has one fewer responder. You are one of those who remain.")
    }

    /// Informs the other responders that a person has gained a responder.
    package static func responderMore(of name: SeamText) -> Notice {
        Notice(.roleChanged, title: "One more responder", "\(name) has one more responder.")
    }

    /// Informs a person's contacts that the person has left, or that an administrator has removed the person. The
    /// argument `isAlarm` says whether the reader was the person's responder while an alarm was running.
    package static func gone(_ name: SeamText, _ why: Departure, isAlarm: Bool) -> Notice {
        let alarm: SeamText? =
            isAlarm ? "Nobody answered their alarm, and no more messages are sent. Check on them yourself." : nil
        let title: SeamText
        let what: SeamText
        switch why {
        case .left: (title, what) = ("Somebody has left", "\(name) has left LifeSignal: nobody watches them now.")
        case .removed:
            title = "Somebody was removed"
            what = "\(name) was removed from this machine by its operator. Their check-ins are no longer watched here."
        }
        return Notice(.contactRemoved, title: title, .sentences(what, alarm))
    }

    /// Informs a person's contacts of the person's new number.
    package static func newNumber(of name: SeamText, _ number: String) -> Notice {
        Notice(.system, title: "A new number", "The telephone number of \(name) is now \(number).")
    }

    /// Says that the last responder who gets a person's alarms has left.
    package static let nobodyLeft = Notice(
        .roleChanged, title: "Nobody is left",
        "If you need help now, only the operator of this machine is alerted. Ask somebody to be your responder.")

    /// Informs responders that a person wants to be watched less closely.
    package static func watchedLess(_ name: SeamText) -> Notice {
        Notice(
            .roleChanged, title: "Watched less",
            "\(name) has set a longer interval, a longer grace period or a pause. It applies from the next check-in.")
    }

    /// Informs responders that doors count as a person's check-ins, or no longer count.
    package static func doors(of name: SeamText, count: Bool) -> Notice {
        count
            ? Notice(
                .roleChanged, title: "Doors count as check-ins",
                "From now on, a door that opens with a key of \(name) counts as their check-in.")
            : Notice(
                .roleChanged, title: "Doors no longer count as check-ins",
                "A door that opens with a key of \(name) no longer counts as their check-in.")
    }

    /// Informs the other responders that another responder has muted somebody's calls for help for an hour.
    package static func muted(_ name: SeamText) -> Notice {
        Notice(
            .roleChanged, title: "One fewer responder for an hour",
            "Somebody has silenced calls for help from \(name) for an hour. You still receive them.")
    }

    /// Regularly asks a person whether a responder should still be their responder.
    package static func stillSees(_ name: SeamText, isSilent: Bool) -> Notice {
        let told: SeamText = isSilent ? "but receives no alarms at present" : "and is told of your alarms"
        return Notice(
            .system, title: "A contact sees your check-ins",
            "\(name) sees when you check in, \(told). If you no longer want this, end it.")
    }

    /// Says that messages to one of the person's addresses do not arrive.
    package static func broken(_ channel: String) -> Notice {
        Notice(
            .system, title: "An address does not work",
            "An address for \(channel) accepts no messages. You are not alerted there until it works again.")
    }

    /// Informs the people who rely on a responder that one of the responder's addresses no longer works.
    package static func reachedLess(_ name: SeamText) -> Notice {
        Notice(
            .roleChanged, title: "A responder is harder to reach",
            "\(name) cannot be reached at one of their addresses at present.")
    }

    /// Says that a responder has turned alarms off, or on again.
    package static func silent(_ name: SeamText, _ isSilent: Bool) -> Notice {
        isSilent
            ? Notice(
                .roleChanged, title: "A responder has turned alarms off",
                "\(name) has turned alarms off: you have one fewer responder.")
            : Notice(.roleChanged, title: "A responder is back", "\(name) receives your alarms again.")
    }
}

/// Why a person is no longer in LifeSignal.
package enum Departure: Sendable, Hashable {
    case left
    /// An administrator has removed the person.
    case removed
}

extension ContactRoles {
    /// The roles, in words for the contact's owner.
    fileprivate var words: SeamText {
        switch (isResponder, isDependent) {
        case (true, true): "you are told of each other's alarms"
        case (true, false): "told of your alarms"
        case (false, true): "you are told of their alarms"
        case (false, false): "no role"
        }
    }

    /// The contact's request, in words for the person who is asked.
    fileprivate func wish(of name: SeamText) -> SeamText {
        switch (isResponder, isDependent) {
        case (true, true): "\(name) asks that you both be told of each other's alarms."
        case (true, false): "\(name) asks to be told of your alarms."
        default: "\(name) asks that you be told of their alarms."
        }
    }
}
