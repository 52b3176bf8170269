package import SeamWords

/// A text for a person's inbox. All such texts are made in this folder, where `TranslationTests` finds the texts that
/// lack a translation.
package struct Notice: Sendable, Hashable {
    package let type: NoticeType
    package let title: SeamText
    package let message: SeamText

    init(_ type: NoticeType, title: SeamText, _ message: SeamText) {
        (self.type, self.title, self.message) = (type, title, message)
    }
}

/// The subject of a notice. The names come from the original LifeSignal documents.
package enum NoticeType: String, Sendable, CaseIterable {
    case alert
    case ping
    case checkIn
    case contactAdded
    case contactRemoved
    case roleChanged
    case system
}

/// Texts to a person about their own check-ins, and about pings.
extension Notice {
    private static let ask: SeamText = "Check in, so that nobody worries."

    /// Says that a check-in is due or overdue.
    package static func due(isOver: Bool) -> Notice {
        isOver
            ? Notice(.checkIn, title: "Check in now", "Your check-in is overdue. Others will be alerted soon.")
            : Notice(.checkIn, title: "A check-in is due soon", ask)
    }

    /// Sends the reminder that a person has asked for.
    package static let reminder = Notice(.checkIn, title: "Your reminder", ask)

    /// Asks whether the reader is well.
    package static func question(by name: SeamText) -> Notice {
        Notice(.ping, title: "Are you well?", "\(name) asks whether you are well.")
    }

    /// Says that a phone was paired, which can now act for the reader. `name` is what the phone calls itself.
    package static func device(_ name: String) -> Notice {
        Notice(
            .system, title: "A phone was added",
            "The phone \(name) can now do everything in your name. If you did not add it, remove it now.")
    }

    /// Says that somebody has answered the reader's ping.
    package static func answer(by name: SeamText) -> Notice {
        Notice(.ping, title: "An answer", "\(name) is well.")
    }
}
