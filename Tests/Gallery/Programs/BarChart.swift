import SwiftUI

struct Measure: Identifiable, Equatable {
    let label: String
    let value: Double
    var id: String { label }
}

final class ChartData: ObservableObject {
    enum Span: String, CaseIterable { case week = "Week", year = "Year" }
    @Published var span = Span.week
    @Published var selected: Measure.ID?
    var measures: [Measure] {
        let week = zip(["Mon", "Tue", "Wed", "Thu", "Fri"], [3.0, 7, 5, 9, 4])
        let year = zip(["Q1", "Q2", "Q3", "Q4"], [40.0, 25, 60, 35])
        return (span == .week ? week : year).map { Measure(label: $0, value: $1) }
    }

    var peak: Double { measures.map(\.value).max() ?? 1 }
    var average: Double { measures.map(\.value).reduce(0, +) / Double(max(1, measures.count)) }
}

struct DashLine: Shape {
    var level: CGFloat
    func path(in rect: CGRect) -> Path {
        Path { path in
            let y = rect.maxY - rect.height * level
            path.move(to: CGPoint(x: rect.minX, y: y))
            path.addLine(to: CGPoint(x: rect.maxX, y: y))
        }
    }
}

struct Bar: View {
    let share: Double
    let isSelected: Bool
    private var colors: [Color] { isSelected ? [.yellow, .orange] : [.cyan, .blue] }
    var body: some View {
        GeometryReader { proxy in
            VStack(spacing: 0) {
                Spacer(minLength: 0)
                RoundedRectangle(cornerRadius: 4)
                    .fill(LinearGradient(colors: colors, startPoint: .top, endPoint: .bottom))
                    .frame(height: max(1, proxy.size.height * share))
            }
        }
        .frame(minWidth: 24).accessibilityHidden(true)
    }
}

/// A chart of bars.
public struct BarChartView: View {
    @ObservedObject private var data = ChartData()
    @Namespace private var labels
    public init() {}
    public var body: some View {
        VStack(alignment: .leading) {
            Text("Steps").font(.title2.weight(.semibold))
            Picker("Span", selection: $data.span) {
                ForEach(ChartData.Span.allCases, id: \.self) { Text($0.rawValue).tag($0) }
            }
            .pickerStyle(SegmentedPickerStyle())
            HStack(alignment: .bottom, spacing: 8) {
                ForEach(data.measures) { measure in
                    VStack {
                        Bar(share: measure.value / data.peak, isSelected: data.selected == measure.id)
                        Button(measure.label) {
                            withAnimation(.spring(response: 0.3, dampingFraction: 0.7)) { data.selected = measure.id }
                        }
                        .font(.caption)
                    }
                }
            }
            .frame(height: 160)
            .overlay(DashLine(level: data.average / data.peak).stroke(Color.red, style: StrokeStyle(dash: [4])))
            if let measure = data.measures.first(where: { $0.id == data.selected }) {
                Text("\(measure.label): \(Int(measure.value)) thousand").matchedGeometryEffect(id: 1, in: labels)
            } else {
                Text("Average \(data.average, specifier: "%.1f")").foregroundStyle(.secondary)
            }
        }
        .padding().onChange(of: data.span) { data.selected = nil }
    }
}

struct BarChart_Previews: PreviewProvider {
    static var previews: some View { BarChartView().previewDisplayName("Bars") }
}
