package import SeamWords

/// Texts to people about an alarm or a drill.
extension Notice {
    /// Informs a responder of a running alarm, in the words of ``AlarmText``.
    package static func alarm(_ text: SeamText) -> Notice { Notice(.alert, title: "Alarm", text) }

    /// Says to a responder that the alarm is over. The responder was alerted before.
    package static func allClear(_ text: SeamText) -> Notice { Notice(.alert, title: "All is well", text) }

    /// Asks a responder to confirm that alarms arrive.
    package static func drill(_ text: SeamText) -> Notice { Notice(.system, title: "Drill", text) }

    /// Says that a responder has answered a drill.
    package static func drillAnswered(by name: SeamText) -> Notice {
        Notice(.system, title: "Drill", "\(name) has answered.")
    }

    /// Informs a person of their own alarm. `isHeard` says whether any responder can be alerted.
    package static func own(_ kind: AlertKind, isHeard: Bool) -> Notice {
        let what: SeamText =
            switch kind {
            case .manual: "You have called for help."
            case .overdue: "You have missed a check-in."
            }
        return Notice(
            .alert, title: "Alarm",
            .sentences(what, isHeard ? "Others are being alerted." : "Only the operator of this machine is alerted."))
    }

    /// Informs a person that their alarm is over. `name` is the responder who ended the alarm.
    package static func ownIsOver(by name: SeamText?) -> Notice {
        let who: SeamText? = name.map { "\($0) says that all is well." }
        return Notice(.alert, title: "The alarm is over", .sentences(who, "The others are informed."))
    }

    /// Informs the person in need that somebody is on the way. A nil `name` means the operator.
    package static func help(by name: SeamText?) -> Notice {
        let message: SeamText = name.map { "\($0) is on the way." } ?? "The operator of this machine is seeing to it."
        return Notice(.alert, title: "Help is coming", message)
    }

    /// Says to the others who were alerted that they need not come.
    package static func help(
        for name: String, by answerer: SignalRecipient, isConcealed: Bool, word: String
    ) -> Notice {
        let what: SeamText =
            switch answerer {
            case .person: "Somebody is on the way to \(name)."
            case .operator: "The operator of this machine is seeing to the alarm of \(name)."
            }
        let secret: SeamText? = isConcealed ? "Do not phone: this is a secret call for help." : nil
        return Notice(.alert, title: "Help is coming", .sentences(what, secret, .plain(word)))
    }

    /// Asks the responder who was on the way whether all is well.
    package static func isAllWell(with name: String, word: String) -> Notice {
        Notice(
            .alert, title: "Is all well?",
            "Is \(name) well? If nobody confirms it, others are alerted again. \(word)")
    }
}
