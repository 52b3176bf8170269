import LumiKitUI
import SeamSwiftUI
import TermUI

/// The text for people who do not see the screen: the latest event, or the focused control. The cursor is here, so that
/// a braille display shows this line and a speech synthesizer reads it. Frames, columns and dots are for everyone else.
struct KioskReading: View {
    let model: KioskModel

    var body: some View {
        // The line takes its place even without words.
        Text(verbatim: model.reading.isEmpty ? " " : model.reading)
            .lineLimit(1)
            .foregroundColor(LMKColor.textSecondary)
            .cursor()
            .accessibilityHidden(true)
    }
}

extension View {
    /// While the view has the focus, `words` are read aloud.
    func readsFocus(_ words: String) -> some View { modifier(ReadsFocus(words: words)) }
}

private struct ReadsFocus: ViewModifier {
    let words: String
    @FocusState private var isHere: Bool

    func body(content: Content) -> some View { content.focused($isHere).reads(words, if: isHere) }
}

extension View {
    /// `words` are read aloud when `isFocused` becomes true.
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
    /// The model, for views that report to it and show nothing of it.
    @Entry var kioskModel: KioskModel? = nil
}
