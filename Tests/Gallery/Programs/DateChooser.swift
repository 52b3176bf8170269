import SwiftUI

struct Month: Equatable {
    private(set) var first: Date
    let calendar: Calendar
    init(containing date: Date, calendar: Calendar) {
        self.calendar = calendar
        first = calendar.dateInterval(of: .month, for: date)?.start ?? date
    }

    var title: String { first.formatted(.dateTime.month(.wide).year().locale(Locale(identifier: "en_US"))) }

    /// The days of the month. If the month does not begin on the first weekday, an empty place precedes them for each
    /// earlier weekday.
    var days: [Date?] {
        let count = calendar.range(of: .day, in: .month, for: first)?.count ?? 0
        let lead = (calendar.component(.weekday, from: first) - calendar.firstWeekday + 7) % 7
        return Array(repeating: nil, count: lead)
            + (0..<count).map { calendar.date(byAdding: .day, value: $0, to: first) }
    }

    mutating func move(by months: Int) {
        first = calendar.date(byAdding: .month, value: months, to: first) ?? first
    }
}

/// A month in which a day can be chosen.
public struct DateChooserView: View {
    private let calendar: Calendar
    @State private var month: Month
    @State private var arrival: Date
    @State private var nights = 1
    @State private var isConfirmed = false
    private let columns = Array(repeating: GridItem(.flexible(minimum: 24), spacing: 0), count: 7)
    public init(today: Date = .now) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: "en_US")
        self.calendar = calendar
        _arrival = State(initialValue: today)
        _month = State(initialValue: Month(containing: today, calendar: calendar))
    }

    private var departure: Date { calendar.date(byAdding: .day, value: nights, to: arrival) ?? arrival }
    private func name(_ date: Date) -> String {
        date.formatted(.dateTime.month().day().locale(Locale(identifier: "en_US")))
    }

    public var body: some View {
        VStack(spacing: 8) {
            HStack {
                Button("‹") { withAnimation { month.move(by: -1) } }.accessibilityLabel("Previous month")
                Text(month.title).font(.headline).frame(maxWidth: .infinity)
                Button("›") { withAnimation { month.move(by: 1) } }.accessibilityLabel("Next month")
            }
            LazyVGrid(columns: columns, spacing: 0) {
                ForEach(calendar.veryShortWeekdaySymbols.indices, id: \.self) { index in
                    Text(calendar.veryShortWeekdaySymbols[index]).font(.caption).foregroundStyle(.secondary)
                }
                ForEach(Array(month.days.enumerated()), id: \.offset) { _, day in
                    if let day {
                        let isChosen = calendar.isDate(day, inSameDayAs: arrival)
                        Button("\(calendar.component(.day, from: day))") { arrival = day }
                            .buttonStyle(.plain).foregroundStyle(isChosen ? Color.white : .primary)
                            .background(isChosen ? Color.accentColor : .clear, in: Circle())
                            .accessibilityHint(isChosen ? "chosen" : "")
                    } else {
                        Color.clear.frame(height: 1).accessibilityHidden(true)
                    }
                }
            }
            DatePicker("Arrival", selection: $arrival, displayedComponents: .date)
            Stepper("Nights: \(nights)", value: $nights, in: 1...30)
            Text("\(name(arrival)) to \(name(departure))").bold()
            Button("Book") { isConfirmed = true }
                .sheet(isPresented: $isConfirmed) {
                    Label("Booked from \(name(arrival))", systemImage: "checkmark.seal").padding()
                }
        }
        .onChange(of: arrival) { _, new in month = Month(containing: new, calendar: calendar) }
        .frame(maxWidth: 400)
    }
}

#Preview { DateChooserView() }
