import Foundation
import Glibc
import PictureCodec
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the pictures of `seam signal` as people use them.
@Suite(.timeLimit(.minutes(2))) struct PictureCommandTests {
    @Test("picture command: a picture is shown to contacts, and taken away") func shown() async throws {
        let bench = try await ContactTests.agreed()
        let directory = try TestDirectory()
        let path = directory.path + "/ada.jpg"
        try Data(try StoredImageTests.photograph()).write(to: URL(filePath: path))
        let set = try await SignalCommandTests.seam(bench, ["me", "--image", path])
        #expect(set.status == 0 && set.output.contains("your contacts see your picture\n"), "\(set)")
        let contacts = try await SignalCommandTests.seam(bench, ["contacts", "--session", "ben"])
        #expect(contacts.output.contains("  shows a picture\n"), "\(contacts)")
        let who = try await SignalCommandTests.seam(bench, ["who-sees-me"])
        #expect(who.output.contains("picture"), "\(who)")
        let none = try await SignalCommandTests.seam(bench, ["me", "--no-image"])
        #expect(none.status == 0 && !none.output.contains("picture"), "\(none)")
        let after = try await SignalCommandTests.seam(bench, ["contacts", "--session", "ben"])
        #expect(!after.output.contains("picture"), "\(after)")
    }

    @Test("picture command: what is no picture changes nothing") func refused() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let directory = try TestDirectory()
        for (name, bytes, text) in [
            ("page.html", Array("<html></html>".utf8), "neither a PNG nor a JPEG"),
            ("cut.jpg", Array(try StoredImageTests.photograph().prefix(900)), "cut off or damaged"),
            ("bomb.png", PNGBytes.claiming(30_000, 30_000), "more than 8192 pixels"),
            ("large.png", [UInt8](repeating: 0, count: (8 << 20) + 1), "more than 8388608 bytes"),
        ] as [(String, [UInt8], String)] {
            let path = "\(directory.path)/\(name)"
            try Data(bytes).write(to: URL(filePath: path))
            let run = try await SignalCommandTests.seam(bench, ["me", "--image", path])
            #expect(run.status == 64 && run.errors.contains(text), "\(run)")
        }
        let gone = try await SignalCommandTests.seam(bench, ["me", "--image", directory.path + "/none.png"])
        #expect(gone.status == 64 && gone.errors.contains("cannot read the picture"), "\(gone)")
        #expect(try await SignalCommandTests.seam(bench, ["me", "--image", "a.png", "--no-image"]).status == 64)
    }

    @Test("picture command: a code is written to a new file for its owner alone") func codes() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let directory = try TestDirectory()
        let (png, svg) = (directory.path + "/code.png", directory.path + "/code.svg")
        let run = try await SignalCommandTests.seam(bench, ["qr", "--png", png, "--svg", svg])
        #expect(run.status == 0 && run.output.contains("LS1:"), "\(run)")
        for path in [png, svg] {
            var status = stat()
            #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        }
        let child = PictureChild(program: try Products.executable("seam-picture"))
        let picture = try child.decode([UInt8](try Data(contentsOf: URL(filePath: png))))
        // A code of version 2 has 25 modules and two margins of 4, each with 8 pixels.
        try #require(picture.width == 33 * 8 && picture.height == picture.width)
        let isDark = { (row: Int, column: Int) in
            picture.bytes[((row * 8 + 4) * picture.width + column * 8 + 4) * 4] == 0
        }
        let dark = (0..<33 * 33).count { isDark($0 / 33, $0 % 33) }
        let drawing = try String(contentsOf: URL(filePath: svg), encoding: .utf8)
        #expect(drawing.contains("viewBox=\"0 0 33 33\"") && dark > 200)
        #expect(drawing.matches(of: /h(\d+)v1H/).compactMap { Int($0.1) }.reduce(0, +) == dark)
        let again = try await SignalCommandTests.seam(bench, ["qr", "--svg", svg])
        #expect(again.status == 64 && again.errors.contains("nothing is overwritten"), "\(again)")
    }
}
