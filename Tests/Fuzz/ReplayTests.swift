import Testing

@Suite("Fuzz targets, without the fuzzer")
struct ReplayTests {
    @Test("replay: every case of the vectors passes every target that takes it", arguments: FuzzTarget.allCases)
    func vectors(target: FuzzTarget) {
        let seeds = FuzzSeeds.all(for: target)
        #expect(target == .pair || seeds.count >= 20)
        for seed in seeds { Self.check(target, seed.input, seed.name) }
    }

    @Test("replay: what has been found does not come back", arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) {
        let folder = "Tests/Fuzz/corpus/\(target.rawValue)"
        let names = FuzzFiles.names(in: folder)
        #expect(!names.isEmpty)
        for name in names { Self.check(target, FuzzFiles.read("\(folder)/\(name)") ?? [], name) }
    }

    @Test("replay: the corpus stays small")
    func size() {
        let files = FuzzTarget.allCases.flatMap { target in
            FuzzFiles.names(in: "Tests/Fuzz/corpus/\(target.rawValue)").map { "\(target.rawValue)/\($0)" }
        }
        let bytes = files.reduce(0) { $0 + (FuzzFiles.read("Tests/Fuzz/corpus/\($1)")?.count ?? 0) }
        #expect(files.count <= 96)
        #expect(bytes <= 61_440)
    }

    @Test("replay: random operations", arguments: FuzzTarget.allCases.filter(\.isStateful), 0..<3)
    func random(target: FuzzTarget, seed: UInt64) {
        var generator = FuzzRandom(state: seed)
        for round in 0..<40 {
            let script = generator.script(longest: 700)
            Self.check(target, script, "seed \(seed), round \(round)")
        }
    }

    private static func check(_ target: FuzzTarget, _ input: [UInt8], _ name: String) {
        do {
            try target.check(input)
        } catch {
            Issue.record("\(target.rawValue), \(name): \(error)")
        }
    }
}

extension FuzzRandom {
    /// A random list of operations on a connection that begins with a hello.
    mutating func script(longest: Int) -> [UInt8] {
        let count = Int.random(in: 1...longest, using: &self)
        return [UInt8.random(in: 0...3, using: &self)] + (0..<count).map { _ in .random(in: 0...255, using: &self) }
    }
}
