import LumiKitUI
import SeamComponents
import TermUI

/// The screen of `seam tui`: a person's keys and the doors they open, with who it is above, and help.
struct AccessScreen: View {
    let service: any SeamServiceProtocol

    @State private var isHelp = false
    @Environment(\.exit) private var exit

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            SessionHeader(service: service)
            SeamAccessView(style: .list)
                .seamUnlocksAtOnce()
                .seamKeyBindings([help, quit], leave: [leave])
        }
        .filling()
        .environment(\.seamService, service)
        .sheet(isPresented: $isHelp) { HelpView() }
    }

    private var help: KeyBinding { KeyBinding("?", "?", "help") { isHelp = true } }

    private var quit: KeyBinding {
        let exit = exit
        return KeyBinding("q", "q", "quit") { exit(0) }
    }

    /// The way out while typed characters go into a field.
    private var leave: KeyBinding {
        let exit = exit
        return KeyBinding([], "Ctrl-C", "quit") { exit(0) }
    }
}
