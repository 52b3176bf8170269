import SwiftUI

struct TodoItem: Identifiable, Hashable {
    let id = UUID()
    var title: String
    var isDone = false
}

@Observable
final class TodoStore {
    enum Filter: String, CaseIterable { case all = "All", open = "Open", done = "Done" }
    var items = ["Buy milk", "Call Ben", "Water the plants"].map { TodoItem(title: $0) }
    var filter = Filter.all
    var visible: [TodoItem] { items.filter { filter == .all || $0.isDone == (filter == .done) } }
    func toggle(_ item: TodoItem) {
        if let index = items.firstIndex(of: item) { items[index].isDone.toggle() }
    }

    func remove(_ gone: [TodoItem]) { items.removeAll { gone.contains($0) } }
}

struct TodoRow: View {
    let item: TodoItem
    let toggle: () -> Void
    var body: some View {
        Button(action: toggle) {
            HStack {
                Image(systemName: item.isDone ? "checkmark.circle.fill" : "circle")
                    .foregroundStyle(item.isDone ? .green : .secondary)
                Text(item.title).strikethrough(item.isDone)
                Spacer()
            }
        }
        .buttonStyle(.plain).accessibilityLabel("\(item.title), \(item.isDone ? "done" : "open")")
    }
}

/// A list of tasks.
public struct TodoListView: View {
    @State private var store = TodoStore()
    @State private var newTitle = ""
    @FocusState private var isWriting: Bool
    public init() {}
    public var body: some View {
        NavigationStack {
            List {
                HStack {
                    TextField("New task", text: $newTitle).focused($isWriting).onSubmit(add)
                    Button("Add", systemImage: "plus", action: add).disabled(newTitle.isEmpty)
                }
                Section("\(store.items.filter { !$0.isDone }.count) left") {
                    ForEach(store.visible) { item in
                        TodoRow(item: item) { withAnimation { store.toggle(item) } }
                            .contextMenu {
                                Button("Duplicate") { store.items.append(TodoItem(title: item.title)) }
                                Button("Delete", role: .destructive) { store.remove([item]) }
                            }
                    }
                    .onDelete { store.remove($0.map { store.visible[$0] }) }
                    .onMove { store.items.move(fromOffsets: $0, toOffset: $1) }
                }
            }
            .listStyle(.insetGrouped)
            .overlay {
                if store.visible.isEmpty {
                    ContentUnavailableView("Nothing here", systemImage: "tray", description: Text("Add a task."))
                }
            }
            .navigationTitle("To do")
            .toolbar {
                ToolbarItem(placement: .topBarLeading) { EditButton() }
                ToolbarItem(placement: .bottomBar) {
                    Picker("Filter", selection: $store.filter) {
                        ForEach(TodoStore.Filter.allCases, id: \.self) { Text($0.rawValue) }
                    }
                    .pickerStyle(.segmented)
                }
            }
        }
    }

    private func add() {
        guard !newTitle.isEmpty else { return }
        store.items.append(TodoItem(title: newTitle))
        (newTitle, isWriting) = ("", true)
    }
}

#Preview { TodoListView() }
