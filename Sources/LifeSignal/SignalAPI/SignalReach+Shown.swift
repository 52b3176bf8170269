extension SignalReach {
    /// The address as people see it in a list. Of a browser, it is only the host of its push service: the rest is long,
    /// and says nothing to people.
    package var shown: String {
        let parts = address.split(separator: " ")
        guard parts.count == 3, parts[0].hasPrefix("https://") else { return address }
        return String(parts[0].dropFirst(8).prefix { $0 != "/" })
    }
}
