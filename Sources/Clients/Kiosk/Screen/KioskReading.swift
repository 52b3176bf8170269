import LumiKitUI
import SeamSwiftUI
import TermUI

/// The text for people who do not see the screen. The text describes the latest event, or the focused control. The
/// cursor is in its first line, so that a braille display shows the line and a speech synthesizer reads it. Frames,
/// columns and dots are for everyone else.
struct KioskReading: View {
    let model: KioskModel
    var body: some View {
        // The line keeps its row even without words.
        Text(verbatim: model.reading.isEmpty ? " " : model.reading)
            .lineLimit(3)
            .foregroundColor(LMKColor.textSecondary)
            .cursor()
            .accessibilityHidden(true)
    }
}

extension View {
    /// Makes the kiosk read `words` aloud while the view has the focus.
    func readsFocus(_ words: String) -> some View { modifier(ReadsFocus(words: words)) }
}

private struct ReadsFocus: ViewModifier {
    let words: String
    @FocusState private var isHere: Bool

    func body(content: Content) -> some View { content.focused($isHere).reads(words, if: isHere) }
}

extension View {
    /// Makes the kiosk read `words` aloud when `isFocused` becomes true.
    func reads(_ words: String, if isFocused: Bool) -> some View {
        modifier(Reads(words: words, isFocused: isFocused))
    }
}

private struct Reads: ViewModifier {
    let words: String
    let isFocused: Bool
    @Environment(\.kioskModel) private var model

    func body(content: Content) -> some View {
        content.onChange(of: isFocused) { if isFocused { model?.focused(words) } }
    }
}

extension EnvironmentValues {
    /// The model, for views that report to the model but show no data of the model.
    @Entry var kioskModel: KioskModel? = nil
}
