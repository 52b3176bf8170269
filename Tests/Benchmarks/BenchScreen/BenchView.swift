import Foundation
import OpenCombine
import TermControls
package import TermUI

/// The view with which the benchmark compares terminal libraries. The screen has 200 by 50 cells, with sixteen cards, a
/// list, a clock and a spinner.
package struct BenchView: View {
    @ObservedObject private var model: BenchModel

    package init(model: BenchModel) { self.model = model }

    private static let spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"]

    package var body: some View {
        VStack(alignment: .leading) {
            HStack {
                Text("Seam").bold().foregroundColor(model.palette.accent)
                Text("Harbour House, Ada Lovelace").foregroundColor(model.palette.faint)
                Spacer()
                Text(Self.clock(model.time)).foregroundColor(model.palette.faint)
                Text(Self.spinner[model.step % Self.spinner.count]).foregroundColor(model.palette.accent)
            }
            Text("")
            HStack(alignment: .top, spacing: 24) {
                List(selection: Binding(get: { model.selected }, set: { model.selected = $0 })) {
                    ForEach(model.rows) { Key(number: $0, palette: model.palette) }
                }
                .indicatorsHidden().frame(columns: 60, rows: 46)
                VStack(alignment: .leading, spacing: 16) {
                    ForEach(0..<4) { row in
                        HStack(spacing: 16) {
                            ForEach(0..<4) { column in Card(number: 4 * row + column, palette: model.palette) }
                        }
                    }
                }
                .frame(rows: 46, alignment: .topLeading)
            }
            Spacer()
            Text("Enter open   Tab detail   / search   r refresh   ? help   q quit")
                .foregroundColor(model.palette.faint)
        }
        .filling()
    }

    private static func clock(_ time: Int) -> String {
        [time / 3600, time / 60 % 60, time % 60].map { String($0 + 100).dropFirst() }.joined(separator: ":")
    }

    private struct Key: View, Equatable {
        let number: Int
        let palette: BenchPalette

        /// Two doors are ready, the next two are out of reach, and so on.
        private var isReady: Bool { number / 2 % 2 == 0 }

        var body: some View {
            HStack(spacing: 0) {
                Text("Key \(number)").frame(columns: 21)
                Text("Harbour House").foregroundColor(palette.faint).frame(columns: 24)
                Text(isReady ? "ready" : "away").foregroundColor(isReady ? palette.good : palette.faint)
            }
            .lineLimit(1)
        }
    }

    private struct Card: View, Equatable {
        let number: Int
        let palette: BenchPalette

        var body: some View {
            Box(palette.accent) {
                VStack(alignment: .leading) {
                    Text("Door \(number)").bold()
                    Text("Harbour House").foregroundColor(palette.faint)
                    Text("\n\nuntil Fri 18:00\n")
                    Text("ready").foregroundColor(palette.good)
                }
                .frame(columns: 28, rows: 9, alignment: .topLeading)
            }
        }
    }
}
