import SignalAPI
import SignalCore
import Wire

/// What the pages of a person's phone show.
struct DeviceSight: Sendable, Hashable {
    /// The daemon's time.
    var now: Timestamp
    var person: SignalPerson
    /// The person's own alarm, if one runs.
    var alarm: SignalAlert?
    var contacts: [SignalContact]
    /// The questions whether the person is well.
    var questions: [SignalPing]
    /// How many notifications are unread.
    var unread: Int
    /// The newest notifications, on the page that shows them.
    var inbox: [SignalNotification] = []
    /// The person's phones, on the pages that need them.
    var devices: [SignalDevice] = []
    /// The browsers that show alarms, on the page of the phones.
    var push: DevicePush?
    /// The messages that the person wants, on the page of the settings.
    var preferences: SignalPreferences?

    /// The people who are alerted for the person, in this order.
    var responders: [SignalContact] { contacts.filter(\.isResponder).sorted { $0.tier < $1.tier } }

    /// The people for whom the person looks out. The ones who may need help come first.
    var dependents: [SignalContact] {
        func rank(_ contact: SignalContact) -> Int { contact.alert != nil ? 0 : contact.isOverdue ? 1 : 2 }
        return contacts.filter(\.isDependent).sorted { rank($0) < rank($1) }
    }

    /// Whether a pause has begun: the deadline is further away than the interval allows.
    var isPausing: Bool { person.nextDue.map { now.duration(to: $0) > person.checkInInterval } ?? false }

    /// Whether the person can set a PIN on this phone. A phone of a person without a PIN can do so only soon after it
    /// was added (`pin.set`).
    var canSetPIN: Bool {
        person.hasPIN
            || devices.contains { $0.isCurrent && $0.pairedAt.duration(to: now) <= DeviceRules.pairingLifetime }
    }

    /// The contacts who wait for the person's answer to what they ask for.
    var asking: [SignalContact] { contacts.filter { !$0.hasEnded && $0.proposal?.isMine == false } }

    /// Whether others were alerted because of the deadline.
    var areOthersAlerted: Bool { person.status == "nonResponsive" }

    /// Whether the person's alarm is one that they have raised, and can cancel.
    var hasCalled: Bool { alarm?.kind == "manual" }

    /// The people with an alarm, for whom the person looks out. The newest alarm comes last.
    var calling: [SignalContact] {
        contacts.filter { $0.isDependent && $0.alert != nil }
            .sorted { ($0.alert?.at ?? now) < ($1.alert?.at ?? now) }
    }

    func contact(_ id: SignalID?) -> SignalContact? { contacts.first { $0.id == id } }

    /// The person whose alarm it is, or nil if the alarm is over.
    func contact(alert: SignalID) -> SignalContact? { calling.first { $0.alert?.id == alert } }
}

extension SignalContact {
    /// Whether the other side has ended it.
    var hasEnded: Bool { consent == "ended" }

    /// Whether a dependent has missed a check-in.
    var isOverdue: Bool { status == "nonResponsive" }

    /// Whether a dependent was asked whether they are well, and has not answered.
    var isAsked: Bool { status == "pendingPing" }
}

extension SignalAlert {
    /// Whether the person has called for help.
    var isCall: Bool { kind == "manual" }

    /// Whether somebody other than the operator is on the way.
    var isHelped: Bool { acknowledgedAt != nil && !isWithOperator }
}

