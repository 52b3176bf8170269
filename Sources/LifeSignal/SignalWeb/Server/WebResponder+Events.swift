import HummingbirdCore
import NIOCore
import SeamWords
import Wire

extension WebResponder {
    /// Sends an alarm and its changes as events, until the visitor leaves.
    @concurrent func follow(
        _ token: String, _ language: SeamLanguage, _ address: WebAddress, _ writer: consuming ResponseWriter,
        on connection: WebConnection
    ) async throws {
        let page = pages.open(token)
        defer { pages.close(page) }
        connection.channel.closeFuture.whenComplete { [pages] _ in pages.close(page) }
        var rings = page.rings.makeAsyncIterator()
        guard await rings.next() != nil else {
            return try await refuse(page.failure, language, address, writer, on: connection)
        }
        connection.stream()
        log(.follow(token: token), "GET", 200)
        var out = try await writer.writeHead(Self.head(.events, isSecure: connection.isSecure))
        try await out.write(ByteBuffer(bytes: WebEvent.beginning))
        repeat {
            guard let event = pages.event(page, language) else { break }
            try await out.write(event)
        } while await rings.next() != nil
        try await out.finish(nil)
    }

    /// Answers without a stream. A browser gives up a stream whose answer is an error, and the page then loads itself
    /// again.
    @inline(never)
    @concurrent private func refuse(
        _ failure: WireError?, _ language: SeamLanguage, _ address: WebAddress, _ writer: consuming ResponseWriter,
        on connection: WebConnection
    ) async throws {
        var answer = await self.answer(language, address, away: WebWords.away) { () async throws(WireError) in
            if let failure { throw failure }
            return Self.unknown(language)
        }
        answer.isLast = true
        try await send(answer, nil, .follow(token: ""), writer, on: connection)
    }
}
