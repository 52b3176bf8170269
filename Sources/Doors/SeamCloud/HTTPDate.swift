import Wire

/// Reads the header `date` of an answer, for example `Sun, 06 Nov 1994 08:49:37 GMT`. Servers may send only this form.
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The moment that the text denotes, or nil for any other text.
    static func moment(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[5] == "GMT", parts[0].last == ",", days.contains(String(parts[0].dropLast())),
            parts[1].utf8.count == 2, parts[3].utf8.count == 4, parts[4].utf8.count == 8,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month + 1
        return Timestamp("\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(parts[1])T\(parts[4])Z")
    }
}