/// Why `lifesignald` did not do what somebody asked for. All other errors mean that it does not answer.
enum DeviceRefusal: Sendable, Hashable {
    case pinMissing
    case pinWrong
    case badPIN
    case limited(Duration?)
    /// The alarm is over.
    case alarmOver
    /// The reader cannot answer this alarm.
    case tooLate
    /// Somebody else is on the way.
    case isHelped
    /// The contact has changed since the page was shown.
    case changed
    /// The phone was already removed.
    case noPhone
    case codeWrong
    /// The code is over, or there was none.
    case codeOver
    /// The person has too many addresses.
    case addressLimit
    /// No browser can be added now.
    case noPush
    /// The browser was already removed.
    case noAddress
    /// Nothing can be stored.
    case notStored
    /// The text is not a person's code.
    case noCode
    /// Nobody has the code.
    case unknownCode
    /// The code is the person's own.
    case ownCode
    case alreadyContact
    case contactLimit
    /// Too few false calls have come for silencing calls.
    case tooFewCalls
    /// Only the person is alerted for them.
    case lastResponder
    case intervalRange
    case reminderRange
    /// A phone of a person without a PIN was not added just now.
    case pairingRequired
    /// The typed text is empty, too long, or of another form.
    case malformed
    /// One of the two names is empty. Without both, nothing of the profile can be stored.
    case namesMissing
    /// The new PIN was not typed the same twice.
    case pinsDiffer
    /// The second PIN is the same as the PIN.
    case pinsEqual
    /// The code was looked up too long ago, or somebody was added with it.
    case lookUpOver

    init?(_ error: WireError) {
        switch error.reason {
        case "signal.pin_required": self = .pinMissing
        case "signal.pin_wrong": self = .pinWrong
        case "signal.limited": self = .limited(error.retry.after)
        case "signal.unknown_alert": self = .alarmOver
        case "signal.unknown_contact", "signal.not_dependent": self = .changed
        case "signal.no_device": self = .noPhone
        case "signal.code_wrong": self = .codeWrong
        case "signal.code_expired": self = .codeOver
        case "signal.reach_limit": self = .addressLimit
        case "signal.unknown_channel", "signal.invalid_address": self = .noPush
        case "signal.unknown_reach": self = .noAddress
        case "store.unavailable", "store.missing": self = .notStored
        case "signal.unknown_qr": self = .unknownCode
        case "signal.self": self = .ownCode
        case "signal.already_contact": self = .alreadyContact
        case "signal.contact_limit": self = .contactLimit
        case "signal.too_few_calls": self = .tooFewCalls
        case "signal.last_responder": self = .lastResponder
        case "signal.interval_range": self = .intervalRange
        case "signal.reminder_range": self = .reminderRange
        case "signal.pairing_required": self = .pairingRequired
        case "rpc.invalid_params": self = .malformed
        default: return nil
        }
    }
}

extension DeviceRefusal {
    /// The status of the page that says so.
    var status: Int {
        switch self {
        case .pinMissing, .pinWrong, .badPIN, .codeWrong, .pairingRequired: 403
        case .limited: 429
        case .noCode, .intervalRange, .reminderRange, .malformed, .namesMissing, .pinsDiffer, .pinsEqual: 400
        case .alarmOver, .tooLate, .isHelped, .changed, .noPhone, .codeOver, .addressLimit, .noPush, .noAddress,
            .unknownCode, .ownCode, .alreadyContact, .contactLimit, .tooFewCalls, .lastResponder, .lookUpOver:
            409
        case .notStored: 503
        }
    }

    /// Whether the form can be sent again with another PIN.
    var isAboutPIN: Bool { [.pinMissing, .pinWrong, .badPIN].contains(self) }

    /// The reason as the page shows it: an alarm that still runs is not over, so the reader cannot answer it.
    func seen(in sight: DeviceSight, after deed: DeviceDeed) -> DeviceRefusal {
        if self == .changed, case .contact(.add) = deed { return .lookUpOver }
        guard self == .alarmOver else { return self }
        switch deed {
        case .onMyWay(let alert), .allRight(let alert): return sight.contact(alert: alert) == nil ? self : .tooLate
        case .checkIn, .callForHelp, .cancelCall, .contact, .settings, .signOut, .markRead, .remove, .showAlarms,
            .giveCode, .stopAlarms:
            return self
        }
    }
}

extension SignalPing {
    /// Whether the question waits for its answer.
    var isOpen: Bool { status == "pending" }
}
