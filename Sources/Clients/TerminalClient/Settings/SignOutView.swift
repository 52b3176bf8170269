import LumiKitUI
import SeamComponents
import SeamWords
import TermControls
import TermUI

/// Asks before a person signs out. After that, the screen asks the next person to sign in.
struct SignOutView: View {
    let service: any SeamServiceProtocol
    let hasSignal: Bool
    @State private var isLeaving = false
    @Environment(\.dismiss) private var dismiss
    @Environment(\.seamLanguage) private var language

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: language("Sign out?")).bold()
            Text(
                verbatim: language(
                    "Your keys disappear from this screen. They stay sealed on this machine until you sign in again."))
            if hasSignal {
                Text(verbatim: language("You stay signed in to LifeSignal, which has its own settings."))
                    .foregroundColor(LMKColor.warning)
            }
            Text(verbatim: "")
            Button(language("Stay signed in")) { dismiss() }.focusedAtFirst()
            Button(language("Sign out")) { leave(erases: false) }
            Button(language("Sign out, and erase the keys from this machine")) { leave(erases: true) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .busy(isLeaving)
    }

    private func leave(erases: Bool) {
        guard !isLeaving else { return }
        isLeaving = true
        Task { [service, dismiss] in
            await service.deactivate(deintegrate: erases)
            dismiss()
        }
    }
}
