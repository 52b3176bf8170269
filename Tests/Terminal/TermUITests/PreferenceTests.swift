import Foundation
import TermCore
import TermUI
import Testing

/// Tests the values and positions that views report to the views around them.
@MainActor @Suite struct PreferenceTests {
    private enum Widest: PreferenceKey {
        static let defaultValue: CGFloat = 0
        static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
    }

    private enum Names: PreferenceKey {
        static let defaultValue: [String] = []
        static func reduce(value: inout [String], nextValue: () -> [String]) { value += nextValue() }
    }

    @Test("preference: values go up in their order and are told once") func valuesGoUpInTheirOrderAndAreToldOnce() {
        final class Log { var told: [[String]] = [] }
        struct Telling: View {
            let log: Log
            @State var hasThird = false
            @State var shown: [String] = []
            var body: some View {
                VStack {
                    Text("told \(shown.joined(separator: " "))")
                    HStack {
                        Text("a").preference(key: Names.self, value: ["a"])
                        Text("b").preference(key: Names.self, value: ["inner"])
                            .preference(key: Names.self, value: ["b"])
                        if hasThird { Text("c").preference(key: Names.self, value: ["c"]) }
                    }
                    .transformPreference(Names.self) { $0.append("end") }
                }
                .onPreferenceChange(Names.self) { names in
                    log.told.append(names)
                    shown = names
                }
                .onKeyPress("t") {
                    hasThird.toggle()
                    return .handled
                }
            }
        }
        let log = Log()
        let pilot = Pilot(Telling(log: log), columns: 30, rows: 4)
        #expect(pilot.shows("told a b end") && log.told == [["a", "b", "end"]])
        pilot.press("t", "x")
        #expect(pilot.shows("told a b c end") && log.told.count == 2)
        pilot.press("t")
        #expect(pilot.shows("told a b end") && log.told.count == 3)
    }

    @Test("preference: a width that was measured is given to all") func aWidthThatWasMeasuredIsGivenToAll() {
        struct Even: View {
            @State var width: CGFloat?
            var body: some View {
                VStack(alignment: .leading) {
                    ForEach(["a", "longest", "mid"], id: \.self) { word in
                        Text(word)
                            .background {
                                GeometryReader { Color.clear.preference(key: Widest.self, value: $0.size.width) }
                            }
                            .frame(width: width, alignment: .trailing)
                    }
                }
                .onPreferenceChange(Widest.self) { width = $0 }
            }
        }
        let pilot = Pilot(Even(), columns: 7, rows: 3)
        #expect(pilot.lines == ["      a", "longest", "    mid"])
    }

    private enum Marked: PreferenceKey {
        static var defaultValue: Anchor<CGRect>? { nil }
        static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) {
            value = value ?? nextValue()
        }
    }

    @Test("preference: a mark stands where an anchor is") func aMarkStandsWhereAnAnchorIs() {
        struct Marking: View {
            @State var chosen = 1
            var body: some View {
                VStack(alignment: .leading) {
                    ForEach(0..<3) { row in
                        Text("row \(row)").padding(.leading, 16).anchorPreference(key: Marked.self, value: .bounds) {
                            row == chosen ? $0 : nil
                        }
                    }
                }
                .overlayPreferenceValue(Marked.self) { anchor in
                    GeometryReader { proxy in
                        let y = anchor.map { proxy[$0].minY } ?? 0
                        Text("*").offset(y: y)
                    }
                }
                .onKeyPress("d") {
                    chosen += 1
                    return .handled
                }
            }
        }
        let pilot = Pilot(Marking(), columns: 7, rows: 3)
        #expect(pilot.lines == ["  row 0", "* row 1", "  row 2"])
        pilot.press("d")
        #expect(pilot.lines == ["  row 0", "  row 1", "* row 2"])
    }

    @Test("preference: a place is told in each space") func aPlaceIsToldInEachSpace() {
        struct Asking: View {
            @State var told = CGRect.zero
            var body: some View {
                VStack(alignment: .leading, spacing: 0) {
                    Text("head \(Int(told.minX)),\(Int(told.minY))")
                    VStack(alignment: .leading) {
                        Text("above")
                        GeometryReader { proxy in
                            let (all, inner) = (proxy.frame(in: .global), proxy.frame(in: .named("box")))
                            Text("\(Int(all.minX)),\(Int(all.minY)) \(Int(inner.minX)),\(Int(inner.minY))")
                        }
                        .padding(.leading, 24)
                    }
                    .coordinateSpace(name: "box")
                    .padding(.leading, 8)
                    Text("last").onGeometryChange(for: CGRect.self) {
                        $0.frame(in: .global)
                    } action: {
                        told = $0
                    }
                }
            }
        }
        let pilot = Pilot(Asking(), columns: 20, rows: 6)
        #expect(pilot.shows("32,32 24,16") && pilot.shows("head 0,80"), "\(pilot.text)")
        pilot.resize(columns: 20, rows: 8)
        #expect(pilot.shows("head 0,112"))
    }

    /// A view that reports a different value each time does not stop the program.
    @Test("preference: a value that never settles comes to an end") func aValueThatNeverSettlesComesToAnEnd() {
        struct Restless: View {
            @State var count = 0
            var body: some View {
                Text("n").preference(key: Widest.self, value: CGFloat(count)).onPreferenceChange(Widest.self) {
                    count = Int($0) + 1
                }
            }
        }
        let pilot = Pilot(Restless(), columns: 5, rows: 1)
        #expect(pilot.shows("n"))
    }
}
