/// The proxy in front of the pages, if the configuration trusts one.
enum WebProxy {
    /// The part of `X-Forwarded-For` that the proxy itself has written: the last one. Everything before it comes from
    /// the visitor, who may have made it up.
    static func lastHop(_ head: WebHead) -> String? {
        let last = head.fields["x-forwarded-for"]?.split(separator: ",").last
        let text = last.map { $0.filter { $0 != " " && $0 != "[" && $0 != "]" } } ?? ""
        return text.isEmpty || text.utf8.count > 45 ? nil : text
    }
}
