import SeamComponents
import SignalScreens
import TermControls
import TermUI

/// The screen of `seam tui --signal`. While somebody signs in, the last line names the keys.
struct SignalDesk: View {
    @ObservedObject var model: SignalModel
    @Environment(\.seamLanguage) private var language

    var body: some View {
        if model.isSignedIn {
            SignalDeskScreen(model)
        } else {
            KeyFooter(content: SignalDeskScreen(model)).environment(\.footerWords, FooterWords(in: language))
        }
    }
}
