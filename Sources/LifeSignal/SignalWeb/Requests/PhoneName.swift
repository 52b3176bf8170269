/// The name that a phone gets when it is added, by which its person recognizes it.
enum PhoneName {
    private static let known = ["iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux"]

    /// The kind of a phone by the field `User-Agent` of its browser, or nil if it is not known.
    static func kind(_ head: WebHead) -> String? {
        let agent = head.fields["user-agent"] ?? ""
        return known.first { agent.contains($0) }
    }
}
