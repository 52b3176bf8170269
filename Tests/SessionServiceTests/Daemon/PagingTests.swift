import SeamModel
import SessionAPI
import Testing
import Wire

@testable import SessionService

@Suite("Pages")
struct PagingTests {
    private static let all = (0..<5).map {
        SessionStatus(name: "s\($0)", isInitialized: false, isActive: false, radio: .unknown)
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
