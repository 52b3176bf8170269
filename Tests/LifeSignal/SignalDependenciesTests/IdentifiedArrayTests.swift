import Foundation
import SignalDependencies
import Testing

private struct Person: Identifiable, Hashable, Codable {
    let id: Int
    var name: String

    init(_ id: Int, _ name: String) { (self.id, self.name) = (id, name) }
}

@Suite("Elements in order, each id once")
struct IdentifiedArrayTests {
    private let people: IdentifiedArrayOf<Person> = [Person(1, "Ada"), Person(2, "Bea"), Person(3, "Cyd")]

    @Test("identified array: elements are found by id and by place")
    func finding() {
        #expect(people[id: 2]?.name == "Bea")
        #expect(people[id: 9] == nil)
        #expect(people.index(id: 3) == 2)
        #expect(people[0] == Person(1, "Ada"))
        #expect(people.ids == [1, 2, 3])
        #expect(people.map(\.name) == ["Ada", "Bea", "Cyd"])
        #expect(people.filter { $0.id > 1 }.ids == [2, 3])
    }

    @Test("identified array: a known id keeps its element")
    func appending() {
        var people = people
        #expect(people.append(Person(2, "Bo")) == (false, 1))
        #expect(people.append(Person(4, "Dan")) == (true, 3))
        #expect(people.insert(Person(0, "Zed"), at: 0) == (true, 0))
        #expect(people.insert(Person(4, "Eve"), at: 0) == (false, 4))
        #expect(people.ids == [0, 1, 2, 3, 4])
        #expect(people.ids.allSatisfy { people.index(id: $0) == $0 })
        #expect(people[id: 4]?.name == "Dan")
    }

    @Test("identified array: an element is replaced where it stands, and removed")
    func changing() {
        var people = people
        #expect(people.updateOrAppend(Person(2, "Bo")) == Person(2, "Bea"))
        #expect(people.updateOrAppend(Person(4, "Dan")) == nil)
        people[id: 1]?.name = "Ann"
        people[id: 3] = nil
        people[id: 9] = nil
        people[1] = Person(2, "Bob")
        people[id: 5] = Person(5, "Eve")
        #expect(people.elements == [Person(1, "Ann"), Person(2, "Bob"), Person(4, "Dan"), Person(5, "Eve")])
        #expect(people.remove(id: 1) == Person(1, "Ann"))
        #expect(people.remove(id: 1) == nil)
        #expect(people.enumerated().allSatisfy { people.index(id: $0.element.id) == $0.offset })
    }

    @Test("identified array: of two with one id, the caller makes one, at the first one's place")
    func combining() {
        let twice = [Person(1, "Ada"), Person(2, "Bea"), Person(1, "Ann")]
        #expect(IdentifiedArray(twice, uniquingIDsWith: { $1 }).elements == [Person(1, "Ann"), Person(2, "Bea")])
        #expect(IdentifiedArray(twice, uniquingIDsWith: { old, _ in old }).elements == Array(twice.prefix(2)))
    }

    @Test("identified array: two with one id stop a program that said that there are none")
    func trapping() async {
        await #expect(processExitsWith: .failure) {
            _ = IdentifiedArray(uniqueElements: [Person(1, "Ada"), Person(1, "Ann")])
        }
    }

    @Test("identified array: it is written as an array; one with an id twice is not read")
    func coding() throws {
        let data = try JSONEncoder().encode(people)
        #expect(try JSONDecoder().decode([Person].self, from: data) == people.elements)
        #expect(try JSONDecoder().decode(IdentifiedArrayOf<Person>.self, from: data) == people)
        let twice = try JSONEncoder().encode([Person(1, "Ada"), Person(1, "Ann")])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(IdentifiedArrayOf<Person>.self, from: twice)
        }
    }

    @Test("identified array: equality and hashes go by the elements in order")
    func comparing() {
        let same = IdentifiedArray(uniqueElements: people.elements)
        #expect(same == people && Set([same, people]).count == 1)
        #expect(IdentifiedArray(uniqueElements: people.elements.reversed()) != people)
    }
}
