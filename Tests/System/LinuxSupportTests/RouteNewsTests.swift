import LinuxSupport
import Testing

@Suite("What the kernel says of the network")
struct RouteNewsTests {
    private static func word(_ value: UInt32, bytes: Int) -> [UInt8] {
        // The bytes are in the machine's own order, as the kernel writes them.
        bytes == 2
            ? withUnsafeBytes(of: UInt16(truncatingIfNeeded: value)) { Array($0) }
            : withUnsafeBytes(of: value) { Array($0) }
    }

    private static func attribute(_ type: UInt32, _ value: [UInt8]) -> [UInt8] {
        let length = 4 + value.count
        return word(UInt32(length), bytes: 2) + word(type, bytes: 2) + value
            + Array(repeating: 0, count: (4 - length % 4) % 4)
    }

    private static func message(_ type: UInt32, _ body: [UInt8]) -> [UInt8] {
        word(UInt32(16 + body.count), bytes: 4) + word(type, bytes: 2) + [0, 0] + word(0, bytes: 4) + word(0, bytes: 4)
            + body
    }

    private static func address(
        _ type: UInt32 = 20, _ bytes: [UInt8] = [192, 0, 2, 1], flags: UInt8 = 0x80, scope: UInt8 = 0
    ) -> [UInt8] {
        message(type, [2, 24, flags, scope] + word(2, bytes: 4) + attribute(1, bytes) + attribute(2, bytes))
    }

    private static func route(_ type: UInt32 = 24, prefix: UInt8 = 0, table: UInt8 = 254, kind: UInt8 = 1) -> [UInt8] {
        message(
            type,
            [2, prefix, 0, 0, table, 3, 0, kind] + word(0, bytes: 4) + attribute(5, [192, 0, 2, 254])
                + attribute(4, word(2, bytes: 4)))
    }

    @Test("route news: an address or a default route that was not there is news, once")
    func news() {
        var news = RouteNews()
        #expect(news.read(Self.address()) == true)
        #expect(news.read(Self.address()) == false, "the kernel repeats itself")
        #expect(news.read(Self.address(20, [192, 0, 2, 2])) == true)
        #expect(news.read(Self.route()) == true)
        #expect(news.read(Self.route()) == false)
        #expect(news.read(Self.address(21)) == false, "what goes is no reason to ask")
        #expect(news.read(Self.route(25)) == false)
        #expect(news.read(Self.address()) == true, "what comes back is")
        #expect(news.read(Self.route()) == true)
        #expect(news.read(Self.address(20, [192, 0, 2, 3]) + Self.route()) == true, "several in one receive")
    }

    @Test("route news: what leads nowhere is no news")
    func local() {
        var news = RouteNews()
        #expect(news.read(Self.address(scope: 254)) == false)
        #expect(news.read(Self.address(scope: 253)) == false)
        #expect(news.read(Self.address(flags: 0x40)) == false, "not until it is known to be ours alone")
        #expect(news.read(Self.route(prefix: 24)) == false)
        #expect(news.read(Self.route(table: 255)) == false)
        #expect(news.read(Self.route(kind: 2)) == false)
        #expect(news.read(Self.message(16, Array(repeating: 0, count: 16))) == false)
    }

    @Test("route news: bytes that are cut or lie about their length are harmless")
    func hostile() {
        let whole = Self.address() + Self.route()
        for count in 0..<whole.count {
            var news = RouteNews()
            _ = news.read(Array(whole.prefix(count)))
        }
        for place in 0..<whole.count {
            for value in [UInt8(0), 1, 3, 15, 127, 255] {
                var (bytes, news) = (whole, RouteNews())
                bytes[place] = value
                _ = news.read(bytes)
            }
        }
    }

    @Test("route news: a wait ends with its time, or when it is stopped")
    func socket() throws {
        let socket = try RouteSocket()
        #expect(try socket.wait(limit: .milliseconds(1)) != .stopped)
        socket.stop()
        #expect(try socket.wait(limit: nil) == .stopped)
        #expect(try socket.wait(limit: nil) == .stopped)
    }
}
