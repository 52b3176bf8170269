import LumiKitUI
import SeamComponents
import SeamWords
import SignalScreens
import TermControls
import TermUI

/// The screen of `seam tui`. It shows a person's keys and the doors that the keys open, with the person's name above,
/// and settings and help.
struct AccessScreen: View {
    let service: any SeamServiceProtocol
    /// LifeSignal, if this machine has it.
    var signal: SignalModel?
    /// The sockets for administrators, if this person may use them.
    var machine: (any MachineLink)?
    /// Whether the person has logged in directly to this screen. A person who has logged in directly can do nothing
    /// else on this machine.
    var isLogin = false

    @State private var isHelp = false
    @State private var isSettings = false
    @State private var isSignal = false
    @State private var isMachine = false
    @Environment(\.exit) private var exit
    @Environment(\.seamLanguage) private var language

    var body: some View {
        KeyFooter(content: screen, always: [quit]).environment(\.footerWords, FooterWords(in: language))
    }

    private var screen: some View {
        VStack(alignment: .leading, spacing: 0) {
            SessionHeader(service: service)
            if let signal { SignalNewsLine(signal, key: "s") }
            SeamAccessView(style: .list)
                .seamUnlocksAtOnce()
                .onSeamDoorOpened { [signal] in signal?.doorOpened() }
                // After somebody has signed out, the screen asks the next person to sign in.
                .seamActivates(false)
                .seamReadsTokenFiles(!isLogin)
                .seamKeyBindings([help, quit, settings] + lifeSignal + administration, leave: [leave] + lifeSignal)
        }
        .filling()
        .environment(\.seamService, service)
        .fullScreenCover(isPresented: $isSignal) {
            if let signal { SignalScreen(signal, bindings: [back, settings, quit]) }
        }
        .sheet(isPresented: $isMachine) { if let machine { MachineView(machine) } }
        .sheet(isPresented: $isHelp) {
            HelpView(hasShell: !isLogin, hasSignal: signal != nil, hasMachine: machine != nil)
        }
        .sheet(isPresented: $isSettings) { SettingsView(service: service, hasSignal: signal?.isSignedIn == true) }
    }

    private var help: KeyBinding { KeyBinding("?", "?", language("help")) { isHelp = true } }

    private var settings: KeyBinding { KeyBinding(",", ",", language("settings")) { isSettings = true } }

    /// The key that shows LifeSignal.
    private var lifeSignal: [KeyBinding] {
        signal == nil ? [] : [KeyBinding("s", "s", "LifeSignal") { isSignal = true }]
    }

    /// The key that shows the machine to administrators.
    private var administration: [KeyBinding] {
        machine == nil ? [] : [KeyBinding("m", "m", language("machine")) { isMachine = true }]
    }

    private var back: KeyBinding { KeyBinding(.escape, "Esc", language("keys")) { isSignal = false } }

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

extension FooterWords {
    /// The words in a language.
    init(in language: SeamLanguage) {
        self.init()
        keys = language("Keys")
        (back, choose, change) = (language("back"), language("choose"), language("change"))
        (next, help, end) = (language("next"), language("help"), language("quit"))
        (enter, controlC) = (language("Enter"), language("Ctrl-C"))
        (on, off, chosen) = (language("on"), language("off"), language("chosen"))
        picture = language("Photo")
        (tap, hold, drag, drop) = (language("tap"), language("hold"), language("drag"), language("drop"))
        (arrows, area) = (language("Arrows"), language("area"))
    }
}
