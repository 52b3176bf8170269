/// Input that was recorded from a person, a mouse, a scanner and a terminal. A slow line or a busy machine may cut the
/// input into pieces.
package struct TornInput {
    /// A step of the recording.
    package enum Step: Sendable {
        case send([UInt8])
        /// No input arrives for this time.
        case pause(Duration)
        /// The program is not scheduled for this time. The next input waits until the program continues.
        case stop(Duration)
    }

    /// Bytes that arrive together, except when the line cuts them.
    package enum Unit: Sendable {
        case key(String)
        case paste(String)
        case scan(String)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .key(let text), .scan(let text): Array(text.utf8)
            case .paste(let text): Array("\u{1b}[200~\(text)\u{1b}[201~".utf8)
            }
        }
    }

    private let units: [Unit]

    /// Creates a recording of `count` units. If `presses` is true, the input also contains keys that press the focused
    /// view.
    package init(_ count: Int, presses: Bool, using numbers: inout SplitMix) {
        let harmless =
            Self.sequences.map { Unit.key($0) } + Self.pastes.map { .paste($0) } + Self.scans.map { .scan($0) }
        let all = harmless + (presses ? ["\r", " ", "1", "7", "q", "\u{1b}"].map { Unit.key($0) } : [])
        units = (0..<count).compactMap { _ in all.randomElement(using: &numbers) }
    }

    /// The whole recording, uncut.
    package var whole: [Step] { units.flatMap { [.send($0.bytes), Self.breath] } }

    /// The recording in which each unit is cut at up to three places. A unit is cut by a slow line, or because the
    /// program got no processor time.
    ///
    /// The first three keys of a scan always arrive together. If there is a pause after one of these keys, a scan
    /// cannot be distinguished from typing.
    package func torn(using numbers: inout SplitMix) -> [Step] {
        units.flatMap { unit -> [Step] in
            let bytes = unit.bytes
            var steps: [Step] = []
            let isStarved = Bool.random(using: &numbers)
            var least = 1
            if case .scan = unit, !isStarved { least = 4 }
            let cuts = (0..<Int.random(in: 1...3, using: &numbers))
                .map { _ in Int.random(in: min(least, bytes.count)...bytes.count, using: &numbers) }.sorted()
            for (begin, end) in zip([0] + cuts, cuts + [bytes.count]) where begin < end {
                steps.append(.send(Array(bytes[begin..<end])))
                guard end < bytes.count else { continue }
                steps.append(isStarved ? .stop(.milliseconds(300)) : Self.pause(unit, at: end, using: &numbers))
            }
            return steps + [Self.breath]
        }
    }

    private static func pause(_ unit: Unit, at place: Int, using numbers: inout SplitMix) -> Step {
        // The longest pauses in three cases: on a local terminal, over ssh, and on a line that hangs.
        var most = [45, 130, 480].randomElement(using: &numbers) ?? 45
        if case .paste = unit, most == 480, place > 2 { most = 40_000 }
        return .pause(.milliseconds(Int.random(in: 1...most, using: &numbers)))
    }

    /// The pause of a person between two actions.
    private static let breath = Step.pause(.milliseconds(700))

    private static let sequences = [
        "\u{1b}[A", "\u{1b}[B", "\u{1b}OC", "\u{1b}[1;5D", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[21~", "\u{1b}[24;5~",
        "\u{1b}[[E",
        "\u{1b}Oy", "\u{1b}[3^", "\u{1b}[57417u", "\u{1b}[49;5u", "\u{1b}[27;5;13~", "\u{1b}[13;3u", "\u{1b}[<0;90;2M",
        "\u{1b}[<0;70;2m", "\u{1b}[M 1!", "\u{1b}[I", "\u{1b}[?64;1;2c", "\u{1b}[?2026;2$y", "\u{1b}[?1u",
        "\u{1b}]11;rgb:1e1e/1111/2e2e\u{1b}\\", "\u{1b}P>|tmux 3.3a\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}\r",
        "\u{1b}1", "\u{1b} ", "é", "漢", "\u{1F511}",
    ]
    private static let pastes = ["first\rsecond\r", "1\r2\r3\r", "token", "\r"]
    private static let scans = [
        "4006381333931\r", "ADA-2207\r", "ls -l\rcat notes\r", "12345\r\n", "\r\r\r\r", "11111111\r",
        "seam_cst1x_2y\r",
    ]
}
