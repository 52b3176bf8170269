import Glibc

/// The names of many things, among which a person searches at each letter that is typed.
package struct ShownNames: Sendable {
    /// The names whose bytes are characters, one after the other, each with a line feed behind it, which no name has.
    /// The last byte is a NUL, which no name has either.
    private var text: [CChar] = [0]
    /// The things with these names, and where those of each end.
    private var plain: [(thing: Int, end: Int)] = []
    /// The things with other names, which are searched one by one.
    private var others: [(thing: Int, names: [ShownName])] = []
    /// How many there are.
    package private(set) var count = 0

    /// No things.
    package init() {}

    /// Adds a thing with its names; it is known by how many there were before it.
    package mutating func append(_ names: [ShownName]) {
        defer { count += 1 }
        guard names.allSatisfy(\.isASCII) else { return others.append((count, names)) }
        text.removeLast()
        for name in names {
            for byte in name.closed.utf8 { text.append(CChar(bitPattern: byte)) }
            text.append(0x0A)
        }
        plain.append((count, text.count))
        text.append(0)
    }

    /// The things of which a name contains what somebody searches for, as ``ShownName/contains(_:)`` says, in order.
    package func things(containing wanted: ShownName) -> [Int] {
        guard !wanted.isEmpty else { return Array(0..<count) }
        // An ellipsis is no byte of them.
        let found = plainThings(containing: wanted.isCut ? wanted.uncut : wanted.closed)
        let others = others.filter { $0.names.contains { $0.contains(wanted) } }
        return others.isEmpty ? found : (found + others.map(\.thing)).sorted()
    }

    private func plainThings(containing wanted: String) -> [Int] {
        var found: [Int] = []
        unsafe text.withUnsafeBufferPointer { text in
            guard let start = text.baseAddress else { return }
            var (place, next) = unsafe (start, 0)
            while let hit = unsafe strstr(place, wanted) {
                let offset = unsafe hit - UnsafeMutablePointer(mutating: start)
                while plain[next].end <= offset { next += 1 }
                found.append(plain[next].thing)
                // One hit in a thing is enough.
                unsafe place = start + plain[next].end
                next += 1
            }
        }
        return found
    }
}
