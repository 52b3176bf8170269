import Foundation
public import SeamSwiftUI

/// Lists and forms, in 80 × 40 cells.
public struct ListsPage: View {
    struct Door: Identifiable {
        let id: String
        var inner: [Door]?
    }

    @State private var items = ["Front door", "Gym", "Garage"]
    @State private var selected: String?
    @State private var marked: Set<Int> = [1]
    @State private var isOpen = true
    @State private var name = "Ada"
    @State private var last = "nothing yet"

    private let doors = [Door(id: "House", inner: [Door(id: "Kitchen"), Door(id: "Attic")]), Door(id: "Shed")]

    /// The page.
    public init() {}

    /// Two columns of lists.
    public var body: some View {
        HStack(alignment: .top, spacing: 16) {
            VStack(alignment: .leading) {
                editable.frame(height: 144)
                Text("Last: \(last)").foregroundStyle(.secondary)
                List(0..<3, selection: $marked) { Text("Mark \($0)") }.frame(height: 48)
                List(doors, children: \.inner) { Text($0.id) }.frame(height: 64)
                DisclosureGroup("More", isExpanded: $isOpen) { Text("What was hidden.") }
                GroupBox("Box") { Text("In a box") }
                Spacer()
            }
            .frame(width: 300)
            VStack(alignment: .leading) {
                form.frame(height: 240)
                styled.frame(height: 96)
                ContentUnavailableView(
                    "No keys", systemImage: "key", description: Text("Ask the owner for one.")
                )
                .frame(height: 48)
                ContentUnavailableView.search(text: "gate").frame(height: 48)
                ContentUnavailableView {
                    Text("Own label")
                } actions: {
                    Button("Try again") { last = "tried again" }
                }
                .frame(height: 48)
            }
        }
    }

    private var editable: some View {
        List(selection: $selected) {
            Section {
                ForEach(items, id: \.self) { item in
                    Text(item).badge(item.count)
                        .contextMenu { Button("Open") { last = "opened \(item)" } }
                        .swipeActions(edge: .leading, allowsFullSwipe: false) {
                            Button("Hide", role: .destructive) { last = "hid \(item)" }
                        }
                        .deleteDisabled(item == "Gym").moveDisabled(item == "Gym")
                }
                .onDelete { items.remove(atOffsets: $0) }
                .onMove { items.move(fromOffsets: $0, toOffset: $1) }
            } header: {
                Text("Doors")
            } footer: {
                Text("Delete removes, Alt-Up and Alt-Down move, m opens.")
            }
            .headerProminence(.increased)
        }
        .listStyle(.insetGrouped)
        .scrollContentBackground(.hidden)
        .scrollIndicators(.hidden)
    }

    private var form: some View {
        Form {
            Section("Person") { TextField("Name", text: $name) }
            Section {
                Button("Save") { last = "saved \(name)" }
                Button("Remove", role: .destructive) { last = "removed" }
            } footer: {
                Text("The arrows go from control to control.")
            }
            Section("Advanced", isExpanded: $isOpen) { Text("Shown while it is open.") }
        }
        .formStyle(.grouped)
        .scrollDismissesKeyboard(.interactively)
    }

    private var styled: some View {
        List {
            Text("Red row").listRowBackground(Color.red)
            Text("Inset row").listRowInsets(EdgeInsets(top: 0, leading: 48, bottom: 0, trailing: 0))
                .listRowSeparator(.hidden).listRowSeparatorTint(.blue)
            Text("Badge row").badge(Text("new")).selectionDisabled()
            OutlineGroup(doors, children: \.inner) { Text($0.id) }
        }
        .listStyle(PlainListStyle())
        .listRowSpacing(8).listSectionSpacing(.compact).listItemTint(.green)
        .scrollDisabled(false).scrollBounceBehavior(.basedOnSize)
    }
}
