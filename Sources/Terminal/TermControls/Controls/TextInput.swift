public import TermUI

/// How text fields look.
@MainActor @preconcurrency public protocol TextFieldStyle {
    /// Whether a field stands in a box.
    var isBoxed: Bool { get }
}

extension TextFieldStyle {
    /// A line under the text.
    public var isBoxed: Bool { false }
}

/// A line under the text.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// The one of its kind.
    public init() {}
}

/// The same.
public typealias PlainTextFieldStyle = DefaultTextFieldStyle

/// A box around the text: three rows.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// It does.
    public let isBoxed = true

    /// The one of its kind.
    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// A line under the text.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
    /// A line under the text.
    public static var plain: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// A box around the text.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
    /// A box around the text.
    public static var squareBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// The keyboard for a text. A terminal has one; with the keyboards for numbers, letters are not written.
nonisolated public enum UIKeyboardType: Int, Hashable, Sendable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Each of the keyboards.
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress,
        decimalPad, twitter, webSearch, asciiCapableNumberPad

    /// Whether all of the text can be written.
    func allows(_ text: String) -> Bool {
        switch self {
        case .numberPad, .asciiCapableNumberPad: text.allSatisfy(\.isNumber)
        case .decimalPad: text.allSatisfy { $0.isNumber || ".,-".contains($0) }
        case .phonePad: text.allSatisfy { $0.isNumber || "+*#,;() -".contains($0) }
        default: true
        }
    }
}

/// What a text is, for systems that fill it in.
nonisolated public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    /// Its name.
    public let rawValue: String

    /// A kind by its name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    private init(_ name: String) {
        rawValue = name
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// An address of the web.
    public static let URL = Self("url")
    /// Each of the other kinds.
    public static let name = Self("name"), givenName = Self("given-name"), familyName = Self("family-name"),
        username = Self("username"), password = Self("password"), newPassword = Self("new-password"),
        oneTimeCode = Self("one-time-code"), emailAddress = Self("email"), telephoneNumber = Self("tel"),
        fullStreetAddress = Self("street-address"), addressCity = Self("address-level2"),
        postalCode = Self("postal-code"), countryName = Self("country-name"), organizationName = Self("organization"),
        jobTitle = Self("organization-title"), creditCardNumber = Self("cc-number"), location = Self("location")
}

/// What is written in capitals; a terminal's keyboard decides that.
nonisolated public enum UITextAutocapitalizationType: Int, Hashable, Sendable {
    /// Each of the ways.
    case none, words, sentences, allCharacters
}

/// What is written in capitals; a terminal's keyboard decides that.
nonisolated public struct TextInputAutocapitalization: Hashable, Sendable {
    /// Each of the ways.
    public static let never = Self(), words = Self(), sentences = Self(), characters = Self()
}

/// The word on the key that ends a text; a terminal's key is Enter.
nonisolated public struct SubmitLabel: Hashable, Sendable {
    /// Each of the words.
    public static let done = Self(), go = Self(), send = Self(), join = Self(), route = Self(), search = Self(),
        `return` = Self(), next = Self(), `continue` = Self()
}

/// The kinds of fields in which Enter is told.
nonisolated public struct SubmitTriggers: OptionSet, Hashable, Sendable {
    /// One bit for each kind.
    public let rawValue: Int

    /// Kinds with these bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Fields of text.
    public static let text = SubmitTriggers(rawValue: 1 << 0)
    /// Fields of a search.
    public static let search = SubmitTriggers(rawValue: 1 << 1)
}

struct SubmitAction: EnvironmentAction {
    let action: () -> Void
}

extension SubmitAction {
    init(newest: NewestAction<SubmitAction>) { action = { newest.action.action() } }
}

nonisolated private enum SubmitKey: EnvironmentKey { static let defaultValue: SubmitAction? = nil }
nonisolated private enum SearchSubmitKey: EnvironmentKey { static let defaultValue: SubmitAction? = nil }
nonisolated private enum KeyboardKey: EnvironmentKey { static let defaultValue = UIKeyboardType.default }
nonisolated private enum BoxedKey: EnvironmentKey { static let defaultValue = false }

nonisolated extension EnvironmentValues {
    var submit: SubmitAction? {
        get { self[SubmitKey.self] }
        set { self[SubmitKey.self] = newValue }
    }

    var searchSubmit: SubmitAction? {
        get { self[SearchSubmitKey.self] }
        set { self[SearchSubmitKey.self] = newValue }
    }

    var keyboard: UIKeyboardType {
        get { self[KeyboardKey.self] }
        set { self[KeyboardKey.self] = newValue }
    }

    var textFieldIsBoxed: Bool {
        get { self[BoxedKey.self] }
        set { self[BoxedKey.self] = newValue }
    }
}

extension View {
    /// What is done when Enter is pressed in a field in the view.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        modified(SubmitChange(triggers: triggers, action: SubmitAction(action: action)))
    }

    /// Enter in the view's fields is told to nobody around it.
    public func submitScope(_ isBlocking: Bool = true) -> some View {
        modified(SubmitChange(triggers: isBlocking ? [.text, .search] : [], action: nil))
    }

    /// How text fields in the view look.
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        environment(\.textFieldIsBoxed, style.isBoxed)
    }

    /// The keyboard for texts in the view; with one for numbers, letters are not written.
    public func keyboardType(_ type: UIKeyboardType) -> some View { environment(\.keyboard, type) }

    /// Leaves the view as it is: a terminal fills nothing in.
    public func textContentType(_ type: UITextContentType?) -> some View { self }

    /// Leaves the view as it is: the keyboard decides.
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View { self }

    /// Leaves the view as it is: the keyboard decides.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }

    /// Leaves the view as it is: a terminal corrects nothing.
    public func autocorrectionDisabled(_ isDisabled: Bool = true) -> some View { self }

    /// Leaves the view as it is: a terminal corrects nothing.
    public func disableAutocorrection(_ isDisabled: Bool?) -> some View { self }

    /// Leaves the view as it is: the key is Enter.
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
