import SeamComponents
import SeamWords
import TermControls
import TermUI

/// A view that lists every key of the keyboard, with the key's action.
struct HelpView: View {
    /// Whether the program was started from a shell to which Ctrl-Z can return.
    let hasShell: Bool
    /// Whether this machine has LifeSignal.
    var hasSignal = false
    /// Whether the person may use the sockets for administrators.
    var hasMachine = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamLanguage) private var language

    private typealias Key = (name: String, action: String)

    private var keys: [Key] {
        var keys: [Key] = [
            (language("arrows, j k"), language("choose a key")),
            (language("Enter"), language("open its door; also a double click")),
            ("Esc", language("cancel while it is still possible; go back")),
            ("Tab", language("all about the key")), ("v", language("show its code for ten seconds")),
            ("/", language("look for a key by its name or place")), ("a", language("what was opened, and when")),
            ("r", language("ask the cloud for the keys now")),
            ("g", language("cards instead of lines, and back")),
            (",", language("colours, spacing and language")),
        ]
        if hasSignal { keys.append(("s", language("LifeSignal: check in, and look out for others"))) }
        if hasMachine { keys.append(("m", language("this machine: its daemons, locks and keys for others"))) }
        keys.append((language("Ctrl-L"), language("draw the screen again")))
        if hasShell { keys.append((language("Ctrl-Z"), language("back to the shell; 'fg' returns here"))) }
        keys.append((language("q, Ctrl-C"), language("end")))
        return keys
    }

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: language("Keys")).bold()
            Text(verbatim: "")
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(keys, id: \.name) { key in
                        HStack(alignment: .top, spacing: 0) {
                            Text(verbatim: key.name).bold().frame(columns: 14)
                            Text(verbatim: key.action)
                        }
                    }
                }
            }
            .hugging()
        }
        .onKeyPress("?") {
            dismiss()
            return .handled
        }
    }
}
