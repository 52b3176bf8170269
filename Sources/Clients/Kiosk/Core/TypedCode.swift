/// A visitor's code or the staff PIN while it is being typed. The code's bytes stay in one place, and are overwritten
/// when they are handed on or dropped, and when this object is released.
final class TypedCode {
    private var bytes: [UInt8] = []
    /// The largest number of bytes that are accepted.
    private let most: Int

    /// Creates a code of at most `most` bytes. The default is the longest scan.
    init(most: Int = KioskInput.scan.upperBound) {
        self.most = most
        bytes.reserveCapacity(most)
    }

    isolated deinit { wipe() }

    /// The number of characters.
    var count: Int { bytes.count }

    /// Adds a letter, a digit or a hyphen. Returns false if there is no room, or if the character is something else.
    func add(_ character: Character) -> Bool {
        guard let byte = character.asciiValue, character.isLetter || character.isNumber || character == "-",
            bytes.count < most
        else { return false }
        bytes.append(byte)
        return true
    }

    /// Removes the last character.
    func removeLast() {
        guard let last = bytes.indices.last else { return }
        bytes[last] = 0
        bytes.removeLast()
    }

    /// Replaces the content.
    func set(_ scanned: [UInt8]) {
        wipe()
        bytes.append(contentsOf: scanned.prefix(most))
    }

    /// Hands the text on, and forgets the text.
    func take() -> String {
        defer { wipe() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Overwrites the content.
    func wipe() {
        for index in bytes.indices { bytes[index] = 0 }
        bytes.removeAll(keepingCapacity: true)
    }
}
