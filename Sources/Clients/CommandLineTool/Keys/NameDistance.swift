import TermCore

/// The distance of a name from the typed name. The distance is the number of characters to add, leave out, change or
/// swap with the next character (Damerau's distance, as the optimal string alignment). Both names are compared as they
/// are shown, ignoring case. Only the first 64 characters are compared.
struct NameDistance {
    private static let longest = 64
    private let wanted: [Character]

    init(_ wanted: String) { self.wanted = Self.folded(wanted) }

    /// The distance to `name`. It is nil if nobody could confuse the two names: more than a third differs, and neither
    /// name begins with the other.
    func distance(to name: String) -> Int? {
        let name = Self.folded(name)
        guard !wanted.isEmpty, !name.isEmpty else { return nil }
        let most = max(1, wanted.count / 3)
        if min(wanted.count, name.count) >= 3, name.starts(with: wanted) || wanted.starts(with: name) { return 0 }
        guard abs(wanted.count - name.count) <= most else { return nil }
        let distance = alignment(to: name)
        return distance <= most ? distance : nil
    }

    /// The paths of the names that are most similar to `wanted`. There are at most three. Returns nil if no name is
    /// similar.
    static func nearest(_ wanted: String, among names: [(name: String, path: String)]) -> [String]? {
        let wanted = NameDistance(wanted)
        let found = names.compactMap { name in
            wanted.distance(to: name.name).map { (distance: $0, path: name.path) }
        }
        guard let least = found.map(\.distance).min() else { return nil }
        return found.filter { $0.distance == least }.prefix(3).map(\.path)
    }

    private func alignment(to name: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...name.count)
        for row in 1...wanted.count {
            var current = [row]
            for column in 1...name.count {
                let isSame = wanted[row - 1] == name[column - 1]
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, wanted[row - 1] == name[column - 2], wanted[row - 2] == name[column - 1] {
                    best = min(best, before[column - 2] + 1)
                }
                current.append(best)
            }
            (before, last) = (last, current)
        }
        return last[name.count]
    }

    private static func folded(_ text: String) -> [Character] { Array(ShownName(text).characters.prefix(longest)) }
}
