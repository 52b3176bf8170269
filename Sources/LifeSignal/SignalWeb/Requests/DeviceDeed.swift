import SignalAPI
import SignalCore

/// What somebody does on a page of their phone, as the page's form says it.
enum DeviceDeed: Sendable, Hashable {
    case checkIn(pin: String?)
    case onMyWay(alert: SignalID)
    case allRight(alert: SignalID)
    case callForHelp
    case cancelCall(pin: String?)
    case contact(ContactDeed)
    case settings(SettingsDeed)
    case signOut
    /// Marks all notifications as read.
    case markRead
    /// Removes a phone of the person, which may be this one.
    case remove(device: SignalID)
    /// Shows alarms on a phone, whose browser has the address.
    case showAlarms(address: String)
    /// Gives the code that came to a phone.
    case giveCode(String)
    /// Shows no alarms on a phone.
    case stopAlarms(reach: SignalID)

    /// What a form asks for.
    enum Order: Sendable, Hashable {
        case perform(DeviceDeed)
        /// The deed is asked about once more before it is done.
        case ask(DeviceDeed)
        /// The typed PIN is not one. Nothing is done.
        case badPIN(DeviceDeed)
    }

    /// Reads a form, or returns nil if none of our pages has such a form.
    static func order(_ form: String) -> Order? {
        let pin = WebForm.text(of: "pin", in: form)
        for name in pinFields where WebForm.value(of: name, in: form)?.isEmpty == false {
            guard WebForm.text(of: name, in: form).map(isPIN) == true else { return deed(form, nil).map(Order.badPIN) }
        }
        guard let deed = deed(form, pin) else { return nil }
        return deed.needsQuestion && WebForm.value(of: "sure", in: form) != "yes" ? .ask(deed) : .perform(deed)
    }

    private static let pinFields = ["pin", "new_pin", "forced_pin"]

    private static func deed(_ form: String, _ pin: String?) -> DeviceDeed? {
        func id(_ name: String) -> SignalID? {
            WebForm.value(of: name, in: form).flatMap { SignalID(String($0)) }
        }
        let name = WebForm.value(of: "do", in: form)
        switch name {
        case "check_in": return .checkIn(pin: pin)
        case "on_my_way": return id("alert").map { .onMyWay(alert: $0) }
        case "all_right": return id("alert").map { .allRight(alert: $0) }
        case "help": return .callForHelp
        case "cancel": return .cancelCall(pin: pin)
        case "sign_out": return .signOut
        case "read": return .markRead
        case "remove": return id("device").map { .remove(device: $0) }
        case "show_alarms":
            return WebForm.text(of: "address", in: form).flatMap {
                PushAddress($0) == nil ? nil : .showAlarms(address: $0)
            }
        case "code": return .giveCode(WebForm.text(of: "code", in: form) ?? "")
        case "stop": return id("reach").map { .stopAlarms(reach: $0) }
        default:
            return ContactDeed(name, form, pin: pin).map(DeviceDeed.contact)
                ?? SettingsDeed(name, form, pin: pin).map(DeviceDeed.settings)
        }
    }

    /// Whether the deed takes a second press.
    var needsQuestion: Bool {
        switch self {
        case .allRight, .callForHelp, .signOut, .remove: true
        case .contact(let deed): deed.needsQuestion
        case .settings(let deed): deed.needsQuestion
        case .checkIn, .onMyWay, .cancelCall, .markRead, .showAlarms, .giveCode, .stopAlarms: false
        }
    }

    /// Whether a text has the form of a code.
    static func isCode(_ text: String) -> Bool { text.utf8.count == 6 && isPIN(text) }

    private static func isPIN(_ text: String) -> Bool {
        (4...8).contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
