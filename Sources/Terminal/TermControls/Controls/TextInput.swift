public import TermUI

@MainActor @preconcurrency public protocol TextFieldStyle {
    /// Whether a field is drawn in a box.
    var isBoxed: Bool { get }
}

extension TextFieldStyle {
    public var isBoxed: Bool { false }
}

public struct DefaultTextFieldStyle: TextFieldStyle {
    public init() {}
}

public typealias PlainTextFieldStyle = DefaultTextFieldStyle

/// The style that draws a box around the text, in three rows.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    public let isBoxed = true

    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
    public static var plain: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
    public static var squareBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// The keyboard for a text. A terminal has only one keyboard. With the number keyboards, letters are not accepted.
nonisolated public enum UIKeyboardType: Int, Hashable, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad, twitter, webSearch, asciiCapableNumberPad

    /// Whether the keyboard allows all characters of a text.
    func allows(_ text: String) -> Bool {
        switch self {
        case .numberPad, .asciiCapableNumberPad: text.allSatisfy(\.isNumber)
        case .decimalPad: text.allSatisfy { $0.isNumber || ".,-".contains($0) }
        case .phonePad: text.allSatisfy { $0.isNumber || "+*#,;() -".contains($0) }
        default: true
        }
    }
}

nonisolated public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ name: String) {
        rawValue = name
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    public static let URL = Self("url")
    public static let name = Self("name"), givenName = Self("given-name"), familyName = Self("family-name"),
        username = Self("username"), password = Self("password"), newPassword = Self("new-password"),
        oneTimeCode = Self("one-time-code"), emailAddress = Self("email"), telephoneNumber = Self("tel"),
        fullStreetAddress = Self("street-address"), addressCity = Self("address-level2"),
        postalCode = Self("postal-code"), countryName = Self("country-name"), organizationName = Self("organization"),
        jobTitle = Self("organization-title"), creditCardNumber = Self("cc-number"), location = Self("location")
}

/// The use of capitals, which has no effect, because the keyboard decides which letters are capitals.
nonisolated public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    case none, words, sentences, allCharacters
}

/// The use of capitals, which has no effect, because the keyboard decides which letters are capitals.
nonisolated public struct TextInputAutocapitalization: Hashable, Sendable {
    public static let never = Self(), words = Self(), sentences = Self(), characters = Self()
}

/// The word on the key that submits a text. In a terminal, this key is Enter.
nonisolated public struct SubmitLabel: Hashable, Sendable {
    public static let done = Self(), go = Self(), send = Self(), join = Self(), route = Self(), search = Self(),
        `return` = Self(), next = Self(), `continue` = Self()
}

/// The kinds of fields that report Enter.
nonisolated public struct SubmitTriggers: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let text = SubmitTriggers(rawValue: 1 << 0)
    public static let search = SubmitTriggers(rawValue: 1 << 1)
}

struct SubmitAction: EnvironmentAction {
    let action: () -> Void
}

extension SubmitAction {
    init(newest: NewestAction<SubmitAction>) { action = { newest.action.action() } }
}

nonisolated extension EnvironmentValues {
    @Entry var submit: SubmitAction? = nil

    @Entry var searchSubmit: SubmitAction? = nil

    @Entry var keyboard = UIKeyboardType.default

    @Entry var textFieldIsBoxed = false
}

extension View {
    /// Runs an action when Enter is pressed in a field of the view.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        modified(SubmitChange(triggers: triggers, action: SubmitAction(action: action)))
    }

    /// Hides the pressing of Enter in the view's fields from the views around it.
    public func submitScope(_ isBlocking: Bool = true) -> some View {
        modified(SubmitChange(triggers: isBlocking ? [.text, .search] : [], action: nil))
    }

    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        environment(\.textFieldIsBoxed, style.isBoxed)
    }

    /// Sets the keyboard for texts in the view. With a number keyboard, letters are not accepted.
    public func keyboardType(_ type: UIKeyboardType) -> some View { environment(\.keyboard, type) }

    /// Leaves the view unchanged, because a terminal has no autofill.
    public func textContentType(_ type: UITextContentType?) -> some View { self }

    /// Leaves the view unchanged, because the keyboard decides which letters are capitals.
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View { self }

    /// Leaves the view unchanged, because the keyboard decides which letters are capitals.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }

    /// Leaves the view unchanged, because a terminal corrects no text.
    public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }

    /// Leaves the view unchanged, because a terminal corrects no text.
    public func disableAutocorrection(_ isDisabled: Bool?) -> some View { self }

    /// Leaves the view unchanged, because the key for submitting is always Enter.
    public func submitLabel(_ label: SubmitLabel) -> some View { self }
}

private struct SubmitChange: NodeModifier {
    let triggers: SubmitTriggers
    let action: SubmitAction?

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        guard let action else { return node.environment(after: triggers.rawValue) { set(nil, in: &$0) } }
        return node.environment(after: triggers, doing: action) { set($1, in: &$0) }
    }

    private func set(_ action: SubmitAction?, in values: inout EnvironmentValues) {
        if triggers.contains(.text) { values.submit = action }
        if triggers.contains(.search) { values.searchSubmit = action }
    }
}
