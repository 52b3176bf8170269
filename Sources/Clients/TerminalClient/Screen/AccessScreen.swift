import LumiKitUI
import SeamComponents
import SeamWords
import TermControls
import TermUI

/// The screen of `seam tui`. It shows a person's keys and the doors that the keys open, with the person's name above,
/// and settings and help.
struct AccessScreen: View {
    let service: any SeamServiceProtocol
    /// Whether the person has logged in directly to this screen. A person who has logged in directly can do nothing
    /// else on this machine.
    var isLogin = false

    @State private var isHelp = false
    @State private var isSettings = false
    @Environment(\.exit) private var exit
    @Environment(\.seamLanguage) private var language

    var body: some View {
        KeyFooter(content: screen, always: [quit]).environment(\.footerWords, words)
    }

    private var screen: some View {
        VStack(alignment: .leading, spacing: 0) {
            SessionHeader(service: service)
            SeamAccessView(style: .list)
                .seamUnlocksAtOnce()
                // After somebody has signed out, the screen asks the next person to sign in.
                .seamActivates(false)
                .seamReadsTokenFiles(!isLogin)
                .seamKeyBindings([help, quit, settings], leave: [leave])
        }
        .filling()
        .environment(\.seamService, service)
        .sheet(isPresented: $isHelp) { HelpView(hasShell: !isLogin) }
        .sheet(isPresented: $isSettings) { SettingsView() }
    }

    private var words: FooterWords {
        var words = FooterWords()
        words.keys = language("Keys")
        (words.back, words.choose, words.change) = (language("back"), language("choose"), language("change"))
        (words.next, words.help, words.end) = (language("next"), language("help"), language("quit"))
        (words.enter, words.controlC) = (language("Enter"), language("Ctrl-C"))
        (words.on, words.off, words.chosen) = (language("on"), language("off"), language("chosen"))
        words.picture = language("Photo")
        return words
    }

    private var help: KeyBinding { KeyBinding("?", "?", language("help")) { isHelp = true } }

    private var settings: KeyBinding { KeyBinding(",", ",", language("settings")) { isSettings = true } }

    private var quit: KeyBinding {
        let exit = exit
        return KeyBinding("q", "q", language("quit")) { exit(0) }
    }

    /// The key that ends the program while typed characters go into a field.
    private var leave: KeyBinding {
        let exit = exit
        return KeyBinding([], language("Ctrl-C"), language("quit")) { exit(0) }
    }
}
