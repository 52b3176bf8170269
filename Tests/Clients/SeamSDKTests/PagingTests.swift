import LinuxSupport
import RPC
import SeamModel
import SeamSDK
import SessionAPI
import TestSupport
import Testing
import Wire

/// Tests how lists are read from a daemon whose pages are divided differently from our daemon's pages.
@Suite(.timeLimit(.minutes(1))) struct PagingTests {
    /// Lists the providers of a daemon that sends empty pages. Each page contains the next cursor from `next`. Returns
    /// the requested cursors, and the error with which the list ended.
    private func list(_ next: String...) async throws -> (asked: [String?], error: SeamSystemError?) {
        let directory = try TestDirectory()
        let (asked, ended) = (Locked<[String?]>([]), Locked<SeamSystemError?>(nil))
        var handlers = RPCHandlers()
        handlers.unary(ProvidersList.name) { (_, page: PageParams) in
            let count = asked.withLock {
                $0.append(page.pageToken)
                return $0.count
            }
            return Page<ProviderDescription>([], nextPageToken: next.dropFirst(count - 1).first)
        }
        try await ScriptedServer.with(
            ["session"], in: directory, contract: SessionContract.bytes, handlers: handlers
        ) {
            let seam = Seam(configuration: SeamConfiguration(socketPath: directory.file("session.sock")))
            do {
                let providers = try await seam.providers()
                #expect(providers.isEmpty)
            } catch let error as SeamSystemError {
                ended.withLock { $0 = error }
            }
        }
        return (asked.withLock { $0 }, ended.withLock { $0 })
    }

    @Test("paging: empty pages are not the end") func emptyPagesAreNotTheEnd() async throws {
        let (asked, error) = try await list("a", "b")
        #expect(asked == [nil, "a", "b"] && error == nil)
    }

    @Test("paging: the place that was asked for is no next one")
    func thePlaceThatWasAskedForIsNoNextOne() async throws {
        let (asked, error) = try await list("a", "a", "a")
        #expect(asked == [nil, "a"])
        #expect(error?.message.contains("more and more pages") == true, "\(String(describing: error))")
    }
}
