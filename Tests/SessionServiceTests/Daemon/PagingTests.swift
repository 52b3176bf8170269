import SeamModel
import SessionAPI
import Testing
import Wire

@testable import SessionService

@Suite("Pages")
struct PagingTests {
    private static let all = (0..<5).map { status("s\($0)") }

    private static func status(_ name: String) -> SessionStatus {
        SessionStatus(name: name, isInitialized: false, isActive: false, radio: .unknown)
    }

    private static func params(_ token: String?) -> PageParams { PageParams(pageToken: token, limit: 2) }

    @Test("All elements come once")
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

    @Test("What comes and goes between two pages makes no other element come twice or be missed")
    func changes() throws {
        let first = try Paging.page(Self.all, Self.params(nil))
        var rest = Array(Self.all.dropFirst())
        #expect(try Paging.page(rest, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
        rest.removeFirst()
        #expect(try Paging.page(rest, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
        let more = [Self.status("a"), Self.status("b")] + Self.all
        #expect(try Paging.page(more, Self.params(first.nextPageToken)).elements.map(\.name) == ["s2", "s3"])
    }

    @Test("Names of any length have their place, and equals theirs")
    func longNames() throws {
        let name = String(repeating: "ü", count: 500)
        let keys = (0..<5).map { Credential(id: "k\($0)", name: name, location: "", accessMethod: .code) }
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

    @Test("A page has as many bytes as a reply may have, and an element at least")
    func bytes() throws {
        let note = CredentialWarning(kind: "w", message: String(repeating: "x", count: 1_024))
        let keys = (0..<100).map { number in
            Credential(
                id: "k\(number)", name: "\(100 + number)", location: "", accessMethod: .code,
                warnings: Array(repeating: note, count: 28))
        }
        let page = try Paging.page(keys, PageParams(limit: 200))
        #expect(page.elements.count < 15)
        #expect(page.json.bytes.count < 400_000)
        let next = try Paging.page(keys, PageParams(pageToken: page.nextPageToken, limit: 200))
        #expect(next.elements.first?.id == "k\(page.elements.count)")
    }

    @Test(
        "Only the list's own tokens are taken",
        arguments: [
            "at-2", "credentials-2", "sessions-+2", "sessions-02", "sessions--1", "sessions-6", "sessions-x", "2",
        ])
    func foreign(token: String) throws {
        let error = #expect(throws: WireError.self) { try Paging.page(Self.all, Self.params(token)) }
        #expect(error?.reason == "rpc.invalid_page_token")
    }
}
