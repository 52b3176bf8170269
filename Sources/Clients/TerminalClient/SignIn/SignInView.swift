import Foundation
import LumiKitUI
import TermUI

/// Nobody is signed in: one field, which does not show what is typed.
struct SignInView: View {
    @ObservedObject var signIn: SignIn

    var body: some View {
        VStack(alignment: .leading, spacing: CellMetrics.pointsPerRow) {
            Text("Nobody is signed in.").bold()
            Text(
                "Paste or scan a client session token, or write the path of a file that has one, and press Enter. "
                    + "Whoever gives you your keys gives you the token. Enter alone goes on with the session that was here before."
            )
            if signIn.isBusy {
                ProgressView("Signing in")
                if let problem = signIn.problem { Text(problem).foregroundColor(LMKColor.warning) }
            } else {
                LMKField(
                    "client session token", text: $signIn.token, state: signIn.problem.map { .error($0) } ?? .normal,
                    isSecure: true)
            }
        }
        .busy(signIn.isBusy)
        .onDisappear { signIn.clear() }
        .onSubmit { signIn.submit() }
        .frame(maxWidth: CellMetrics.points(70, along: .horizontal), alignment: .leading)
        .padding(EdgeInsets(top: CellMetrics.pointsPerRow, leading: 16))
    }
}
