import CloudModel
import RadioModel
import SeamModel
import SessionAPI
import SessionCore
import Testing
import Wire

@testable import SessionService

@Suite("Pages")
struct PagingTests {
    private static let all = (0..<5).map { status("s\($0)") }

    private static func status(_ name: String) -> SessionStatus {
        SessionStatus(name: name, isInitialized: false, isActive: false, sync: SyncStatus(), radio: .unknown)
    }

    private static func params(_ token: String?) -> PageParams { PageParams(pageToken: token, limit: 2) }

    @Test("paging: all elements come once")
    func whole() throws {
        var names: [String] = []
        var token: String?
        repeat {
            let page = try Paging.page(Self.all, Self.params(token))
            names += page.elements.map(\.name)
            token = page.nextPageToken
        } while token != nil
        #expect(names == Self.all.map(\.name))
    }

    @Test("paging: what comes and goes between two pages makes no other element come twice or be missed")
    func changes() throws {
        let first = try Paging.page(Self.all, Self.params(nil))
        var rest = Array(Self.all.dropFirst())
        #expect(try Paging.page(rest, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
        rest.removeFirst()
        #expect(try Paging.page(rest, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
        let more = [Self.status("a"), Self.status("b")] + Self.all
        #expect(try Paging.page(more, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
    }

    @Test("paging: names of any length have their place, and equals theirs")
    func longNames() throws {
        let name = String(repeating: "ü", count: 500)
        let keys = (0..<5).map {
            Credential(id: "k\($0)", isManaged: true, name: name, location: "", accessMethod: .code)
        }
        var ids: [String] = []
        var token: String?
        repeat {
            let page = try Paging.page(keys, Self.params(token))
            ids += page.elements.map(\.id)
            token = page.nextPageToken
            #expect((token?.utf8.count ?? 0) <= 256)
        } while token != nil
        #expect(ids == keys.map(\.id))
    }

    @Test("paging: halving finds a place among very many keys where looking at each does")
    func halved() throws {
        let names = ["Tower", "Tower 1", "tower", "Zoë", "Zoe\u{308}", String(repeating: "ü", count: 90), "ü"]
        let long = (0..<3).map { names[5] + "\($0)" }
        let all = (0..<60).map { number in
            CloudCredential(
                id: "k\(number)", systemID: "s", workspaceID: "ws", displayName: (names + long)[number * 7 % 10],
                accessMethod: .code)
        }
        for step in 2..<7 {
            let keys = Self.keys(all.enumerated().filter { $0.offset % step != 0 }.map(\.element))
            let listed = keys.map { $0 }
            for place in Self.keys(all).map(\.place) {
                let params = PageParams(pageToken: place.token(of: Credential.list), limit: 3)
                let page = try Paging.page(keys, params)
                #expect(try page.elements == Paging.page(listed, params).elements, "\(place)")
            }
        }
    }

    private static func keys(_ credentials: [CloudCredential]) -> ListedKeys {
        let snapshot = CloudSnapshot(
            session: ScriptedCloud.session("ada"),
            workspace: CloudWorkspace(id: "ws", name: "W", isSandbox: true, isSuspended: false),
            credentials: credentials)
        let derivation = CredentialDerivation(
            snapshot: snapshot, bindings: [], providers: ProviderCatalog([]), radio: .ready, cloud: .reachable,
            policy: .nearbyOnly)
        return ListedKeys(keys: PersonKeys(KeyList(derivation, KeyOrder(snapshot), at: moment(0)), []))
    }

    @Test("paging: a page has as many bytes as a reply may have, and an element at least")
    func bytes() throws {
        let note = CredentialWarning(kind: "w", message: String(repeating: "x", count: 1_024), isBlocking: false)
        let keys = (0..<100).map { number in
            Credential(
                id: "k\(number)", isManaged: true, name: "\(100 + number)", location: "", accessMethod: .code,
                warnings: Array(repeating: note, count: 28))
        }
        let page = try Paging.page(keys, PageParams(limit: 200))
        #expect(page.elements.count < 15)
        #expect(page.json.bytes.count < 400_000)
        let next = try Paging.page(keys, PageParams(pageToken: page.nextPageToken, limit: 200))
        #expect(next.elements.first?.id == "k\(page.elements.count)")
    }

    @Test(
        "paging: only the list's own tokens are taken",
        arguments: [
            "at-2", "credentials-2", "sessions-+2", "sessions-02", "sessions--1", "sessions-6", "sessions-x", "2",
        ])
    func foreign(token: String) throws {
        let error = #expect(throws: WireError.self) { try Paging.page(Self.all, Self.params(token)) }
        #expect(error?.reason == "rpc.invalid_page_token")
    }
}
