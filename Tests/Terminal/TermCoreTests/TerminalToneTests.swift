import Testing

@testable import TermCore

@Suite struct TerminalToneTests {
    @Test("terminal tone: a console has a pitch and a time for each, every other terminal its bell")
    func bytes() {
        let tones = [TerminalTone.success, .warning, .error]
        #expect(tones.allSatisfy { $0.bytes(isConsole: false) == [7] })
        let console = tones.map { String(decoding: $0.bytes(isConsole: true), as: UTF8.self) }
        #expect(Set(console).count == 3)
        #expect(console[0] == "\u{1B}[10;880]\u{1B}[11;120]\u{7}\u{1B}[10]\u{1B}[11]")
    }
}
