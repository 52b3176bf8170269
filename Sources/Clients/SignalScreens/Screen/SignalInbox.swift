import LifeSignal
import LumiKitUI
import SeamComponents
import SeamSwiftUI
import SeamWords
import SignalAPI
import TermControls
import TermUI
import Wire

/// The notifications, newest first. Choosing a notification marks it as read, and opens what it is about.
struct SignalInbox: View {
    @ObservedObject var model: SignalModel
    let bindings: [KeyBinding]
    let show: (SignalID) -> Void
    /// The newest notification when the page appeared. Later news do not take the focus.
    @State private var first: SignalID?
    @Environment(\.seamDates) private var dates
    @Environment(\.seamLanguage) private var language

    init(model: SignalModel, bindings: [KeyBinding], show: @escaping (SignalID) -> Void) {
        (self.model, self.bindings, self.show) = (model, bindings, show)
        _first = State(initialValue: model.known.inbox.first?.id)
    }

    var body: some View {
        SignalPageFrame(bindings: own + bindings) {
            if model.known.inbox.isEmpty { Text(verbatim: language("Nothing has happened yet.")) }
            ForEach(model.known.inbox, id: \.id.description) { notification in
                entry(notification, isFirst: notification.id == first)
            }
        }
    }

    private var own: [KeyBinding] {
        guard model.known.unread > 0 else { return [] }
        return [KeyBinding("m", "m", language("mark all as read")) { model.markRead(nil) }]
    }

    private func entry(_ notification: SignalNotification, isFirst: Bool) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            SignalRow(
                title: notification.title,
                state: SignalLine(
                    text: (notification.isRead ? "" : language("new, ")) + dates.moment(Date(notification.at)),
                    tone: notification.isRead ? .plain : .warning),
                isFirst: isFirst
            ) { open(notification) }
            Text(verbatim: notification.message).foregroundColor(LMKColor.textSecondary)
                .padding(.leading, CellMetrics.points(4, along: .horizontal))
        }
        .padding(.bottom, CellMetrics.pointsPerRow)
    }

    private func open(_ notification: SignalNotification) {
        if notification.kind == "drill", let word = notification.word {
            return model.answerDrill(notification.id, word)
        }
        if !notification.isRead { model.markRead(notification.id) }
        if let contact = notification.contact, model.known.contact(contact) != nil { show(contact) }
    }
}

extension SignalModel {
    /// Answers somebody's drill, and marks its notification as read.
    func answerDrill(_ id: SignalID, _ word: String) {
        perform(SeamText("Answer a drill")) { [weak self] source, _ throws(WireError) in
            _ = try await source.answer(DrillAnswer.self, .init(word: word))
            _ = try? await source.answer(NotificationRead.self, .init(notification: id))
            await self?.wasRead(id)
            return SeamText("You have answered the drill.")
        }
    }
}
