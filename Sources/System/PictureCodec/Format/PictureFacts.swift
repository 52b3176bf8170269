/// The facts about a photograph that its file contains as EXIF. A fact that the file does not contain, or contains in
/// a form that cannot be used, is nil.
package struct PictureFacts: Hashable, Sendable {
    /// The time on the camera's clock. The time zone is unknown.
    package struct Moment: Equatable, Sendable {
        package let year: Int
        package let month: Int
        package let day: Int
        package let hour: Int
        package let minute: Int
        package let second: Int

        /// Reads EXIF's form of a time, such as `2026:11:30 12:41:16`. Returns nil for any other text.
        package init?(_ text: String) {
            let bytes = Array(text.utf8)
            let marks = [4: ":", 7: ":", 10: " ", 13: ":", 16: ":"] as [Int: Unicode.Scalar]
            guard bytes.count == 19, marks.allSatisfy({ bytes[$0.key] == UInt8(ascii: $0.value) }) else { return nil }
            let parts = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { place -> Int? in
                let digits = bytes[place]
                guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
                return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            }
            let ranges = [1...9_999, 1...12, 1...31, 0...23, 0...59, 0...60]
            let numbers = zip(parts, ranges).compactMap { part, range in
                part.flatMap { range.contains($0) ? $0 : nil }
            }
            guard numbers.count == 6 else { return nil }
            (year, month, day) = (numbers[0], numbers[1], numbers[2])
            (hour, minute, second) = (numbers[3], numbers[4], numbers[5])
        }
    }

    /// The time at which the photograph was taken, as EXIF has it.
    package var taken: String?
    /// The camera's maker.
    package var maker: String?
    /// The camera's model.
    package var camera: String?
    /// The lens.
    package var lens: String?
    /// The exposure time in seconds.
    package var exposure: Double?
    /// The number of the aperture: the focal length divided by the aperture's width.
    package var aperture: Double?
    /// The sensitivity as ISO has it.
    package var sensitivity: Double?
    /// The focal length in millimetres.
    package var focalLength: Double?
    /// The latitude in degrees, negative in the south.
    package var latitude: Double?
    /// The longitude in degrees, negative in the west.
    package var longitude: Double?

    /// Creates facts that contain nothing.
    package init() {}

    /// The time at which the photograph was taken.
    package var moment: Moment? { taken.flatMap(Moment.init) }

    /// Whether the file contains no facts.
    package var isEmpty: Bool { self == PictureFacts() }
}

/// The facts as bytes: for each fact its place in the list, the number of its bytes, and its bytes. A number has the
/// eight bytes of a double.
extension PictureFacts {
    private static var texts: [WritableKeyPath<PictureFacts, String?>] { [\.taken, \.maker, \.camera, \.lens] }

    private static var numbers: [(path: WritableKeyPath<PictureFacts, Double?>, range: ClosedRange<Double>)] {
        [
            (\.exposure, 0...100_000), (\.aperture, 0...10_000), (\.sensitivity, 0...10_000_000),
            (\.focalLength, 0...100_000), (\.latitude, -90...90), (\.longitude, -180...180),
        ]
    }

    private static let longestText = 64

    /// Creates facts from the texts (the time, the maker, the camera, the lens) and the numbers (the exposure, the
    /// aperture, the sensitivity, the focal length, the latitude, the longitude). An empty text and a number that is
    /// not a number are left out.
    package init(texts: [String], numbers: [Double]) {
        self.init()
        for (path, text) in zip(Self.texts, texts) where !text.isEmpty { self[keyPath: path] = text }
        for (known, number) in zip(Self.numbers, numbers) where !number.isNaN { self[keyPath: known.path] = number }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (place, path) in Self.texts.enumerated() {
            guard let text = self[keyPath: path]?.utf8.prefix(Self.longestText) else { continue }
            bytes += [UInt8(place), UInt8(text.count)] + text
        }
        for (place, number) in Self.numbers.enumerated() {
            guard let value = self[keyPath: number.path] else { continue }
            let pattern = (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * UInt64($0))) }
            bytes += [UInt8(Self.texts.count + place), 8] + pattern
        }
        return bytes
    }

    /// Reads facts. A text without a printable character, and a number outside its range, is left out. Returns nil for
    /// bytes in another form.
    init?(_ bytes: ArraySlice<UInt8>) {
        self.init()
        var rest = bytes
        while let place = rest.popFirst() {
            guard let count = rest.popFirst(), count <= Self.longestText, rest.count >= count else { return nil }
            let value = rest.prefix(Int(count))
            rest = rest.dropFirst(Int(count))
            if Int(place) < Self.texts.count {
                self[keyPath: Self.texts[Int(place)]] = Self.printable(value)
            } else {
                let index = Int(place) - Self.texts.count
                guard index < Self.numbers.count, count == 8 else { return nil }
                let number = Double(bitPattern: value.reduce(0) { $0 << 8 | UInt64($1) })
                self[keyPath: Self.numbers[index].path] = Self.numbers[index].range.contains(number) ? number : nil
            }
        }
    }

    /// The text without spaces at its ends, or nil if it has characters that are not printable ASCII.
    private static func printable(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let text = bytes.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        return text.isEmpty ? nil : String(decoding: Array(text), as: UTF8.self)
    }
}
