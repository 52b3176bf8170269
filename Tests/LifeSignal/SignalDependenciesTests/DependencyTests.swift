import LinuxSupport
import SignalDependencies
import Testing

/// The number of times that each default was computed.
private let computed = Locked<[String: Int]>([:])

private func count(_ name: String) -> Int {
    computed.withLock { counts in
        counts[name, default: 0] += 1
        return counts[name, default: 0]
    }
}

private struct Clock: Sendable {
    var now: @Sendable () -> Int
    var name = ""
}

extension Clock: DependencyKey {
    static var liveValue: Clock { Clock(now: { 1 }, name: "live \(count("live"))") }
    static var testValue: Clock { Clock(now: { 2 }, name: "test \(count("test"))") }
}

/// A key that has only a live value.
private enum Bare: DependencyKey {
    static var liveValue: Int? { nil }
}

/// A key that has no live value.
private enum Declared: TestDependencyKey {
    static var testValue: String { "tested" }
}

/// A key whose default reads another dependency.
private enum Derived: DependencyKey {
    static var liveValue: String {
        @Dependency(\.name) var name
        return name
    }
    static var testValue: String { liveValue }
}

private enum Name: DependencyKey {
    static var liveValue: String { "nobody" }
    static var testValue: String { "nobody" }
}

extension DependencyValues {
    fileprivate var clock: Clock {
        get { self[Clock.self] }
        set { self[Clock.self] = newValue }
    }
    fileprivate var name: String {
        get { self[Name.self] }
        set { self[Name.self] = newValue }
    }
}

private struct Model {
    @Dependency(\.name) var name
    @Dependency(\.clock) var clock
    @Dependency(Clock.self) var sameClock
}

@Suite("Dependencies of a task")
struct DependencyTests {
    @Test("dependency: a test gets test values, and each is computed once")
    func defaults() async {
        let names = await withTaskGroup(of: String.self) { group in
            for _ in 0..<64 { group.addTask { Model().clock.name } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(names == ["test 1"])
        #expect(Model().sameClock.name == "test 1")
        #expect(Model().clock.now() == 2)
    }

    @Test("dependency: the context chooses the default; the upper protocol's preview is its live value")
    func contexts() {
        withDependencies {
            $0.context = .live
        } operation: {
            #expect(Model().clock.now() == 1)
        }
        withDependencies {
            $0.context = .preview
        } operation: {
            #expect(Model().clock.now() == 1)
            #expect(Dependency(Declared.self).wrappedValue == "tested")
        }
        #expect(Model().clock.now() == 2)
    }

    @Test("dependency: what is set here is read here, and in the tasks that are started here")
    func overrides() async {
        let other = await withDependencies {
            $0.name = "Ada"
            $0.clock.now = { 3 }
        } operation: {
            #expect(Model().name == "Ada")
            #expect(Model().sameClock.now() == 3)
            await Task { #expect(Model().name == "Ada") }.value
            return await Task.detached { Model().name }.value
        }
        #expect(other == "nobody")
        #expect(Model().name == "nobody")
    }

    @Test("dependency: what was set where a property was made still counts, below what is set where it is read")
    func propagation() {
        let model = withDependencies {
            $0.name = "Ada"
        } operation: {
            Model()
        }
        #expect(model.name == "Ada")
        withDependencies {
            $0.name = "Bea"
        } operation: {
            #expect(model.name == "Bea")
        }
        withDependencies {
            $0.clock.now = { 4 }
        } operation: {
            #expect(model.name == "Ada")
            #expect(model.clock.now() == 4)
        }
    }

    @Test("dependency: a default does not remember the values of who asked first")
    func derived() {
        withDependencies {
            $0.name = "Ada"
        } operation: {
            #expect(Dependency(Derived.self).wrappedValue == "nobody")
        }
    }

    private struct Failure: Error {}

    @Test("dependency: errors pass, and leave nothing behind")
    func errors() async {
        #expect(throws: Failure.self) {
            try withDependencies {
                $0.name = "Ada"
            } operation: {
                throw Failure()
            }
        }
        await #expect(throws: Failure.self) {
            try await withDependencies { _ in
                throw Failure()
            } operation: {
                await Task.yield()
            }
        }
        #expect(Model().name == "nobody")
    }

    @MainActor @Test("dependency: an operation stays on its caller's actor")
    func isolation() async {
        var seen: [String] = []
        await withDependencies {
            $0.name = "Ada"
        } operation: {
            MainActor.assertIsolated()
            await Task.yield()
            seen.append(Model().name)
        }
        #expect(seen == ["Ada"])
    }

    @Test("dependency: a missing test value and a missing implementation are reported; nil is a value")
    func issues() {
        let issues = Locked<[String]>([])
        let report: @Sendable (String) -> Void = { issue in issues.withLock { $0.append(issue) } }
        DependencyIssue.$report.withValue(report) {
            #expect(Dependency(Bare.self).wrappedValue == nil)
            withDependencies {
                $0.context = .live
            } operation: {
                #expect(Dependency(Declared.self).wrappedValue == "tested")
                #expect(Dependency(Declared.self).wrappedValue == "tested")
            }
        }
        let texts = issues.withLock { $0 }
        #expect(texts.count == 2)
        #expect(texts.first == "Bare has no testValue; a test gets its previewValue")
        #expect(texts.last == "Declared has no liveValue; the program gets its testValue")
        withDependencies {
            $0[Bare.self] = 5
        } operation: {
            let bare = Dependency(Bare.self)
            #expect(bare.wrappedValue == 5)
            withDependencies {
                $0[Bare.self] = nil
            } operation: {
                #expect(bare.wrappedValue == nil)
            }
        }
    }

    @Test(
        "dependency: a variable, else the runner of tests, says what a program runs for",
        arguments: [
            ("live", ["a.xctest"], .live), ("preview", [], .preview), ("nonsense", [], .live),
            (nil, ["/b/seamPackageTests.xctest"], .test),
            (nil, ["helper", "--testing-library", "swift-testing"], .test),
            (nil, ["/usr/bin/seam", "x.xctest"], .live), (nil, [], .live),
        ] as [(String?, [String], DependencyContext)])
    func process(variable: String?, arguments: [String], context: DependencyContext) {
        #expect(DependencyContext.of(environment: variable, arguments: arguments) == context)
    }
}
