import LumiKitUI
public import SeamSDK
public import SeamSwiftUI
import SeamWords

/// The text of a card. It is for a program that has only the words, and does not have the key.
public nonisolated struct SeamKeyCardViewModel: Hashable, Sendable {
    /// The location of the door.
    public var hotelName: String
    /// The key's name.
    public var roomLabel: String
    /// The time at which the key stops working, in words. The text may be empty.
    public var checkoutText: String
    /// The card's look. The value nil means the look from the theme.
    public var style: SeamTheme.KeyCard?
    /// The reasons why the key does not open, the most urgent reason first.
    public var errors: [SeamCredentialError]

    /// Creates a card's text from words.
    public init(
        hotelName: String, roomLabel: String, checkoutText: String = "", style: SeamTheme.KeyCard? = nil,
        errors: [SeamCredentialError] = []
    ) {
        (self.hotelName, self.roomLabel, self.checkoutText) = (hotelName, roomLabel, checkoutText)
        (self.style, self.errors) = (style, errors)
    }

    /// Creates a card's text for a key, with times relative to now.
    public init(credential: SeamAccessCredential) {
        self.init(credential: credential, dates: SeamDateText(now: Date()))
    }

    /// Creates a card's text for a key, with times formatted by `dates`.
    package init(credential: SeamAccessCredential, dates: SeamDateText) {
        self.init(
            hotelName: credential.location, roomLabel: credential.name,
            checkoutText: credential.expiry.map { dates.text($0) } ?? "", errors: credential.errors)
    }
}

/// One key as a card. The card shows a bar, or the first error as a badge with `+n`. Below, the card shows the door's
/// location, the key's name, its masked code and card number, and its state. An expired or unknown key is dim. A key
/// that Seam does not manage has the word `discovered`.
///
/// Buttons appear below these lines if they are useful. One button shows all errors in the given order, with their
/// remedies. Another button (`v`) shows the code and card number for ten seconds. The service's journal records this.
public struct SeamKeyCardView: View, Equatable {
    private let credential: SeamAccessCredential?
    private let viewModel: SeamKeyCardViewModel
    private let style: SeamAccessCredentialErrorStyle

    @State private var isOpen = false
    @Environment(\.seamDates) private var dates
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDensity) private var density

    /// Creates the card of a key. The `style` determines how the key's errors are shown.
    public init(credential: SeamAccessCredential, style: SeamAccessCredentialErrorStyle = .default) {
        (self.credential, self.style) = (credential, style)
        viewModel = SeamKeyCardViewModel(
            hotelName: credential.location, roomLabel: credential.name, errors: credential.errors)
    }

    /// Creates a card from words.
    public init(viewModel: SeamKeyCardViewModel, errorStyle: SeamAccessCredentialErrorStyle = .default) {
        (credential, self.viewModel, style) = (nil, viewModel, errorStyle)
    }

    /// Whether both cards show the same content.
    public nonisolated static func == (one: Self, other: Self) -> Bool {
        one.credential == other.credential && one.viewModel == other.viewModel && one.style == other.style
    }

    private var row: SeamKeyRow {
        credential.map { SeamKeyRow($0, dates) } ?? SeamKeyRow(viewModel, dates)
    }

    /// The view's content.
    public var body: some View {
        let row = row
        SeamCardBox(card: viewModel.style, lines: density.cardRows - 2, isChosen: false) {
            VStack(alignment: .leading, spacing: 0) {
                VStack(alignment: .leading, spacing: 0) {
                    SeamCardHead(row: row, card: viewModel.style, style: style)
                    SeamCardText(row: row, card: viewModel.style, style: style, mark: "")
                }
                .accessibilityLabel(row.spoken)
                if !row.key.errors.isEmpty {
                    if isOpen { SeamErrorList(errors: row.key.errors, style: style, key: row.key) }
                    Button(isOpen ? row.language("Less") : row.language("Details")) { isOpen.toggle() }
                        .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
                }
                SeamSecrets(key: row.key)
            }
        }
    }
}

extension SeamKeyRow {
    fileprivate init(_ model: SeamKeyCardViewModel, _ dates: SeamDateText) {
        self.init(
            SeamAccessCredential(
                id: "", isManaged: true, name: model.roomLabel, location: model.hotelName, expiry: nil,
                cardNumber: nil, code: nil, errors: model.errors),
            dates, note: model.checkoutText)
    }
}

/// All errors of a key, in the given order, with their remedies.
struct SeamErrorList: View, Equatable {
    let errors: [SeamCredentialError]
    let style: SeamAccessCredentialErrorStyle
    /// The key, which may have a code or a card.
    var key: SeamAccessCredential?
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDates) private var dates

    /// The largest number of errors that are shown. A key has at most one error of each kind.
    private static let most = 12

    nonisolated static func == (one: Self, other: Self) -> Bool {
        one.errors == other.errors && one.style == other.style && one.key == other.key
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(Array(errors.prefix(Self.most).enumerated()), id: \.offset) { place, error in
                HStack(alignment: .top, spacing: 8) {
                    Image(systemName: style.systemIcon(error, theme: theme)).accessibilityHidden(true)
                        .foregroundColor(style.iconColor(error, theme: theme))
                    Text(
                        verbatim: key.map { style.message(error, at: place, of: $0, dates) }
                            ?? style.message(error, in: language)
                    ).foregroundColor(theme.colors.primaryText)
                }
                if let title = style.primaryActionTitle(error, in: language) {
                    Button(title, action: style.primaryAction(error))
                        .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
                }
            }
        }
    }
}
