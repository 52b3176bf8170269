import Foundation
import OpenCombine
import TermCore
import TermUI

/// The screen by which terminal libraries are compared, made of views: 200 by 50, sixteen cards, a list, a clock and a spinner.
@MainActor final class BenchModel: ObservableObject {
    @Published var step = 0
    @Published var clock = "12:34:56"
    @Published var selected: Int? = 3
    @Published var accent = Color(.rgb(0x4F, 0x8C, 0xFF))
    let rows: Range<Int>

    init(rows: Int) { self.rows = 0..<rows }
}

struct BenchView: View {
    @ObservedObject var model: BenchModel

    private static let faint = Color(.rgb(0x8A, 0x8F, 0x98))
    private static let good = Color(.rgb(0x3F, 0xB9, 0x50))
    private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"]

    var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Text("Seam").bold().foregroundColor(model.accent)
                Text("Harbour House, Ada Lovelace").foregroundColor(Self.faint)
                Spacer()
                Text(model.clock)
                Text(Self.spinner[model.step % Self.spinner.count]).foregroundColor(model.accent)
            }
            Text("")
            HStack(alignment: .top, spacing: 24) {
                List(selection: Binding(get: { model.selected }, set: { model.selected = $0 })) {
                    ForEach(model.rows) { Key(number: $0) }
                }
                .indicatorsHidden().frame(columns: 60, rows: 46)
                VStack(alignment: .leading, spacing: 16) {
                    ForEach(0..<4) { row in
                        HStack(spacing: 16) {
                            ForEach(0..<4) { column in Card(number: 4 * row + column, accent: model.accent) }
                        }
                    }
                }
                .frame(rows: 46, alignment: .topLeading)
            }
            Spacer()
            Text("Enter open   Tab detail   / search   r refresh   ? help   q quit").foregroundColor(Self.faint)
        }
        .filling()
    }

    private struct Key: View, Equatable {
        let number: Int

        var body: some View {
            HStack(spacing: 0) {
                Text("Key \(number)").frame(columns: 21)
                Text("Harbour House").foregroundColor(BenchView.faint).frame(columns: 24)
                Text("ready").foregroundColor(BenchView.good)
            }
            .lineLimit(1)
        }
    }

    private struct Card: View, Equatable {
        let number: Int
        let accent: Color

        var body: some View {
            Box(accent) {
                VStack(alignment: .leading) {
                    Text("Door \(number)").bold()
                    Text("Harbour House").foregroundColor(BenchView.faint)
                    Text("\n\nuntil Fri 18:00\n")
                    Text("ready").foregroundColor(BenchView.good)
                }
                .frame(columns: 28, rows: 9, alignment: .topLeading)
            }
        }
    }
}
