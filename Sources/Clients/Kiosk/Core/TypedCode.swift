/// A visitor's code or staff's PIN while it is typed. Its bytes stay in one place, and are overwritten when they are
/// handed on, dropped, or when this object goes.
final class TypedCode {
    private var bytes: [UInt8] = []
    /// No more is taken.
    private let most: Int

    /// Takes at most `most` bytes, up to the longest scan.
    init(most: Int = KioskInput.scan.upperBound) {
        self.most = most
        bytes.reserveCapacity(most)
    }

    isolated deinit { wipe() }

    /// How many characters it has.
    var count: Int { bytes.count }

    /// Adds a letter, a digit or a hyphen; false if there is no room, or it is something else.
    func add(_ character: Character) -> Bool {
        guard let byte = character.asciiValue, character.isLetter || character.isNumber || character == "-",
            bytes.count < most
        else { return false }
        bytes.append(byte)
        return true
    }

    /// Takes the last character back.
    func removeLast() {
        guard let last = bytes.indices.last else { return }
        bytes[last] = 0
        bytes.removeLast()
    }

    /// Replaces what there is.
    func set(_ scanned: [UInt8]) {
        wipe()
        bytes.append(contentsOf: scanned.prefix(most))
    }

    /// Hands the text on, and has it no more.
    func take() -> String {
        defer { wipe() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Overwrites it.
    func wipe() {
        for index in bytes.indices { bytes[index] = 0 }
        bytes.removeAll(keepingCapacity: true)
    }
}
