import Foundation
import SeamCombine
import Testing

/// Tests the operators that OpenCombine does not have.
@Suite(.timeLimit(.minutes(1))) struct OperatorTests {
    private enum Fault: Error, Equatable { case one }

    @Test("combine: the newest elements of both come whenever one comes, once both have come")
    func latest() {
        let (a, b) = (PassthroughSubject<Int, Fault>(), PassthroughSubject<String, Fault>())
        var got: [String] = []
        let subscription = a.combineLatest(b) { "\($0)\($1)" }.sink {
            if case .failure(let fault) = $0 { got.append("\(fault)") }
        } receiveValue: {
            got.append($0)
        }
        a.send(1)
        a.send(2)
        #expect(got.isEmpty)
        b.send("x")
        b.send("y")
        a.send(3)
        a.send(completion: .finished)
        #expect(got == ["2x", "2y", "3y"])
        b.send("z")
        b.send(completion: .failure(.one))
        b.send("late")
        #expect(got == ["2x", "2y", "3y", "3z", "one"])
        subscription.cancel()
    }

    @Test("combine: three and four publishers, and a form that is valid when all its fields are")
    func fields() {
        final class Form: ObservableObject {
            @Published var name = ""
            @Published var mail = ""
            @Published var password = ""
            @Published var agrees = false
            @Published var isValid = false
        }
        let form = Form()
        form.$name.combineLatest(form.$mail, form.$password, form.$agrees) { name, mail, password, agrees in
            !name.isEmpty && mail.contains("@") && password.count >= 8 && agrees
        }
        .removeDuplicates().assign(to: &form.$isValid)
        (form.name, form.mail, form.password) = ("Ada", "ada@example.org", "correct horse")
        #expect(!form.isValid)
        form.agrees = true
        #expect(form.isValid)
        form.mail = ""
        #expect(!form.isValid)
        var triples: [String] = []
        _ = Publishers.CombineLatest3(Just(1), Just("a"), Just(true)).sink { triples.append("\($0)") }
        #expect(triples == [#"(1, "a", true)"#])
    }

    @Test("combine: merged elements come as they come, to the end of the last publisher") func merged() {
        let subjects = (0..<9).map { _ in PassthroughSubject<Int, Never>() }
        var got: [Int] = []
        var isOver = false
        let eight = subjects[0].map { $0 }.merge(
            with: subjects[1], subjects[2], subjects[3], subjects[4], subjects[5], subjects[6], subjects[7])
        let all = eight.merge(with: subjects[8]).sink { _ in
            isOver = true
        } receiveValue: {
            got.append($0)
        }
        for (number, subject) in subjects.enumerated().reversed() { subject.send(number) }
        #expect(got == Array((0..<9).reversed()))
        for subject in subjects.dropLast() { subject.send(completion: .finished) }
        subjects[8].send(10)
        #expect(got.last == 10 && !isOver)
        subjects[8].send(completion: .finished)
        #expect(isOver)
        all.cancel()
        var many: [Int] = []
        _ = Publishers.MergeMany([[1, 2].publisher, [3].publisher]).merge(with: [4].publisher).sink { many.append($0) }
        #expect(many == [1, 2, 3, 4])
    }

    @Test("combine: a subscriber gets no more than it asks for") func demand() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        var subscription: (any Subscription)?
        var got: [Int] = []
        let subscriber = AnySubscriber<Int, Never>(
            receiveSubscription: { subscription = $0 },
            receiveValue: {
                got.append($0)
                return .none
            })
        a.merge(with: b).subscribe(subscriber)
        subscription?.request(.max(1))
        a.send(1)
        b.send(2)
        #expect(got == [1])
        subscription?.request(.max(2))
        #expect(got == [1, 2], "what waited comes with the request")
        subscription?.cancel()
        a.send(3)
        #expect(got == [1, 2])
    }

    @Test("combine: JSON goes through a publisher, and a value of another form fails") func coders() throws {
        struct Door: Codable, Equatable { var name: String }
        var got: [Door] = []
        var failure: (any Error)?
        _ = Just(Door(name: "Front")).encode(encoder: JSONEncoder()).decode(type: Door.self, decoder: JSONDecoder())
            .sink { _ in
            } receiveValue: {
                got.append($0)
            }
        #expect(got == [Door(name: "Front")])
        _ = Just(Data("[]".utf8)).decode(type: Door.self, decoder: JSONDecoder()).sink {
            if case .failure(let error) = $0 { failure = error }
        } receiveValue: {
            got.append($0)
        }
        #expect(failure is DecodingError && got.count == 1)
    }

    @Test("combine: elements are collected by time or count, and the rest comes before the end") func collected() async
    {
        let subject = PassthroughSubject<Int, Never>()
        let (groups, continuation) = AsyncStream.makeStream(of: [Int].self)
        let queue = DispatchQueue(label: "collected")
        let start = ContinuousClock.now
        let subscription = subject.collect(.byTimeOrCount(queue, .milliseconds(50), 3)).sink { _ in
            continuation.finish()
        } receiveValue: {
            continuation.yield($0)
        }
        for number in 1...4 { subject.send(number) }
        var iterator = groups.makeAsyncIterator()
        #expect(await iterator.next() == [1, 2, 3])
        #expect(await iterator.next() == [4])
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        for number in 5...8 { subject.send(number) }
        subject.send(completion: .finished)
        var rest: [Int] = []
        while let group = await iterator.next() { rest += group }
        #expect(rest == [5, 6, 7, 8])
        subscription.cancel()
    }

    @Test("combine: an operation queue is a scheduler, and its delays are never early") func operations() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let start = ContinuousClock.now
        let (values, continuation) = AsyncStream.makeStream(of: Int.self)
        let subscription = Just(7).delay(for: .milliseconds(30), scheduler: queue).receive(on: queue).sink {
            continuation.yield($0)
        }
        for await value in values.prefix(1) { #expect(value == 7) }
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        subscription.cancel()
    }
}
