import LinuxSupport
public import SeamCombine
public import SeamSwiftUI

public protocol LMKSearchBarDelegate: AnyObject {
    /// Called when the text has changed.
    func lmkSearchBar(_ searchBar: LMKSearchBar, textDidChange searchText: String)
    /// Called when Enter was pressed.
    func lmkSearchBarSearchButtonClicked(_ searchBar: LMKSearchBar)
    /// Called when editing has begun.
    func lmkSearchBarTextDidBeginEditing(_ searchBar: LMKSearchBar)
    /// Called when editing has ended.
    func lmkSearchBarTextDidEndEditing(_ searchBar: LMKSearchBar)
    /// Called when the search was cancelled.
    func lmkSearchBarCancelButtonClicked(_ searchBar: LMKSearchBar)
}

extension LMKSearchBarDelegate {
    public func lmkSearchBarSearchButtonClicked(_ searchBar: LMKSearchBar) {}
    public func lmkSearchBarTextDidBeginEditing(_ searchBar: LMKSearchBar) {}
    public func lmkSearchBarTextDidEndEditing(_ searchBar: LMKSearchBar) {}
    public func lmkSearchBarCancelButtonClicked(_ searchBar: LMKSearchBar) {}
}

/// A search line, with buttons for clearing the text and for cancelling the search.
public final class LMKSearchBar: UIView {
    public nonisolated struct Strings: Hashable, Sendable {
        public var cancel: String
        /// The label of the clear button.
        public var clearAccessibilityLabel: String

        public init(cancel: String = "Cancel", clearAccessibilityLabel: String = "Clear") {
            (self.cancel, self.clearAccessibilityLabel) = (cancel, clearAccessibilityLabel)
        }
    }

    /// The words of search bars. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    public weak var delegate: (any LMKSearchBarDelegate)?
    /// The words shown while the search line is empty.
    @Published public var placeholder: String?
    @Published public var text: String? = ""
    /// Whether the cancel button is shown. The button appears by itself when text is typed.
    @Published public var showsCancelButton = false

    override public func makeContent() -> AnyView { AnyView(LMKSearchLine(bar: self)) }

    fileprivate func write(_ text: String) {
        self.text = text
        if !text.isEmpty { showsCancelButton = true }
        delegate?.lmkSearchBar(self, textDidChange: text)
    }

    fileprivate func search() { delegate?.lmkSearchBarSearchButtonClicked(self) }

    fileprivate func cancel() {
        (text, showsCancelButton) = ("", false)
        delegate?.lmkSearchBarCancelButtonClicked(self)
    }

    fileprivate func wrote(_ isWriting: Bool) {
        if isWriting {
            delegate?.lmkSearchBarTextDidBeginEditing(self)
        } else {
            delegate?.lmkSearchBarTextDidEndEditing(self)
        }
    }
}

/// The line of a search bar.
private struct LMKSearchLine: View {
    @ObservedObject var bar: LMKSearchBar
    @FocusState private var isWriting: Bool
    @Environment(\.lmkDesign) private var design

    var body: some View {
        HStack(spacing: 0) {
            Image(systemName: "magnifyingglass").foregroundColor(design.colors.textTertiary).accessibilityHidden(true)
            LMKBlank(design.spacing.iconToText)
            TextField(
                bar.placeholder ?? "",
                text: Binding(
                    get: { MainActor.assumeIsolated { bar.text ?? "" } },
                    set: { text in MainActor.assumeIsolated { bar.write(text) } })
            )
            .focused($isWriting)
            .onSubmit { bar.search() }
            if !(bar.text ?? "").isEmpty {
                Button {
                    bar.write("")
                } label: {
                    Image(systemName: "xmark.circle.fill")
                }
                .buttonStyle(.plain)
                .accessibilityLabel(LMKSearchBar.strings.clearAccessibilityLabel)
            }
            if bar.showsCancelButton {
                Text(" ").accessibilityHidden(true)
                Button(LMKSearchBar.strings.cancel) { bar.cancel() }
                    .buttonStyle(LMKButtonStyle(.ghost(design.colors.primary)))
            }
        }
        .lineLimit(1)
        .frame(minHeight: 16 + max(0, design.layout.searchBarHeight - 36))
        .onChange(of: isWriting) { bar.wrote($1) }
    }
}
