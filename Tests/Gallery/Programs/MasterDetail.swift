import SwiftUI

struct Contact: Identifiable, Hashable {
    let id: Int
    var name: String
    var phone: String
    var isFavourite = false
}

@Observable
final class Contacts {
    var people = [
        Contact(id: 1, name: "Ada Lovelace", phone: "555-0101", isFavourite: true),
        Contact(id: 2, name: "Ben Franklin", phone: "555-0102"),
        Contact(id: 3, name: "Cleo Patra", phone: "555-0103"),
    ]
}

struct ContactDetail: View {
    @Environment(Contacts.self) private var contacts
    @Binding var contact: Contact
    @State private var isEditing = false
    var body: some View {
        List {
            LabeledContent("Phone", value: contact.phone)
            Toggle("Favourite", isOn: $contact.isFavourite)
            LabeledContent("Others", value: "\(contacts.people.count - 1)")
        }
        .navigationTitle(contact.name)
        .toolbar { ToolbarItem(placement: .primaryAction) { Button("Edit") { isEditing = true } } }
        .sheet(isPresented: $isEditing) {
            ContactEditor(contact: contact) { contact = $0 }.presentationDetents([.medium])
        }
    }
}

struct ContactEditor: View {
    @Environment(\.dismiss) private var dismiss
    @State private var draft: Contact
    private let save: (Contact) -> Void
    init(contact: Contact, save: @escaping (Contact) -> Void) {
        _draft = State(initialValue: contact)
        self.save = save
    }

    var body: some View {
        NavigationStack {
            Form {
                TextField("Name", text: $draft.name)
                TextField("Phone", text: $draft.phone)
            }
            .navigationTitle("Edit contact")
            .toolbar {
                ToolbarItem(placement: .cancellationAction) { Button("Cancel", role: .cancel) { dismiss() } }
                ToolbarItem(placement: .confirmationAction) {
                    Button("Save", action: finish).disabled(draft.name.isEmpty)
                }
            }
        }
    }

    private func finish() {
        save(draft)
        dismiss()
    }
}

/// A list of contacts, and the details of the chosen one.
public struct MasterDetailView: View {
    @State private var contacts = Contacts()
    @State private var selection: Contact.ID?
    @State private var columns = NavigationSplitViewVisibility.automatic
    public init() {}
    public var body: some View {
        NavigationSplitView(columnVisibility: $columns) {
            List(contacts.people, selection: $selection) { person in
                Label(person.name, systemImage: person.isFavourite ? "star.fill" : "person").tag(person.id)
            }
            .navigationTitle("Contacts").navigationSplitViewColumnWidth(min: 160, ideal: 200)
        } detail: {
            if let index = contacts.people.firstIndex(where: { $0.id == selection }) {
                ContactDetail(contact: $contacts.people[index]).id(selection)
            } else {
                ContentUnavailableView("No contact", systemImage: "person.slash")
            }
        }
        .environment(contacts)
    }
}

#Preview { MasterDetailView() }
