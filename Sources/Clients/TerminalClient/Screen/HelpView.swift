import SeamComponents
import TermUI

/// Every key of the keyboard and what it does.
struct HelpView: View {
    @Environment(\.dismiss) private var dismiss

    private static let keys = [
        ("arrows, j k", "choose a key"), ("Enter", "open its door; also a double click"),
        ("Esc", "cancel, as long as the lock was not told; back"), ("Tab", "all about the key"),
        ("v", "show its code for ten seconds"), ("/", "look for a key by its name or place"),
        ("a", "what was opened, and when"), ("r", "ask the cloud for the keys now"),
        ("g", "cards in place of lines, and back"),
        ("Ctrl-L", "draw the screen anew"), ("Ctrl-Z", "back to the shell; 'fg' comes back"), ("q, Ctrl-C", "end"),
    ]

    var body: some View {
        VStack(alignment: .leading) {
            Text("Keys").bold()
            Text("")
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(Self.keys.indices, id: \.self) { place in
                        HStack(alignment: .top, spacing: 0) {
                            Text(Self.keys[place].0).bold().frame(columns: 14)
                            Text(Self.keys[place].1)
                        }
                    }
                }
            }
            .hugging()
            Text("")
            KeyHints([KeyBinding(.escape, "Esc", "back") { dismiss() }])
        }
        .onKeyPress("?") {
            dismiss()
            return .handled
        }
    }
}
