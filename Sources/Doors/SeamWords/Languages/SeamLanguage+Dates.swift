extension SeamLanguage {
    /// A date in words, with the given parts, for example `Fri 27 Nov 2027`, `Fr 27. Nov. 2027`, `vie 27 nov 2027`.
    ///
    /// `weekday` counts from Sunday and `month` from January, both from 1, as Foundation's calendar does.
    package func date(day: Int, month: Int, year: Int? = nil, weekday: Int? = nil) -> String {
        let names = [weekday.map(self.weekday), dayNumber(day), self.month(month), year.map(String.init)]
        return names.compactMap(\.self).joined(separator: " ")
    }

    /// The short name of a day of the week; Sunday is 1.
    package func weekday(_ number: Int) -> String { self(Self.weekdays[Self.place(number, of: 7)]) }

    /// The short name of a month; January is 1.
    package func month(_ number: Int) -> String { self(Self.months[Self.place(number, of: 12)]) }

    private func dayNumber(_ day: Int) -> String { self == .german ? "\(day)." : "\(day)" }

    private static func place(_ number: Int, of count: Int) -> Int { (number % count + count - 1) % count }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
