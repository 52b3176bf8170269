import SwiftUI

struct Element: Identifiable {
    let number: Int
    let name: String
    let symbol: String
    let mass: Double
    var id: Int { number }
}

@Observable
final class ElementTable {
    var search = ""
    var order = [KeyPathComparator(\Element.number)]
    var selection = Set<Element.ID>()
    private let all = [
        Element(number: 1, name: "Hydrogen", symbol: "H", mass: 1.008),
        Element(number: 2, name: "Helium", symbol: "He", mass: 4.0026),
        Element(number: 6, name: "Carbon", symbol: "C", mass: 12.011),
        Element(number: 8, name: "Oxygen", symbol: "O", mass: 15.999),
        Element(number: 79, name: "Gold", symbol: "Au", mass: 196.97),
    ]

    var visible: [Element] {
        let found = search.isEmpty ? all : all.filter { $0.name.localizedCaseInsensitiveContains(search) }
        return found.sorted(using: order)
    }

    var summary: String {
        let names = all.filter { selection.contains($0.id) }.map(\.name)
        return names.isEmpty ? "Nothing selected" : names.formatted(.list(type: .and))
    }
}

/// A table that can be searched and sorted.
public struct SearchableTableView: View {
    @State private var table = ElementTable()
    @State private var copied: String?
    public init() {}
    public var body: some View {
        NavigationStack {
            VStack(alignment: .leading) {
                Table(table.visible, selection: $table.selection, sortOrder: $table.order) {
                    TableColumn("No.", value: \.number) { Text("\($0.number)").monospacedDigit() }.width(48)
                    TableColumn("Name", value: \.name)
                    TableColumn("Symbol") { Text($0.symbol).fontWeight(.semibold) }.width(min: 40, ideal: 60)
                    TableColumn("Mass", value: \.mass) {
                        Text($0.mass, format: .number.precision(.fractionLength(2)))
                    }
                }
                .overlay { if table.visible.isEmpty { ContentUnavailableView.search(text: table.search) } }
                HStack {
                    Text(table.summary).lineLimit(1).truncationMode(.tail)
                    Spacer()
                    if let copied { Text("Copied \(copied)").foregroundStyle(.secondary) }
                }
            }
            .navigationTitle("Elements").searchable(text: $table.search, prompt: "Name")
            .toolbar {
                Button("Clear") { table.selection = [] }.keyboardShortcut("k").disabled(table.selection.isEmpty)
                Menu("Sort") {
                    Button("By name") { table.order = [KeyPathComparator(\Element.name)] }
                    Button("Heaviest first") { table.order = [KeyPathComparator(\Element.mass, order: .reverse)] }
                }
            }
            .onChange(of: table.selection) { old, new in
                copied = new.subtracting(old).isEmpty ? nil : "\(new.count)"
            }
        }
    }
}

#Preview { SearchableTableView() }
