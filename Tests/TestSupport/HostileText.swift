/// Hostile names. They contain more than text to be read.
package enum HostileText {
    /// Samples of each kind of hostile text.
    package static let samples = kinds + controls

    /// In the nightly run, these are all samples. In other runs, they are some of the samples. If a view handles a few
    /// control characters correctly, it handles all of them correctly.
    package static let sampled = kinds.sampled + controls.sampled.sampled

    private static let kinds: [String] = [
        "\u{1b}[2J\u{1b}[H", "\u{1b}]0;owned\u{7}", "\u{1b}]52;c;ZXZpbA==\u{7}", "\u{9b}31m", "\u{90}q",
        "\u{1b}P+q\u{1b}\\",
        "a\rb", "a\nseam: granted", "a\tb", "a\u{8}\u{8}b", "\u{0}", "\u{7f}", "\u{85}", "\u{2028}x\u{2029}",
        "\u{202e}gnp.exe", "\u{2066}x\u{2069}", "\u{200e}\u{200f}\u{61c}",
        "\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}",
        "a\u{ad}b", "A\u{fe0f}\u{fe0e}", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "\u{1f44d}\u{1f3fd}",
        "\u{e0001}\u{e0041}\u{e007f}", "\u{e000}\u{f0000}", "\u{378}\u{ffff}", "\u{115f}\u{3164}\u{2800}\u{ffa0}",
        "a" + String(repeating: "\u{301}", count: 300), String(repeating: "\u{20dd}", count: 50),
        "\u{301}\u{302}", String(repeating: "\u{11AB}", count: 1000),
        "a" + String(repeating: "\u{1161}", count: 300),
        String(repeating: "x", count: 100_000), String(repeating: "漢", count: 5000),
        "\u{ffff0}", "\u{fff9}a\u{fffa}b\u{fffb}", "\u{1d173}", "\\u{1b}", "\u{2000}\u{3000}\u{a0}", "e\u{301}",
        "שלום", "مرحبا",
        "\u{180b}\u{180e}", "\u{206a}\u{206f}", "\u{1f1e9}\u{1f1ea}", "\u{fdfd}", "",
    ]

    private static let controls: [String] = {
        var samples: [String] = []
        // Adds every control character, both alone and in the middle of a name.
        for value in Array(0..<0x20) + Array(0x7f...0x9f) as [UInt32] {
            if let scalar = Unicode.Scalar(value) {
                samples += [String(Character(scalar)), "door" + String(Character(scalar)) + "[31mred"]
            }
        }
        // Adds every bidirectional control character.
        for value in [0x61c, 0x200e, 0x200f] + Array(0x202a...0x202e) + Array(0x2066...0x206f) as [UInt32] {
            if let scalar = Unicode.Scalar(value) { samples.append("a" + String(Character(scalar)) + "b") }
        }
        return samples
    }()

    /// Whether the character is dangerous. With such a character, a terminal may obey a command, change the order of
    /// the text, or show nothing.
    package static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isVariationSelector || scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
