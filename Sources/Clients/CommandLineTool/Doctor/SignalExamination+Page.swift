package import SignalAPI
import TermCore
package import Wire

/// What `lifesignal-sender --look` saw at an address.
package struct SeenPage: Sendable, Hashable {
    /// The outcome, as `lifesignal-sender` names it.
    package var outcome: String
    package var status: Int64?
    /// The mark of the machine that has answered, if the answer is one of LifeSignal's pages.
    package var mark: String?
    /// Whether the answer is one of LifeSignal's pages.
    package var isPage = false
    /// The validity of the certificate, which need not be right.
    package var starts: Timestamp?
    package var ends: Timestamp?

    /// Reads the command's output. Returns nil for anything else.
    package init?(_ text: [UInt8]) {
        guard let json = try? JSON(parsing: text), let outcome = json["outcome"]?.stringValue else { return nil }
        self.outcome = outcome
        status = json["status"]?.integerValue
        if let body = json["body"]?.stringValue, let answer = try? JSON(parsing: body.utf8) {
            isPage = answer["service"]?.stringValue == "lifesignal-web"
            mark = isPage ? answer["mark"]?.stringValue : nil
        }
        starts = json["certificate"]?["starts"]?.stringValue.flatMap { Timestamp($0) }
        ends = json["certificate"]?["ends"]?.stringValue.flatMap { Timestamp($0) }
    }
}

/// The findings about the page for phones.
extension SignalExamination {
    /// The remaining validity of a certificate at which people have to be reminded. Certificates of public authorities
    /// are usually renewed a month before their end.
    private static let reminder = Duration.seconds(86_400 * 14)

    private static let unset: Finding = .ok(
        "page", "no page for phones is set up; to set one up, run 'sudo seam setup'")

    /// The findings about a page. `seen` is what a visitor sees at the page's own address. `isLocal` is whether the
    /// program of the pages answers on this machine, or nil if this is not known.
    package static func page(
        _ page: PageGet.Result, _ seen: SeenPage?, isLocal: Bool?, at now: Timestamp
    ) -> [Finding] {
        guard let url = page.url else { return [unset] }
        guard let seen else {
            return [
                Finding(
                    "page", .warn, "it is not known whether phones reach \(url)",
                    remedy: "is lifesignal-sender installed beside seam? It looks at the page for this check")
            ]
        }
        var findings = [reach(url, page, seen, isLocal)]
        if !url.hasPrefix("https://") {
            findings.append(
                Finding(
                    "certificate", .fail, "\(url) has no TLS: others can read PINs and use people's phones",
                    remedy: "use an address with https: see deploy/docs/lifesignal.md, A page for phones"))
        } else if let finding = certificate(url, seen, at: now) {
            findings.append(finding)
        }
        return findings
    }

    private static func reach(_ url: String, _ page: PageGet.Result, _ seen: SeenPage, _ isLocal: Bool?) -> Finding {
        func fail(_ what: TerminalSafe, _ remedy: TerminalSafe) -> Finding {
            Finding("page", .fail, what, remedy: remedy)
        }
        switch seen.outcome {
        case "answered": return answer(url, page, seen, isLocal)
        case "unknown_name":
            return fail(
                "the name in \(url) has no address", "enter the address of this machine, or of its router, for the name"
            )
        case "unreachable", "timed_out":
            return fail(
                "nobody answers at \(url)",
                isLocal == false ? start : away)
        case "certificate_not_now", "certificate_other_name", "certificate_untrusted":
            return fail("phones refuse \(url), because its certificate is wrong", "see the certificate below")
        default:
            return fail("the connection to \(url) fails", "see 'journalctl -u lifesignal-web', and the proxy's log")
        }
    }

    private static let away: TerminalSafe = """
        does the name lead to this machine, is the proxy running, and does the router pass the port on? Some routers \
        do not let machines at home use their outer address: try it with a phone as well
        """
    private static let start: TerminalSafe =
        "start the pages: 'sudo systemctl enable --now lifesignal-web'; then see 'systemctl status lifesignal-web'"

    private static func answer(_ url: String, _ page: PageGet.Result, _ seen: SeenPage, _ isLocal: Bool?) -> Finding {
        let status = Int(clamping: seen.status ?? 0)
        switch (status, seen.mark) {
        case (200, page.mark?): return .ok("page", "phones reach it at \(url)")
        case (200, _?):
            return Finding(
                "page", .fail, "another machine's LifeSignal answers at \(url)",
                remedy: "does the name, or the proxy, lead to that machine? Correct it, or 'url' in lifesignal.json")
        case _ where seen.isPage:
            return Finding(
                "page", .fail, "the pages at \(url) do not reach lifesignald",
                remedy: "see 'journalctl -u lifesignal-web' and 'systemctl status lifesignald-web.socket'")
        case (421, _):
            return Finding(
                "page", .fail, "the pages at \(url) do not know that name",
                remedy: "set the same 'url' in lifesignal-web.json, and let the proxy pass the field Host on")
        case (502...504, _):
            return Finding(
                "page", .fail, "the proxy at \(url) does not reach the pages: status \(status)",
                remedy: isLocal == true ? "does the proxy pass requests on to 127.0.0.1:8480?" : start)
        default:
            return Finding(
                "page", .fail, "something else answers at \(url): status \(status)",
                remedy: "let the proxy pass requests for this name on to lifesignal-web, whole and unchanged")
        }
    }

    private static func certificate(_ url: String, _ seen: SeenPage, at now: Timestamp) -> Finding? {
        let renew: TerminalSafe =
            "renew it, and then run 'sudo systemctl restart lifesignal-web' if it is one of its credentials"
        guard let starts = seen.starts, let ends = seen.ends else { return nil }
        let left = now.duration(to: ends)
        if left <= .zero {
            return Finding("certificate", .fail, "it expired on \(LocalTime.text(ends))", remedy: renew)
        }
        if now < starts {
            return Finding(
                "certificate", .fail, "it is not valid before \(LocalTime.text(starts))",
                remedy: "check this machine's clock with timedatectl, or use another certificate")
        }
        switch seen.outcome {
        case "certificate_other_name":
            return Finding(
                "certificate", .fail, "it is for another name than the one in \(url)",
                remedy: "use a certificate for this name, or the name of the certificate in both files")
        case "certificate_untrusted":
            return Finding(
                "certificate", .fail, "this machine trusts nobody who has signed it, and neither will phones",
                remedy: """
                    use a certificate of a public authority with its whole chain; for an authority of your own, set \
                    SSL_CERT_FILE for this command, and install it on the phones
                    """)
        default:
            let days = Int(left.components.seconds / 86_400)
            guard left >= reminder else {
                let words: TerminalSafe = days == 1 ? "1 day" : "\(days) days"
                return Finding(
                    "certificate", .warn, "it expires in \(words), on \(LocalTime.text(ends))", remedy: renew)
            }
            return .ok("certificate", "it is valid for \(days) days")
        }
    }
}
