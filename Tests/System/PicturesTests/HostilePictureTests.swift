import Foundation
import Glibc
import LinuxSupport
import PictureCodec
import PictureModel
import TestSupport
import Testing

@Suite struct HostilePictureTests {
    private let child: PictureChild
    private let png: [UInt8]
    private let jpeg: [UInt8]

    init() throws {
        child = try PictureFixtures.child()
        let pixels = PictureFixtures.pixels(48, 40)
        png = try child.png(width: 48, height: 40, pixels: pixels)
        jpeg = PictureFixtures.jpeg(
            try child.jpeg(width: 48, height: 40, pixels: pixels, quality: 80), exif: ExifFixture(orientation: 6).bytes)
    }

    @Test("hostile picture: a bomb is refused by its size, before it is decoded")
    func bombs() throws {
        let claims = [
            (30_000, 30_000, PictureError.Code.sideTooLong), (1, 60_000, .sideTooLong), (60_000, 1, .sideTooLong),
            (8_192, 8_192, .tooManyPixels), (0, 5, .damaged),
        ]
        for (width, height, code) in claims {
            #expect(throws: PictureError(code), "\(width) x \(height)") {
                try child.decode(PNGBytes.claiming(width, height))
            }
        }
        var large = jpeg
        let frame = try #require((0..<large.count - 9).last { large[$0] == 0xFF && large[$0 + 1] == 0xC0 })
        large.replaceSubrange(frame + 5..<frame + 9, with: [0x75, 0x30, 0x75, 0x30])
        #expect(throws: PictureError(.sideTooLong)) { try child.decode(large) }
        #expect(throws: PictureError(.tooManyBytes)) { try child.decode(png + [UInt8](repeating: 0, count: 8 << 20)) }
        #expect(PictureError(.sideTooLong).field == "side" && PictureError(.sideTooLong).limit == 8_192)
    }

    @Test("hostile picture: a cut file is damaged, wherever it is cut")
    func cuts() throws {
        for file in [png, jpeg] {
            for count in stride(from: 0, to: file.count, by: max(1, file.count / 40)) {
                let code: PictureError.Code = count < (file == png ? 8 : 3) ? .notAPicture : .damaged
                #expect(throws: PictureError(code), "\(count) of \(file.count)") {
                    try child.decode(Array(file.prefix(count)))
                }
            }
        }
    }

    @Test("hostile picture: what is also something else is refused")
    func polyglots() throws {
        let others = [Array("<html><script>1</script>".utf8), Array("PK\u{3}\u{4}".utf8), [0x25, 0x50, 0x44, 0x46]]
        for other in others {
            #expect(throws: PictureError(.trailingBytes)) { try child.decode(png + other) }
            #expect(throws: PictureError(.trailingBytes)) { try child.decode(jpeg + other) }
            #expect(throws: PictureError(.notAPicture)) { try child.decode(other + png) }
        }
        // A camera puts a smaller picture behind the picture.
        #expect(try child.decode(jpeg + [0, 0] + jpeg).width == 40)
        // A text inside a picture does not reach the renewed picture.
        let text = Array("<script>".utf8)
        let inside = png.prefix(33) + PNGBytes.chunk("tEXt", Array("Comment\0".utf8) + text) + png.dropFirst(33)
        let renewed = try child.renew(Array(inside), longestSide: 64, quality: 80).bytes
        #expect(!String(decoding: renewed, as: Unicode.ASCII.self).contains("<script>"))
    }

    @Test("hostile picture: mutated pictures crash nothing, and keep the bounds") func mutations() throws {
        _ = try Self.mutate(png, jpeg, rounds: 200, by: child)
    }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("hostile picture: ten thousand mutated pictures crash nothing, and keep the bounds")
        func mutations() throws {
            let tests = try HostilePictureTests()
            let (began, rounds) = (ContinuousClock.now, 10_000)
            let outcomes = try HostilePictureTests.mutate(tests.png, tests.jpeg, rounds: rounds, by: tests.child)
            let found = outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            let each = (ContinuousClock.now - began) / rounds
            let time = Int(each / .microseconds(1))
            print("mutated pictures: \(found.joined(separator: ", ")); \(time) microseconds each")
        }

        @Test("picture: twelve million pixels are read in time") func latency() throws {
            let tests = try HostilePictureTests()
            let (width, height) = (4_000, 3_000)
            let pixels = PictureFixtures.pixels(width, height)
            let jpeg = try tests.child.jpeg(width: width, height: height, pixels: pixels, quality: 90)
            let png = try tests.child.png(width: width, height: height, pixels: pixels)
            for (kind, file) in [("JPEG", jpeg), ("PNG", png)] {
                for side in [8_192, 1_024, 256] {
                    let began = ContinuousClock.now
                    let result = try tests.child.decode(file, longestSide: side)
                    let time = (ContinuousClock.now - began) / .milliseconds(1)
                    #expect(max(result.width, result.height) == min(width, side) && time < 5_000)
                    print("picture of 12 million pixels, \(kind) of \(file.count) bytes, side \(side): \(Int(time)) ms")
                }
            }
        }
    }

    /// Reads pictures with random mutations, and returns how often each outcome occurred. Most mutations keep a
    /// picture's beginning, so that the libraries read them.
    private static func mutate(
        _ png: [UInt8], _ jpeg: [UInt8], rounds: Int, by child: PictureChild
    ) throws -> [String: Int] {
        var random = SplitMix(seed: 66)
        var outcomes: [String: Int] = [:]
        for round in 0..<rounds {
            var file = round % 2 == 0 ? png : jpeg
            for _ in 0...Int(random.next() % 6) { mutate(&file, by: &random) }
            // A wrong checksum would hide most mutations of a PNG file from the library.
            if round % 4 == 0 { file = PNGBytes.repaired(file) }
            do throws(PictureError) {
                let result = try child.decode(file, longestSide: 64)
                #expect(max(result.width, result.height) <= 64)
                outcomes["read", default: 0] += 1
            } catch {
                outcomes[error.code.name, default: 0] += 1
                // The child reports its causes itself: it neither crashes nor meets a forbidden call.
                #expect(error.isOfThePicture, "round \(round): \(error)")
            }
        }
        #expect(outcomes.count > 2)
        return outcomes
    }

    private static func mutate(_ file: inout [UInt8], by random: inout SplitMix) {
        func place(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
        guard !file.isEmpty else { return }
        switch random.next() % 5 {
        case 0: file[place(file.count)] ^= UInt8(1 << place(8))
        case 1: file[place(file.count)] = [0, 1, 0x7F, 0x80, 0xFF][place(5)]
        case 2: file.removeSubrange(place(file.count)..<file.count)
        case 3:
            let start = place(file.count)
            file.insert(contentsOf: file[start..<min(file.count, start + place(64))], at: place(file.count))
        default:
            let start = place(file.count)
            file.removeSubrange(start..<min(file.count, start + 1 + place(32)))
        }
    }

    /// The child waits for its request when it has given up everything.
    @Test("hostile picture: the child gives up everything before it reads") func confinement() throws {
        let child = try ChildProcess(try Products.executable("seam-picture"), input: nil)
        func file(_ name: String) throws -> [String] {
            try String(contentsOfFile: "/proc/\(child.pid)/\(name)", encoding: .utf8).components(separatedBy: "\n")
        }
        let deadline = Deadline.after(.seconds(10))
        while try !file("status").contains("Seccomp:\t2"), !deadline.hasPassed { sched_yield() }
        let status = try file("status")
        #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1") && status.contains("Threads:\t1"))
        let limits = Dictionary(
            try file("limits").map { line in
                let words = line.split(separator: " ")
                return (words.prefix { !$0.allSatisfy(\.isNumber) }.joined(separator: " "), Array(words))
            }, uniquingKeysWith: { one, _ in one })
        func hard(_ name: String) -> Int? { limits[name]?.compactMap { Int($0) }.last }
        #expect(hard("Max address space") == 256 << 20 && hard("Max cpu time") == 5 && hard("Max open files") == 3)
        #expect(hard("Max file size") == 0 && hard("Max core file size") == 0)
        // A process whose memory is protected belongs to root.
        guard geteuid() == 0 else { return }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.pid)/fd")
        #expect(open.sorted() == ["0", "1", "2"])
    }

    @Test("hostile picture: a child that keeps to nothing does no harm")
    func badChildren() throws {
        let directory = try TestDirectory()
        func program(_ script: String) throws -> PictureChild {
            let path = "\(directory.path)/child-\(script.utf8.count)"
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
            return PictureChild(program: path)
        }
        #expect(throws: PictureError(.failed)) { try program("echo nonsense that is long enough").decode(png) }
        #expect(throws: PictureError(.failed)) { try program("exit 3").decode(png) }
        #expect(throws: PictureError(.failed)) { try program("kill -SEGV $$").decode(png) }
        #expect(throws: PictureError(.tooSlow)) { try program("kill -ALRM $$; :").decode(png) }
        #expect(throws: PictureError(.failed)) {
            try program(#"printf 'SPA1\0\0\0\001\0\0\0\001\0\0\0\0abc'"#).decode(png)
        }
        // An answer must be of the size and the kind that were asked for.
        let pixel = #"printf 'SPA1\0\0\0\002\0\0\0\001\0\0\0\0abcdefgh'"#
        #expect(try program(pixel).decode(png, longestSide: 2).bytes.count == 8)
        #expect(throws: PictureError(.failed)) { try program(pixel).decode(png, longestSide: 1) }
        #expect(throws: PictureError(.failed)) { try program(pixel).renew(png, longestSide: 64, quality: 80) }
        #expect(throws: PictureError(.resultTooLarge)) {
            try program(pixel + "; head -c 200000 /dev/zero").renew(png, longestSide: 64, quality: 80)
        }
        #expect(throws: PictureError(.unavailable)) { try PictureChild(program: "/none").decode(png) }
    }
}
