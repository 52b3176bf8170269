import Glibc
import LinuxSupport
import RPC
import SignalAPI
import TermCore
import Wire

/// Looks at the page for phones. This program has neither HTTP nor TLS, so `lifesignal-sender --look` does it.
struct PageLooking {
    let environment: Environment

    /// The time for one look. The child needs less.
    private static let patience = Duration.seconds(14)
    private static let installed = "/usr/bin/lifesignal-sender"
    private static let configuration = "/etc/seam/lifesignal-web.json"
    private static let most = 16_384

    /// The findings about the page of the daemon.
    func findings(_ client: BlockingClient) -> [Finding] {
        let page: PageGet.Result
        do throws(WireError) {
            page = try client.call(PageGet.self, .init())
        } catch {
            // An older daemon has no page.
            return error.reason == "rpc.unknown_method" ? [] : [Finding("page", failed: error, unit: "lifesignald")]
        }
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        guard let url = page.url else { return SignalExamination.page(page, nil, isLocal: nil, at: now) }
        let seen = look(at: "\(url)/health")
        let isWell = seen?.status == 200 && seen?.mark == page.mark
        return SignalExamination.page(page, seen, isLocal: isWell ? nil : isLocal(url), at: now)
    }

    /// Whether the program of the pages answers at its own socket. Returns nil if the socket is not known.
    private func isLocal(_ url: String) -> Bool? {
        let place = LocalPage((try? SystemFile.read(Self.configuration, limit: 262_144)) ?? Array("{}".utf8))
        guard let place, let name = url.split(separator: "/", maxSplits: 2).last else { return nil }
        return look(at: "http://\(place.address)/health", host: String(name)).map(\.isPage)
    }

    private func look(at url: String, host: String? = nil) -> SeenPage? {
        var words = [Self.program, "--look", url]
        if let host { words += ["--host", host] }
        let trust = environment["SSL_CERT_FILE"]
        if !trust.isEmpty { words += ["--trust", trust] }
        // A piped process has no arguments, but the shell reads its commands from standard input.
        let command = "exec " + words.map(Self.quoted).joined(separator: " ") + "\n"
        var output: [UInt8] = []
        let end = try? PipedProcess.run("/bin/sh", input: [Array(command.utf8)], deadline: .after(Self.patience)) {
            part in
            output += part
            return output.count <= Self.most
        }
        guard end == .exited(EX_OK) else { return nil }
        return SeenPage(output)
    }

    /// A word that the shell takes as it is.
    private static func quoted(_ word: String) -> String { "'" + word.replacing("'", with: "'\\''") + "'" }

    private static let program: String = {
        guard let own = try? Sandbox.executablePath(), let slash = own.lastIndex(of: "/") else { return installed }
        let beside = own[...slash] + "lifesignal-sender"
        return SystemFile.isOwnNeighbour(String(beside), of: own) ? String(beside) : installed
    }()
}

/// Where the pages are served on this machine, if only its own proxy reaches them.
package struct LocalPage: Sendable, Hashable {
    /// The address with its port.
    package let address: String

    /// Reads the configuration of `lifesignal-web`. Returns nil if the pages have TLS or a Unix socket, or if the
    /// configuration cannot be read.
    package init?(_ configuration: [UInt8]) {
        guard let json = try? JSON(parsing: configuration), json["tls"] == nil else { return nil }
        address = json["listen"]?.stringValue ?? "127.0.0.1:8480"
        guard !address.hasPrefix("unix:") else { return nil }
    }
}
