import PictureCodec
import SignalCore
import SignalStore
import Wire

/// The errors with which LifeSignal's methods refuse a call.
extension WireError {
    static var notSignedIn: WireError {
        WireError(.unauthenticated, "signal.not_signed_in", "nobody is signed in to this session")
    }

    static var codeExpired: WireError {
        WireError(.unauthenticated, "signal.code_expired", "no code is expected now")
    }

    static func codeWrong(_ pending: PendingSignIn) -> WireError {
        codeWrong(left: max(0, SignInRules.triesPerCode - pending.tries))
    }

    static func codeWrong(left: Int) -> WireError {
        WireError(
            .unauthenticated, "signal.code_wrong", "the code is wrong",
            details: .members(("tries_left", .integer(Int64(left)))))
    }

    static var passRefused: WireError {
        WireError(.unauthenticated, "signal.pass_refused", "the pass is not accepted", field: "/params/pass")
    }

    static func limited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "codes were requested or tried too often",
            retry: .init(safe: true, after: wait))
    }

    static var unknownChannel: WireError {
        WireError(
            .notFound, "signal.unknown_channel", "no channel of that name is configured", field: "/params/channel")
    }

    static func invalidAddress(_ fault: FieldFault) -> WireError {
        WireError(
            .invalidArgument, "signal.invalid_address", "the address \(fault.message)", field: "/params/address")
    }

    static func invalidNumber(_ fault: PhoneNumber.Fault) -> WireError {
        WireError(.invalidArgument, "signal.invalid_number", "the number \(fault.message)", field: "/params/phone")
    }

    static var reachLimit: WireError {
        WireError(
            .resourceExhausted, "signal.reach_limit", "a person has at most \(SignalStore.mostAddresses) addresses",
            details: .members(("limit", .integer(Int64(SignalStore.mostAddresses)))))
    }

    static var unknownReach: WireError {
        WireError(.notFound, "signal.unknown_reach", "the person has no address with that id", field: "/params/id")
    }

    static var unknownLink: WireError {
        WireError(.notFound, "signal.unknown_link", "no alarm has this link now", field: "/params/token")
    }

    static var unknownPairing: WireError {
        WireError(.notFound, "signal.unknown_pairing", "no phone can be added with this code now")
    }

    static var unknownDevice: WireError {
        WireError(.unauthenticated, "signal.unknown_device", "no device has this token", field: "/params/device")
    }

    static var noDevice: WireError {
        WireError(.notFound, "signal.no_device", "the person has no device with that id", field: "/params/id")
    }

    static var noWeb: WireError {
        WireError(
            .failedPrecondition, "signal.no_web", "the operator has configured no address for phones (web.url)")
    }

    static var deviceLimit: WireError {
        WireError(
            .resourceExhausted, "signal.device_limit", "a person has at most \(DeviceRules.mostDevices) devices",
            details: .members(("limit", .integer(Int64(DeviceRules.mostDevices)))))
    }

    static var pairingLimit: WireError {
        WireError(
            .resourceExhausted, "signal.pairing_limit",
            "a person has at most \(DeviceRules.mostOpen) open codes for phones",
            details: .members(("limit", .integer(Int64(DeviceRules.mostOpen)))))
    }

    static var pairingRequired: WireError {
        WireError(
            .failedPrecondition, "signal.pairing_required",
            "without a PIN, only a device that was paired within the last 10 minutes can do this")
    }

    static func tooManyLetters(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "too many wrong codes were typed",
            retry: .init(safe: true, after: wait))
    }

    static var noSignIn: WireError {
        WireError(.notFound, "signal.no_sign_in", "no session is signing in with this number now")
    }

    static var unstoredAlert: WireError {
        WireError(
            .unavailable, "store.unavailable",
            "the disk accepts no writes: the alarm may be running, but it cannot be answered now",
            retry: .init(safe: true, after: .seconds(5)))
    }

    static var numberTaken: WireError {
        WireError(
            .alreadyExists, "signal.number_taken",
            "another person here has this number: they have to leave LifeSignal before you can use it")
    }

    static var unknownPerson: WireError {
        WireError(.notFound, "signal.unknown_person", "nobody has signed in here with this number")
    }

    static var clockRight: WireError {
        WireError(
            .failedPrecondition, "signal.clock_right",
            "deadlines already follow the machine's clock: there is nothing to set")
    }

    static var clockUnsynchronized: WireError {
        WireError(
            .failedPrecondition, "signal.clock_unsynchronized",
            "the machine's clock is not synchronized: check that the time is right first")
    }

    static var unknownNotification: WireError {
        WireError(
            .notFound, "signal.unknown_notification", "there is no such notification", field: "/params/notification")
    }

    static func unknownContact(_ field: String) -> WireError {
        WireError(.notFound, "signal.unknown_contact", "there is no such contact", field: field)
    }

    static var unknownCode: WireError {
        WireError(.notFound, "signal.unknown_qr", "nobody has this code", field: "/params/qr_code_id")
    }

    static var ownCode: WireError {
        WireError(.invalidArgument, "signal.self", "this is the person's own code", field: "/params/qr_code_id")
    }

    static var alreadyContact: WireError {
        WireError(.alreadyExists, "signal.already_contact", "this person is already a contact", field: "/params/ticket")
    }

    static var contactLimit: WireError {
        WireError(
            .resourceExhausted, "signal.contact_limit",
            """
            one of the two people already has \(ContactRules.most) contacts, or \(ContactRules.mostWaiting) unanswered \
            requests
            """
        )
    }

    static func tooManyLookUps(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "codes were looked up too often",
            retry: .init(safe: true, after: wait))
    }

    static func tooManyPasses(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "too many passes were refused",
            retry: .init(safe: true, after: wait))
    }

    static func tooManyPings(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "this contact was already asked a moment ago, or 20 times today",
            retry: .init(safe: true, after: wait))
    }

    static func tooManyImages(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "too many pictures were stored",
            retry: .init(safe: true, after: wait))
    }

    static var imageLimit: WireError {
        WireError(
            .resourceExhausted, "signal.image_limit", "a person has at most \(SignalStore.mostImages) pictures",
            details: .members(("limit", .integer(Int64(SignalStore.mostImages)))))
    }

    static var unknownImage: WireError {
        WireError(
            .notFound, "signal.unknown_image", "there is no such picture, or its person is not a contact",
            field: "/params/image")
    }

    /// The error for a picture that was not stored.
    init(_ error: PictureError) {
        guard error.isOfThePicture else {
            self.init(
                .unavailable, "signal.images_unavailable", error.description,
                retry: .init(safe: true, after: .seconds(5)))
            return
        }
        self.init(
            .invalidArgument, "signal.image_refused", error.description, field: "/params/data",
            details: .members(
                ("why", .string(error.code.name)), ("limit", error.limit.map { .integer(Int64($0)) })))
    }

    static var notDependent: WireError {
        WireError(
            .failedPrecondition, "signal.not_dependent", "this contact has not agreed to be a dependent",
            field: "/params/contact")
    }

    static var unknownPing: WireError {
        WireError(.notFound, "signal.unknown_ping", "no such ping is waiting for an answer", field: "/params/ping")
    }

    static var unknownAlert: WireError {
        WireError(
            .notFound, "signal.unknown_alert",
            "no dependent of this person has such an alarm, or it began before this person was their responder")
    }

    static var unknownMessage: WireError {
        WireError(.notFound, "signal.unknown_alert", "the operator was not told of a running alarm with this word")
    }

    static var noResponder: WireError {
        WireError(
            .failedPrecondition, "signal.no_responder",
            "no contact has agreed to be alerted, or those who agreed receive no alarms")
    }

    static func tooFewCalls(_ count: Int) -> WireError {
        WireError(
            .failedPrecondition, "signal.too_few_calls",
            "calls for help can be muted only after \(ContactRules.callsToMute) of them were ended within a day",
            details: .members(
                ("ended", .integer(Int64(count))), ("needed", .integer(Int64(ContactRules.callsToMute)))))
    }

    static var lastResponder: WireError {
        WireError(
            .failedPrecondition, "signal.last_responder", "nobody else would receive this contact's calls for help")
    }

    static func tooManyDrills(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "there was a drill within the last hour",
            retry: .init(safe: true, after: wait))
    }

    init(_ refusal: PINRefusal) {
        switch refusal {
        case .required:
            self.init(.unauthenticated, "signal.pin_required", "this needs the person's PIN")
        case .wrong: self.init(.unauthenticated, "signal.pin_wrong", "the PIN is wrong")
        case .limited(let wait):
            self.init(
                .resourceExhausted, "signal.limited", "PINs were tried too often",
                retry: .init(safe: true, after: wait))
        }
    }
}

extension WireError {
    init(_ refusal: DoorRefusal) {
        switch refusal {
        case .doesNotCount:
            self.init(
                .failedPrecondition, "signal.door_does_not_count", "doors do not count as check-ins of this person",
                field: "/params/door")
        case .pin:
            self.init(
                .failedPrecondition, "signal.doors_with_pin",
                "while the person has a PIN, doors cannot count as check-ins", field: "/params/doors")
        }
    }
}

extension Guarded {
    /// Returns the result. Throws the reason if nothing was done.
    func get() throws(WireError) -> Change {
        switch self {
        case .done(let change): return change
        case .refused(let refusal, _): throw WireError(refusal)
        case .unfit(.interval):
            throw WireError(
                .outOfRange, "signal.interval_range",
                "the interval must be 5 minutes to 7 days, and the grace period at most an hour")
        case .unfit(.reminder):
            throw WireError(.outOfRange, "signal.reminder_range", "the reminder must be less than the interval")
        }
    }
}
