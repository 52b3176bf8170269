import Foundation
import LumiKitUI
import SeamComponents
import SeamWords
import TermControls
import TermUI

/// The screen of a login. An unused login ends by itself. The warning is in front of everything, so that people who are
/// reading a page also see it.
struct LoginScreen<Content: View>: View {
    @StateObject private var idle: LoginIdle
    private let content: Content
    @Environment(\.exit) private var exit

    init(_ idle: LoginIdle, @ViewBuilder content: () -> Content) {
        _idle = StateObject(wrappedValue: idle)
        self.content = content()
    }

    var body: some View {
        content
            .background { timer }
            .sheet(isPresented: Binding(get: { idle.warnedUntil != nil }, set: { if !$0 { _ = idle.touched() } })) {
                if let end = idle.warnedUntil { LoginWarning(end: end, now: idle.now) }
            }
    }

    private var timer: some View {
        let (idle, exit, wake) = (idle, exit, idle.wake)
        return Text(verbatim: "").accessibilityHidden(true)
            .after(wake.at.map { $0 - idle.now() } ?? .seconds(86_400), id: wake.number) {
                if idle.passed() { exit(0) }
            }
    }
}

/// A warning that the login is about to end, with the advice on how to postpone the end.
private struct LoginWarning: View {
    let end: ContinuousClock.Instant
    let now: () -> ContinuousClock.Instant
    @Environment(\.seamLanguage) private var language

    var body: some View {
        TimelineView(every: .seconds(1)) { _ in
            let left = max(0, (end - now()) / .seconds(1)).rounded(.up)
            Text(verbatim: language("Ends by itself in %@ s. Press any key to stay.", "\(Int(left))"))
                .bold().foregroundColor(LMKColor.warning)
        }
        // In line mode, the warning is printed once, and it names the key Enter, because a line ends with Enter.
        .accessibilityLabel(
            language("Ends by itself in %@ s.", "\(IdleLimit.notice.components.seconds)") + " "
                + language("Press Enter") + ".")
    }
}
