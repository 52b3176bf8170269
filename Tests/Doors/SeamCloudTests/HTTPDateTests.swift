import LinuxSupport
import Testing
import Wire

@testable import SeamCloud

@Suite(.timeLimit(.minutes(1))) struct HTTPDateTests {
    @Test("HTTP date: reads the one form") func readsTheOneForm() {
        #expect(HTTPDate.moment("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp("1994-11-06T08:49:37Z"))
        #expect(HTTPDate.moment("Thu, 29 Feb 2024 23:59:59 GMT") == Timestamp("2024-02-29T23:59:59Z"))
    }

    @Test(
        "HTTP date: refuses others",
        arguments: [
            "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun,  06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 199٤ 08:49:37 GMT", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
        ])
    func refusesOthers(text: String) {
        #expect(HTTPDate.moment(text) == nil)
    }

    @Test("HTTP date: tells the time that the cloud names") func tellsTheTimeThatTheCloudNames() async throws {
        try await withDevCloud { cloud in
            let token = try await cloud.token()
            let heard = Locked<[Timestamp]>([])
            var configuration = CloudClient.Configuration(address: try CloudAddress(cloud.url))
            configuration.heard = { moment in heard.withLock { $0.append(moment) } }
            try await withClient(configuration) { client in
                let reading = try await client.reading(token: token)
                #expect(reading.begunAt == heard.withLock { $0.first })
                #expect(reading.begunAt == cloud.clock.now)
                #expect(heard.withLock { $0.count } > 5)
                await #expect(throws: CloudError.self) { _ = try await client.actionAttempt(id: "none", token: token) }
            }
        }
    }
}
