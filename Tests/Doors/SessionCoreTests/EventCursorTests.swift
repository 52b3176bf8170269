import CloudModel
import SessionCore
import Testing
import Wire

@Suite("The cursor of events")
struct EventCursorTests {
    private let start = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private func event(_ id: String, _ seconds: Int) -> CloudEvent {
        let time = start.advanced(by: .seconds(seconds))
        return CloudEvent(id: id, type: "t", workspaceID: "w", createdAt: time, occurredAt: time)
    }

    private var placed: EventCursor {
        var cursor = EventCursor()
        cursor.readAll(begunAt: start)
        return cursor
    }

    @Test("event cursor: has a place only from a full read, and a later one does not move it")
    func place() {
        var cursor = EventCursor()
        #expect(cursor.since == nil)
        cursor.readAll(begunAt: start)
        cursor.readAll(begunAt: start.advanced(by: .seconds(100)))
        #expect(cursor.since == start.advanced(by: .seconds(-5)))
    }

    @Test("event cursor: an event counts once, however often it comes, and also when it comes late")
    func once() {
        var cursor = placed
        #expect(cursor.take([event("a", 10)]).map(\.id) == ["a"])
        #expect(cursor.since == start.advanced(by: .seconds(5)))
        #expect(cursor.take([event("late", 7), event("a", 10), event("same", 10)]).map(\.id) == ["late", "same"])
        #expect(cursor.take([event("late", 7), event("a", 10), event("same", 10)]).isEmpty)
        #expect(cursor.take([]).isEmpty)
    }

    @Test("event cursor: an answer that may go on takes the place away")
    func full() {
        var cursor = placed
        let many = (0..<EventCursor.longestAnswer).map { event("e\($0)", 1) }
        #expect(cursor.take(many).count == many.count)
        #expect(cursor.since == nil)
        cursor.readAll(begunAt: start.advanced(by: .seconds(60)))
        #expect(cursor.since == start.advanced(by: .seconds(55)))
    }

    @Test("event cursor: what is remembered is bounded")
    func bounded() {
        var cursor = placed
        for round in 0..<200 { _ = cursor.take((0..<400).map { event("\(round)-\($0)", 10 * round) }) }
        var other = placed
        _ = other.take((0..<400).map { event("199-\($0)", 1_990) })
        #expect(cursor == other)
    }
}
