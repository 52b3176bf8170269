import LumiKitUI
import SeamSwiftUI
import TermControls
import TermUI

/// A button for fingers. The button has three rows in a frame, or one row on a low screen. The focused button is bold
/// and marked with `>`, even without colours, and is read aloud.
struct KioskButton: View {
    private let title: String
    private let columns: Int
    private let spoken: String?
    private let action: () -> Void
    @FocusState private var isFocused: Bool
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.kioskRoom) private var room

    /// Creates a button. `columns` includes the frame, and `spoken` is the text for people who do not see the screen.
    init(_ title: String, columns: Int, spoken: String? = nil, action: @escaping () -> Void) {
        (self.title, self.columns, self.spoken, self.action) = (title, columns, spoken, action)
    }

    var body: some View {
        Button(action: action) {
            if room.isLow {
                // The frame's columns are enough for the brackets.
                words("\(isFocused ? ">" : "[")\(title)\(isFocused ? "<" : "]")")
            } else {
                words((isFocused ? "> " : "  ") + title)
                    .frame(columns: columns - 2, rows: 1)
                    .lmk_applyBorder(color: isFocused ? LMKColor.primary : LMKColor.textSecondary, cornerRadius: 4)
            }
        }
        .buttonStyle(.plain)
        .focused($isFocused)
        .accessibilityLabel(spoken ?? title)
        .reads(spoken ?? title, if: isFocused)
    }

    private func words(_ text: String) -> some View {
        Text(verbatim: text)
            .lineLimit(1)
            .fontWeight(isFocused ? .bold : .regular)
            .foregroundColor(isEnabled ? LMKColor.textPrimary : LMKColor.textSecondary)
    }
}
