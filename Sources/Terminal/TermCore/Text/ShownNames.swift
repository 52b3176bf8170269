import Glibc

/// The names of many objects, for a search that runs at each typed letter.
package struct ShownNames: Sendable {
    /// The ASCII names, one after another. A line feed, which no name contains, follows each of them. The last byte is
    /// a NUL, which no name contains either.
    private var text: [CChar] = [0]
    /// The objects with ASCII names. For each of them, also the place where its names end.
    private var plain: [(thing: Int, end: Int)] = []
    /// The objects with other names, which are searched one by one.
    private var others: [(thing: Int, names: [ShownName])] = []
    /// The number of objects.
    package private(set) var count = 0

    /// Creates an empty list.
    package init() {}

    /// Adds an object with its names. The object's number is the number of objects before it.
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

    /// Returns the numbers, in order, of the objects that have a name containing the search text, as in
    /// ``ShownName/contains(_:)``.
    package func things(containing wanted: ShownName) -> [Int] {
        guard !wanted.isEmpty else { return Array(0..<count) }
        // The ASCII names contain no ellipsis.
        let found = plainThings(containing: wanted.isCut ? wanted.uncut : wanted.closed)
        let others = others.filter { $0.names.contains { $0.contains(wanted) } }
        return others.isEmpty ? found : (found + others.map(\.thing)).sorted()
    }

    /// Returns the objects whose name contains the search text. If no name contains it, each word of the text is
    /// searched for. Returns the objects that have, for each word, a name with the word's letters in the same order.
    package func things(like wanted: ShownName) -> [Int] {
        let found = things(containing: wanted)
        guard found.isEmpty else { return found }
        let words = wanted.closed.split(separator: " ").map { Array($0.utf8) }
        var (start, like) = (0, [Int]())
        for (thing, end) in plain {
            let names = text[start..<end].split(separator: 0x0A)
            let has = words.allSatisfy { word in
                names.contains { Self.has($0.lazy.map { UInt8(bitPattern: $0) }, word) }
            }
            if has { like.append(thing) }
            start = end
        }
        for (thing, names) in others
        where words.allSatisfy({ word in names.contains { Self.has($0.closed.utf8, word) } }) { like.append(thing) }
        return like.sorted()
    }

    private static func has(_ name: some Sequence<UInt8>, _ word: [UInt8]) -> Bool {
        var place = 0
        for letter in name where place < word.count && letter == word[place] { place += 1 }
        return place == word.count
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
                // A single hit in an object is enough.
                unsafe place = start + plain[next].end
                next += 1
            }
        }
        return found
    }
}
