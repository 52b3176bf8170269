public import Foundation
public import TermUI

/// The action that opens an address. By default, a terminal program does not open the address, but displays it.
nonisolated public struct OpenURLAction: Sendable, EnvironmentAction {
    public struct Result: Sendable {
        enum Kind: Equatable {
            case handled, discarded
            case shown(URL?)
        }

        let kind: Kind

        public static let handled = Result(kind: .handled)
        public static let discarded = Result(kind: .discarded)
        /// The system should open the address. In a terminal, a link displays the address instead.
        public static let systemAction = Result(kind: .shown(nil))

        /// Returns a result that asks the system to open another address instead. In a terminal, a link displays that
        /// address instead.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .shown(url)) }

        /// Returns a result that asks the system to open another address instead, either inside the program or outside
        /// it. In a terminal, a link displays that address instead.
        public static func systemAction(_ url: URL? = nil, prefersInApp: Bool) -> Result { Result(kind: .shown(url)) }
    }

    private let handler: @MainActor (URL) -> Result
    private var origin: NewestAction<OpenURLAction>?

    public init(handler: @escaping @MainActor (URL) -> Result) {
        self.handler = handler
    }

    @MainActor package init(newest: NewestAction<OpenURLAction>) {
        self.init { newest.action.result($0) }
        origin = newest
    }

    @MainActor package func isOf(_ newest: NewestAction<OpenURLAction>) -> Bool { origin === newest }

    @MainActor func result(_ url: URL) -> Result { handler(url) }

    /// Hands an address to the program. If the program leaves the address to the system, nothing is done.
    @MainActor public func callAsFunction(_ url: URL) { _ = handler(url) }

    /// Hands an address to the program. The closure `completion` gets true if the program has handled the address.
    @MainActor public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        completion(handler(url).kind == .handled)
    }
}

nonisolated extension EnvironmentValues {
    @Entry public var openURL = OpenURLAction { _ in .systemAction }
}

/// A link to an address, shown as underlined words. Pressing the link hands the address to
/// ``EnvironmentValues/openURL``, or displays the address in front of the screen. No other program is started. Example:
/// `ControlsPage.swift` in `Tests/Gallery`.
public struct Link<Label: View>: View {
    private let destination: URL
    private let label: Label

    @State private var shown: URL?
    @Environment(\.openURL) private var openURL

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        (self.destination, self.label) = (destination, label())
    }

    public var body: some View {
        Button {
            if case .shown(let other) = openURL.result(destination).kind { shown = other ?? destination }
        } label: {
            label
        }
        .buttonStyle(.link)
        .panel(shown, dismiss: { shown = nil }) { ShownText(title: "Address", text: $0.absoluteString) { shown = nil } }
    }
}

extension Link where Label == Text {
    public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}

/// The root of a program's screen. It displays the addresses that its views request to open.
package struct AddressHost<Content: View>: View {
    private let content: Content

    @State private var shown: URL?

    /// Creates the root. The `content` is the program's view.
    package init(_ content: Content) {
        self.content = content
    }

    package var body: some View {
        content
            .environment(
                \.openURL,
                OpenURLAction { url in
                    shown = url
                    return .handled
                }
            )
            .panel(shown, dismiss: { shown = nil }) {
                ShownText(title: "Address", text: $0.absoluteString) { shown = nil }
            }
    }
}

/// A text that can be copied, in front of the screen.
private struct ShownText: View {
    let title: LocalizedStringKey
    let text: String
    let close: () -> Void

    var body: some View {
        Box(.accentColor) {
            VStack(alignment: .leading) {
                Text(title).bold()
                Text(verbatim: text)
                Text("")
                Button("OK", action: close)
            }
        }
        .frame(maxWidth: CellMetrics.points(76, along: .horizontal))
    }
}

/// A button that shows a text so that a person can copy it. A terminal has no other programs to share the text with.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct ShareLink<Label: View>: View {
    private let items: [String]
    private let label: Label

    @State private var shown: String?

    fileprivate init(_ items: [String], _ label: Label) {
        (self.items, self.label) = (items, label)
    }

    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init([item.absoluteString], label())
    }

    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init([item], label())
    }

    public var body: some View {
        Button {
            shown = items.joined(separator: "\n")
        } label: {
            label
        }
        .panel(shown, dismiss: { shown = nil }) { ShownText(title: "Share", text: $0) { shown = nil } }
    }
}

extension ShareLink where Label == TermControls.Label<Text, Image> {
    private static func label(_ title: Text) -> Label {
        TermControls.Label {
            title
        } icon: {
            Image(systemName: "square.and.arrow.up")
        }
    }

    public init(item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init([item.absoluteString], Self.label(Text("Share")))
    }

    public init(item: String, subject: Text? = nil, message: Text? = nil) {
        self.init([item], Self.label(Text("Share")))
    }

    public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init([item.absoluteString], Self.label(Text(titleKey)))
    }

    public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init([item], Self.label(Text(titleKey)))
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, item: URL, subject: Text? = nil, message: Text? = nil) {
        self.init([item.absoluteString], Self.label(Text(title)))
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, item: String, subject: Text? = nil, message: Text? = nil) {
        self.init([item], Self.label(Text(title)))
    }

    public init(items: [URL], subject: Text? = nil, message: Text? = nil) {
        self.init(items.map(\.absoluteString), Self.label(Text("Share")))
    }
}
