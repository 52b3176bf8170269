import SwiftUI

struct Mail: Identifiable, Hashable {
    let id: Int
    let sender: String
    let subject: String
    var isRead = false
    var isFlagged = false
    var read: Mail { Mail(id: id, sender: sender, subject: subject, isRead: true, isFlagged: isFlagged) }
}

final class Mailbox: ObservableObject {
    @Published var mails = [
        Mail(id: 1, sender: "Ada", subject: "Notes on the engine"),
        Mail(id: 2, sender: "Ben", subject: "Kites", isRead: true),
        Mail(id: 3, sender: "Cleo", subject: "Invitation"),
    ]
    @Published var sent: [String] = []
    var unread: Int { mails.filter { !$0.isRead }.count }
    func mark(_ mail: Mail) { mails = mails.map { $0.id == mail.id ? $0.read : $0 } }
    @MainActor func fetch() async {
        await Task.yield()
        mails.insert(Mail(id: 4, sender: "Dora", subject: "News"), at: 0)
    }
}

struct MailRow: View {
    let mail: Mail
    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Circle().fill(mail.isRead ? .clear : .blue).frame(width: 8, height: 8).accessibilityHidden(true)
            VStack(alignment: .leading) {
                Text(mail.sender).font(.headline)
                Text(mail.subject).font(.subheadline).foregroundStyle(.secondary)
            }
            Spacer()
            if mail.isFlagged { Image(systemName: "flag.fill").foregroundStyle(.orange) }
        }
    }
}

struct Composer: View {
    @EnvironmentObject private var mailbox: Mailbox
    @Environment(\.dismiss) private var dismiss
    @State private var recipient = ""
    @State private var text = ""
    var body: some View {
        NavigationView {
            VStack {
                TextField("To", text: $recipient)
                TextEditor(text: $text).frame(minHeight: 80)
            }
            .navigationTitle("New message")
            .navigationBarItems(
                leading: Button("Cancel") { dismiss() },
                trailing: Button("Send") { send() }.disabled(recipient.isEmpty))
        }
        .interactiveDismissDisabled(!text.isEmpty)
    }

    private func send() {
        mailbox.sent.append(recipient)
        dismiss()
    }
}

struct MailList: View {
    @EnvironmentObject private var mailbox: Mailbox
    @State private var search = ""
    @State private var isComposing = false
    var body: some View {
        NavigationStack {
            List {
                ForEach($mailbox.mails.filter { search.isEmpty || $0.wrappedValue.sender.contains(search) }) { $mail in
                    NavigationLink(value: mail) { MailRow(mail: mail) }
                        .swipeActions(edge: .trailing, allowsFullSwipe: true) {
                            Button("Delete", systemImage: "trash", role: .destructive) {
                                mailbox.mails.removeAll { $0.id == mail.id }
                            }
                            Button("Flag") { mail.isFlagged.toggle() }.tint(.orange)
                        }
                        .swipeActions(edge: .leading) { Button("Read or not") { mail.isRead.toggle() } }
                }
            }
            .listStyle(.plain).refreshable { await mailbox.fetch() }.searchable(text: $search).navigationTitle("Inbox")
            .navigationDestination(for: Mail.self) { mail in
                Text("From \(mail.sender)").font(.title3)
                    .navigationTitle(mail.sender).onAppear { mailbox.mark(mail) }
            }
            .toolbar {
                ToolbarItem(placement: .primaryAction) {
                    Button("Compose", systemImage: "square.and.pencil") { isComposing.toggle() }
                }
                ToolbarItem(placement: .status) { Text("\(mailbox.unread) unread").font(.footnote) }
            }
            .sheet(isPresented: $isComposing) { Composer() }
        }
    }
}

/// An inbox with messages.
public struct InboxView: View {
    @StateObject private var mailbox = Mailbox()
    @State private var tab = 0
    public init() {}
    public var body: some View {
        TabView(selection: $tab) {
            MailList().tabItem { Label("Inbox", systemImage: "tray") }.badge(mailbox.unread).tag(0)
            List(mailbox.sent, id: \.self) { Text("To \($0)") }
                .overlay { if mailbox.sent.isEmpty { Text("Nothing sent") } }
                .tabItem { Label("Sent", systemImage: "paperplane") }.tag(1)
        }
        .environmentObject(mailbox)
    }
}

#Preview { InboxView() }
