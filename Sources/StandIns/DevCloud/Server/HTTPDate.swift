import Wire

/// Formats the header `date`, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    /// The names of the weekdays, beginning with the weekday of 1970-01-01.
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// Returns a moment in words, cut to whole seconds.
    static func text(_ moment: Timestamp) -> String {
        let digits = moment.description
        func part(_ start: Int, _ length: Int) -> Substring { digits.dropFirst(start).prefix(length) }
        let day = moment.millisecondsSince1970 / 86_400_000 - (moment.millisecondsSince1970 % 86_400_000 < 0 ? 1 : 0)
        let weekday = days[Int(((day % 7) + 7) % 7)]
        let month = months[(Int(part(5, 2)) ?? 1) - 1]
        return "\(weekday), \(part(8, 2)) \(month) \(part(0, 4)) \(part(11, 8)) GMT"
    }
}
